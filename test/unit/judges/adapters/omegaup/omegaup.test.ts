import assert from 'node:assert/strict';
import type { PlainAnswer } from '../../../../../src/judges';
import type { OutgoingRequest } from '../../../../../src/judges/http/judgeHttp';
import { omegaup } from '../../../../../src/judges/adapters/omegaup';
import { described } from '../../../../support/profiles';
import {
  checkOf,
  failing,
  firstRequestOf,
  on,
  resultAt,
  run as runQuestion,
  statesAt,
} from '../../../../support/operations';
import { answer } from '../answers';
import { bytesToBase64 } from '../../../../../src/base/base64';
import { zipOf } from '../../../../../src/judges/adapters/shared/zip';

const site = described(omegaup, 'omegaup', {});
const guid = '0123456789abcdef'.repeat(2);
const run = (more: object) => ({
  guid,
  alias: 'sumas',
  contest_alias: null,
  time: 1_700_000_000,
  score: 0.3333,
  contest_score: 33.333333,
  runtime: 120,
  memory: 2048,
  language: 'cpp17-gcc',
  status: 'ready',
  type: 'normal',
  verdict: 'PA',
  ...more,
});
const failure = (status: number, errorname: string) => ({
  status,
  contentType: 'text/html; charset=UTF-8',
  text: JSON.stringify({ status: 'error', error: 'No.', errorname, errorcode: status, header: 'HTTP/1.1 x' }),
});
const read = async (status: object, details: ReturnType<typeof answer> = answer({ status: 'ok' })) => {
  const asked: string[] = [];
  const result = await runQuestion(
    resultAt(site, { requestId: guid, hint: null }),
    ({ path }: OutgoingRequest) => {
      asked.push(path);
      return path.includes('/details/') ? details : answer(status);
    },
  );
  assert.ok(result.kind === 'result');
  return { ...result, judge: result.envelope.data!.judge!, asked };
};

describe('An omegaUp run', () => {
  it('has no verdict and no score until it is ready', async () => {
    for (const status of ['uploading', 'new', 'waiting', 'compiling', 'running']) {
      const { judge, asked } = await read(run({ status, verdict: 'JE', score: 0, contest_score: 0 }));
      assert.deepEqual([judge.status, judge.score, judge.time], [status, null, null]);
      assert.equal(asked.length, 1);
    }
  });

  it('has remarks at the lines of the program, which omegaUp counts from 0', async () => {
    const feedback = [
      { author: 'teacher', feedback: 'Well done.', range_bytes_start: null },
      {
        author: 'teacher',
        feedback: 'Why? ',
        range_bytes_start: 1,
        feedback_thread: [{ author: 'alice', text: 'To read fast.' }],
      },
      { author: 'teacher', feedback: 'Behind the end', range_bytes_start: 9 },
    ];
    const { judge } = await read(run({}), answer({ source: 'one;\r\n  two;', feedback }));
    assert.deepEqual(judge.remarks, [
      { author: 'teacher', line: 2, code: '  two;', text: 'Why?' },
      { author: 'alice', line: 2, code: '  two;', text: 'To read fast.' },
      { author: 'teacher', line: 10, code: '', text: 'Behind the end' },
    ]);
    assert.equal(
      judge.description,
      'teacher: Well done.\nteacher:2: Why?\nalice:2: To read fast.\nteacher:10: Behind the end',
    );
  });

  it('has groups as subtasks, with their cases by name', async () => {
    const meta = { verdict: 'OK', time: 0.12, sys_time: 0, wall_time: 0.2, memory: 1_048_576 };
    const one = { name: '1.a', verdict: 'AC', score: 0.5, contest_score: 33.333333, max_score: 50, meta };
    const details = {
      verdict: 'PA',
      score: 0.33,
      contest_score: 33.33,
      judged_by: 'x',
      groups: [
        { group: 'easy', score: 1, contest_score: 33.333333, max_score: 50, verdict: 'AC', cases: [one] },
        {
          group: '2',
          score: 0,
          contest_score: 0,
          max_score: 50,
          cases: [{ ...one, name: '2', verdict: 'WA', contest_score: 0 }],
        },
        { group: '3', score: 0, verdict: 'TLE' },
      ],
    };
    const { judge, about } = await read(
      run({}),
      answer({ source: 'int main(){}', details, cases: { '1.a': { in: 'x' } } }),
    );
    assert.deepEqual([judge.status, judge.score, judge.time, judge.memory], ['PA', 33.33, 120, 2]);
    assert.deepEqual(
      judge.subtasks.map(({ id, status, score, cases }) => [id, status, score, cases.length]),
      [
        [1, 'WA', 0, 1],
        [2, 'TLE', null, 0],
        [3, 'AC', 33.33, 1],
      ],
    );
    assert.deepEqual(
      judge.subtasks.map(({ name, maximum }) => [name, maximum]),
      [
        ['2', 50],
        ['3', undefined],
        ['easy', 50],
      ],
    );
    assert.equal(judge.hidesCases, undefined);
    const [first] = judge.subtasks[2]!.cases;
    assert.deepEqual(
      [first!.time, first!.memory, first!.description, first!.extra],
      [120, 1024, '1.a', { total: 50 }],
    );
    assert.deepEqual([about?.code, about?.hint, about?.at], ['int main(){}', 'sumas', 1_700_000_000_000]);
  });

  it('has the input and the expected output of cases that the problem shows', async () => {
    const extras = async (more: object) => {
      const cases = ['sample', '2'].map((name) => ({ name, verdict: 'WA', meta: {} }));
      const details = { verdict: 'WA', groups: [{ group: '1', cases }] };
      const { judge } = await read(run({}), answer({ details, ...more }));
      return judge.subtasks[0]!.cases.toReversed().map(({ extra }) => extra);
    };
    const shown = { stdin: '1 2\n', expected: '3\n', omitted: { stdout: 'notSent' } };
    const texts = { in: '1 2\n', out: '3\n' };
    const both = { sample: texts, 2: texts };
    assert.deepEqual(await extras({ show_diff: 'all', cases: both }), [shown, shown]);
    assert.deepEqual(await extras({ show_diff: 'examples', cases: both }), [shown, undefined]);
    for (const hidden of [
      { show_diff: 'none', cases: both },
      { cases: both },
      { show_diff: 'all', cases: [] },
      { show_diff: 'all', cases: { sample: { in: '1' }, 2: 'x' } },
    ])
      assert.deepEqual(await extras(hidden), [undefined, undefined], JSON.stringify(hidden));
  });

  it('has the outputs of the program once it is opened', async () => {
    const cases = ['1', '2'].map((name) => ({ name, verdict: 'WA', meta: {} }));
    const details = { verdict: 'WA', groups: [{ group: '1', cases }] };
    const texts = { in: '1 2\n', out: '3\n' };
    const opened = async (shows: string, archive: PlainAnswer) => {
      const asked: string[] = [];
      const question = on(site, (http) => site.fetchOpened!(http, { requestId: guid, hint: null }));
      const result = await runQuestion(question, ({ path, isBinary }: OutgoingRequest) => {
        asked.push(path.replace('/api/run/', '').split('?')[0] ?? '');
        if (isBinary) return archive;
        return path.includes('/details/')
          ? answer({ details, show_diff: shows, cases: { 1: texts } })
          : answer(run({}));
      });
      assert.ok(result.kind === 'result');
      const judge = result.envelope.data!.judge!;
      return {
        asked,
        opensMore: judge.opensMore,
        extras: judge.subtasks[0]!.cases.map(({ extra }) => extra),
      };
    };
    const zip = bytesToBase64(
      zipOf([
        { fileName: '1.out', text: '-1\n' },
        { fileName: '2.out', text: '' },
        { fileName: '2.err', text: 'x' },
      ]),
    );
    const archive = { status: 200, contentType: 'application/zip', text: zip };
    assert.deepEqual(await opened('all', archive), {
      asked: ['status/', 'details/', 'download/'],
      opensMore: undefined,
      extras: [{ stdin: '1 2\n', expected: '3\n', stdout: '-1\n' }, { stdout: '' }],
    });
    const hidden = [{ stdin: '1 2\n', expected: '3\n', omitted: { stdout: 'notSent' } }, undefined];
    for (const refused of [failure(403, 'userNotAllowed'), failure(500, 'generalError')])
      assert.deepEqual((await opened('all', refused)).extras, hidden);
    for (const text of ['', 'no base64', btoa('not an archive')])
      assert.deepEqual((await opened('all', { ...archive, text })).extras, hidden);
    assert.deepEqual((await opened('none', archive)).asked, ['status/', 'details/']);
    const before = await read(run({}), answer({ details, show_diff: 'all', cases: { 1: texts } }));
    assert.deepEqual([before.judge.opensMore, before.asked.length], [true, 2]);
  });

  it('has only its verdict while details are hidden, and a percentage without contest points', async () => {
    const { judge } = await read(
      run({ contest_score: null, verdict: 'NO-AC' }),
      failure(403, 'userNotAllowed'),
    );
    assert.deepEqual([judge.status, judge.score, judge.subtasks], ['NO-AC', 33.33, []]);
  });

  it('reports hidden cases if its details contain no cases', async () => {
    const groups = [{ group: 'easy', score: 1, contest_score: 40, max_score: 40, verdict: 'AC' }];
    for (const details of [
      failure(403, 'userNotAllowed'),
      answer({ status: 'ok' }),
      answer({ details: { verdict: 'AC' } }),
      answer({ details: { groups } }),
    ])
      assert.equal((await read(run({}), details)).judge.hidesCases, true);
    assert.equal((await read(run({ status: 'running' }))).judge.hidesCases, undefined);
    assert.equal((await read(run({ verdict: 'CE' }))).judge.hidesCases, undefined);
  });

  it('has the compiler output', async () => {
    const { envelope } = await read(run({ verdict: 'CE' }), answer({ compile_error: 'main.cpp:1:1: error' }));
    assert.deepEqual(envelope.data?.compile, { success: false, message: 'main.cpp:1:1: error', opt2: null });
  });

  it('fails according to the error name, whatever the content type', async () => {
    const reading = (status: number, name: string) =>
      failing(resultAt(site, { requestId: guid, hint: null }), () => failure(status, name));
    assert.equal(await reading(401, 'loginRequired'), '401 No.');
    assert.equal(await reading(403, 'userNotAllowed'), '403 No.');
    assert.equal(await reading(404, 'runNotFound'), '404 No.');
    assert.equal(await reading(429, 'apiTokenRateLimitExceeded'), '429 No.');
    // Its own status field isn't an error.
    assert.equal((await read(run({ status: 'new' }))).judge.status, 'new');
  });
});

describe('omegaUp', () => {
  it('sends the token after its own prefix', () => {
    assert.deepEqual(site.authentication, {
      scheme: 'header',
      headerName: 'Authorization',
      prefix: 'token ',
    });
    assert.equal(site.baseUrl, 'https://omegaup.com');
  });

  it('returns the signed-in user', async () => {
    const session = (valid: boolean) =>
      answer({ session: { valid, identity: valid ? { username: 'alice' } : null } });
    assert.deepEqual(await runQuestion(checkOf(site), () => session(true)), { name: 'alice' });
    assert.equal(await failing(checkOf(site), () => session(false)), '401');
  });

  it('polls all runs of a problem together', async () => {
    const name = (id: string, hint: string | null) => ({ requestId: id, hint });
    const question = statesAt(site, [name('a', 'sumas'), name('b', 'sumas')], null);
    assert.equal((await firstRequestOf(question)).path, '/api/problem/runs/?problem_alias=sumas');
    const seen = await runQuestion(question, () =>
      answer({ runs: [run({ guid: 'a' }), run({ guid: 'b', status: 'new' })] }),
    );
    assert.deepEqual([seen.get('a')?.kind, seen.get('b')?.kind], ['ended', 'notReady']);
    assert.equal(site.batch?.covers([name('a', 'sumas'), name('b', 'resta')], null), false);
    assert.equal(site.batch?.covers([name('a', null), name('b', null)], null), false);
  });

  it('accepts a program and returns its ID', async () => {
    const program = { problemId: 'sumas', place: null, optimise: false, trackId: 't', inputs: null };
    const question = on(site, (http) =>
      site.submission!.submit(http, { ...program, language: 'py3', code: 'print(1)' }),
    );
    assert.deepEqual(await firstRequestOf(question), {
      method: 'POST',
      path: '/api/run/create/',
      form: { problem_alias: 'sumas', language: 'py3', source: 'print(1)' },
    });
    const taken = await runQuestion(question, () => answer({ status: 'ok', guid, submit_delay: 0 }));
    assert.deepEqual(taken, { kind: 'accepted', requestId: guid, hint: 'sumas' });
    assert.equal(await failing(question, () => answer({ guid: 7 })), 'notUnderstood');
    assert.equal(await failing(question, () => failure(403, 'runWaitGap')), '429 No.');
  });

  it('lists the languages that a problem accepts', async () => {
    const form = on(site, (http) => site.submission!.fetchForm!(http, { problemId: 'sumas', place: null }));
    const lists: readonly [string | string[], string[]][] = [
      [
        ['py3', 'java', 'x'],
        ['java', 'py3', 'x'],
      ],
      ['py3,java', ['java', 'py3']],
    ];
    for (const [languages, listed] of lists)
      assert.deepEqual(
        (await runQuestion(form, () => answer({ languages }))).languages.map(({ id }) => id),
        listed,
      );
  });
});
