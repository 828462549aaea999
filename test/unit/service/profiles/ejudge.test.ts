import assert from 'node:assert/strict';
import { ejudge } from '../../../../src/service/profiles/ejudge';
import { described } from '../../../support/profiles';
import { answer, ask, failing, page } from './answers';
import type { ServiceRequest } from '../../../../src/service/question';
import type { PlainAnswer } from '../../../../src/service/profiles/reading';

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
  ...{ run_id: 0, prob_id: 3, run_time: 1_700_000_000, run_time_us: 1, duration: 5, size: 10, status },
  ...more,
});
const read = (result: object) => {
  const found = ask(site.result({ requestId: '0', hint: null }), () => ok(result));
  assert.ok(found.kind === 'result');
  const { judge, compile } = found.envelope.data!;
  return { judge: judge!, compile, cases: judge!.subtasks[0]?.cases ?? [], about: found.about };
};

describe('A run at ejudge', () => {
  it('has all tests with what was read, written, and expected', () => {
    const whole = {
      ...{ is_visibility_full: true, args: { size: 0 } },
      ...{
        input: { size: 2, data: '1\n' },
        output: { size: 2, data: '2\n' },
        correct: { size: 2, data: '3\n' },
      },
      ...{ error: { is_too_big: true }, checker: { size: 9, data: 'expected 3' } },
    };
    const { judge, cases, about, compile } = read({
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
    assert.deepEqual(cases[1]!.extra, { stdin: '1\n', stdout: '2\n', expected: '3\n', total: 60 });
    assert.deepEqual([cases[1]!.description, cases[2]!.description], ['expected 3', 'signal 11']);
    assert.equal(compile?.message, 'main.c:1:5: warning: ‘x’');
    assert.deepEqual([about?.problem?.id, about?.at], ['3', 1_700_000_000_000]);
  });

  it('has the compiler’s text where it could not be compiled', () => {
    const { compile } = read({ run: run(1), compiler_output: encoded('error: x') });
    assert.deepEqual([compile?.success, compile?.message], [false, 'error: x']);
  });

  it('is a status and nothing else where a minimal report is all there is', () => {
    for (const status of [95, 96, 97, 98, 99, 6, 9, 18])
      assert.deepEqual(read({ run: run(status, { is_minimal_report: true }) }).cases, []);
    assert.deepEqual(
      [95, 96, 98, 8, 16, 23, 19].map((status) => site.rules.statuses[status]?.kind),
      ['pending', 'pending', 'pending', 'error', 'error', 'error', 'error'],
    );
  });

  it('has the one failed test where only its number is told', () => {
    const { cases } = read({ run: run(5, { is_failed_test_available: true, failed_test: 4 }) });
    assert.deepEqual(
      cases.map(({ id, status }) => [id, status]),
      [[4, 5]],
    );
  });

  it('is refused by the symbol of the error, with status 200', () => {
    const refusal = (of: PlainAnswer) =>
      failing(() => ask(site.result({ requestId: '0', hint: null }), () => of));
    assert.equal(refusal(error(29, 'ERR_PERMISSION_DENIED', 'Доступ запрещён')), '401 Доступ запрещён');
    assert.equal(refusal(error(70, 'ERR_INV_RUN_ID', 'Invalid run')), '404 Invalid run');
    assert.equal(refusal(error(30, 'ERR_CONTEST_NOT_STARTED', 'Not started')), '400 Not started');
    assert.equal(refusal(error(1, 'ERR_SERVICE_NOT_AVAILABLE', 'Closed')), '503 Closed');
    // what stands between has answered: the site has a page only for who shows no key at all
    assert.equal(refusal(page('<html>Log in')), 'notJson');
    assert.equal(refusal(page('<html>', 404)), '404');
    assert.equal(refusal(ok({})), 'result.run: an object, not nothing');
  });
});

describe('A contest of ejudge', () => {
  it('is asked through its program, or by paths where the site has those', () => {
    assert.equal(site.check.request.path, '?action=contest-status-json&contest_id=7');
    assert.equal(
      new URL(site.baseUrl + site.check.request.path).href,
      `${url}?action=contest-status-json&contest_id=7`,
    );
    assert.equal(rest.check.request.path, '/contest-status-json?contest_id=7');
    assert.match(site.id, /new-client#7 algo$/);
  });

  it('is told by the address of its pages', () => {
    assert.deepEqual(ejudge.fieldsIn!(`${url}?contest_id=42&locale_id=1`), { url, contest: '42' });
    assert.deepEqual([ejudge.fieldsIn!(url), ejudge.fieldsIn!('x')], [null, null]);
    assert.deepEqual(site.readInput!(`${url}?contest_id=7&action=36&run_id=0`), {
      kind: 'requestId',
      id: '0',
    });
    assert.deepEqual(site.readInput!(`${url}?contest_id=8&run_id=0`), { kind: 'addressWithoutId' });
  });

  it('takes a key as its page shows it, and with what stands before it', () => {
    const { signIn } = site;
    const secretIn = signIn.kind === 'secret' ? signIn.secretIn! : assert.fail();
    const key = 'k'.repeat(43);
    assert.deepEqual([key, `AQAA${key}`, `Bearer AQAA${key}`].map(secretIn), Array(3).fill(`AQAA${key}`));
  });

  it('lists the newest runs, of which one request tells which have ended', () => {
    const runs = [run(96, { run_id: 12 }), run(0, { run_id: 3, score: 100 }), run(20, { run_id: 1 })];
    const recent = ask(site.recent!(null)!, () => ok({ runs }));
    assert.deepEqual(
      recent.map(({ requestId, status, score }) => [requestId, status, score]),
      [
        ['12', 96, null],
        ['3', 0, 100],
      ],
    );
    const pending = ['12', '3'].map((requestId) => ({ requestId, hint: null }));
    const seen = ask(site.batch!.question(pending, null)!, () => ok({ runs }));
    assert.deepEqual(
      [...seen].map(([id, { kind }]) => [id, kind]),
      [
        ['12', 'notReady'],
        ['3', 'ended'],
      ],
    );
  });

  it('offers its problems, and the compilers that one takes', () => {
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
    const form = ask(site.submission!.formOf!({ problemId: 'A', place: null }), ({ path }) =>
      ok(path.includes('problem-status') ? { problem } : contest),
    );
    assert.deepEqual(
      form.languages.map(({ id, extensions }) => [id, extensions.slice(0, 2)]),
      [['g++', ['.cpp', '.cc']]],
    );
    assert.deepEqual(form.limits, { time: 1500, memory: 65_536 });
    const found = ask(site.submission!.search!('sum'), () => ok(contest));
    assert.deepEqual(found, [{ problemId: 'A', place: null, title: 'Sum' }]);
  });

  it('takes a program, and finds the one that it says is there already', () => {
    const program = { problemId: 'A', place: null, optimise: false, trackId: 't', inputs: null };
    const sent: ServiceRequest[] = [];
    const submit = (reply: PlainAnswer) =>
      ask(site.submission!.submit({ ...program, language: 'g++', code: 'x' }), (request) => {
        sent.push(request);
        return request.method === 'POST' ? reply : ok({ runs: [run(96, { run_id: 12 })] });
      });
    assert.deepEqual(submit(ok({ run_id: 0, run_uuid: 'u' })), {
      kind: 'accepted',
      requestId: '0',
      hint: null,
    });
    assert.deepEqual(sent[0]?.form, {
      prob_id: 'A',
      lang_id: 'g++',
      file: { fileName: 'source', text: 'x' },
    });
    const again = submit(error(82, 'ERR_DUPLICATE_SUBMIT', 'This submit is duplicate of another run'));
    assert.deepEqual(again, { kind: 'accepted', requestId: '12', hint: null });
    assert.equal(
      failing(() => submit(error(78, 'ERR_RUN_QUOTA_EXCEEDED', 'Too large'))),
      '400 Too large',
    );
  });
});
