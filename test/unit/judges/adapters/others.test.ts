import assert from 'node:assert/strict';
import { RequestFailed } from '../../../../src/judges/requestFailed';
import { type Judge, type JudgeTypeName } from '../../../../src/judges';
import { codeforces } from '../../../../src/judges/adapters/codeforces';
import { dmoj } from '../../../../src/judges/adapters/dmoj';
import type { ResultAnswer } from '../../../../src/judges/adapters/shared/makeResult';
import { decodeResult, described, hydroSite } from '../../../support/profiles';

const now = Date.parse('2026-11-22T06:13:53Z');

async function read(
  type: JudgeTypeName,
  body: unknown,
  id: string,
): Promise<Extract<ResultAnswer, { kind: 'result' }>> {
  const text = JSON.stringify(body);
  const answer = await decodeResult(type, { status: 200, contentType: 'application/json', text }, id, now);
  assert.equal(answer.kind, 'result');
  return answer;
}

async function statusOf(type: JudgeTypeName, status: number, text: string): Promise<number | string> {
  const error: unknown = await decodeResult(type, { status, contentType: null, text }, '7', now).then(
    () => assert.fail('it was read as a result'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof RequestFailed);
  return error.failure.kind === 'status' ? error.failure.status : error.failure.kind;
}

describe('A DMOJ submission’s result', () => {
  const submission = (object: object) => ({ api_version: '2.0', method: 'get', data: { object } });
  const graded = submission({
    id: 123,
    problem: 'aplusb',
    user: 'somebody',
    date: '2026-11-22T06:00:00Z',
    language: 'CPP17',
    time: 0.057,
    memory: 3240.0,
    points: 3,
    status: 'D',
    result: 'WA',
    case_points: 6,
    case_total: 10,
    cases: [
      { type: 'case', case_id: 1, status: 'AC', time: 0.003, memory: 3200, points: 1, total: 1 },
      {
        type: 'batch',
        batch_id: 1,
        points: 0,
        total: 5,
        cases: [
          { type: 'case', case_id: 2, status: 'WA', time: 0.054, memory: 3240, points: 0, total: 5 },
          { type: 'case', case_id: 3, status: 'SC', time: null, memory: null, points: 0, total: 5 },
        ],
      },
    ],
  });

  it('has letters as codes, milliseconds, and batches as subtasks, which share a counter with other cases', async () => {
    const { envelope, about } = await read('dmoj', graded, '123');
    const judge = envelope.data!.judge!;
    assert.deepEqual(
      [judge.id, judge.status, judge.score, judge.time, judge.memory],
      [123, 'WA', 6, 57, 3240],
    );
    assert.deepEqual(
      judge.subtasks.map((one) => [
        one.id,
        one.status,
        one.score,
        one.time,
        one.cases.map(({ id, status }) => [id, status]),
      ]),
      [
        [null, null, null, 3, [[1, 'AC']]],
        [
          2,
          'WA',
          0,
          54,
          [
            [1, 'WA'],
            [2, 'SC'],
          ],
        ],
      ],
    );
    assert.deepEqual(about?.problem, { id: 'aplusb', title: null });
    assert.ok(!JSON.stringify(envelope).includes('somebody'));
  });

  it('is partially accepted if an accepted answer got part of the points', async () => {
    const { envelope } = await read(
      'dmoj',
      submission({
        id: 1,
        status: 'D',
        result: 'AC',
        points: 2,
        case_points: 6,
        case_total: 10,
        cases: [
          { type: 'case', case_id: 1, status: 'AC', time: 0.003, memory: 3200, points: 5, total: 5 },
          { type: 'case', case_id: 2, status: 'AC', time: 0.003, memory: 3200, points: 1, total: 5 },
        ],
      }),
      '1',
    );
    const { status, subtasks } = envelope.data!.judge!;
    assert.deepEqual(
      [status, subtasks[0]!.status, ...subtasks[0]!.cases.map((one) => one.status)],
      ['PARTIAL', null, 'AC', 'PARTIAL'],
    );
  });

  it('has its status as the code until it is completed', async () => {
    const { envelope } = await read(
      'dmoj',
      submission({ id: 1, status: 'QU', result: null, cases: [] }),
      '1',
    );
    assert.equal(envelope.data?.judge?.status, 'QU');
    const broken = await read('dmoj', submission({ id: 1, status: 'CE', result: 'CE', cases: [] }), '1');
    assert.equal(broken.envelope.data?.compile?.success, false);
  });

  it('reports the usual failures of DMOJ by their kind', async () => {
    const error = (code: number, message: string) => JSON.stringify({ error: { code, message } });
    assert.equal(await statusOf('dmoj', 403, error(403, 'login required')), 401);
    assert.equal(await statusOf('dmoj', 403, error(403, 'permission denied')), 403);
    assert.equal(await statusOf('dmoj', 404, error(404, 'page/object not found')), 404);
    assert.equal(await statusOf('dmoj', 401, 'Invalid token'), 401);
    assert.equal(await statusOf('dmoj', 400, 'Invalid authorization header'), 400);
    assert.equal(await statusOf('dmoj', 200, '<!doctype html>'), 'notJson');
    assert.equal(await hasApi(404, error(404, 'page/object not found')), true);
    for (const page of ['<!doctype html><h1>404 error</h1>', ''])
      assert.equal(await hasApi(404, page), false, page);
    assert.equal(await hasApi(503, '<!doctype html>'), true);
    const signInPage = '<!doctype html><a href="/accounts/login/?next=/">Log in</a>';
    assert.equal(await statusOf('dmoj', 403, signInPage), 401);
    assert.equal(await statusOf('dmoj', 200, signInPage), 401);
    assert.equal(await statusOf('dmoj', 403, '<!doctype html><p>You have been blocked'), 403);
    assert.equal(await statusOf('dmoj', 404, signInPage), 404);
    assert.equal(await statusOf('dmoj', 200, '{"data":{"object":{"cases":3}}}'), 'shape');
  });
});

/** Sites with a modified version of DMOJ may have removed its API. */
async function hasApi(status: number, text: string): Promise<boolean> {
  const error: unknown = await decodeResult('dmoj', { status, contentType: null, text }, '7', now).catch(
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof RequestFailed && error.failure.kind === 'status');
  return error.failure.cause?.kind !== 'noApi';
}

describe('A Codeforces submission’s result', () => {
  const submission = (id: number, more: object) => ({
    id,
    contestId: 1,
    creationTimeSeconds: 1,
    author: { members: [{ handle: 'somebody' }] },
    problem: { contestId: 1, index: 'A', name: 'Theatre Square', points: 500 },
    programmingLanguage: 'GNU C++17',
    testset: 'TESTS',
    passedTestCount: 0,
    timeConsumedMillis: 30,
    memoryConsumedBytes: 2048,
    ...more,
  });
  const list = (...result: object[]) => ({ status: 'OK', result });

  it('is found by its number, with the test that failed', async () => {
    const answer = list(submission(8, {}), submission(7, { verdict: 'WRONG_ANSWER', passedTestCount: 4 }));
    const { envelope, about } = await read('codeforces', answer, '7');
    const judge = envelope.data!.judge!;
    assert.deepEqual(
      [judge.id, judge.status, judge.time, judge.memory, judge.passed],
      [7, 'WRONG_ANSWER', 30, 2, 4],
    );
    assert.deepEqual(
      judge.subtasks[0]!.cases.map(({ id, status }) => [id, status]),
      [[5, 'WRONG_ANSWER']],
    );
    assert.deepEqual(about?.problem, { id: '1A', title: 'Theatre Square' });
    assert.ok(!JSON.stringify(envelope).includes('somebody'));
  });

  it('has passed only the pretests until the round is judged with all tests', async () => {
    const pretests = list(submission(7, { verdict: 'OK', testset: 'PRETESTS' }));
    assert.equal((await read('codeforces', pretests, '7')).envelope.data?.judge?.status, 'PRETESTS_PASSED');
    const failed = list(submission(7, { verdict: 'WRONG_ANSWER', testset: 'PRETESTS' }));
    assert.equal((await read('codeforces', failed, '7')).envelope.data?.judge?.status, 'WRONG_ANSWER');
  });

  it('has no verdict while it waits, and counts the passed tests', async () => {
    const waiting = await read('codeforces', list(submission(7, {})), '7');
    assert.equal(waiting.envelope.data?.judge?.status, null);
    const testing = await read(
      'codeforces',
      list(submission(7, { verdict: 'TESTING', passedTestCount: 12 })),
      '7',
    );
    assert.deepEqual(
      [testing.envelope.data?.judge?.passed, testing.envelope.data?.judge?.subtasks],
      [12, []],
    );
    const accepted = await read(
      'codeforces',
      list(submission(7, { verdict: 'OK', passedTestCount: 50 })),
      '7',
    );
    assert.deepEqual(accepted.envelope.data?.judge?.subtasks, []);
  });

  it('may be judged again after it is final: by system tests or a hack', () => {
    assert.equal(described(codeforces, 'a', { handle: 'tourist' }).rules.canRejudge, true);
  });

  it('reports the usual failures of Codeforces by their kind', async () => {
    const failed = (comment: string) => JSON.stringify({ status: 'FAILED', comment });
    assert.equal(await statusOf('codeforces', 200, JSON.stringify(list(submission(8, {})))), 404);
    assert.equal(await statusOf('codeforces', 400, failed('Call limit exceeded')), 429);
    assert.equal(await statusOf('codeforces', 200, failed('Call limit exceeded')), 429);
    assert.equal(await statusOf('codeforces', 400, failed('handle: User with handle x not found')), 404);
    assert.equal(await statusOf('codeforces', 400, failed('from: Should be at least 1')), 400);
    assert.equal(await statusOf('codeforces', 503, '<html>'), 503);
    assert.equal(await statusOf('codeforces', 403, failed('handle: Access denied')), 403);
    assert.equal(await statusOf('codeforces', 200, '<html>'), 'notJson');
  });

  it('is reported as an unexpected response if a bot check replaces it', async () => {
    assert.equal(
      await statusOf('codeforces', 403, '<!DOCTYPE html><title>Just a moment...</title>'),
      'notJson',
    );
  });
});

describe('A Judge0 submission’s result', () => {
  const encoded = (text: string) =>
    `${Buffer.from(text)
      .toString('base64')
      .replace(/(.{60})/g, '$1\n')}\n`;
  const submission = (id: number, more: object = {}) => ({
    token: 'd85cd024-1548-4165-96c7-7bc88673f194',
    status: { id, description: 'x' },
    time: '0.002',
    memory: 876,
    exit_code: 0,
    exit_signal: null,
    message: null,
    stderr: null,
    stdout: encoded('hello\n'),
    expected_output: encoded('hallo\n'),
    compile_output: null,
    language: { id: 54, name: 'C++ (GCC 9.2.0)' },
    ...more,
  });

  it('has one subtask with one case, with output and expected output', async () => {
    const { envelope, about } = await read(
      'judge0',
      submission(4, { source_code: encoded('int main(){}') }),
      'x',
    );
    const judge = envelope.data!.judge!;
    assert.deepEqual([judge.status, judge.score, judge.time, judge.memory], [4, null, 2, 876]);
    const [one] = judge.subtasks[0]!.cases;
    assert.deepEqual([one!.id, one!.status, one!.exitCode, one!.signal], [1, 4, 0, null]);
    assert.deepEqual(one!.extra, { stdout: 'hello\n', expected: 'hallo\n' });
    assert.equal(about?.code, 'int main(){}');
    assert.equal(about.language, 'C++ (GCC 9.2.0)');
  });

  it('contains warnings after a compilation, and errors after a failed compilation', async () => {
    const warned = await read(
      'judge0',
      submission(3, { compile_output: encoded('main.cpp:1:1: warning: ‘x’') }),
      'x',
    );
    assert.deepEqual(warned.envelope.data?.compile, {
      success: true,
      message: 'main.cpp:1:1: warning: ‘x’',
      opt2: null,
    });
    const nothing = { time: null, memory: null, stdout: null, exit_code: null };
    const failed = await read('judge0', submission(6, { ...nothing, compile_output: encoded('error') }), 'x');
    assert.deepEqual(failed.envelope.data?.compile, { success: false, message: 'error', opt2: null });
    const queued = await read('judge0', submission(1, nothing), 'x');
    assert.equal(queued.envelope.data?.compile, null);
  });

  it('may contain times as text without a notice', async () => {
    const { notices } = await read('judge0', submission(3), 'x');
    assert.deepEqual(notices, []);
    const { envelope } = await read('judge0', submission(3, { time: null }), 'x');
    assert.equal(envelope.data?.judge?.time, null);
    assert.equal(await statusOf('judge0', 200, JSON.stringify(submission(3, { time: 'soon' }))), 'shape');
  });

  it('accepts invalid UTF-8 and text that isn’t encoded', async () => {
    const cut = Buffer.from([0x61, 0xe2, 0x80]).toString('base64');
    const { envelope } = await read('judge0', submission(3, { stdout: cut, message: 'not base64!' }), 'x');
    const [one] = envelope.data!.judge!.subtasks[0]!.cases;
    assert.equal(one!.extra?.stdout, 'a\ufffd');
    assert.equal(one!.description, 'not base64!');
  });

  it('of a batch has a case for each token, and is pending while a submission of the batch is pending', async () => {
    const batch = (...submissions: unknown[]) => read('judge0', { submissions }, 'x');
    const status = async (...codes: (number | null)[]) =>
      (await batch(...codes.map((code) => code && submission(code)))).envelope.data?.judge?.status;
    assert.equal(await status(3, 3, 1), 2);
    assert.equal(await status(1, 1), 1);
    assert.equal(await status(3, 3), 3);
    assert.equal(await status(3, 5, 4), 5);
    assert.equal(await status(3, null), 3);
    assert.equal((await batch(submission(3), null)).envelope.data?.judge?.subtasks[0]?.cases.length, 2);
  });

  it('contains the limits that all of its cases share', async () => {
    const limits = async (...submissions: object[]) =>
      (await read('judge0', { submissions: submissions.map((more) => submission(3, more)) }, 'x')).about
        ?.limits;
    const own = { cpu_time_limit: '2.5', memory_limit: 128_000 };
    assert.deepEqual(await limits(own), { time: 2500, memory: 128_000 });
    assert.deepEqual(await limits(own, { ...own, cpu_time_limit: 5 }), { time: null, memory: 128_000 });
    assert.equal(await limits({}), undefined);
    assert.equal(await limits({ cpu_time_limit: 'long', memory_limit: -1 }), undefined);
  });

  it('reports the usual failures of Judge0 by their kind', async () => {
    assert.equal(await statusOf('judge0', 401, ''), 401);
    assert.equal(await statusOf('judge0', 404, '{"error":"not found"}'), 404);
    assert.equal(await statusOf('judge0', 503, '{"error":"queue is full"}'), 503);
    assert.equal(await statusOf('judge0', 422, '{"language_id":["can\'t be blank"]}'), 422);
    assert.equal(await statusOf('judge0', 200, '{}'), 'shape');
    assert.equal(await statusOf('judge0', 200, '<html>'), 'notJson');
  });
});

describe('A problem in a response', () => {
  const half = '\ud800';
  const readers: readonly (readonly [JudgeTypeName, Judge, unknown])[] = [
    [
      'codeforces',
      described(codeforces, 'a', { handle: 'tourist' }),
      { status: 'OK', result: [{ id: 7, problem: { contestId: 1, index: half } }] },
    ],
    ['dmoj', described(dmoj, 'a', {}), { data: { object: { id: 7, problem: half } } }],
    ['hydro', hydroSite('https://oj.example.org'), { rdoc: { _id: '7', status: 1 }, pdoc: { pid: half } }],
  ];

  it('has a page, whatever its name', async () => {
    for (const [type, { pages }, body] of readers) {
      const { about } = await read(type, body, '7');
      const page = pages?.problem?.({ problemId: about?.problem?.id ?? '', place: null });
      assert.match(page ?? '', /%EF%BF%BD/, type);
    }
  });

  it('leads to its contest at Codeforces, to the archive, or to the list of all problems', () => {
    const { pages } = described(codeforces, 'a', { handle: 'tourist' });
    assert.equal(pages?.problem?.({ problemId: 'A', place: null }), 'https://codeforces.com/problemset');
    // Problems of the archive have numbers.
    const archived = pages?.problem?.({ problemId: '100', place: null });
    assert.equal(archived, 'https://codeforces.com/problemsets/acmsguru/problem/99999/100');
    const page = pages?.problem?.({ problemId: '1000A1', place: null });
    assert.equal(page, 'https://codeforces.com/contest/1000/problem/A1');
  });
});

describe('A result from a judge with the specified interface', () => {
  it('is not ready after 204', async () => {
    const answer = await decodeResult('judge', { status: 204, contentType: null, text: '' }, 'x', now);
    assert.deepEqual(answer, { kind: 'notReady' });
  });

  it('fails with the judge’s own message', async () => {
    assert.equal(await statusOf('luogu', 404, '{"errorCode":404,"errorMessage":"Not found"}'), 404);
    assert.equal(await statusOf('judge', 200, '{"type":"x"}'), 'shape');
  });
});
