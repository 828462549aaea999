import assert from 'node:assert/strict';
import { FieldReader } from '../../../../src/judges/settingFields';
import { codeforces } from '../../../../src/judges/adapters/codeforces';
import { described } from '../../../support/profiles';
import {
  checkOf,
  failing,
  firstRequestOf,
  recentOf,
  resultAt,
  run,
  statesAt,
} from '../../../support/operations';
import { answer } from './answers';

const judge = described(codeforces, 'mine', { handle: ' tourist ' });
const away = described(codeforces, 'here', { handle: 'tourist', url: 'http://127.0.0.1:81/api' });
const list = (...result: object[]) => answer({ status: 'OK', result });
const user = (count: number) => `/user.status?handle=tourist&from=1&count=${count}`;
const submission = (more: object = {}) => ({
  id: 7,
  contestId: 1520,
  creationTimeSeconds: 1_700_000_000,
  programmingLanguage: 'GNU C++17',
  problem: { contestId: 1520, index: 'A', name: 'Sum' },
  ...more,
});

const resultQuestion = resultAt(judge, { requestId: '7', hint: null });

async function read(more: object) {
  const result = await run(resultQuestion, () => list(submission(more)));
  assert.ok(result.kind === 'result');
  return result;
}

describe('Codeforces in the settings', () => {
  it('requires only a handle, and distinguishes accounts by it', () => {
    assert.deepEqual(codeforces.promptedFields, [{ field: 'handle', defaultValue: null }]);
    assert.equal(codeforces.followsSpecification, false);
    assert.deepEqual([judge.id, judge.baseUrl], ['codeforces tourist mine', 'https://codeforces.com/api']);
    assert.equal(away.id, 'codeforces http://127.0.0.1:81/api#tourist here');
    assert.deepEqual([judge.type, judge.name, judge.definesCodes], ['codeforces', 'mine', false]);
    assert.deepEqual(judge.authentication, { scheme: 'own' });
    assert.deepEqual(judge.signIn, {
      kind: 'secret',
      secret: 'keyAndSecret',
      isOptional: true,
      later: true,
      page: 'https://codeforces.com/settings/api',
    });
  });

  it('rejects invalid handles', () => {
    for (const handle of ['', ' ', 'two words', 'a/b', 'x'.repeat(65), 'a&b', undefined]) {
      const fields = new FieldReader('mine', { handle });
      assert.equal(codeforces.describe('mine', fields), null, handle);
    }
    const longest = 'x'.repeat(64);
    assert.match(described(codeforces, 'mine', { handle: longest }).id, /x{64}/);
  });

  it('is polled every two seconds, with a margin for its clock', () => {
    assert.deepEqual(judge.pace, { interval: 2000, maximum: 3000, machine: 2020 });
    assert.equal(judge.batch?.interval, 2000);
  });

  it('recognizes IDs of at least six digits, and problems as contest and letter in file names', () => {
    for (const text of ['123456', '123456789012']) assert.ok(judge.looksLikeRequestId(text), text);
    for (const text of ['12345', '1234567890123', '123456x', 'x123456'])
      assert.ok(!judge.looksLikeRequestId(text), text);
    for (const [file, problem] of [
      ['1520A', '1520A'],
      ['cf-1520F2-slow', '1520F2'],
      ['x_4B', '4B'],
      ['1520a', null],
      ['x1520A', null],
      ['1520Ab', null],
      ['1520A12', null],
      ['123456A', null],
      ['sum', null],
    ] as const) {
      assert.equal(judge.problemIdIn?.(file) ?? null, problem, file);
    }
  });

  it('has gym pages for contests from 100000 on, at the configured address', () => {
    const page = (problemId: string) => away.pages?.problem?.({ problemId, place: null });
    assert.equal(page('99999A'), 'http://127.0.0.1:81/contest/99999/problem/A');
    assert.equal(page('100000A'), 'http://127.0.0.1:81/gym/100000/problem/A');
    assert.equal(
      away.pages?.record?.({ requestId: '7', hint: '4' }),
      'http://127.0.0.1:81/contest/4/submission/7',
    );
    const read = (text: string) => away.pages?.readAddress?.(text);
    assert.deepEqual(read('http://127.0.0.1:81/contest/4/submission/7'), {
      kind: 'requestId',
      id: '7',
      hint: '4',
    });
    assert.deepEqual(read('http://127.0.0.1:81/contest/4/submission/7//'), {
      kind: 'requestId',
      id: '7',
      hint: '4',
    });
    assert.deepEqual(read('http://127.0.0.1:81/contest/4/submission/x'), { kind: 'addressWithoutId' });
    assert.deepEqual(read('https://codeforces.com/contest/4/submission/7/more'), {
      kind: 'addressWithoutId',
    });
    assert.equal(read('http://127.0.0.1:82/contest/4/submission/7'), null);
    assert.equal(read('https://xcodeforces.com/contest/4/submission/7'), null);
    assert.equal(read('https://codeforces.com.evil.test/contest/4/submission/7'), null);
  });
});

describe('Codeforces', () => {
  it('finds a result in the known contest, otherwise in the user’s submissions', async () => {
    const path = async (hint: string | null) =>
      (await firstRequestOf(resultAt(judge, { requestId: '7', hint }))).path;
    assert.equal(await path('1520'), '/contest.status?contestId=1520&handle=tourist&from=1&count=100');
    assert.equal(await path(null), user(100));
  });

  it('checks a user by requesting a list with one submission', async () => {
    assert.deepEqual(await firstRequestOf(checkOf(judge)), {
      method: 'GET',
      path: user(1),
      ifSigned: { includeSources: 'true' },
    });
    assert.deepEqual(await run(checkOf(judge), () => list()), { name: 'tourist' });
    const refusal = answer({ status: 'FAILED', comment: 'handle: not found' }, 400);
    assert.equal(await failing(checkOf(judge), () => refusal), '404 handle: not found');
  });

  it('polls all pending submissions with a single list', async () => {
    const question = statesAt(judge, [], null);
    assert.deepEqual(await firstRequestOf(question), { method: 'GET', path: user(100) });
    const seen = await run(question, () =>
      list(submission(), { ...submission(), id: 8, verdict: 'OK' }, { id: null }),
    );
    assert.deepEqual(
      [...seen].map(([id, one]) => [id, one.kind === 'result' && one.envelope.data?.judge?.status]),
      [
        ['7', null],
        ['8', 'OK'],
      ],
    );
  });

  it('requests a finished submission again if the key gives access to its source', async () => {
    const question = statesAt(judge, [], 'tourist');
    const seen = await run(question, () => list(submission(), { ...submission(), id: 8, verdict: 'OK' }));
    assert.deepEqual(
      [...seen].map(([id, { kind }]) => [id, kind]),
      [
        ['7', 'result'],
        ['8', 'ended'],
      ],
    );
    const found = list({ ...submission(), verdict: 'OK', sourceBase64: 'aW50IG1haW4oKXt9' });
    assert.deepEqual((await firstRequestOf(resultQuestion)).ifSigned, { includeSources: 'true' });
    const result = await run(resultQuestion, () => found);
    assert.equal(result.kind === 'result' && result.about?.code, 'int main(){}');
    const [recent] = await run(recentOf(judge, 'tourist'), () => found);
    assert.equal(recent?.hint, null);
  });

  it('rejects a wrong key and the key of another handle', async () => {
    const refusal = (comment: string) =>
      failing(checkOf(judge), () => answer({ status: 'FAILED', comment }, 400));
    assert.equal(await refusal('apiKey: Incorrect API key'), '401 apiKey: Incorrect API key');
    assert.equal(await refusal('apiSig: Incorrect signature'), '401 apiSig: Incorrect signature');
    assert.equal(await refusal('includeSources: not yours'), '403 includeSources: not yours');
  });

  it('lists the user’s twenty newest submissions', async () => {
    const question = recentOf(judge, null);
    assert.deepEqual(await firstRequestOf(question), { method: 'GET', path: user(20) });
    const recent = await run(question, () => list(submission({ verdict: 'OK', points: 500 }), { id: 8 }));
    assert.deepEqual(recent, [
      {
        requestId: '7',
        hint: '1520',
        problem: '1520A Sum',
        problemId: '1520A',
        problemTitle: 'Sum',
        status: 'OK',
        score: 500,
        at: 1_700_000_000_000,
      },
      {
        requestId: '8',
        hint: null,
        problem: null,
        problemId: null,
        problemTitle: null,
        status: 'SUBMITTED',
        score: null,
        at: null,
      },
    ]);
  });
});

describe('A submission at Codeforces', () => {
  it('is converted to an envelope with all its fields', async () => {
    const { envelope, about, raw, notices } = await read({
      verdict: 'WRONG_ANSWER',
      passedTestCount: 4,
      points: 20,
      timeConsumedMillis: 31,
      memoryConsumedBytes: 2048,
    });
    const none = { score: null, time: null, memory: null };
    const one = { id: 5, status: 'WRONG_ANSWER', ...none, signal: null, exitCode: null, description: null };
    assert.deepEqual(envelope, {
      type: 'judge',
      requestId: '7',
      trackId: null,
      data: {
        compile: null,
        judge: {
          id: 7,
          status: 'WRONG_ANSWER',
          score: 20,
          time: 31,
          memory: 2,
          passed: 4,
          subtasks: [{ id: null, status: 'WRONG_ANSWER', ...none, cases: [one] }],
        },
      },
    });
    assert.deepEqual(about, {
      hint: '1520',
      problem: { id: '1520A', title: 'Sum' },
      code: null,
      language: 'GNU C++17',
      at: 1_700_000_000_000,
    });
    assert.deepEqual([raw, notices], [null, []]);
  });

  it('has a failed test for each verdict about a test, and for no other verdict', async () => {
    const verdicts = Object.keys(codeforces.rules?.statuses ?? {});
    const onTest: string[] = [];
    for (const verdict of verdicts) {
      const { envelope } = await read({ verdict, passedTestCount: 0 });
      if (envelope.data?.judge?.subtasks.length) onTest.push(verdict);
    }
    assert.deepEqual(onTest.sort(), [
      ...['IDLENESS_LIMIT_EXCEEDED', 'MEMORY_LIMIT_EXCEEDED', 'PRESENTATION_ERROR', 'RUNTIME_ERROR'],
      ...['SECURITY_VIOLATED', 'TIME_LIMIT_EXCEEDED', 'WRONG_ANSWER'],
    ]);
    const { judge } = (await read({ verdict: 'WRONG_ANSWER' })).envelope.data!;
    assert.deepEqual([judge?.subtasks, 'passed' in judge!], [[], false]);
  });

  it('has a compilation result only after a failed compilation', async () => {
    const compilation = async (verdict: string) => (await read({ verdict })).envelope.data?.compile;
    assert.deepEqual(await compilation('COMPILATION_ERROR'), { success: false, message: null, opt2: null });
    assert.equal(await compilation('OK'), null);
  });

  it('contains problem, contest, and time only if Codeforces sends them', async () => {
    const about = async (more: object) =>
      (await read({ contestId: undefined, creationTimeSeconds: undefined, ...more })).about;
    const none = { hint: null, code: null, language: 'GNU C++17', at: null };
    for (const problem of [null, 'A', {}, { index: 3 }]) {
      assert.deepEqual(await about({ problem }), { ...none, problem: null });
    }
    const ofNoContest = { ...none, problem: { id: 'A', title: null } };
    assert.deepEqual(await about({ problem: { index: 'A' } }), ofNoContest);
  });

  it('is rejected with the path of an invalid field', async () => {
    const wrong = async (more: object) =>
      (await failing(resultQuestion, () => list(submission(more)))).replace('result[0].', '');
    assert.equal(await wrong({ id: 'x' }), 'id: a whole number, not "x"');
    assert.equal(await wrong({ verdict: 1 }), 'verdict: text, not 1');
    assert.equal(await wrong({ passedTestCount: 1.5 }), 'passedTestCount: a whole number, not 1.5');
    assert.equal(await wrong({ memoryConsumedBytes: [] }), 'memoryConsumedBytes: a number, not a list');
    assert.equal(await wrong({ timeConsumedMillis: [] }), 'timeConsumedMillis: a number, not a list');
    assert.equal(await wrong({ points: [] }), 'points: a number, not a list');
    const check = (body: unknown) => failing(checkOf(judge), () => answer(body));
    assert.equal(await check({ result: 3 }), 'result: a list, not 3');
    assert.equal(await check(null), ': an object, not null');
  });
});

describe('A Codeforces error', () => {
  const refusal = (comment: unknown, status = 400) =>
    failing(checkOf(judge), () => answer({ status: 'FAILED', comment }, status));

  it('is recognized by its comment', async () => {
    for (const [comment, status] of [
      ['Call limit exceeded', 429],
      ['contestId: Contest with id 1 not found', 404],
      ['contestId: not allowed', 403],
      ['contestId: You are not authorized', 403],
      ['handle: has to be authenticated', 403],
      ['Access denied', 403],
      ['nothing notfound', 400],
      ['notauthorized', 400],
      ['unauthenticatedx', 400],
    ] as const) {
      assert.equal(await refusal(comment), `${status} ${comment}`);
      assert.equal(await refusal(comment, 200), `${status} ${comment}`);
    }
    assert.equal(await refusal('busy', 503), '503 busy');
    assert.equal(await refusal(3), '400');
    assert.equal(await refusal(undefined), '400');
  });

  it('is recognized by its status if it contains no comment', async () => {
    const status = (text: string, code: number) =>
      failing(checkOf(judge), () => ({ status: code, contentType: null, text }));
    assert.equal(await status('', 400), '400');
    assert.equal(await status('{}', 403), '403');
    assert.equal(await status('null', 502), '502');
    assert.equal(await status('{"status":"OK","result":[]}', 500), '500');
  });
});
