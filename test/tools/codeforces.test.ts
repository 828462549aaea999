import assert from 'node:assert/strict';
import {
  startLocalCodeforces,
  type CodeforcesProgram,
  type LocalCodeforces,
} from '../../tools/codeforces/codeforces';
import { outcomeOf, type CodeforcesVerdict } from '../../tools/codeforces/submission';
import { unjudged } from '../../tools/service/judging/state';
import { problems } from '../../tools/service/problems';
import { sign } from '../../src/judges/adapters/codeforces/signature';
import { ask, bodyOf, failureOf, followed, itAnswersNoWebPage, resultOf, right, sum } from './standIns';

describe('The Codeforces mock', function () {
  this.timeout(120_000);
  let site: LocalCodeforces;

  before(async () => {
    site = await startLocalCodeforces({ compilers: false, pace: 20 });
  });
  after(() => site.stop());
  beforeEach(() => {
    Object.assign(site.oddities, { callInterval: 0, callLimitStatus: 400, botCheck: null });
  });

  const get = (path: string) => ask(`${site.url}/api/${path}`);
  const submit = (code: string | null, more: Partial<CodeforcesProgram> = {}) =>
    site.submit({ index: 'A', language: 'Node.js', code, ...more });
  const status = async ({ id, handle }: { readonly id: number; readonly handle: string }) =>
    resultOf('codeforces', await get(`user.status?handle=${handle}&from=1&count=100`), String(id));
  const verdictOf = async (code: string) => {
    const submission = submit(code);
    await site.idle();
    const judge = (await status(submission)).envelope.data!.judge!;
    return [judge.status, judge.passed, judge.subtasks.flatMap(({ cases }) => cases.map(({ id }) => id))];
  };
  const ids = (answer: Awaited<ReturnType<typeof get>>) =>
    bodyOf<{ result: { id: number }[] }>(answer).result.map(({ id }) => id);

  it('judges programs and counts the passed tests', async () => {
    const submission = submit(right);
    const seen = await followed(
      () => status(submission),
      ({ envelope }) => [null, 'TESTING'].includes(envelope.data!.judge!.status as string | null),
    );
    const counts = seen.map(({ envelope }) => Number(envelope.data!.judge!.passed));
    assert.deepEqual(
      counts,
      [...counts].sort((one, other) => one - other),
    );
    assert.ok(new Set(counts).size > 2, 'some of the tests were seen before the end');
    const { envelope, about } = seen.at(-1)!;
    assert.deepEqual([envelope.data?.judge?.status, envelope.data?.judge?.passed], ['OK', 9]);
    assert.deepEqual(about?.problem, { id: '1000A', title: 'A+B Problem' });
    assert.ok(submission.endedAt !== null);
  });

  it('reports the number of the first failed test, and skips later tests', async () => {
    assert.deepEqual(await verdictOf(`${sum}console.log(a > 0 ? a + b : 1);\n`), ['WRONG_ANSWER', 1, [2]]);
    assert.deepEqual(await verdictOf('process.exit(3);\n'), ['RUNTIME_ERROR', 0, [1]]);
    assert.deepEqual(await verdictOf('for (;;);\n'), ['TIME_LIMIT_EXCEEDED', 0, [1]]);
    assert.deepEqual(await verdictOf('const =\n'), ['COMPILATION_ERROR', 0, []]);
  });

  it('reports “idleness limit exceeded” for a program that is stopped without using its CPU time', () => {
    const problem = [...problems.values()][0]!;
    const [subtask] = unjudged(problem);
    const verdictAfter = (time: number) => {
      const cases = subtask!.cases.map((one) => ({ ...one, verdict: 'timeLimit' as const, time }));
      const compile = { success: true, message: '', opt2: false };
      return outcomeOf({ compile, judge: null, subtasks: [{ ...subtask!, cases }] }, problem).verdict;
    };
    assert.equal(verdictAfter(10), 'IDLENESS_LIMIT_EXCEEDED');
    assert.equal(verdictAfter(problem.limits.time + 1), 'TIME_LIMIT_EXCEEDED');
  });

  it('judges with pretests and hacks during a contest, and with all tests after the contest', async () => {
    site.oddities.contestIsRunning = true;
    const [kept, hacked, wrong] = [
      submit(right),
      submit(right),
      submit(`${sum}console.log(a > 100 ? 0 : a + b);\n`),
    ];
    await site.idle();
    assert.deepEqual(
      [kept, hacked, wrong].map(({ verdict, testset, passedTestCount }) => [
        verdict,
        testset,
        passedTestCount,
      ]),
      Array.from({ length: 3 }, () => ['OK', 'PRETESTS', 3]),
    );
    site.hack(hacked);
    assert.equal((await status(hacked)).envelope.data?.judge?.status, 'CHALLENGED');
    site.startSystemTest();
    assert.equal((await status(wrong)).envelope.data?.judge?.status ?? 'TESTING', 'TESTING');
    await site.idle();
    const ends = await Promise.all([kept, hacked, wrong].map(status));
    assert.deepEqual(
      ends.map(({ envelope }) => envelope.data?.judge?.status),
      ['OK', 'CHALLENGED', 'WRONG_ANSWER'],
    );
  });

  it('assigns any other verdict when a test requests it', async () => {
    const submission = submit(null);
    const absent = await status(submission);
    assert.equal(absent.envelope.data?.judge?.status, null);
    const verdicts: CodeforcesVerdict[] = [
      'SUBMITTED',
      'SKIPPED',
      'CRASHED',
      'SECURITY_VIOLATED',
      'REJECTED',
    ];
    for (const verdict of verdicts) {
      site.change(submission, { verdict });
      assert.equal((await status(submission)).envelope.data?.judge?.status, verdict);
      assert.equal(submission.endedAt === null, verdict === 'SUBMITTED');
    }
    site.change(submission, { verdict: 'PARTIAL', points: 42.5 });
    assert.equal((await status(submission)).envelope.data?.judge?.score, 42.5);
  });

  it('lists the submissions of a handle or of the contest, newest first', async () => {
    const [older, newer] = [submit(null), submit(null, { inContest: false })];
    const other = submit(null, { handle: 'Petr' });
    assert.deepEqual(ids(await get('user.status?handle=TOURIST&from=1&count=2')), [newer.id, older.id]);
    assert.deepEqual(ids(await get('user.status?handle=tourist&from=2&count=1')), [older.id]);
    assert.deepEqual(ids(await get('contest.status?contestId=1000&handle=tourist&from=1&count=1')), [
      older.id,
    ]);
    assert.deepEqual(ids(await get('contest.status?contestId=1000&from=1&count=2')), [other.id, older.id]);
    const { about } = await status(newer);
    assert.equal(about?.problem?.id, 'A');
  });

  it('returns source code only to the handle whose key signed the request', async () => {
    const { id } = submit('code of tourist');
    const { key, secret } = site.apiKey;
    const fetched = async (handle: string, usedSecret: string) => {
      const path = `/user.status?handle=${handle}&from=1&count=1`;
      const request = { method: 'GET', path, ifSigned: { includeSources: 'true' } } as const;
      return get((await sign(request, usedSecret, Date.now())).path.slice(1));
    };
    const own = await fetched('tourist', `${key}:${secret}`);
    assert.equal((await resultOf('codeforces', own, String(id))).about?.code, 'code of tourist');
    for (const [handle, usedSecret, field] of [
      ['Petr', `${key}:${secret}`, 'includeSources'],
      ['tourist', `${key}:${secret}x`, 'apiSig'],
      ['tourist', `${key}x:${secret}`, 'apiKey'],
    ] as const) {
      const { comment } = bodyOf<{ comment: string }>(await fetched(handle, usedSecret));
      assert.equal(comment.split(':')[0], field);
    }
    const unsigned = await get('user.status?handle=tourist&includeSources=true');
    assert.match(bodyOf<{ comment: string }>(unsigned).comment, /^includeSources: /);
  });

  it('returns its own error messages for invalid requests', async () => {
    const comment = async (path: string) => {
      const answer = await get(path);
      return [answer.status, bodyOf(answer).comment];
    };
    const unknown = [400, 'handle: User with handle nobody not found'];
    assert.deepEqual(await comment('user.status?handle=nobody'), unknown);
    assert.deepEqual(await comment('contest.status?contestId=7'), [
      400,
      'contestId: Contest with id 7 not found',
    ]);
    assert.deepEqual(await comment('user.status?handle=tourist&from=0'), [400, 'from: Should be at least 1']);
    assert.deepEqual(await comment('user.status'), [400, 'handle: Field should not be empty']);
    assert.equal(await failureOf('codeforces', await get('user.status?handle=nobody')), 404);
    assert.equal(await failureOf('codeforces', await get('contest.status?contestId=7')), 404);
    assert.equal((await get('nothing')).status, 400);
  });

  it('accepts one request every two seconds, and rejects faster requests with an error', async () => {
    let clock = 0;
    const limited = await startLocalCodeforces({ compilers: false, now: () => clock });
    try {
      const call = async (at: number) => {
        clock = at;
        return ask(`${limited.url}/api/user.status?handle=Petr`);
      };
      const statuses: (number | string)[] = [];
      for (const at of [0, 1000, 1999, 2000, 3999, 4000]) {
        const answer = await call(at);
        statuses.push(answer.status === 200 ? 'answered' : await failureOf('codeforces', answer));
      }
      assert.deepEqual(statuses, ['answered', 429, 429, 'answered', 429, 'answered']);
      limited.oddities.callLimitStatus = 200;
      assert.equal(await failureOf('codeforces', await call(4001)), 429);
      assert.equal(limited.requests.length, 7);
    } finally {
      await limited.stop();
    }
  });

  it('returns a bot check page on demand', async () => {
    for (const botCheck of [200, 403, 503] as const) {
      site.oddities.botCheck = botCheck;
      const answer = await get('user.status?handle=tourist');
      assert.deepEqual([answer.status, answer.contentType], [botCheck, 'text/html;charset=UTF-8']);
      assert.equal(await failureOf('codeforces', answer), botCheck === 503 ? 503 : 'notJson');
    }
  });

  itAnswersNoWebPage(() => site);
});
