import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { findSite } from '../../../../src/editor/judges/findSite';
import type { Extension } from '../../../../src/editor/extension';
import { RequestFailed, judgeTypes, type Judge, type Operation } from '../../../../src/judges';
import type { PlainAnswer } from '../../../../src/judges/adapters/shared/makeResult';
import { on, run } from '../../../support/operations';
import { standIn } from '../../support/standIn';

const host = 'https://judge.example.edu';
const json = (body: unknown, status = 200): PlainAnswer => ({
  status,
  contentType: 'application/json',
  text: JSON.stringify(body),
});
const domjudge = json({ name: 'DOMjudge', domjudge: { apiversion: 4 } });
const notFound = json({ code: 404, message: 'No route found for "GET /"' }, 404);

describe('The site of an entered URL', () => {
  /** URLs of the requests sent. */
  let asked: string[];

  /** Finds a site of DOMjudge on a host with these responses by URL. */
  async function find(text: string, answers: Readonly<Record<string, PlainAnswer>>) {
    asked = [];
    const clientWith = async (judge: Judge) => ({
      ask: (operation: Operation<unknown>) =>
        run(on(judge, operation), ({ path }) => {
          const url = judge.baseUrl + path;
          asked.push(url);
          const found = Object.entries(answers).find(([address]) => url.startsWith(address));
          if (answers['down']) throw new RequestFailed({ kind: 'refused', host: 'judge.example.edu' });
          return found?.[1] ?? notFound;
        }),
    });
    const extension = standIn<Extension>({
      judges: { clientWith, credentials: { redaction: { text: (words: string) => words } } },
      log: { error: () => undefined },
    });
    const { site } = judgeTypes.clics;
    assert.ok(site);
    return findSite(extension, { type: 'clics', site, text, soFar: { type: 'clics' } });
  }

  beforeEach(() => speak('en'));

  it('is found above a page, below the host, and with or without a scheme', async () => {
    const api = `${host}/domjudge/api`;
    for (const text of [
      `${host}/domjudge/team/submission/7`,
      'judge.example.edu',
      'judge.example.edu/domjudge/',
      api,
      `${host}/team/scoreboard`,
    ]) {
      const found = await find(text, { [`${api}/info`]: domjudge });
      assert.deepEqual(found, { kind: 'taken', value: { type: 'clics', url: api } }, text);
    }
    const found = await find(`${api}/contests/nwerc`, { [`${api}/info`]: domjudge });
    assert.deepEqual(found, { kind: 'taken', value: { type: 'clics', url: api, contest: 'nwerc' } });
  });

  it('is the entered URL if the server refuses guests', async () => {
    const unauthorized: PlainAnswer = { status: 401, contentType: null, text: '' };
    const found = await find('https://pc2.test:50443/', { 'https://pc2.test:50443': unauthorized });
    assert.deepEqual(found, { kind: 'taken', value: { type: 'clics', url: 'https://pc2.test:50443' } });
  });

  it('isn’t found on another site', async () => {
    const found = await find(`${host}/domjudge`, {});
    assert.deepEqual(found, {
      kind: 'refused',
      words: `No DOMjudge, PC² site found at ${host}/domjudge/api. Check the URL.`,
    });
  });

  it('isn’t searched for on a host that doesn’t respond', async () => {
    const found = await find(host, { down: notFound });
    assert.ok(found.kind === 'refused');
    assert.match(found.words, /judge\.example\.edu refused the connection/);
    assert.deepEqual(asked, [`${host}/api/info`]);
  });
});
