import assert from 'node:assert/strict';
import type { JudgeTypeName } from '../../../../src/judges';
import { momentOf } from '../../../../src/judges/adapters/shared/jsonValues';
import { leastJudge } from '../../../support/profiles';
import { recentOf, resultAt, run } from '../../../support/operations';
import { answer } from './answers';

/** Responses to the requests of a type, with this date as the date of a submission. */
const bodies: Readonly<Partial<Record<JudgeTypeName, (path: string, date: unknown) => unknown>>> = {
  codeforces: (_path, date) => ({
    status: 'OK',
    result: [{ id: 7, verdict: 'OK', creationTimeSeconds: date }],
  }),
  dmoj: (path, date) =>
    path.includes('submissions')
      ? { data: { objects: [{ id: 7, result: 'AC', date }] } }
      : { data: { object: { id: 7, status: 'D', result: 'AC', date } } },
  clics: (path, date) => {
    if (path.includes('judgement')) return [];
    if (path.endsWith('/user')) return { team_id: '1' };
    const submission = { id: '7', team_id: '1', time: date };
    return path.endsWith('/submissions') ? [submission] : submission;
  },
  ejudge: (path, date) => {
    const run = { run_id: 7, status: 0, run_time: date };
    return { ok: true, result: path.includes('list-runs') ? { runs: [run] } : { run } };
  },
  'yandex-contest': (path, date) => {
    const run = { runId: 7, id: 7, status: 'FINISHED', verdict: 'OK', source: 'x', submissionTime: date };
    return path.includes('?page=') ? { count: 1, submissions: [run] } : run;
  },
  eolymp: (path, date) => {
    if (path.endsWith('/account')) return { member: { id: 'm1' } };
    const submission = { id: '7', memberId: 'm1', status: 'COMPLETE', submittedAt: date };
    return path.includes('?q=') ? { items: [submission] } : { submission };
  },
  omegaup: (_path, date) => ({ status: 'ready', verdict: 'AC', time: date }),
  json: (_path, date) => ({ status: 'AC', list: [{ id: '7', at: date }] }),
};

/** Returns the times in a result and in the list of the newest submissions. */
async function momentsAt(type: JudgeTypeName, date: unknown): Promise<readonly unknown[]> {
  const judge = leastJudge(type);
  const body = bodies[type];
  assert.ok(body);
  const reply = ({ path }: { readonly path: string }) => answer(body(path, date));
  const result = await run(resultAt(judge, { requestId: '7', hint: null }), reply);
  const recent = judge.listing ? await run(recentOf(judge, 'alice'), reply) : [];
  return [
    result.kind === 'result' ? (result.about?.at ?? null) : assert.fail(),
    ...recent.map(({ at }) => at),
  ];
}

describe('A date in a response', () => {
  for (const type of Object.keys(bodies) as JudgeTypeName[]) {
    it(`is omitted if it is out of range: ${type}`, async () => {
      for (const date of [1e300, -1e300, 8.64e15, 1e16, '1e300', '+999999-01-01T00:00:00Z', 'x', [], null]) {
        const moments = await momentsAt(type, date);
        assert.ok(moments.length > 0);
        for (const moment of moments) {
          // The largest time in ms that JavaScript can represent.
          const isAllowed = moment === null || (moment === 8.64e15 && date === 8.64e15);
          assert.ok(isAllowed, `${JSON.stringify(date)}: ${String(moment)}`);
        }
      }
    });
  }

  it('is converted to ms since 1970 if it is in range', () => {
    assert.equal(momentOf(1_700_000_000), 1_700_000_000_000);
    assert.equal(momentOf('2026-11-22T06:13:53Z'), Date.parse('2026-11-22T06:13:53Z'));
    assert.deepEqual([momentOf(8.64e12), momentOf(-8.64e12)], [8.64e15, -8.64e15]);
    assert.deepEqual([momentOf(8.65e12), momentOf(-8.65e12), momentOf(NaN)], [null, null, null]);
  });
});
