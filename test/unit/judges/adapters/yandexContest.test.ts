import assert from 'node:assert/strict';
import { parseCompilerOutput } from '../../../../src/compiler';
import { completionOf, meaningOf } from '../../../../src/results';
import { readRequest } from '../../../../src/judges/requestIdInput';
import { isProblemPage } from '../../../../src/judges/judge';
import type { OutgoingRequest } from '../../../../src/judges/http/judgeHttp';
import type { PlainAnswer } from '../../../../src/judges/adapters/shared/makeResult';
import { yandexContest } from '../../../../src/judges/adapters/yandexContest';
import { described } from '../../../support/profiles';
import {
  checkOf,
  failing,
  failureOf,
  on,
  recentOf,
  requestsOf,
  resultAt,
  run as ask,
  statesAt,
} from '../../../support/operations';
import { answer } from './answers';

const site = described(yandexContest, 'yandex', { contest: '123' });
const withoutContest = described(yandexContest, 'yandex', {});

const words = (text: string, status: number): PlainAnswer => ({ status, contentType: 'text/plain', text });

/** A full report. */
const full = (more: object = {}) => ({
  runId: 77,
  contestId: 123,
  contestName: 'Training',
  problemAlias: 'A',
  problemId: '1/2',
  problemName: 'A + B',
  status: 'FINISHED',
  verdict: 'OK',
  finalScore: '100',
  preliminaryScore: '40',
  compileLog: '',
  compiler: 'gcc_cpp20',
  diff: null,
  source: 'int main() {}\n',
  maxTimeUsage: 15,
  maxMemoryUsage: 2048,
  submissionTime: '2026-11-22T06:00:00.000Z',
  timeFromStart: 3_600_000,
  testFileType: null,
  precompileChecks: [],
  checkerLog: [],
  participant: null,
  ip: null,
  ...more,
});
const test = (sequenceNumber: number | null, more: object = {}) => ({
  sequenceNumber,
  testName: null,
  testsetIdx: null,
  isSample: false,
  verdict: 'OK',
  runningTime: 10,
  memoryUsed: 1024,
  input: null,
  output: null,
  answer: null,
  error: null,
  message: null,
  checkerError: null,
  ...more,
});

/** Returns a function that responds to the requests with these bodies, by path; 404 to any other request. */
function replying(bodies: Readonly<Record<string, unknown>>): (request: OutgoingRequest) => PlainAnswer {
  return ({ path }) => {
    const body = bodies[path];
    if (body === undefined) return answer({ message: 'Not found' }, 404);
    return typeof body === 'object' && body !== null && 'contentType' in body
      ? (body as PlainAnswer)
      : answer(body);
  };
}

const runPath = '/contests/123/submissions/77';
const request = { requestId: '77', hint: '123' };
const read = async (bodies: Readonly<Record<string, unknown>>) => {
  const found = await ask(resultAt(site, request), replying(bodies));
  assert.ok(found.kind === 'result');
  const { judge, compile } = found.envelope.data!;
  return {
    judge: judge!,
    compile,
    subtasks: judge!.subtasks,
    cases: judge!.subtasks.flatMap(({ cases }) => cases),
    about: found.about,
    completion: completionOf(found.envelope, site.rules),
  };
};
const readFull = (more: object) => read({ [`${runPath}/full?locale=en`]: full(more) });

describe('A run at Yandex Contest', () => {
  it('has the verdict, the score, the highest time and memory, and facts of the submission', async () => {
    const { judge, compile, about, completion } = await readFull({});
    assert.deepEqual([judge.id, judge.status, judge.score, judge.time, judge.memory], [77, 'OK', 100, 15, 2]);
    assert.equal(compile, null);
    assert.equal(completion, 'finished');
    assert.deepEqual(about, {
      hint: '123',
      problem: { id: 'A', title: 'A + B' },
      code: 'int main() {}\n',
      language: 'gcc_cpp20',
      at: Date.parse('2026-11-22T06:00:00Z'),
      contest: { title: 'Training', endsAt: null },
    });
  });

  it('is requested in the contest of its hint, or else of the settings', async () => {
    const first = async (hint: string | null) =>
      (await requestsOf(resultAt(site, { requestId: '77', hint })))[0]?.path;
    assert.equal(await first('456'), '/contests/456/submissions/77/full?locale=en');
    assert.equal(await first(null), '/contests/123/submissions/77/full?locale=en');
    const unknown = resultAt(withoutContest, { requestId: '77', hint: null });
    assert.equal(await failing(unknown, () => assert.fail('nothing is sent')), 'contestUnknown');
    assert.equal((await failureOf(unknown, () => assert.fail())).sent, 'no');
  });

  it('has the preliminary score until there is a final one', async () => {
    assert.equal((await readFull({ finalScore: null })).judge.score, 40);
    assert.equal((await readFull({ finalScore: '', preliminaryScore: '-7.5' })).judge.score, -7.5);
    assert.equal((await readFull({ finalScore: '1e5', preliminaryScore: null })).judge.score, null);
  });

  it('has the brief report if the user may not read the full one', async () => {
    const { judge, cases, about, compile } = await read({
      [`${runPath}/full?locale=en`]: answer({ message: 'Forbidden' }, 403),
      [runPath]: {
        compileLog: 'main.cpp:1:5: warning: unused',
        compiler: 'gcc_cpp20',
        diff: '',
        problemAlias: 'B',
        problemId: '1/2',
        score: 0,
        source: 'code',
        submissionTime: '2026-11-22T06:00:00+03:00',
        timeFromStart: 1,
        verdict: 'WrongAnswer',
      },
    });
    assert.deepEqual([judge.status, judge.score, judge.hidesCases], ['WrongAnswer', 0, true]);
    assert.deepEqual(cases, []);
    assert.equal(compile?.message, 'main.cpp:1:5: warning: unused');
    assert.deepEqual([about?.problem?.id, about?.code], ['B', 'code']);
    assert.equal(about?.at, Date.parse('2026-11-22T03:00:00Z'));
  });

  it('of another user is rejected for this run only, and doesn’t end the session', async () => {
    const { failure } = await failureOf(resultAt(site, request), () => answer({ message: 'No rights' }, 403));
    assert.ok(failure.kind === 'status');
    assert.deepEqual(
      [failure.status, failure.cause, failure.error?.errorMessage],
      [403, { kind: 'notOwn', whose: 'unclear' }, 'No rights'],
    );
  });

  it('is being tested until its report is finished or failed, whatever its verdict is', async () => {
    for (const status of ['IN_PROGRESS', 'WAITING', 'x']) {
      for (const verdict of ['OK', 'WrongAnswer', '', null]) {
        const { completion, judge } = await readFull({ status, verdict });
        assert.deepEqual([judge.status, completion], ['TESTING', 'unfinished'], `${status} ${verdict}`);
      }
    }
    for (const verdict of ['', '  ', null]) {
      const { completion } = await readFull({ status: null, verdict });
      assert.equal(completion, 'unfinished');
    }
    assert.equal((await readFull({ status: null })).completion, 'finished');
    assert.equal((await readFull({ status: 'finished' })).completion, 'finished');
  });

  it('is final without a verdict if testing has ended', async () => {
    const kindAt = async (status: string) => {
      const { judge, completion } = await readFull({ status, verdict: null });
      return [judge.status, meaningOf(site.rules.statuses, judge.status)?.kind, completion];
    };
    assert.deepEqual(await kindAt('FINISHED'), ['HIDDEN', 'error', 'finished']);
    assert.deepEqual(await kindAt('FAILED'), ['FAILED', 'error', 'finished']);
  });

  it('has its verdict in any letter case, and in a short form', async () => {
    const codeOf = async (verdict: string) => (await readFull({ verdict })).judge.status;
    for (const [verdict, code] of [
      ['ok', 'OK'],
      ['WA', 'WrongAnswer'],
      ['wrong_answer', 'WrongAnswer'],
      ['WRONGANSWER', 'WrongAnswer'],
      ['tl', 'TimeLimitExceeded'],
      ['TLE', 'TimeLimitExceeded'],
      ['ml', 'MemoryLimitExceeded'],
      ['mle', 'MemoryLimitExceeded'],
      ['re', 'RuntimeError'],
      ['rte', 'RuntimeError'],
      ['il', 'IdlenessLimitExceeded'],
      ['ile', 'IdlenessLimitExceeded'],
      ['pe', 'PresentationError'],
      ['ol', 'OutputLimitExceeded'],
      ['ole', 'OutputLimitExceeded'],
      ['sv', 'SecurityViolation'],
      ['ig', 'Ignored'],
      ['pcf', 'PrecompileCheckFailed'],
      ['', 'HIDDEN'],
      ['CRASH', 'Crash'],
      ['Ce', 'CompilationError'],
      ['precompilecheckfailed', 'PrecompileCheckFailed'],
      ['Surprise', 'Surprise'],
      ['__proto__', '__proto__'],
    ] as const)
      assert.equal(await codeOf(verdict), code, verdict);
  });

  it('fetches its source if the report of a tested run contains none', async () => {
    const bodies = (more: object) => ({
      [`${runPath}/full?locale=en`]: full({ source: null, ...more }),
      [`${runPath}/source`]: words('int main() {}\n', 200),
    });
    assert.equal((await read(bodies({}))).about?.code, 'int main() {}\n');
    assert.equal((await read(bodies({ status: 'WAITING' }))).about?.code, null);
    assert.equal((await readFull({ source: null })).about?.code, null);
    const page = { status: 200, contentType: 'text/html', text: '<!doctype html><p>Sign in</p>' };
    assert.equal((await read({ ...bodies({}), [`${runPath}/source`]: page })).about?.code, null);
  });

  it('has its tests with figures and the texts that the contest shows', async () => {
    const { subtasks, cases } = await readFull({
      verdict: 'WrongAnswer',
      checkerLog: [
        test(1, { isSample: true, testName: '01', input: '1 2\n', output: '3\n', answer: '3\n' }),
        test(2, {
          testName: 'big/02',
          verdict: 'WA',
          runningTime: -1,
          memoryUsed: null,
          error: 'trace',
          message: 'expected 4',
          checkerError: 'exit code 1',
        }),
        test(null, { isSample: true, verdict: 'TL', message: 'slow' }),
      ],
    });
    assert.equal(subtasks.length, 1);
    assert.deepEqual(
      cases.map(({ id, status, time, memory }) => [id, status, time, memory]),
      [
        [1, 'OK', 10, 1],
        [2, 'WrongAnswer', null, null],
        [3, 'TimeLimitExceeded', 10, 1],
      ],
    );
    assert.deepEqual(
      cases.map(({ description }) => description),
      ['Sample', 'big/02: expected 4\nexit code 1', 'Sample: slow'],
    );
    assert.deepEqual(cases[0]?.extra, {
      stdin: '1 2\n',
      stdout: '3\n',
      expected: '3\n',
      template: 'Sample',
    });
    assert.deepEqual(cases[1]?.extra, { stderr: 'trace' });
    assert.deepEqual(cases[2]?.extra, { template: 'Sample: {0}', params: ['slow'] });
  });

  it('has a subtask for each test set', async () => {
    const { subtasks } = await readFull({
      verdict: 'WrongAnswer',
      checkerLog: [
        test(1, { testsetIdx: 0 }),
        test(2, { testsetIdx: 1 }),
        test(3, { testsetIdx: 1, verdict: 'WrongAnswer' }),
        test(4, { testsetIdx: 2 }),
      ],
    });
    assert.deepEqual(
      subtasks.map(({ id, status, cases }) => [id, status, cases.map((one) => one.id)]),
      [
        [0, 'OK', [1]],
        [1, 'WrongAnswer', [2, 3]],
        [2, 'OK', [4]],
      ],
    );
    const one = await readFull({ checkerLog: [test(1, { testsetIdx: 3 }), test(2, { testsetIdx: 3 })] });
    assert.deepEqual(
      one.subtasks.map(({ id, status, cases }) => [id, status, cases.length]),
      [[null, null, 2]],
    );
  });

  it('has tests without a verdict while it is tested, and hidden ones after that', async () => {
    const checkerLog = [test(1, { verdict: '' }), test(2, { verdict: null })];
    const statusesAt = async (status: string) =>
      (await readFull({ status, checkerLog })).cases.map((one) => one.status);
    assert.deepEqual(await statusesAt('WAITING'), ['TESTING', null]);
    assert.deepEqual(await statusesAt('FINISHED'), [null, null]);
  });

  it('has the compiler’s output of a program that doesn’t compile', async () => {
    const log = 'main.cpp:1:5: error: expected ‘;’';
    const { compile, judge } = await readFull({ verdict: 'CompilationError', compileLog: log });
    assert.deepEqual([compile?.success, compile?.message], [false, log]);
    assert.equal(judge.hidesCases, undefined);
  });

  it('has messages of failed checks as errors without a position', async () => {
    const precompileChecks = [
      { checkerName: 'size', verdict: 'OK', message: 'small enough', errorMessage: null },
      {
        checkerName: 'style: (c++)',
        verdict: 'WrongAnswer',
        message: 'no goto\nno tabs',
        errorMessage: null,
      },
      { checkerName: null, verdict: null, message: null, errorMessage: 'crashed' },
      { checkerName: null, verdict: 'WA', message: '', errorMessage: null },
    ];
    const { compile } = await readFull({
      verdict: 'PrecompileCheckFailed',
      compileLog: null,
      precompileChecks,
    });
    assert.equal(compile?.success, false);
    const problems = parseCompilerOutput(compile?.message ?? '');
    assert.deepEqual(
      problems.map(({ severity, message, code, file, line }) => [severity, message, code, file, line]),
      [
        ['error', 'no goto\nno tabs', 'style c++', null, null],
        ['error', 'crashed', null, null, null],
        ['error', 'WA', null, null, null],
      ],
    );
    assert.equal((await readFull({ precompileChecks })).compile, null);
  });

  it('may have null in any field, but not an unrelated response', async () => {
    const nothing = Object.fromEntries(Object.keys(full()).map((field) => [field, null]));
    const noTest = Object.fromEntries(Object.keys(test(1)).map((field) => [field, null]));
    const { judge, about, completion } = await readFull(nothing);
    assert.deepEqual([judge.status, judge.score, completion], ['TESTING', null, 'unfinished']);
    assert.deepEqual([about?.problem, about?.at, about?.language], [null, null, null]);
    const { cases } = await readFull({ checkerLog: [noTest, null] });
    assert.deepEqual(cases, [
      {
        id: 1,
        status: null,
        score: null,
        time: null,
        memory: null,
        signal: null,
        exitCode: null,
        description: null,
      },
    ]);
    const unrelated = () => answer({ contests: [] });
    assert.match(await failing(resultAt(site, request), unrelated), /^verdict: text/);
  });

  it('has no time if the response names no time zone', async () => {
    assert.equal((await readFull({ submissionTime: '2026-11-22T06:00:00' })).about?.at, null);
    assert.equal((await readFull({ submissionTime: 1_700_000_000 })).about?.at, null);
  });
});

describe('Runs at Yandex Contest', () => {
  const pending = (...ids: readonly [string, string | null][]) =>
    ids.map(([requestId, hint]) => ({ requestId, hint }));

  it('are polled together, with one request for each contest', async () => {
    const asked = pending(['1', '123'], ['2', null], ['3', '456'], ['4', '456'], ['9', '456']);
    const states = await ask(
      statesAt(site, asked, null),
      replying({
        '/contests/123/submissions/multiple?runIds=1&runIds=2&locale=en': [
          { runId: 1, status: 'FINISHED', verdict: 'OK' },
          { runId: 2, status: 'TESTING', verdict: '', tests: [test(1)] },
        ],
        '/contests/456/submissions/multiple?runIds=3&runIds=4&runIds=9&locale=en': [
          { runId: 3, status: null, verdict: '' },
          { runId: 4, status: 'FAILED', verdict: null },
          { runId: null, status: 'FINISHED', verdict: null },
        ],
      }),
    );
    assert.deepEqual(states.get('1'), { kind: 'ended' });
    assert.deepEqual(states.get('4'), { kind: 'ended' });
    assert.equal(states.has('9'), false);
    const second = states.get('2');
    assert.ok(second?.kind === 'result');
    assert.equal(second.envelope.requestId, '2');
    assert.equal(second.envelope.data?.judge?.subtasks[0]?.cases.length, 1);
    assert.equal(second.about?.hint, '123');
    assert.equal(states.get('3')?.kind, 'result');
  });

  it('are polled one by one if that takes no more requests, or if a contest is unknown', () => {
    const covers = (judge: typeof site, ...ids: readonly [string, string | null][]) =>
      judge.batch?.covers(pending(...ids), null);
    assert.equal(covers(site, ['1', '123']), false);
    assert.equal(covers(site, ['1', '123'], ['2', '456']), false);
    assert.equal(covers(site, ['1', '123'], ['2', null]), true);
    assert.equal(covers(withoutContest, ['1', null], ['2', null]), false);
    assert.equal(covers(withoutContest, ['1', '5'], ['2', '5']), true);
  });

  it('are polled in groups, so that no URL is too long', async () => {
    const asked = pending(
      ...Array.from({ length: 120 }, (_, at): [string, string] => [String(at + 1), '123']),
    );
    const requests = await requestsOf(statesAt(site, asked, null), () => answer([]));
    assert.deepEqual(
      requests.map(({ path }) => path.split('runIds=').length - 1),
      [50, 50, 20],
    );
  });
});

describe('The list of submissions at Yandex Contest', () => {
  const entry = (id: number, more: object = {}) => ({
    id,
    authorId: 5,
    author: 'alice',
    problemId: '1/2',
    problemAlias: 'A',
    compiler: 'gcc_cpp20',
    verdict: 'OK',
    test: -1,
    time: 15,
    memory: 2048,
    submissionTime: `2026-11-22T06:00:0${id}Z`,
    timeFromStart: 1,
    ...more,
  });
  const list =
    (...submissions: readonly object[]) =>
    () =>
      answer({ count: submissions.length, submissions });

  it('is that of the configured contest, newest first', async () => {
    const newest = await ask(
      recentOf(site, null),
      list(entry(1, { verdict: '' }), entry(2, { score: 30, problemAlias: null }), entry(3, { id: null })),
    );
    assert.deepEqual(
      newest.map(({ requestId, hint, status, score, problemId }) => [
        requestId,
        hint,
        status,
        score,
        problemId,
      ]),
      [
        ['2', '123', 'OK', 30, null],
        ['1', '123', 'TESTING', null, 'A'],
      ],
    );
    const [asked] = await requestsOf(recentOf(site, null));
    assert.equal(asked?.path, '/contests/123/submissions?page=1&pageSize=100');
    assert.equal(withoutContest.listing, undefined);
  });

  it('contains only the user’s own submissions, and needs the user’s name if there are several users', async () => {
    const ofTwo = list(entry(1), entry(2, { authorId: 6, author: 'bob' }));
    const { failure } = await failureOf(recentOf(site, null), ofTwo);
    assert.ok(failure.kind === 'status');
    assert.deepEqual(failure.cause, { kind: 'ofSeveralUsers' });
    const ofAlice = described(yandexContest, 'yandex', { contest: 123, user: 'Alice' });
    const own = await ask(recentOf(ofAlice, null), ofTwo);
    assert.deepEqual(
      own.map(({ requestId }) => requestId),
      ['1'],
    );
  });

  it('is only for managers, and a missing contest is rejected with its page', async () => {
    const failureAt = async (status: number) => {
      const { failure } = await failureOf(recentOf(site, null), () => answer({ message: 'no' }, status));
      assert.ok(failure.kind === 'status');
      return failure;
    };
    assert.deepEqual((await failureAt(403)).cause, { kind: 'onlyForManagers' });
    const missing = await failureAt(404);
    assert.deepEqual(
      [missing.cause, missing.page],
      [{ kind: 'notJoined' }, 'https://contest.yandex.ru/contest/123'],
    );
  });

  it('has pages, of which each contains the submissions to one problem', async () => {
    const { problemSubmissions } = site;
    assert.ok(problemSubmissions);
    const page = (number: string | null, count: number | null) =>
      ask(
        on(site, (http) =>
          problemSubmissions.fetchPage(http, { problemId: 'a', place: '456' }, number, null),
        ),
        ({ path }) => {
          assert.equal(path, `/contests/456/submissions?page=${number ?? 1}&pageSize=100`);
          return answer({ count, submissions: [entry(1), entry(2, { problemAlias: 'B' })] });
        },
      );
    const { submissions, next } = await page(null, 150);
    assert.deepEqual(
      [submissions.map(({ requestId, time, language }) => [requestId, time, language]), next],
      [[['1', 15, 'gcc_cpp20']], '2'],
    );
    assert.equal((await page('2', 150)).next, null);
    assert.equal((await page(null, null)).next, null);
    assert.equal((await page('2', 200)).next, null);
  });

  it('has further pages without a count as long as pages are full', async () => {
    const { problemSubmissions } = site;
    assert.ok(problemSubmissions);
    assert.deepEqual([problemSubmissions.code, problemSubmissions.needsAccount], ['returned', false]);
    const nextOf = async (length: number) => {
      const submissions = Array.from({ length }, (_, at) => entry(at % 10));
      const fetching = on(site, (http) =>
        problemSubmissions.fetchPage(http, { problemId: 'A', place: null }, null, null),
      );
      return (await ask(fetching, () => answer({ submissions }))).next;
    };
    assert.deepEqual([await nextOf(99), await nextOf(100), await nextOf(0)], [null, '2', null]);
  });

  it('contains no entry whose ID isn’t a number that can be read exactly', async () => {
    const ids = ['x1', '1x', 1.5, -1, 2 ** 60, '1'.repeat(19), '1'.repeat(18)];
    const found = await ask(recentOf(site, null), list(...ids.map((id) => entry(1, { id }))));
    assert.deepEqual(
      found.map(({ requestId }) => requestId),
      ['1'.repeat(18)],
    );
  });
});

describe('Submitting to Yandex Contest', () => {
  const submission = {
    problemId: 'A',
    place: '456',
    language: 'gcc_cpp20',
    optimise: false,
    code: 'int main() {}\n',
    trackId: 't',
    inputs: null,
    fileName: 'a.cpp',
  };
  const support = site.submission!;
  const submitting = on(site, (http) => support.submit(http, submission));

  it('sends compiler, problem, and file, and returns the run with its contest', async () => {
    const [sent] = await requestsOf(submitting);
    assert.deepEqual(sent, {
      method: 'POST',
      path: '/contests/456/submissions',
      form: {
        compiler: 'gcc_cpp20',
        problem: 'A',
        file: { fileName: 'a.cpp', text: 'int main() {}\n' },
      },
    });
    assert.deepEqual(await ask(submitting, () => answer({ runId: 99 })), {
      kind: 'accepted',
      requestId: '99',
      hint: '456',
    });
    assert.equal(await failing(submitting, () => answer({ runId: null })), 'notUnderstood');
    const tooLarge = { ...answer({}), text: '{"runId":9007199254740993}' };
    assert.equal(await failing(submitting, () => tooLarge), 'notUnderstood');
  });

  it('explains a duplicate, and a contest that the user hasn’t joined', async () => {
    const failureAt = async (reply: PlainAnswer) => {
      const { failure, sent } = await failureOf(submitting, () => reply);
      assert.ok(failure.kind === 'status');
      assert.equal(sent, 'no');
      return failure;
    };
    for (const reply of [
      words('Duplicate submission', 400),
      answer({ message: 'Duplicate submission' }, 400),
    ]) {
      const { cause, error } = await failureAt(reply);
      assert.deepEqual([cause, error?.errorMessage], [{ kind: 'duplicate' }, 'Duplicate submission']);
    }
    assert.equal((await failureAt(words('Unknown compiler', 400))).cause, undefined);
    const { cause, page } = await failureAt(words('Participation not found', 404));
    assert.deepEqual([cause, page], [{ kind: 'notJoined' }, 'https://contest.yandex.ru/contest/456']);
    assert.equal((await failureAt(words('Bad token', 401))).status, 401);
    // the contest isn't running
    const over = await failureAt(words('', 403));
    assert.deepEqual(
      [over.cause, over.page],
      [{ kind: 'notTakingPart' }, 'https://contest.yandex.ru/contest/456'],
    );
  });

  it('offers the compilers of the problem by their names, and limits that don’t depend on the compiler', async () => {
    const limit = (compilerName: string | null, memoryLimit: number) => ({
      compilerName,
      timeLimit: 1000,
      memoryLimit,
      idlenessLimit: 10_000,
      outputLimit: 64 * 1024 * 1024,
    });
    const problem = {
      id: '1/2',
      alias: 'A',
      name: 'A + B',
      compilers: ['gcc_cpp20', 'python3_docker', 'secret'],
      limits: [limit(null, 65_536), limit('Python', 131_072)],
      testCount: 10,
      problemType: 'REGULAR',
      statements: [],
    };
    const bodies = {
      '/contests/456/problems?locale=en': { problems: [{ alias: 'B', compilers: [] }, problem] },
      '/compilers': {
        compilers: [
          { id: 'gcc_cpp20', name: 'GNU C++20 10.2', deprecated: false, style: 'cpp' },
          { id: 'python3_docker', name: 'Python 3.12', deprecated: false, style: 'py' },
          { id: 'old', name: 'Delphi 2.4', deprecated: true, style: 'pas' },
        ],
      },
    };
    const formOf = (problemId: string, replies: Readonly<Record<string, unknown>>) =>
      ask(
        on(site, (http) => support.fetchForm!(http, { problemId, place: '456' })),
        replying(replies),
      );
    const { languages, limits, title } = await formOf('a', bodies);
    assert.deepEqual(
      languages.map(({ id, name, editorLanguages }) => [id, name, editorLanguages]),
      [
        ['gcc_cpp20', 'GNU C++20 10.2', ['cpp']],
        ['python3_docker', 'Python 3.12', ['python']],
        ['secret', 'secret', []],
      ],
    );
    assert.deepEqual([limits, title], [{ time: 1000, memory: null }, 'A + B']);
    const problemWith = (more: object) =>
      formOf('A', {
        ...bodies,
        '/contests/456/problems?locale=en': {
          problems: [
            { ...problem, alias: 'a', name: 'a' },
            { ...problem, ...more },
          ],
        },
      });
    assert.equal((await problemWith({})).title, 'A + B');
    assert.equal((await problemWith({ alias: null })).title, 'a');
    for (const limits of [[{ timeLimit: 0, memoryLimit: -1 }], [{ timeLimit: null }], []])
      assert.equal((await problemWith({ limits })).limits, null);
    assert.deepEqual((await problemWith({ limits: [{ timeLimit: 0, memoryLimit: 65_536 }] })).limits, {
      time: null,
      memory: 64,
    });
    const ids = Array.from({ length: 1001 }, (_, at) => `c${at}`);
    assert.equal((await problemWith({ compilers: ids })).languages.length, 1000);
    // without a list of its own, a problem accepts all compilers that aren't deprecated
    const ofB = await formOf('B', bodies);
    assert.deepEqual(
      [ofB.languages.map(({ id }) => id), ofB.limits],
      [['gcc_cpp20', 'python3_docker'], null],
    );
    const rest = { '/contests/456/problems?locale=en': bodies['/contests/456/problems?locale=en'] };
    assert.deepEqual(
      (await formOf('A', rest)).languages.map(({ id, editorLanguages }) => [id, editorLanguages]),
      [
        ['gcc_cpp20', []],
        ['python3_docker', []],
        ['secret', []],
      ],
    );
  });

  it('lists the problems of the configured contest, and those of another one', async () => {
    const problems = [
      { id: '1', alias: 'A', name: 'A + B' },
      { id: '2', alias: 'B', name: 'Graph' },
      { id: '3', alias: null, name: 'x' },
    ];
    const reply = () => answer({ problems });
    const { problemList } = support;
    assert.ok(problemList);
    const { problems: listed } = await ask(
      on(site, (http) => problemList.fetchAll(http)),
      reply,
    );
    assert.deepEqual(listed, [
      { problemId: 'A', place: '123', title: 'A + B', letter: 'A', limits: null },
      { problemId: 'B', place: '123', title: 'Graph', letter: 'B', limits: null },
    ]);
    for (const text of ['b', 'B.cpp', 'contest/b/main.py', 'graph'])
      assert.equal(problemList.named(text, listed)[0]?.problemId, 'B', text);
    const listing = on(site, (http) => site.contests!.fetchProblems!(http, '456', false));
    assert.deepEqual(
      (await ask(listing, reply)).problems.map(({ problemId, place }) => [problemId, place]),
      [
        ['A', '456'],
        ['B', '456'],
      ],
    );
    assert.equal(withoutContest.submission?.problemList, undefined);
  });
});

describe('Compilers of Yandex Contest', () => {
  it('are recognized by the language in their names', async () => {
    const languagesOf = async (name: string) => {
      const { languages } = await ask(
        on(site, (http) => site.submission!.fetchForm!(http, { problemId: 'A', place: null })),
        ({ path }) => answer(path === '/compilers' ? { compilers: [{ id: 'x', name }] } : { problems: [] }),
      );
      return languages[0]?.editorLanguages;
    };
    for (const [name, language] of [
      ['GNU GCC 12.2 C++20', 'cpp'],
      ['Clang 14 C++17 Make', 'cpp'],
      ['GNU C11 7.3', 'c'],
      ['C# (MS .Net 6.0)', 'csharp'],
      ['Mono C# 5.2.0', 'csharp'],
      ['OpenJDK Java 15', 'java'],
      ['Java 8', 'java'],
      ['Node.js 16', 'javascript'],
      ['NodeJS 16', 'javascript'],
      ['PyPy3.10', 'python'],
      ['Python 3.7 (PyPy 7.3.3)', 'python'],
      ['Free Pascal 3.2.2', 'pascal'],
      ['PascalABC.NET 3.5', 'pascal'],
      ['Delphi 2.4', 'pascal'],
      ['Golang 1.20', 'go'],
      ['Go 1.20.4', 'go'],
      ['Rust 1.69', 'rust'],
      ['Kotlin 1.8 (JRE 11)', 'kotlin'],
    ] as const)
      assert.deepEqual(await languagesOf(name), [language], name);
    assert.deepEqual(await languagesOf('Output Only'), []);
  });
});

describe('Addresses of Yandex Contest', () => {
  it('name the contest and the run or the problem', () => {
    const run = 'https://contest.yandex.ru/contest/456/run-report/99';
    for (const page of [run, `${run}/`, 'contest.yandex.com/contest/456/run-report/99?x=1']) {
      const { input } = readRequest(page, site, [site]);
      assert.deepEqual(input, { kind: 'requestId', id: '99', hint: '456' }, page);
    }
    for (const page of [
      'https://contest.yandex.ru/contest/456/problems/A',
      'https://contest.yandex.ru/contest/456/run-report/x',
    ])
      assert.equal(readRequest(page, site, [site]).input.kind, 'addressWithoutId', page);
    assert.equal(
      readRequest('https://example.org/contest/1/run-report/2', site, [site]).input.kind,
      'foreign',
    );
    assert.deepEqual(site.submission?.problemAt?.('https://contest.yandex.ru/contest/456/problems/A/'), {
      problemId: 'A',
      place: '456',
    });
    assert.equal(site.submission?.problemAt?.('https://contest.yandex.ru/contest/456/problems'), null);
    const contestAt = (address: string) => site.contests?.contestAt?.(address);
    assert.equal(contestAt('https://contest.yandex.ru/contest/456/problems/'), '456');
    assert.equal(contestAt('https://contest.yandex.ru/contest/456'), '456');
    assert.equal(contestAt('https://contest.yandex.ru/contest/456/problems/A'), null);
    assert.equal(contestAt('https://yandex.ru/contest/456'), null);
    assert.equal(contestAt('https://contest.yandex.com.tr/contest/456'), '456');
    for (const other of [
      'https://contest.yandex.ru/x/contest/456',
      'https://evil-contest.yandex.ru/contest/456',
      'https://contest.yandex.ru.evil.example/contest/456',
      'https://contest.yandex.com.evil/contest/456',
    ])
      assert.equal(contestAt(other), null, other);
    assert.equal(site.submission?.problemAt?.('https://contest.yandex.ru/x/contest/456/problems/A'), null);
  });

  it('are those of the website for a problem and a run', () => {
    const { pages } = site;
    assert.equal(
      pages?.problem?.({ problemId: 'A', place: null }),
      'https://contest.yandex.ru/contest/123/problems/A',
    );
    assert.equal(
      pages?.record?.({ requestId: '9', hint: '456' }),
      'https://contest.yandex.ru/contest/456/run-report/9',
    );
    assert.equal(withoutContest.pages?.record?.({ requestId: '9', hint: null }), null);
    assert.equal(
      withoutContest.pages?.problem?.({ problemId: 'A', place: null }),
      'https://contest.yandex.ru/',
    );
    const isPage = (address: string) => isProblemPage(site, address, { problemId: 'A', place: null });
    assert.equal(isPage('https://contest.yandex.com/contest/123/problems/A/?success=1'), true);
    assert.equal(isPage('https://contest.yandex.ru/contest/123/problems'), null);
    assert.equal(isPage('https://contest.yandex.ru/contest/456/problems/A'), false);
    assert.equal(isPage('https://contest.yandex.ru/contest/456'), false);
  });

  it('name a contest unless it is the configured one, which a problem never leaves', () => {
    const { places } = site.submission ?? {};
    assert.ok(places);
    assert.deepEqual([places.name('123'), places.name('456')], [null, '456']);
    assert.deepEqual([places.key(null), places.key('456')], ['123', '456']);
    assert.equal(withoutContest.submission?.places?.key(null), '');
    assert.equal(places.afterContest?.('456'), '456');
  });

  it('and the contest are asked for, the user’s name only while editing', () => {
    assert.deepEqual(yandexContest.promptedFields, [
      { field: 'url', defaultValue: 'https://api.contest.yandex.net/api/public/v2' },
      { field: 'contest', defaultValue: '' },
      { field: 'user', defaultValue: '', whileEditing: true },
    ]);
    assert.equal(described(yandexContest, 'yandex', { contest: ' 123 ' }).listing?.needsAccount, false);
    for (const contest of ['x', '0', '1.5', '1234567890'])
      assert.throws(() => described(yandexContest, 'yandex', { contest }), /contest/);
  });

  it('of a contest give the fields of a judge', () => {
    const { fieldsIn } = yandexContest;
    assert.deepEqual(fieldsIn?.(' https://contest.yandex.ru/contest/456/problems/A '), {
      contest: '456',
    });
    assert.deepEqual(fieldsIn?.('contest.yandex.ru/contest/456'), { contest: '456' });
    assert.equal(fieldsIn?.('https://api.contest.yandex.net/api/public/v2'), null);
    assert.equal(fieldsIn?.('https://contest.yandex.ru/'), null);
  });
});

describe('Signing in to Yandex Contest', () => {
  it('checks whether the token is active', async () => {
    const check = checkOf(site);
    assert.equal((await requestsOf(check))[0]?.path, '/service/introspect');
    assert.deepEqual(await ask(check, () => answer({ active: true, scope: 'contest:submit' })), {
      name: null,
    });
    assert.equal(await failing(check, () => answer({ active: false, scope: null })), '401');
    assert.equal(await failing(check, () => answer({ message: 'Bad token' }, 401)), '401 Bad token');
    assert.match(await failing(check, () => answer({ active: null })), /^active: true or false/);
  });

  it('accepts a token in the forms in which it is shown', () => {
    const { signIn } = site;
    assert.ok(signIn.kind === 'secret' && signIn.secretIn);
    for (const text of [
      'y0_AgAAAAB',
      'OAuth y0_AgAAAAB',
      'oauth   y0_AgAAAAB',
      'Authorization: OAuth y0_AgAAAAB',
      'https://oauth.yandex.ru/verification_code#access_token=y0_AgAAAAB&token_type=bearer&expires_in=31',
    ])
      assert.equal(signIn.secretIn(text), 'y0_AgAAAAB', text);
    assert.equal(signIn.secretIn('y0 oauth x'), 'y0 oauth x');
    assert.equal(signIn.secret, 'oauthToken');
    assert.deepEqual(site.authentication, {
      scheme: 'header',
      headerName: 'Authorization',
      prefix: 'OAuth ',
    });
  });
});
