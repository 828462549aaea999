import assert from 'node:assert/strict';
import { toBase64 } from '../../../../src/base/base64';
import { caseProgress, completionOf, meaningOf, type StatusCode } from '../../../../src/results';
import { parseCompilerOutput } from '../../../../src/compiler';
import { cses } from '../../../../src/judges/adapters/cses';
import { isIdOf, readRequest } from '../../../../src/judges/requestIdInput';
import type { OutgoingRequest } from '../../../../src/judges/http/judgeHttp';
import type { PlainAnswer } from '../../../../src/judges/adapters/shared/makeResult';
import { checkOf, failing, failureOf, firstRequestOf, on, resultAt, run } from '../../../support/operations';
import { described } from '../../../support/profiles';
import { answer, page } from './answers';

// Responses in the form of the OpenAPI document at github.com/csesfi/cses-cli, version 0.0.1.

const site = described(cses, 'CSES', {});
const contest = described(cses, 'finals', { scope: 101 });
const request = { requestId: '7', hint: null };
const { problemSubmissions, submission, pages, signIn } = site;
assert.ok(problemSubmissions && submission && pages && signIn.kind === 'browser');

const base = {
  id: 7,
  task: { id: '1068', name: 'Weird Algorithm' },
  sender: { id: 1, username: 'uolevi' },
  time: '2017-07-21T17:32:28Z',
  language: { name: 'C++', option: 'C++17' },
};
const test = (number: number, verdict: string, time: number | null, groups?: readonly number[]) => ({
  number,
  verdict,
  time,
  ...(groups ? { groups } : {}),
});

async function resultOf(fields: object, judge = site) {
  const result = await run(resultAt(judge, request), () => answer({ ...base, ...fields }));
  assert.ok(result.kind === 'result');
  const { envelope, about } = result;
  const judgement = envelope.data?.judge;
  assert.ok(judgement);
  return {
    envelope,
    about,
    judgement,
    completion: completionOf(envelope, judge.rules),
    short: shortOf(judgement.status),
    compile: envelope.data?.compile ?? null,
  };
}

function shortOf(status: StatusCode | null): string {
  return meaningOf(site.rules.statuses, status)?.short ?? String(status);
}

describe('A submission on CSES', () => {
  it('is pending as long as the field “pending” is true, whatever its status', async () => {
    for (const status of ['PENDING', 'TESTING', 'READY', 'COMPILE ERROR', 'SOMETHING NEW', '']) {
      const { completion, short } = await resultOf({ status, pending: true, result: 'ACCEPTED' });
      assert.deepEqual([completion, short], ['unfinished', '…'], status);
    }
    const states = await Promise.all(
      ['PENDING', 'TESTING'].map((status) => resultOf({ status, pending: true })),
    );
    assert.deepEqual(
      states.map(({ judgement }) => judgement.status),
      ['PENDING', 'TESTING'],
    );
  });

  it('has finished when the field “pending” is false, whatever its status', async () => {
    const shorts = new Map<string, object>([
      ['CE', { status: 'COMPILE ERROR' }],
      ['AC', { status: 'READY', result: 'ACCEPTED' }],
      ['WA', { status: 'READY', result: 'WRONG ANSWER' }],
      ['TLE', { status: 'READY', result: 'TIME LIMIT EXCEEDED' }],
      ['MLE', { status: 'READY', result: 'MEMORY LIMIT EXCEEDED' }],
      ['OLE', { status: 'TESTING', result: 'OUTPUT LIMIT EXCEEDED' }],
      ['RE', { status: '', result: 'RUNTIME ERROR' }],
      ['FAIL', { status: 'READY', result: 'TEST FAILED' }],
      ['REJ', { status: 'READY', result: 'INVALID LANGUAGE' }],
      ['SOMETHING NEW', { status: 'READY', result: 'SOMETHING NEW' }],
      ['READY', { status: 'READY' }],
      ['UNKNOWN', { status: 'PENDING' }],
    ]);
    for (const [expected, fields] of shorts) {
      const { completion, short } = await resultOf({ ...fields, pending: false });
      assert.deepEqual([completion, short], ['finished', expected]);
    }
  });

  it('is rejected without “pending”, instead of being polled forever or never', async () => {
    const reading = resultAt(site, request);
    const isMissing = await failing(reading, () => answer({ ...base, status: 'READY', result: 'ACCEPTED' }));
    assert.equal(isMissing, 'pending: true or false, not nothing');
  });

  it('shows the progress of its tests', async () => {
    const progress = async (fields: object) => {
      const { envelope } = await resultOf({ status: 'TESTING', pending: true, ...fields });
      return caseProgress(envelope, site.rules);
    };
    const counted = { test_progress: { finished_tests: 18, total_tests: 71 } };
    assert.deepEqual(await progress(counted), { done: 18, total: 71 });
    const tests = [test(1, 'ACCEPTED', 10), test(2, 'WRONG ANSWER', 20)];
    assert.deepEqual(await progress({ ...counted, tests }), { done: 2, total: 71 });
    for (const [finished, total] of [
      [9, 4],
      [-1, 4],
      [3, null],
      [null, 4],
    ]) {
      const odd = { test_progress: { finished_tests: finished, total_tests: total } };
      assert.deepEqual(await progress(odd), { done: 0, total: null });
    }
    assert.deepEqual(await progress({}), { done: 0, total: null });
    const { judgement } = await resultOf({ ...counted, status: 'READY', pending: false, result: 'ACCEPTED' });
    assert.deepEqual([judgement.passed, judgement.total], [undefined, undefined]);
  });

  it('contains its tests, its task, its language, and its time', async () => {
    const tests = [test(1, 'ACCEPTED', 10), test(2, 'WRONG ANSWER', null), test(3, 'ACCEPTED', 314)];
    const { judgement, about } = await resultOf({
      status: 'READY',
      pending: false,
      result: 'WRONG ANSWER',
      tests,
    });
    assert.deepEqual(
      judgement.subtasks.map(({ id, cases }) => [
        id,
        cases.map(({ id, status, time }) => [id, status, time]),
      ]),
      [
        [
          null,
          [
            [1, 'ACCEPTED', 10],
            [2, 'WRONG ANSWER', null],
            [3, 'ACCEPTED', 314],
          ],
        ],
      ],
    );
    assert.deepEqual([judgement.time, judgement.memory, judgement.score], [314, null, null]);
    assert.deepEqual(about, {
      problem: { id: '1068', title: 'Weird Algorithm' },
      code: null,
      language: 'C++/C++17',
      languageName: 'C++17',
      at: Date.UTC(2017, 6, 21, 17, 32, 28),
    });
    const unnamed = await resultOf({
      status: 'READY',
      pending: false,
      language: { name: 'CPython', option: null },
    });
    assert.deepEqual([unnamed.about?.language, unnamed.about?.languageName], ['CPython', undefined]);
    const derived = await resultOf({
      status: 'READY',
      pending: false,
      language: { name: null, option: null },
    });
    assert.equal(derived.about?.language, null);
    const withoutTask = await resultOf({ status: 'READY', pending: false, task: null });
    assert.equal(withoutTask.about?.problem ?? null, null);
  });

  it('has its time in UTC if the time has no zone', async () => {
    const zone = process.env['TZ'];
    process.env['TZ'] = 'Asia/Tokyo';
    try {
      const at = async (time: unknown) =>
        (await resultOf({ status: 'READY', pending: false, time })).about?.at ?? null;
      const expected = Date.UTC(2017, 6, 21, 17, 32, 28);
      for (const time of [
        '2017-07-21T17:32:28',
        ' 2017-07-21 17:32:28 ',
        '2017-07-21T17:32:28Z',
        '2017-07-21T20:32:28+03:00',
      ])
        assert.equal(await at(time), expected, time);
      assert.equal(await at('2017-07-21'), Date.UTC(2017, 6, 21));
      for (const time of ['soon', '', null, 5]) assert.equal(await at(time), null, String(time));
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });

  it('has one subtask for each group of a contest task, and a test in each of its groups', async () => {
    const { judgement, short } = await resultOf(
      {
        status: 'READY',
        pending: false,
        result: 'WRONG ANSWER',
        score: 30,
        feedback: [
          { group: 1, verdict: 'ACCEPTED', score: 30 },
          { group: 2, verdict: 'WRONG ANSWER', score: 0 },
        ],
        tests: [
          test(1, 'ACCEPTED', 10, [1, 2]),
          test(2, 'WRONG ANSWER', 800, [2]),
          test(3, 'ACCEPTED', 5, []),
          { ...test(4, 'ACCEPTED', 5), groups: [3, 3, 'x', 1.5, null] },
        ],
      },
      contest,
    );
    assert.deepEqual([short, judgement.score, judgement.time], ['PART', 30, 800]);
    assert.deepEqual(
      judgement.subtasks.map(({ id, status, score, cases }) => [
        id,
        status,
        score,
        cases.map(({ id }) => id),
      ]),
      [
        [1, 'ACCEPTED', 30, [1]],
        [2, 'WRONG ANSWER', 0, [1, 2]],
        [null, null, null, [3]],
        [3, null, null, [4]],
      ],
    );
  });

  it('is partially accepted if it failed with points, also if only its groups have them', async () => {
    const feedback = [
      { group: 1, verdict: 'ACCEPTED', score: 12 },
      { group: 2, verdict: 'TIME LIMIT EXCEEDED', score: 0 },
    ];
    const none = [{ group: 1, verdict: 'TIME LIMIT EXCEEDED', score: 0 }];
    const final = { status: 'READY', pending: false };
    const read = async (fields: object) => {
      const { short, judgement } = await resultOf({ ...final, ...fields }, contest);
      return [short, judgement.score];
    };
    assert.deepEqual(await read({ result: 'WRONG ANSWER', feedback }), ['PART', 12]);
    assert.deepEqual(await read({ result: 'WRONG ANSWER', feedback: none }), ['WA', 0]);
    assert.deepEqual(await read({ result: 'ACCEPTED', score: 100 }), ['AC', 100]);
    assert.deepEqual(await read({ result: 'SOMETHING NEW', score: 40 }), ['SOMETHING NEW', 40]);
    assert.deepEqual(await read({ feedback }), ['PART', 12]);
    assert.deepEqual(await read({ feedback: none }), ['TLE', 0]);
    assert.deepEqual(await read({ feedback: feedback.slice(0, 1) }), ['AC', 12]);
  });

  it('has the compiler’s errors and warnings, with positions in the program', async () => {
    const errors = `input/code.cpp:3:1: error: 'fn' does not name a type\nfn main() {\n^~\n`;
    const failed = await resultOf({ status: 'COMPILE ERROR', pending: false, compiler: errors });
    assert.deepEqual(failed.compile, { success: false, message: errors, opt2: null });
    const [error] = parseCompilerOutput(errors);
    assert.deepEqual([error?.file, error?.line, error?.severity], ['input/code.cpp', 3, 'error']);
    const warning = `input/code.cpp: In function 'int main()':\ninput/code.cpp:27:29: warning: comparison`;
    const ready = await resultOf({
      status: 'READY',
      pending: false,
      result: 'ACCEPTED',
      compiler: warning,
    });
    assert.deepEqual([ready.short, ready.compile?.success, ready.compile?.message], ['AC', null, warning]);
  });

  it('has the text that some courses send instead of tests', async () => {
    const report = 'Test failed when given the following input:\n1\n';
    const { judgement, short } = await resultOf({
      status: 'READY',
      pending: false,
      result: 'TEST FAILED',
      test_report: report,
    });
    assert.deepEqual([short, judgement.description, judgement.subtasks], ['FAIL', report, []]);
  });

  it('has a time that doesn’t depend on this computer if CSES sends no zone', async () => {
    const at = async (time: unknown) =>
      (await resultOf({ status: 'READY', pending: false, time })).about?.at ?? null;
    const utc = Date.UTC(2026, 0, 14, 12);
    assert.equal(await at('2026-01-14T12:00:00'), utc);
    assert.equal(await at('2026-01-14 12:00:00'), utc);
    assert.equal(await at('2026-01-14T14:00:00+02:00'), utc);
    assert.equal(await at('2026-01-14T14:00:00+0200'), utc);
    assert.equal(await at('2026-01-14T12:00:00.000Z'), utc);
    assert.deepEqual([await at('yesterday'), await at(null), await at(7)], [null, null, null]);
  });

  it('is requested from the course or the contest, and may wait for a change', async () => {
    assert.equal((await firstRequestOf(resultAt(site, request))).path, '/courses/problemset/submissions/7');
    const wait = on(contest, (http) => contest.waitForResult!(http, request));
    assert.deepEqual(await firstRequestOf(wait), {
      method: 'GET',
      path: '/contests/101/submissions/7?poll=true',
      waits: true,
    });
  });
});

describe('Submitting to CSES', () => {
  const program = {
    problemId: '1068',
    place: null,
    language: 'C++/C++17',
    code: 'int main() {} // é',
    optimise: false,
    trackId: 't',
    inputs: null,
  };
  const submitting = (fields: object, judge = site) =>
    on(judge, (http) => judge.submission!.submit(http, { ...program, ...fields }));
  const bodyOf = async (fields: object): Promise<unknown> => (await firstRequestOf(submitting(fields))).body;

  it('sends the program in base64', async () => {
    assert.deepEqual(await firstRequestOf(submitting({ fileName: 'weird.cc' })), {
      method: 'POST',
      path: '/courses/problemset/submissions?task=1068',
      body: {
        language: { name: 'C++', option: 'C++17' },
        filename: 'main.cc',
        content: toBase64(program.code),
      },
    });
    const inContest = await firstRequestOf(submitting({ problemId: 'B' }, contest));
    assert.equal(inContest.path, '/contests/101/submissions?task=B');
    const pending = { ...base, status: 'PENDING', pending: true };
    const taken = await run(submitting({}), () => answer(pending));
    assert.deepEqual(taken, { kind: 'accepted', requestId: '7', hint: null });
  });

  it('may have succeeded if the ID is too large to be read exactly', async () => {
    const { failure, sent } = await failureOf(submitting({}), () => ({
      ...answer({}),
      text: '{"id":9007199254740993}',
    }));
    assert.deepEqual([failure.kind, sent], ['notUnderstood', 'maybe']);
  });

  it('lets CSES derive the language from the extension, accepts typed languages, and names Java’s class', async () => {
    const language = async (id: string, fileName?: string, code = program.code) => {
      const body = (await bodyOf({ language: id, fileName, code })) as { language: object; filename: string };
      return [body.language, body.filename];
    };
    const none = { name: null, option: null };
    assert.deepEqual(await language('auto', 'a+b.rs'), [none, 'main.rs']);
    assert.deepEqual(await language('auto', 'Makefile'), [none, 'main']);
    assert.deepEqual(await language('Haskell', 'x.hs'), [{ name: 'Haskell', option: null }, 'main.hs']);
    assert.deepEqual(await language('Python2/PyPy'), [{ name: 'Python2', option: 'PyPy' }, 'main']);
    assert.deepEqual(await language('Rust/2021'), [{ name: 'Rust', option: '2021' }, 'main.rs']);
    const java = 'public class Weird { public static void main(String[] a) {} }';
    assert.deepEqual(await language('auto', 'x.java', java), [none, 'Weird.java']);
    assert.deepEqual(await language('auto', 'x.cpp', java), [none, 'main.cpp']);
  });

  it('rejects a program of more than 128 KiB without sending it', async () => {
    const largest = 'x'.repeat(128 * 1024);
    assert.equal(
      await failing(submitting({ code: `${largest}y` }), () => assert.fail()),
      '413 limit: 128 KiB',
    );
    assert.equal((await failureOf(submitting({ code: `${largest}y` }), () => assert.fail())).sent, 'no');
    const taken = await run(submitting({ code: largest }), () => answer({ id: 8 }));
    assert.equal(taken.kind, 'accepted');
  });

  it('offers the languages by extension first, and others can be typed', async () => {
    const [first, ...others] = submission.languages ?? [];
    assert.deepEqual([first?.id, first?.isByExtension], ['auto', true]);
    assert.ok(first?.editorLanguages.includes('haskell'));
    assert.ok(others.every(({ isByExtension }) => isByExtension === undefined));
    assert.deepEqual(
      others.map(({ id, name, editorLanguages }) => [id, name, ...editorLanguages]),
      [
        ['C++/C++17', 'C++17', 'cpp'],
        ['C++/C++20', 'C++20', 'cpp'],
        ['C++/C++11', 'C++11', 'cpp'],
        ['Python3/CPython3', 'Python 3 (CPython)', 'python'],
        ['Python3/PyPy3', 'Python 3 (PyPy)', 'python'],
        ['Java/Java', 'Java', 'java'],
        ['Rust/2021', 'Rust 2021', 'rust'],
        ['Rust/2018', 'Rust 2018', 'rust'],
      ],
    );
  });

  const byPath =
    (answers: Readonly<Record<string, PlainAnswer>>) =>
    ({ path }: OutgoingRequest): PlainAnswer =>
      answers[path] ?? assert.fail(path);
  const problem = { problemId: '1068', place: null };
  const statement = answer({ name: 'Weird Algorithm', time_limit: 1000, memory_limit: 512, text: '# Input' });
  const statementPath = '/courses/problemset/statement?task=1068';
  const samplesPath = '/courses/problemset/samples?task=1068';

  it('fetches the limits, the title, and the samples of a task', async () => {
    const form = on(site, (http) => submission.fetchForm!(http, problem));
    const sample = { input: toBase64('3\n'), output: toBase64('3 10\n') };
    const samples = answer({
      test_cases: [
        sample,
        { input: '%', output: toBase64('x') },
        { input: toBase64('x'), output: '%' },
        { input: toBase64('x') },
      ],
    });
    const read = await run(form, byPath({ [statementPath]: statement, [samplesPath]: samples }));
    assert.deepEqual(
      [read.title, read.limits, read.samples, read.acceptsOtherLanguages],
      ['Weird Algorithm', { time: 1000, memory: 524_288 }, [{ input: '3\n', expected: '3 10\n' }], true],
    );
    const refused = answer({ message: 'No samples', code: 'client_error' }, 404);
    const without = await run(
      form,
      byPath({ [statementPath]: answer({ name: 'x', text: '' }), [samplesPath]: refused }),
    );
    assert.deepEqual([without.limits, without.samples], [{ time: null, memory: null }, []]);
  });

  it('fetches the statement, and finds tasks by number or title', async () => {
    const text = on(site, (http) => submission.fetchStatement!(http, problem));
    assert.deepEqual(await run(text, byPath({ [statementPath]: statement })), {
      title: 'Weird Algorithm',
      texts: { '': '# Input' },
    });
    const link = 'https://cses.fi/problemset/task/1068';
    const list = answer({
      sections: [
        { header: 'General', list: [{ item_type: 'text', id: '1', name: 'Weird text', link }] },
        {
          header: 'Introductory Problems',
          list: [
            { item_type: 'task', id: '1068', name: 'Weird Algorithm', link, status: 'none' },
            { item_type: 'task', id: '1083', name: 'Missing Number', link, status: 'pass' },
            { item_type: 'link', name: 'Weird link', link },
            { item_type: 'task', name: 'Weird without a number', link },
          ],
        },
      ],
    });
    const found = async (text: string) => {
      const finding = on(site, (http) => submission.findProblems!(http, text));
      const problems = await run(finding, byPath({ '/courses/problemset/list': list }));
      return problems.map(({ problemId, title }) => `${problemId} ${title}`);
    };
    assert.deepEqual(await found('weird'), ['1068 Weird Algorithm']);
    assert.deepEqual(await found('10'), ['1068 Weird Algorithm', '1083 Missing Number']);
  });

  it('finds a task’s number in a file name', () => {
    const { problemIdIn } = site;
    assert.ok(problemIdIn);
    assert.deepEqual(['1068', 'weird_1068', '1068-weird', 'p1068', '10680', 'weird'].map(problemIdIn), [
      '1068',
      '1068',
      '1068',
      null,
      null,
      null,
    ]);
  });

  it('doesn’t take a number in a file name for a contest’s task, which has a letter', () => {
    assert.equal(contest.problemIdIn, undefined);
  });
});

describe('Submissions to a task on CSES', () => {
  const listed = async (items: readonly object[], judge = site) => {
    const fetching = on(judge, (http) =>
      judge.problemSubmissions!.fetchPage(http, { problemId: '1068', place: null }, null, null),
    );
    const { submissions, next } = await run(fetching, () => answer({ submissions: items }));
    assert.equal(next, null);
    return submissions;
  };
  const item = {
    time: '2017-07-21T17:32:28Z',
    language: { name: 'C++', option: 'C++17' },
    code_time: 500,
    size: 1,
  };

  it('are listed newest first, with their outcome in a course', async () => {
    const submissions = await listed([
      { ...item, id: 9, outcome_status: 'fail', code_time: null },
      { ...item, id: 10, outcome_status: 'pass' },
      { ...item, id: 11, outcome_status: 'none' },
    ]);
    assert.deepEqual(
      submissions.map(({ requestId, status, time, language }) => [
        requestId,
        shortOf(status),
        time,
        language,
      ]),
      [
        ['11', 'null', 500, 'C++/C++17'],
        ['10', 'AC', 500, 'C++/C++17'],
        ['9', 'FAIL', null, 'C++/C++17'],
      ],
    );
    assert.equal(submissions[0]?.at, Date.UTC(2017, 6, 21, 17, 32, 28));
  });

  it('have points in a contest', async () => {
    const [first, other] = await listed(
      [
        { ...item, id: 2, outcome_score: 75 },
        { ...item, id: 1, outcome_score: null },
      ],
      contest,
    );
    assert.deepEqual([first?.score, first?.status, other?.score], [75, null, null]);
  });

  it('are the only list: there is none of all submissions', () => {
    assert.deepEqual([site.listing, site.batch], [undefined, undefined]);
  });
});

describe('Signing in to CSES', () => {
  it('starts with a new token and the page that confirms it', async () => {
    const start = on(site, signIn.start);
    assert.deepEqual(await firstRequestOf(start), { method: 'POST', path: '/login', body: undefined });
    const login = { 'X-Auth-Token': 'secret-token', authentication_url: 'https://cses.fi/authorize?x=1' };
    assert.deepEqual(await run(start, () => answer(login)), {
      secret: 'secret-token',
      page: 'https://cses.fi/authorize?x=1',
    });
  });

  it('rejects a token that can’t be sent, and never shows it', async () => {
    const start = on(site, signIn.start);
    const login = { 'X-Auth-Token': 'secret\ntoken', authentication_url: 'https://cses.fi/x' };
    const unusable = 'X-Auth-Token: text, not an unusable value';
    assert.equal(await failing(start, () => answer(login)), unusable);
    assert.equal(await failing(start, () => answer({ ...login, 'X-Auth-Token': 12345 })), unusable);
    assert.equal(await failing(start, () => answer({ ...login, 'X-Auth-Token': '☃' })), unusable);
    const noPage = await failing(start, () => answer({ 'X-Auth-Token': 'x' }));
    assert.equal(noPage, 'authentication_url: text, not an unusable value');
  });

  it('isn’t confirmed while CSES reports the token as pending or invalid', async () => {
    const confirmed = on(site, signIn.fetchConfirmed);
    assert.deepEqual(await firstRequestOf(confirmed), { method: 'GET', path: '/login' });
    for (const code of ['pending_api_key', 'invalid_api_key'])
      assert.equal(await run(confirmed, () => answer({ message: 'x', code }, 401)), null);
    const user = { id: 1, username: 'mooc~123', displayname: 'uolevi@cses.fi (mooc.fi)' };
    assert.deepEqual(await run(confirmed, () => answer(user)), { name: 'uolevi@cses.fi (mooc.fi)' });
    assert.equal(await failing(confirmed, () => page('no', 401)), '401');
    assert.equal(
      await failing(confirmed, () => answer({ message: 'Too many requests', code: 'client_error' }, 400)),
      '429 Too many requests',
    );
  });

  it('is checked by fetching the user, and ends with a request', async () => {
    assert.deepEqual(await run(checkOf(site), () => answer({ id: 1, username: 'uolevi' })), {
      name: 'uolevi',
    });
    const refused = answer({ message: 'Invalid API key', code: 'invalid_api_key' }, 401);
    assert.equal(await failing(checkOf(site), () => refused), '401 Invalid API key');
    const signingOut = on(site, signIn.signOut);
    assert.deepEqual(await firstRequestOf(signingOut), { method: 'POST', path: '/logout', body: undefined });
    await run(signingOut, () => ({ status: 204, contentType: null, text: '' }));
  });
});

describe('A failure on CSES', () => {
  const failed = (body: object, status: number) =>
    failing(resultAt(site, request), () => answer(body, status));

  it('is recognized by its code', async () => {
    const of = (code: string, message: string, status: number) => failed({ code, message }, status);
    assert.equal(await of('invalid_api_key', 'Invalid', 400), '401 Invalid');
    assert.equal(await of('pending_api_key', 'Pending', 401), '401 Pending');
    assert.equal(await of('server_error', 'Broken', 500), '500 Broken');
    assert.equal(await of('server_error', 'Broken', 400), '500 Broken');
    assert.equal(await of('client_error', 'Too many requests', 400), '429 Too many requests');
    assert.equal(await of('client_error', ' too many requests, wait', 400), '429  too many requests, wait');
    assert.equal(await of('client_error', 'Not too many requests', 400), '400 Not too many requests');
    assert.equal(await of('task_deduction_error', 'Too many requests', 400), '400 Too many requests');
    assert.equal(await of('client_error', 'No such submission', 404), '404 No such submission');
    assert.equal(await of('task_deduction_error', 'No task', 400), '400 No task');
    assert.equal(await of('language_deduction_error', 'No language', 400), '400 No language');
    assert.equal(await failing(resultAt(site, request), () => page('<html>', 502)), '502');
  });
});

describe('A CSES scope', () => {
  it('is a course by default, a contest if it is a number', async () => {
    const path = async (scope: unknown) =>
      (await firstRequestOf(resultAt(described(cses, 'x', { scope }), request))).path;
    assert.equal(await path(undefined), '/courses/problemset/submissions/7');
    assert.equal(await path(''), '/courses/problemset/submissions/7');
    assert.equal(await path(' alon '), '/courses/alon/submissions/7');
    assert.equal(await path('101'), '/contests/101/submissions/7');
    assert.equal(await path(101), '/contests/101/submissions/7');
    assert.equal(await path('101a'), '/courses/101a/submissions/7');
    assert.equal(await path('a101'), '/courses/a101/submissions/7');
    assert.throws(() => described(cses, 'x', { scope: 'a/b' }), /scope/);
    assert.notEqual(site.id, described(cses, 'CSES', { scope: 'alon' }).id);
  });

  it('is found in pasted URLs of pages and of the API', () => {
    const { fieldsIn } = cses;
    assert.ok(fieldsIn);
    const found: readonly (readonly [string, object | null])[] = [
      ['https://cses.fi/problemset/task/1068', { scope: 'problemset' }],
      ['https://cses.fi/problemset/task/1068/', { scope: 'problemset' }],
      ['https://cses.fi/problemset/result/123', { scope: 'problemset' }],
      ['https://www.cses.fi/101/task/B', { scope: '101' }],
      ['https://cses.fi/alon/list/', { scope: 'alon' }],
      ['https://cses.fi/api/contests/101/list', { scope: '101' }],
      ['https://cses.fi/api', {}],
      ['https://cses.fi', {}],
      ['https://cses.fi/login', {}],
      ['https://cses.fi/logout', {}],
      ['https://cses.fi/register', {}],
      ['https://cses.fi/settings', {}],
      ['https://cses.fi/help', {}],
      ['https://cses.fi/admin', {}],
      ['https://cses.fi/file/1', {}],
      ['see https://cses.fi/alon/list/', null],
      ['https://cses.fi/user/1', {}],
      ['http://localhost:4011/101/task/B', { url: 'http://localhost:4011/api', scope: '101' }],
      ['https://u:p@cses.fi/101/task/B', null],
      ['problemset', null],
      ['101', null],
      ['', null],
    ];
    for (const [text, fields] of found) assert.deepEqual(fieldsIn(text), fields, text);
  });

  it('has pages for tasks, and for results only in the public problem set', () => {
    const problem = { problemId: '1068', place: null };
    assert.equal(pages.problem?.(problem), 'https://cses.fi/problemset/task/1068');
    assert.equal(pages.record?.(request), 'https://cses.fi/problemset/result/7');
    assert.equal(contest.pages?.problem?.({ problemId: 'B', place: null }), 'https://cses.fi/101/task/B');
    assert.equal(contest.pages?.record?.(request), null);
  });

  it('reads its own pages, and leaves those of other scopes to their judges', () => {
    const taskAt = submission.problemAt!;
    assert.deepEqual(taskAt('https://cses.fi/problemset/task/1068'), { problemId: '1068', place: null });
    assert.deepEqual(taskAt('https://cses.fi/problemset/submit/1068/'), { problemId: '1068', place: null });
    assert.equal(taskAt('https://cses.fi/101/task/B'), null);
    assert.equal(taskAt('https://example.org/problemset/task/1068'), null);
    const read = (text: string) => {
      const { input, judge } = readRequest(text, site, [site, contest]);
      return [judge.name, input];
    };
    assert.deepEqual(read('https://cses.fi/problemset/result/123'), [
      'CSES',
      { kind: 'requestId', id: '123' },
    ]);
    assert.deepEqual(read('https://cses.fi/101/result/9/'), ['finals', { kind: 'requestId', id: '9' }]);
    assert.deepEqual(read('https://cses.fi/problemset/task/1068'), ['CSES', { kind: 'addressWithoutId' }]);
    assert.deepEqual([isIdOf(site, '123'), isIdOf(site, 'x')], [true, false]);
    assert.deepEqual(['1234567', '1068', 'abc', 'a1234567', '1234567890123'].map(site.looksLikeRequestId), [
      true,
      ...Array<boolean>(4).fill(false),
    ]);
  });

  it('asks for the scope, and for the URL only while editing', () => {
    assert.deepEqual(cses.promptedFields, [
      { field: 'scope', defaultValue: 'problemset' },
      { field: 'url', defaultValue: 'https://cses.fi/api', whileEditing: true },
    ]);
  });

  it('is polled every 2 s after a long poll, has samples in its forms, and returns no code', () => {
    assert.deepEqual([site.pace?.interval, site.pace?.maximum], [2_000, 2_000]);
    assert.equal(submission.formContainsSamples, true);
    assert.deepEqual([problemSubmissions.code, problemSubmissions.needsAccount], ['notReturned', false]);
  });
});
