import assert from 'node:assert/strict';
import type { Judge } from '../../../../src/judges/judge';
import type { OutgoingRequest } from '../../../../src/judges/http/judgeHttp';
import type { PlainAnswer } from '../../../../src/judges/adapters/shared/makeResult';
import { clics } from '../../../../src/judges/adapters/clics';
import { ejudge } from '../../../../src/judges/adapters/ejudge';
import type { Remaining } from '../../../../src/judges/submission';
import { on, run } from '../../../support/operations';
import { described, hydroSite } from '../../../support/profiles';
import { answer, page } from './answers';
import { capturedFromEjudge, capturedFromPc2 } from './captures';

type Responses = (request: OutgoingRequest) => PlainAnswer;

async function remainingOf(
  judge: Judge,
  problemId: string,
  responses: Responses,
): Promise<Remaining | undefined> {
  const form = on(judge, (http) => {
    assert.ok(judge.submission?.fetchForm);
    return judge.submission.fetchForm(http, { problemId, place: null });
  });
  return (await run(form, responses)).remaining;
}

describe('The remaining time and submissions', () => {
  const contest = described(ejudge, 'algo', {
    url: 'https://ejudge.example.org/ej/api/v1/client',
    contest: '2',
  });
  const atEjudge = (contestStatus: PlainAnswer, problemStatus: PlainAnswer, problemId = 'E') =>
    remainingOf(contest, problemId, ({ path }) =>
      path.includes('contest-status-json') ? contestStatus : problemStatus,
    );
  const withEnd = capturedFromEjudge('contest 2: ends after five hours');
  const endless = capturedFromEjudge('contest');
  const problem = capturedFromEjudge('problem by its number');
  /** The captured problem, which has two runs that count. */
  const problemWith = (settings: object, status: object = {}): PlainAnswer => {
    const body = JSON.parse(problem.text) as { result: { problem: object; problem_status: object } };
    Object.assign(body.result.problem, settings);
    Object.assign(body.result.problem_status, status);
    return answer(body);
  };

  it('include the contest end at ejudge, but no number without a run limit', async () => {
    const endsAt = 1_795_652_550_000;
    assert.deepEqual(await atEjudge(withEnd, problem, 'A'), { endsAt, submissions: null });
    assert.deepEqual(await atEjudge(endless, problem), { endsAt: null, submissions: null });
  });

  it('include the number of runs left under the problem’s limit at ejudge', async () => {
    const submissions = async (settings: object, status: object = {}) =>
      (await atEjudge(endless, problemWith(settings, status)))?.submissions;
    assert.equal(await submissions({ max_user_run_count: 5 }), 3);
    assert.equal(await submissions({ max_user_run_count: 5 }, { eff_attempts: undefined }), 5);
    assert.equal(await submissions({ max_user_run_count: 1 }), 0);
    assert.equal(await submissions({ max_user_run_count: 'x' }), null);
  });

  it('include the problem’s deadline at ejudge if it is before the contest end', async () => {
    const endsAt = async (status: PlainAnswer, deadline: number) =>
      (await atEjudge(status, problemWith({}, { deadline })))?.endsAt;
    assert.equal(await endsAt(endless, 1_795_640_000), 1_795_640_000_000);
    const earlier = JSON.parse(withEnd.text) as { result: { problems: object[] } };
    earlier.result.problems.push({ id: 5, short_name: 'E' });
    assert.equal(await endsAt(answer(earlier), 1_795_640_000), 1_795_640_000_000);
    assert.equal(await endsAt(answer(earlier), 1_799_999_999), 1_795_652_550_000);
  });

  it('are null at ejudge if the problem can’t be requested', async () => {
    assert.deepEqual(await atEjudge(endless, page('<html>', 404)), { endsAt: null, submissions: null });
  });

  const finals = described(clics, 'finals', {
    url: 'https://judge.example.edu/domjudge/api/v4',
    contest: 'nwerc',
  });
  const atClics = (of: PlainAnswer) =>
    remainingOf(finals, 'hello', ({ path }) => (path.endsWith('/languages') ? answer([]) : of));

  it('include the contest end at PC², computed from its start and duration', async () => {
    assert.deepEqual(await atClics(capturedFromPc2('team1: contest')), {
      endsAt: Date.parse('2026-11-26T00:17:21.522Z'),
      submissions: null,
    });
  });

  it('include the contest end at DOMjudge, even if it differs from start and duration', async () => {
    const times = {
      id: 'nwerc',
      start_time: '2026-11-23T10:00:00+01:00',
      end_time: '2026-11-23T15:10:00+01:00',
      duration: '5:00:00.000',
    };
    const endsAt = Date.parse('2026-11-23T14:10:00Z');
    assert.deepEqual(await atClics(answer(times)), { endsAt, submissions: null });
  });

  it('are null at CLICS servers if the contest has no start or can’t be read', async () => {
    const unknown = { endsAt: null, submissions: null };
    assert.deepEqual(await atClics(answer({ id: 'nwerc', start_time: null, duration: '5:00:00' })), unknown);
    assert.deepEqual(await atClics(answer({ start_time: '2026-11-23T10:00:00Z', duration: '5 h' })), unknown);
    assert.deepEqual(await atClics(answer({ code: 403, message: 'no' }, 403)), unknown);
  });

  const school = hydroSite('https://oj.example.org');
  const atHydro = (body: object) => remainingOf(school, 'P1', () => answer({ pdoc: {}, ...body }));
  const tdoc = { title: 'Weekly contest', endAt: '2026-11-22T12:00:00.000Z' };
  const end = Date.parse(tdoc.endAt);

  it('include the contest end at Hydro, and are null outside contests', async () => {
    assert.deepEqual(await atHydro({ tdoc }), { endsAt: end, submissions: null });
    assert.deepEqual(await atHydro({}), { endsAt: null, submissions: null });
  });

  it('include the end of the user’s own participation in Hydro contests with a duration', async () => {
    const own = { ...tdoc, duration: 1.5 };
    const endsAt = async (tsdoc: object | undefined) => (await atHydro({ tdoc: own, tsdoc }))?.endsAt;
    assert.equal(await endsAt({ startAt: '2026-11-22T10:00:00.000Z' }), end - 30 * 60_000);
    assert.equal(await endsAt({ startAt: '2026-11-22T11:00:00.000Z' }), end);
    assert.equal(await endsAt({}), null);
    assert.equal(await endsAt(undefined), null);
  });
});
