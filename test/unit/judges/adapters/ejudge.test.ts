import assert from 'node:assert/strict';
import { ejudge } from '../../../../src/judges/adapters/ejudge';
import { described } from '../../../support/profiles';
import {
  checkOf,
  failing,
  firstRequestOf,
  on,
  recentOf,
  resultAt,
  run as ask,
  statesAt,
} from '../../../support/operations';
import { answer, page } from './answers';
import { capturedFromEjudge as captured } from './captures';
import type { OutgoingRequest } from '../../../../src/judges/http/judgeHttp';
import type { PlainAnswer } from '../../../../src/judges/adapters/shared/makeResult';

const url = 'https://ejudge.example.org/cgi-bin/new-client';
const site = described(ejudge, 'algo', { url, contest: 7 });
const rest = described(ejudge, 'rest', { url: 'https://ejudge.example.org/ej/api/v1/client', contest: '7' });

const ok = (result: object) => answer({ ok: true, server_time: 1_700_000_000, result });
const error = (num: number, symbol: string, message: string) =>
  answer({ ok: false, server_time: 1_700_000_000, error: { num, symbol, message, log_id: 'x' } });
const encoded = (text: string) => ({
  content: { method: 1, size: text.length, data: Buffer.from(text).toString('base64') },
});
const run = (status: number, more: object = {}) => ({
  run_id: 0,
  prob_id: 3,
  run_time: 1_700_000_000,
  run_time_us: 1,
  duration: 5,
  size: 10,
  status,
  ...more,
});
const actionOf = ({ path }: OutgoingRequest) => new URLSearchParams(path).get('action') ?? '';
/** Reads a run of a contest that rejects the request for its list. */
const read = (result: object) =>
  readAnswers(ok(result), error(25, 'ERR_CONTEST_ALREADY_FINISHED', 'Finished'));
const readAnswers = async (run: PlainAnswer, contest: PlainAnswer) => {
  const found = await ask(resultAt(site, { requestId: '0', hint: null }), (request) =>
    actionOf(request) === 'contest-status-json' ? contest : run,
  );
  assert.ok(found.kind === 'result');
  const { judge, compile } = found.envelope.data!;
  return {
    judge: judge!,
    compile,
    cases: judge!.subtasks.flatMap((subtask) => subtask.cases),
    about: found.about,
  };
};

describe('A run at ejudge', () => {
  it('marks texts of tests that ejudge cut, also in the middle of a character', async () => {
    const { cases } = await read({
      run: run(5),
      testing_report: {
        tests: [
          { num: 1, status: 5, input: { size: 3, data: 'a\n' }, correct: { size: 3, data: 'ö\n' } },
          { num: 2, status: 5, input: { size: 3, data: 'ö?' }, correct: { size: 4, data: '1 2?' } },
          { num: 3, status: 5, input: { size: 7, data: 'ö?' }, correct: { size: 9, data: '1' } },
        ],
      },
    });
    assert.deepEqual(
      cases.map(({ extra }) => extra?.['shortened']),
      [['stdin'], undefined, ['stdin', 'expected']],
    );
  });

  it('has all tests with input, output, and expected output', async () => {
    const whole = {
      is_visibility_full: true,
      args: { size: 0 },
      input: { size: 2, data: '1\n' },
      output: { size: 2, data: '2\n' },
      correct: { size: 2, data: '3\n' },
      error: { is_too_big: true },
      checker: { size: 9, data: 'expected 3' },
    };
    const { judge, cases, about, compile } = await read({
      run: run(7, { is_score_available: true, score: 40, is_passed_tests_available: true, passed_tests: 1 }),
      compiler_output: encoded('main.c:1:5: warning: ‘x’'),
      testing_report: {
        valuer_comment: encoded('group 1: ok'),
        tests: [
          { num: 1, status: 0, time_ms: 15, score: 40, max_score: 40 },
          { num: 3, status: 5, time_ms: 16, score: 0, max_score: 60, ...whole },
          { num: 4, status: 2, time_ms: 17, term_signal: 11, checker_comment: 'signal 11' },
          { num: 5, is_visibility_exists: true },
        ],
      },
    });
    assert.deepEqual(
      [judge.status, judge.score, judge.description, judge.passed],
      [7, 40, 'group 1: ok', undefined],
    );
    assert.deepEqual(
      cases.map(({ id, status, score, time, signal }) => [id, status, score, time, signal]),
      [
        [1, 0, 40, 15, null],
        [3, 5, 0, 16, null],
        [4, 2, null, 17, 11],
        [5, null, null, null, null],
      ],
    );
    assert.deepEqual(cases[1]!.extra, {
      stdin: '1\n',
      stdout: '2\n',
      expected: '3\n',
      total: 60,
      omitted: { stderr: 'tooLarge' },
    });
    assert.deepEqual([cases[1]!.description, cases[2]!.description], ['expected 3', 'signal 11']);
    assert.equal(compile?.message, 'main.c:1:5: warning: ‘x’');
    assert.deepEqual([about?.problem?.id, about?.at], ['3', 1_700_000_000_000]);
  });

  it('has the compiler output if it could not be compiled', async () => {
    const { compile } = await read({ run: run(1), compiler_output: encoded('error: x') });
    assert.deepEqual([compile?.success, compile?.message], [false, 'error: x']);
  });

  it('has only a status if its report is minimal', async () => {
    for (const status of [95, 96, 97, 98, 99, 6, 9, 18])
      assert.deepEqual((await read({ run: run(status, { is_minimal_report: true }) })).cases, []);
    assert.deepEqual(
      [95, 96, 98, 11, 8, 16, 23, 19].map((status) => site.rules.statuses[status]?.kind),
      ['pending', 'pending', 'pending', 'pending', 'error', 'error', 'error', 'error'],
    );
  });

  it('has the failed test if ejudge sends only its number', async () => {
    const { cases } = await read({ run: run(5, { is_failed_test_available: true, failed_test: 4 }) });
    assert.deepEqual(
      cases.map(({ id, status }) => [id, status]),
      [[4, 5]],
    );
  });

  it('is rejected by the symbol of the error, with status 200', async () => {
    const refusal = (of: PlainAnswer) => failing(resultAt(site, { requestId: '0', hint: null }), () => of);
    assert.equal(await refusal(error(29, 'ERR_PERMISSION_DENIED', 'Доступ запрещён')), '401 Доступ запрещён');
    assert.equal(await refusal(error(70, 'ERR_INV_RUN_ID', 'Invalid run')), '404 Invalid run');
    assert.equal(await refusal(error(30, 'ERR_CONTEST_NOT_STARTED', 'Not started')), '400 Not started');
    assert.equal(await refusal(error(1, 'ERR_SERVICE_NOT_AVAILABLE', 'Closed')), '503 Closed');
    // A page comes from a server in between: the site itself sends one only if the request contains no key.
    assert.equal(await refusal(page('<html>Log in')), 'notJson');
    assert.equal(await refusal(page('<html>', 404)), '404');
    assert.equal(await refusal(ok({})), 'result.run: an object, not nothing');
  });
});

describe('A run in the format of ejudge 3.14', () => {
  const contest = captured('contest');
  const real = (title: string) => readAnswers(captured(title), contest);

  it('has its problem’s name and its compiler from the contest list', async () => {
    const { about } = await real('run: wrong answer');
    assert.deepEqual(about?.problem, { id: 'A', title: 'Сумма A+B', letter: 'A' });
    assert.deepEqual([about?.language, about?.languageName], ['g++', 'GNU C++']);
  });

  it('has its problem’s number if the contest list can’t be requested', async () => {
    const { about } = await readAnswers(captured('run: wrong answer'), captured('contest: unknown number'));
    assert.deepEqual(about?.problem, { id: '1', title: null });
  });

  it('is requested without the contest until the contest has ended', async () => {
    const sent: OutgoingRequest[] = [];
    const found = await ask(resultAt(site, { requestId: '46', hint: null }), (request) => {
      sent.push(request);
      return captured('run: testing suspended');
    });
    assert.deepEqual(sent.map(actionOf), ['run-status-json']);
    assert.ok(found.kind === 'result');
    assert.equal(found.about?.problem, null);
  });

  it('is pending, and polled rarely, while testing is suspended', async () => {
    const { judge } = await real('run: testing suspended');
    const meaning = site.rules.statuses[String(judge.status)];
    assert.deepEqual([judge.status, meaning?.kind, meaning?.suspended], [11, 'pending', true]);
  });

  it('has no score if ejudge sends the score −1', async () => {
    const { judge } = await real('run: olympiad, score -1');
    assert.deepEqual([judge.status, judge.score], [8, null]);
    const recent = await ask(recentOf(site, null), () => captured('runs of contest 5'));
    assert.deepEqual(
      recent.map(({ requestId, score }) => [requestId, score]),
      [
        ['3', null],
        ['2', null],
        ['1', null],
        ['0', null],
      ],
    );
  });

  it('marks outputs that are too large or binary', async () => {
    const [large] = (await real('run: output and checker too big')).cases;
    assert.deepEqual(large?.extra, {
      stdin: '1 10\n',
      expected: '11\n',
      total: 10,
      omitted: { stdout: 'tooLarge' },
    });
    const [binary] = (await real('run: binary output')).cases;
    assert.deepEqual(binary?.extra?.['omitted'], { stdout: 'binary' });
    assert.equal(binary?.description, 'Different number of lines: output: 2, correct: 1\n');
  });

  it('has no compiler output if the output is a single line break', async () => {
    assert.equal((await real('run: compiler output of one line break')).compile, null);
    assert.match((await real('run: warning')).compile?.message ?? '', /warning: assignment to/);
    const { compile } = await real('run: compile error');
    assert.equal(compile?.success, false);
    assert.match(compile?.message ?? '', /error: 'retrun' was not declared/);
  });

  it('has points per group, and none per test, if the valuer describes groups', async () => {
    const { judge, cases } = await real('run: groups');
    assert.deepEqual([judge.score, cases.length], [17, 6]);
    assert.deepEqual(
      cases.map(({ score, extra }) => [score, extra?.['total']]),
      Array.from({ length: 6 }, () => [null, undefined]),
    );
    const [first] = judge.subtasks;
    assert.deepEqual([first?.id, first?.score, first?.cases.map(({ id }) => id)], [1, 20, [1, 2]]);
    assert.match(judge.description ?? '', /^17=20-3\*1 · Testing on tests 6-6 has not been performed/);
  });

  it('has no time for a skipped test', async () => {
    const tests = [
      { num: 1, status: 5, time_ms: 3 },
      { num: 2, status: 18, time_ms: 0, score: 0, max_score: 0, is_visibility_full: true },
    ];
    const { cases } = await read({ run: run(5), testing_report: { tests } });
    assert.deepEqual(
      cases.map(({ time }) => time),
      [3, null],
    );
  });

  it('doesn’t count the failed test of a Moscow contest as passed', async () => {
    assert.equal((await real('run: Moscow')).cases.length, 3);
    const moscow = {
      is_failed_test_available: true,
      failed_test: 3,
      is_passed_tests_available: true,
      passed_tests: 3,
    };
    assert.equal((await read({ run: run(5, moscow) })).judge.passed, 2);
    const kirov = { is_passed_tests_available: true, passed_tests: 3 };
    assert.equal((await read({ run: run(7, kirov) })).judge.passed, 3);
  });

  it('has only the parts that the participant may see', async () => {
    const { judge, cases, compile } = await real('run: report disabled');
    assert.deepEqual([judge.status, judge.score, judge.passed, cases.length, compile], [7, 40, 4, 0, null]);
    const [, segv] = (await real('run: signal')).cases;
    assert.deepEqual([segv?.status, segv?.signal], [2, 11]);
    const [, exit] = (await real('run: exit code')).cases;
    assert.deepEqual([exit?.status, exit?.exitCode], [2, 3]);
    for (const [title, status] of [
      ['run: check failed', 6],
      ['run: ignored', 9],
      ['run: disqualified', 10],
      ['run: style violation', 14],
      ['run: pending review', 16],
      ['run: rejected', 17],
      ['run: summoned', 23],
    ] as const) {
      assert.equal((await real(title)).judge.status, status, title);
    }
    assert.equal(
      await failing(resultAt(site, { requestId: '0', hint: null }), () => captured('run: of another user')),
      "404 `run_id' parameter value is invalid.",
    );
  });
});

describe('An ejudge contest', () => {
  it('receives the action as a parameter at every URL', async () => {
    for (const contest of [site, rest]) {
      assert.equal(
        new URL(contest.baseUrl + (await firstRequestOf(checkOf(contest))).path).href,
        `${contest.baseUrl}?action=contest-status-json&contest_id=7`,
      );
      assert.match(contest.id, /client#7 (?:algo|rest)$/);
    }
  });

  it('is recognized in a page URL before and after sign-in', () => {
    const host = 'https://ejudge.example.org';
    const session = '0123456789abcdef';
    for (const [pasted, address, contest] of [
      [`${url}?contest_id=42&locale_id=1`, url, '42'],
      [`${url}?SID=${session}&action=2`, url, undefined],
      [`${url}/?SID=${session}`, url, undefined],
      [url, url, undefined],
      [url.replace('https://', ''), url, undefined],
      [`${host}/cgi-bin/team?contest_id=3`, `${host}/cgi-bin/team`, '3'],
      [`${host}/cgi-bin/client?SID=${session}`, `${host}/cgi-bin/client`, undefined],
      [`${host}/ej/client/main-page/S${session}?run_id=3`, `${host}/ej/client`, undefined],
      [`${host}/ej/api/v1/client/contest-status-json?contest_id=5`, `${host}/ej/api/v1/client`, '5'],
      [`${host}/cgi-bin/team?contest_id=000001`, `${host}/cgi-bin/team`, '1'],
      [`${host}/cgi-bin/new-register?contest_id=5&locale_id=1`, url, '5'],
      [`${host}/cgi-bin/register?contest_id=5`, url, '5'],
      [`${host}/cgi-bin/users?contest_id=000005`, url, '5'],
      [`${host}/ej/register?contest_id=5`, `${host}/ej/client`, '5'],
      [`${host}/ej/new-register/S${session}?action=3`, `${host}/ej/new-client`, undefined],
      [`${host}/judge?contest_id=5`, `${host}/judge`, '5'],
    ] as const) {
      const expected = contest === undefined ? { url: address } : { url: address, contest };
      assert.deepEqual(ejudge.fieldsIn!(pasted), expected, pasted);
    }
    assert.deepEqual([ejudge.fieldsIn!('x'), ejudge.fieldsIn!(host)], [null, null]);
  });

  it('finds a run’s ID in a URL of any program on the site', () => {
    const inSession = 'https://ejudge.example.org/ej/client/view-report/S0123456789abcdef?run_id=12';
    for (const [text, id] of [
      [`${url}?contest_id=7&action=36&run_id=0`, '0'],
      [`${url}?SID=0123456789abcdef&action=36&run_id=5`, '5'],
      [inSession, '12'],
    ] as const) {
      assert.deepEqual(site.pages!.readAddress!(text), { kind: 'requestId', id }, text);
      assert.deepEqual(rest.pages!.readAddress!(text), { kind: 'requestId', id }, text);
    }
    const seven = { kind: 'requestId', id: '7' };
    assert.deepEqual(site.pages!.readAddress!(`${url}?contest_id=000007&run_id=007`), seven);
    assert.deepEqual(site.pages!.readAddress!('007'), seven);
    assert.deepEqual(site.pages!.readAddress!(`${url}?contest_id=8&run_id=0`), { kind: 'addressWithoutId' });
    assert.equal(site.pages!.readAddress!(`https://other.example.org/cgi-bin/new-client?run_id=0`), null);
    assert.equal(site.pages!.readAddress!('12'), null);
  });

  it('accepts a key as its page shows it, with or without the prefix', () => {
    const { signIn } = site;
    const secretIn = signIn.kind === 'secret' ? signIn.secretIn! : assert.fail();
    const key = 'k'.repeat(43);
    assert.deepEqual([key, `AQAA${key}`, `Bearer AQAA${key}`].map(secretIn), Array(3).fill(`AQAA${key}`));
  });

  it('lists no run whose number is neither a number nor a text', async () => {
    const runs = [run(0, { run_id: { toString: 1 } }), run(0, { run_id: ['4'] }), run(0, { run_id: 3 })];
    const recent = await ask(recentOf(site, null), () => ok({ runs }));
    assert.deepEqual(
      recent.map(({ requestId }) => requestId),
      ['3'],
    );
  });

  it('lists the newest runs, and polls all pending runs with one list', async () => {
    const runs = [run(96, { run_id: 12 }), run(0, { run_id: 3, score: 100 }), run(20, { run_id: 1 })];
    const recent = await ask(recentOf(site, null), () => ok({ runs }));
    assert.deepEqual(
      recent.map(({ requestId, status, score }) => [requestId, status, score]),
      [
        ['12', 96, null],
        ['3', 0, 100],
      ],
    );
    const pending = ['12', '3'].map((requestId) => ({ requestId, hint: null }));
    const seen = await ask(statesAt(site, pending, null), () => ok({ runs }));
    assert.deepEqual(
      [...seen].map(([id, { kind }]) => [id, kind]),
      [
        ['12', 'notReady'],
        ['3', 'ended'],
      ],
    );
  });

  it('offers its problems and the compilers of each problem', async () => {
    const contest = {
      compilers: [
        { id: 2, short_name: 'gcc', long_name: 'GNU C 14', src_sfx: '.c' },
        { id: 3, short_name: 'g++', src_sfx: '.cpp' },
      ],
      problems: [
        { id: 1, short_name: 'A', long_name: 'Sum' },
        { id: 2, short_name: 'B' },
      ],
    };
    const problem = { compilers: [3], time_limit_ms: 1500, max_vm_size: '67108864' };
    const form = await ask(
      on(site, (http) => site.submission!.fetchForm!(http, { problemId: 'A', place: null })),
      ({ path }) => ok(path.includes('problem-status') ? { problem } : contest),
    );
    assert.deepEqual(
      form.languages.map(({ id, extensions }) => [id, extensions.slice(0, 2)]),
      [['g++', ['.cpp', '.cc']]],
    );
    assert.deepEqual([form.limits, form.title], [{ time: 1500, memory: 65_536 }, 'Sum']);
    const { problemList } = site.submission!;
    const listed = await ask(
      on(site, (http) => problemList!.fetchAll(http)),
      () => ok(contest),
    );
    assert.deepEqual(listed.problems, [
      { problemId: 'A', place: null, title: 'Sum', letter: 'A' },
      { problemId: 'B', place: null, title: '', letter: 'B' },
    ]);
    for (const text of ['a', 'A.cpp', 'contest/a/main.py', 'sum']) {
      assert.equal(problemList!.named(text, listed.problems)[0]?.problemId, 'A', text);
    }
  });

  it('requests a problem by its number, found by its short name', async () => {
    const problems: (string | null)[] = [];
    const formOf = (problemId: string) =>
      ask(
        on(site, (http) => site.submission!.fetchForm!(http, { problemId, place: null })),
        (request) => {
          if (actionOf(request) === 'contest-status-json') return captured('contest');
          const number = new URLSearchParams(request.path).get('problem');
          if (actionOf(request) === 'problem-statement-json')
            return page('<h2>Statement is not available</h2>');
          problems.push(number);
          return captured(/^\d+$/.test(number ?? '') ? 'problem by its number' : 'problem by its short name');
        },
      );
    const form = await formOf('E');
    assert.deepEqual(
      form.languages.map(({ id }) => id),
      ['g++'],
    );
    assert.deepEqual([form.limits, form.title], [{ time: 1000, memory: 24_576 }, 'Few bytes']);
    assert.deepEqual(await formOf('5'), form);
    assert.equal((await formOf('no-such-problem')).languages.length, 15);
    assert.deepEqual(problems, ['5', '5']);
  });

  it('offers all compilers if the request for the problem is rejected', async () => {
    for (const refusal of [captured('problem by its short name'), page('<html>', 404), page('<html>')]) {
      const form = await ask(
        on(site, (http) => site.submission!.fetchForm!(http, { problemId: 'A', place: null })),
        (request) => (actionOf(request) === 'contest-status-json' ? captured('contest') : refusal),
      );
      assert.deepEqual([form.languages.length, form.limits], [15, { time: null, memory: null }]);
    }
  });

  it('has no runs and no problems before its start', async () => {
    const notStarted = (request: OutgoingRequest) =>
      captured(actionOf(request) === 'list-runs-json' ? 'runs: not started' : 'contest: not started');
    assert.deepEqual(await ask(recentOf(site, null), notStarted), []);
    const list = on(site, (http) => site.submission!.problemList!.fetchAll(http));
    const { problems, contest } = await ask(list, notStarted);
    assert.deepEqual([problems, contest?.startsAt, contest?.hasBegun], [[], undefined, false]);
    const ofProblem = on(site, (http) =>
      site.problemSubmissions!.fetchPage(http, { problemId: 'A', place: null }, null, null),
    );
    assert.deepEqual((await ask(ofProblem, notStarted)).submissions, []);
    const pending = ['12', '3'].map((requestId) => ({ requestId, hint: null }));
    assert.equal((await ask(statesAt(site, pending, null), notStarted)).size, 0);
  });

  it('lists runs with the short names of their problems', async () => {
    const recent = await ask(recentOf(site, null), (request) =>
      captured(actionOf(request) === 'list-runs-json' ? 'runs' : 'contest'),
    );
    assert.equal(recent.length, 50);
    assert.deepEqual([recent[0]?.requestId, recent[0]?.problem], ['51', 'F']);
    assert.deepEqual([recent[4]?.requestId, recent[4]?.problem], ['47', 'A']);
  });

  it('marks runs with status 11 in the list as suspended', async () => {
    const pending = ['12', '3'].map((requestId) => ({ requestId, hint: null }));
    const runs = [run(11, { run_id: 12 }), run(96, { run_id: 3 })];
    assert.deepEqual(
      [...(await ask(statesAt(site, pending, null), () => ok({ runs })))],
      [
        ['12', { kind: 'notReady', isSuspended: true }],
        ['3', { kind: 'notReady' }],
      ],
    );
  });

  describe('if a program is rejected as a duplicate', () => {
    const program = { problemId: 'B', place: null, optimise: false, trackId: 't', inputs: null };
    const duplicate = error(82, 'ERR_DUPLICATE_SUBMIT', 'This submit is duplicate of another run');
    const submit = (replies: { readonly contest?: PlainAnswer; readonly runs?: PlainAnswer } = {}) => {
      const sent: string[] = [];
      const question = on(site, (http) =>
        site.submission!.submit(http, { ...program, language: 'g++', code: 'x' }),
      );
      const reply = (request: OutgoingRequest): PlainAnswer => {
        sent.push(request.path.replace(/^\?action=|&contest_id=7/g, ''));
        switch (actionOf(request)) {
          case 'submit-run':
            return duplicate;
          case 'contest-status-json':
            return replies.contest ?? captured('contest');
          default:
            return replies.runs ?? captured('runs');
        }
      };
      return { sent, question, reply };
    };

    it('returns the newest run of the same problem, found by the problem’s number', async () => {
      const { sent, question, reply } = submit();
      assert.deepEqual(await ask(question, reply), { kind: 'accepted', requestId: '19', hint: null });
      assert.deepEqual(sent, ['submit-run', 'contest-status-json', 'list-runs-json&prob_id=2']);
    });

    it('fails with ejudge’s message if that run can’t be found', async () => {
      const denied = error(29, 'ERR_PERMISSION_DENIED', 'Permission denied');
      for (const replies of [{ contest: denied }, { runs: denied }, { runs: ok({ runs: [] }) }]) {
        const { question, reply } = submit(replies);
        assert.equal(await failing(question, reply), '400 This submit is duplicate of another run');
      }
    });
  });

  it('submits a program by the short name of its problem', async () => {
    const program = { problemId: 'A', place: null, optimise: false, trackId: 't', inputs: null };
    const sent: OutgoingRequest[] = [];
    const question = on(site, (http) =>
      site.submission!.submit(http, { ...program, language: 'g++', code: 'x' }),
    );
    const submitted = await ask(question, (request) => {
      sent.push(request);
      return ok({ run_id: 0, run_uuid: 'u' });
    });
    assert.deepEqual(submitted, {
      kind: 'accepted',
      requestId: '0',
      hint: null,
    });
    assert.deepEqual(sent[0]?.form, {
      prob_id: 'A',
      lang_id: 'g++',
      file: { fileName: 'source', text: 'x' },
    });
    assert.equal(
      await failing(question, () => error(78, 'ERR_RUN_QUOTA_EXCEEDED', 'Too large')),
      '400 Too large',
    );
  });
});
