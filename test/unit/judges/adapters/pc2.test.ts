import assert from 'node:assert/strict';
import type { Judge } from '../../../../src/judges';
import { clics } from '../../../../src/judges/adapters/clics';
import type { OutgoingRequest } from '../../../../src/judges/http/judgeHttp';
import { startLocalPc2, type LocalPc2 } from '../../../support/pc2';
import { described } from '../../../support/profiles';
import { clientAt, credentialFor, failureOf, request } from '../clients';
import {
  checkOf,
  failing,
  failureOf as failureIn,
  recentOf,
  resultAt,
  run,
  statesAt,
} from '../../../support/operations';
import { capturedFromPc2 } from './captures';

const contestId = 'Default-5783785100365409099';

/** Responses of a real PC² to `team1`. */
function captured({ path }: OutgoingRequest) {
  const inContest = path.replace(/\?.*/, '').replace(`/contests/${contestId}`, 'contest');
  const titles: Readonly<Record<string, string>> = {
    '': 'information',
    '/user': 'user',
    '/contests': 'contests',
    contest: 'contest',
    'contest/account': 'account',
    'contest/languages': 'languages',
    'contest/problems': 'problems',
    'contest/judgement-types': 'judgement types',
    'contest/submissions': 'submissions',
    'contest/judgements': 'judgements',
    'contest/runs': 'runs',
    '/contests/SumH': 'an unknown contest',
    '/contests/SumH/account': 'account in an unknown contest',
  };
  const submission = /^contest\/submissions\/(\d+)$/.exec(inContest)?.[1];
  const title = submission === undefined ? titles[inContest] : `submission ${submission}`;
  return capturedFromPc2(title === undefined ? 'team1: submission 77' : `team1: ${title}`);
}

const real = described(clics, 'pc2', { url: 'https://127.0.0.1:50443', contest: contestId });

async function resultFrom(requestId: string) {
  const result = await run(resultAt(real, request(requestId)), captured);
  assert.ok(result.kind === 'result');
  const { judge, compile } = result.envelope.data!;
  return { judge: judge!, compile, about: result.about };
}

describe('Responses from a real PC²', () => {
  it('contain the signed-in account, and reject an unknown contest', async () => {
    assert.equal((await run(checkOf(real), captured)).name, 'team1');
    const other = described(clics, 'pc2', { url: 'https://127.0.0.1:50443', contest: 'SumH' });
    const { failure } = await failureIn(checkOf(other), captured);
    assert.ok(failure.kind === 'status');
    assert.deepEqual([failure.status, failure.cause], [404, { kind: 'missingContest', id: 'SumH' }]);
    assert.equal(await failing(checkOf(real), () => capturedFromPc2('contests, wrong password')), '401');
  });

  it('contain verdict, time, and case of the team’s own submission', async () => {
    const { judge, about } = await resultFrom('3');
    assert.deepEqual([judge.status, judge.time], ['AC', 23]);
    assert.deepEqual(
      judge.subtasks.flatMap(({ cases }) => cases.map(({ id, status, time }) => [id, status, time])),
      [[1, 'AC', 23]],
    );
    assert.deepEqual([about?.problem?.id, about?.user], ['hello', undefined]);
    assert.equal((await resultFrom('4')).judge.status, 'RTE');
  });

  it('contain no time for a program that doesn’t compile', async () => {
    const { judge, compile } = await resultFrom('5');
    assert.deepEqual([judge.status, judge.time, compile?.success], ['CE', null, false]);
  });

  it('contain the team of another team’s submission', async () => {
    const { judge, about } = await resultFrom('8');
    assert.deepEqual([judge.status, about?.user], ['AC', '2']);
  });

  it('list the team’s newest submissions', async () => {
    const recent = await run(recentOf(real, 'team1'), captured);
    assert.deepEqual(
      recent.map(({ requestId, status }) => [requestId, status]),
      [
        ['9', 'AC'],
        ['7', 'TLE'],
        ['6', 'RTE'],
        ['5', 'CE'],
        ['4', 'RTE'],
        ['3', 'AC'],
        ['2', 'RTE'],
        ['1', 'RTE'],
      ],
    );
  });

  it('distinguish a running judgement from a final one', async () => {
    const pending = statesAt(real, [request('1'), request('2')], 'team1');
    const seen = await run(pending, () => capturedFromPc2('team1: judgements, submission 2 is being judged'));
    assert.deepEqual([seen.get('1')?.kind, seen.get('2')?.kind], ['ended', 'notReady']);
  });
});

describe('A PC² site', () => {
  let site: LocalPc2;
  let judge: Judge;
  before(async () => {
    site = await startLocalPc2();
    judge = described(clics, 'pc2', site.description);
  });
  after(() => site.stop());

  const as = (user: string, at = judge) => {
    const credential = credentialFor(at, `${user}:${user}`);
    return clientAt(at, { credential: () => Promise.resolve(credential) });
  };
  const program = { problemId: 'hello', place: null, optimise: false, trackId: 't', inputs: null };
  const submit = (more: object = {}) =>
    as('team1').ask((http) =>
      judge.submission!.submit(http, {
        ...program,
        language: 'GNU_C++--5172418418639561769',
        code: 'int main() {}\n',
        ...more,
      }),
    );

  it('accepts the sign-in of its teams and judges', async () => {
    for (const user of ['team1', 'judge1']) assert.equal((await as(user).ask(judge.checkAccount)).name, user);
    const { failure } = await failureOf(as('nobody').ask(judge.checkAccount));
    assert.equal(failure.kind === 'status' && failure.status, 401);
  });

  it('receives the source file, and returns its verdict', async () => {
    const taken = await submit();
    assert.ok(taken.kind === 'accepted');
    const submission = site.submissions.find(({ id }) => id === taken.requestId)!;
    assert.deepEqual(submission.files, [{ filename: 'main.cpp', text: 'int main() {}\n' }]);
    submission.verdict = null;
    const judging = await as('team1').result(taken);
    assert.ok(judging.kind === 'result' && judging.envelope.data?.judge?.status === 'JUDGING');
    submission.verdict = 'OFE';
    const ended = await as('team1').result(taken);
    assert.ok(ended.kind === 'result' && ended.envelope.data?.judge?.status === 'OFE');
  });

  it('hides another team’s pending submission, and reports the team once it is judged', async () => {
    const other = site.submit({ team_id: '2' });
    const { failure } = await failureOf(as('team1').result(request(other.id)));
    assert.deepEqual(failure.kind === 'status' && failure.cause, { kind: 'notOwn', whose: 'team' });
    const byJudge = await as('judge1').result(request(other.id));
    assert.ok(byJudge.kind === 'result');
    other.verdict = 'WA';
    const judged = await as('team1').result(request(other.id));
    assert.ok(judged.kind === 'result' && judged.about?.user === 'team2');
  });

  it('rejects programs with its own message, and counts none of them as submitted', async () => {
    const count = site.submissions.length;
    const refusal = async (more: object = {}) => {
      const { failure, sent } = await failureOf(submit(more));
      assert.ok(failure.kind === 'status');
      return [failure.status, failure.error?.errorMessage ?? null, failure.refusesAnybody ?? false, sent];
    };
    assert.deepEqual(await refusal({ problemId: 'x' }), [400, 'bad problem_id', false, 'no']);
    assert.deepEqual(await refusal({ language: 'x' }), [400, 'bad language id', false, 'no']);
    site.submitting = 'closed';
    assert.deepEqual(await refusal(), [403, null, false, 'no']);
    site.submitting = 'missing';
    assert.deepEqual(await refusal(), [405, null, false, 'no']);
    site.submitting = 'open';
    assert.equal(site.submissions.length, count);
  });
});
