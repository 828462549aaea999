import assert from 'node:assert/strict';
import type { ProblemComparison } from '../../../../src/results';
import type { Judge } from '../../../../src/judges';
import { judgeNamed } from '../../../../src/judges/adapters';
import { zipOf } from '../../../../src/judges/adapters/shared/zip';
import { on, run } from '../../../support/operations';
import { comparisonOf, hydroSite, leastJudge, specifiedJudge } from '../../../support/profiles';

/** Returns the comparison of a problem, if the judge responds to each request with this value. */
async function comparisonAt(judge: Judge, response: unknown): Promise<ProblemComparison | undefined> {
  const { fetchForm } = judge.submission ?? {};
  assert.ok(fetchForm);
  const answer = { status: 200, contentType: 'application/json', text: JSON.stringify(response) };
  const form = await run(
    on(judge, (http) => fetchForm(http, { problemId: 'sum', place: null })),
    () => answer,
  );
  return form.comparison;
}

function judgeFrom(fields: Readonly<Record<string, unknown>>): Judge {
  const described = judgeNamed('school', { school: fields });
  assert.ok(described.ok, JSON.stringify(described));
  return described.judge;
}

describe('The comparison of a problem', () => {
  it('is omegaUp’s validator', async () => {
    const comparison = (validator: unknown): Promise<ProblemComparison | undefined> =>
      comparisonAt(leastJudge('omegaup'), { alias: 'sum', languages: 'cpp17-gcc', settings: { validator } });
    assert.deepEqual(await comparison({ name: 'token' }), {
      rule: { unit: 'tokens', blanks: 'unicode' },
      source: 'judge',
    });
    assert.deepEqual(await comparison({ name: 'token-caseless' }), {
      rule: comparisonOf('omegaup'),
      source: 'judge',
    });
    assert.deepEqual(await comparison({ name: 'token-numeric', tolerance: 1e-4 }), {
      rule: {
        unit: 'tokens',
        blanks: 'notNumeric',
        tolerance: { absolute: 1.5 * 1e-4, relative: 1e-4 },
      },
      source: 'judge',
    });
    assert.deepEqual(await comparison({ name: 'custom' }), {
      rule: comparisonOf('omegaup'),
      source: 'judge',
      hasSeveralAnswers: true,
    });
    assert.equal(await comparison({ name: 'unheard-of' }), undefined);
    assert.equal(await comparison(null), undefined);
  });

  it('is that of the statement if the judge doesn’t send another one', async () => {
    const content = 'Print the area. An absolute error of at most $10^{-4}$ is allowed.';
    const stated = await comparisonAt(hydroSite('https://oj.example.org'), { pdoc: { content } });
    assert.deepEqual(stated, {
      rule: { unit: 'tokens', tolerance: { absolute: 1e-4, relative: 0 } },
      source: 'statement',
    });
    const none = { pdoc: { content: 'Print the sum.' } };
    assert.equal(await comparisonAt(hydroSite('https://oj.example.org'), none), undefined);
  });

  it('is that of the statement in DOMjudge’s archive of samples', async () => {
    const statement = '<p>The relative error may be at most 10<sup>-4</sup>.</p>';
    const archive = Buffer.from(zipOf([{ fileName: 'A/statement.html', text: statement }])).toString(
      'base64',
    );
    const { fetchSamples } = leastJudge('clics').submission ?? {};
    assert.ok(fetchSamples);
    const { comparison } = await run(
      on(leastJudge('clics'), (http) => fetchSamples(http, { problemId: 'sum', place: null })),
      ({ path }) =>
        path.endsWith('samples.zip')
          ? { status: 200, contentType: 'application/zip', text: archive }
          : { status: 200, contentType: 'application/json', text: '[{"id":"sum","label":"A"}]' },
    );
    const rule = { ...comparisonOf('clics'), tolerance: { absolute: 0, relative: 1e-4 } };
    assert.deepEqual(comparison, { rule, source: 'statement' });
  });

  it('may be a program of the problem at QDUOJ', async () => {
    const qduoj = judgeFrom({ type: 'json', basedOn: 'qduoj', url: 'https://oj.example.edu' });
    const rule = { unit: 'text', ignoresEnd: true, keepsCarriageReturns: true } as const;
    assert.deepEqual(qduoj.comparison, rule);
    const problem = (spj: boolean): object => ({
      error: null,
      data: { id: 1, _id: 'sum', spj, samples: [] },
    });
    assert.deepEqual(await comparisonAt(qduoj, problem(true)), {
      rule,
      source: 'judge',
      hasSeveralAnswers: true,
    });
    assert.equal(await comparisonAt(qduoj, problem(false)), undefined);
  });

  it('of a JSON API is in its description', () => {
    const fields = {
      type: 'json',
      url: 'https://oj.example.edu',
      result: { path: '/{id}', fields: { status: 's' } },
    };
    const rule = { unit: 'tokens', caseless: 'ascii', tolerance: { absolute: 1e-6, relative: 0 } };
    assert.deepEqual(judgeFrom({ ...fields, comparison: rule }).comparison, rule);
    assert.equal(judgeFrom(fields).comparison, undefined);
    for (const comparison of [
      'words',
      { unit: 'bytes' },
      { unit: 'text', caseless: true },
      { unit: 'tokens', tolerance: 1 },
    ])
      assert.ok(!judgeNamed('school', { school: { ...fields, comparison } }).ok);
  });

  it('is unknown for types without a rule', () => {
    assert.equal(specifiedJudge({ url: 'https://oj.example.org' }).comparison, undefined);
    assert.deepEqual(comparisonOf('luogu'), { unit: 'lines' });
  });
});
