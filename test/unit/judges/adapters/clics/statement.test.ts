import assert from 'node:assert/strict';
import { clics } from '../../../../../src/judges/adapters/clics';
import type { PlainAnswer } from '../../../../../src/judges/adapters/shared/makeResult';
import { zipOf } from '../../../../../src/judges/adapters/shared/zip';
import type { Statement } from '../../../../../src/judges/submission';
import { on, run } from '../../../../support/operations';
import { described } from '../../../../support/profiles';
import { answer } from '../answers';

const domjudge = described(clics, 'finals', {
  url: 'https://judge.example.edu/domjudge/api',
  contest: 'nwerc',
});
const pc2 = described(clics, 'pc2', { url: 'https://judge.example.edu/contests', contest: 'nwerc' });
const missing = answer({ code: 404, message: 'Object not found' }, 404);

function binary(bytes: Uint8Array | string, contentType: string): PlainAnswer {
  return { status: 200, contentType, text: Buffer.from(bytes).toString('base64') };
}

describe('The statement of a problem in a contest', () => {
  /** Statement, or the failure, and the paths that were requested in the contest. */
  const fetched = async (
    answers: Readonly<Record<string, PlainAnswer>>,
    problem: object = {},
    judge = domjudge,
  ) => {
    const asked: string[] = [];
    const problems = answer([{ id: 'hello', label: 'A', name: 'Hello World', ...problem }]);
    const all: Readonly<Record<string, PlainAnswer>> = { problems, ...answers };
    const fetchStatement = judge.submission?.fetchStatement ?? assert.fail();
    const statement: Statement = await run(
      on(judge, (http) => fetchStatement(http, { problemId: 'hello', place: 'nwerc' })),
      ({ path }) => {
        const own = path.replace(/^\/contests\/nwerc\//, '');
        asked.push(own);
        return all[own] ?? missing;
      },
    );
    return { statement, asked };
  };
  const archived = (fileName: string, text: string) => ({
    'samples.zip': binary(
      zipOf([
        { fileName: 'B/statement.html', text: '<p>Another</p>' },
        { fileName: `A/${fileName}`, text },
      ]),
      'application/zip',
    ),
  });

  it('is the PDF document that the list of problems names', async () => {
    const file = { href: 'contests/nwerc/problems/hello/statement', mime: 'application/pdf' };
    const pdf = { 'problems/hello/statement': binary('%PDF-1.7\n…', 'application/pdf') };
    const { statement, asked } = await fetched(pdf, { statement: [file] });
    assert.equal(statement.title, 'Hello World');
    assert.deepEqual(statement.texts, {});
    assert.equal(Buffer.from(statement.document ?? []).toString('utf8'), '%PDF-1.7\n…');
    assert.deepEqual(asked, ['problems', 'problems/hello/statement']);
    // older servers don't list it
    assert.ok((await fetched(pdf)).statement.document);
  });

  it('isn’t anything else under the path of the document', async () => {
    const page = { 'problems/hello/statement': binary('<html>Sign in</html>', 'text/html') };
    assert.deepEqual((await fetched(page)).statement, { title: 'Hello World', texts: {} });
  });

  it('is the text in DOMjudge’s archive of samples', async () => {
    const html = archived('statement.html', '<h1>Hello</h1>\n\n<p>Print <b>it</b>.</p>');
    const { statement, asked } = await fetched(html, { statement: [] });
    assert.deepEqual(statement.texts, { '': '<h1>Hello</h1>\n<p>Print <b>it</b>.</p>' });
    assert.deepEqual(asked, ['problems', 'samples.zip']);
    const text = archived('statement.txt', 'Print it.\nAs *is*.');
    assert.deepEqual((await fetched(text, { statement: [] })).statement.texts, {
      '': '    Print it.\n    As *is*.',
    });
  });

  it('may be missing', async () => {
    for (const judge of [domjudge, pc2]) {
      const { statement } = await fetched({}, { statement: [] }, judge);
      assert.deepEqual(statement, { title: 'Hello World', texts: {} });
    }
    const { asked } = await fetched({}, { statement: [] }, pc2);
    assert.deepEqual(asked, ['problems'], 'only DOMjudge has the archive');
  });

  it('isn’t requested for a problem that the contest doesn’t have', async () => {
    await assert.rejects(fetched({ problems: answer([{ id: 'bye', label: 'B' }]) }), /./);
  });
});
