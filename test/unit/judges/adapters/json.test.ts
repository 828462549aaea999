import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { type Envelope, meaningOf } from '../../../../src/results';
import { judgeNamed } from '../../../../src/judges/adapters';
import type { Judge } from '../../../../src/judges';
import type { PlainAnswer } from '../../../../src/judges/adapters/shared/makeResult';
import type { OutgoingRequest } from '../../../../src/judges/http/judgeHttp';
import {
  checkOf,
  failing,
  failureOf,
  firstRequestOf,
  on,
  recentOf,
  resultAt,
  run,
  statesAt,
} from '../../../support/operations';
import { answer } from './answers';

const document = fs.readFileSync(path.join(__dirname, '../../../../docs/custom-judges.md'), 'utf8');

/** The services of the examples in the document. */
const examples = Object.assign(
  {},
  ...[...document.matchAll(/^```json\n("[\w-]+": \{[^]*?)^```/gm)].flatMap(([, text]) => {
    const services = JSON.parse(`{${text}}`) as Record<string, { type?: string }>;
    return Object.values(services).every(({ type }) => type === 'json') ? [services] : [];
  }),
) as Readonly<Record<string, unknown>>;

function example(name: string): Judge {
  const read = judgeNamed(name, examples);
  assert.ok(read.ok, JSON.stringify(read));
  return read.judge;
}

function described(fields: object): Judge {
  const read = judgeNamed('test', { test: { type: 'json', url: 'https://oj.test', ...fields } });
  assert.ok(read.ok, JSON.stringify(read));
  return read.judge;
}

function problemsOf(fields: object): readonly string[] {
  const read = judgeNamed('test', { test: { type: 'json', url: 'https://oj.test', ...fields } });
  assert.ok(!read.ok, 'it was taken');
  return read.problems.map(({ at, what }) => `${at}: ${what.kind}`);
}

const asked = (requestId: string) => ({ requestId, hint: null });

async function resultOf(judge: Judge, given: PlainAnswer) {
  const result = await run(resultAt(judge, asked('7')), () => given);
  assert.ok(result.kind === 'result', result.kind);
  return result;
}

function meaning(judge: Judge, { data }: Envelope): string | undefined {
  return meaningOf(judge.rules.statuses, data?.judge?.status ?? null)?.short;
}

describe('The examples in the type json documentation', () => {
  it('are exactly three', () => assert.deepEqual(Object.keys(examples), ['qduoj', 'mine', 'dmoj-by-hand']));

  describe('QDUOJ', () => {
    const qduoj = () => example('qduoj');
    const one = {
      test_case: '1',
      result: 0,
      cpu_time: 3,
      real_time: 10,
      memory: 1048576,
      exit_code: 0,
      signal: 0,
    };
    const submission = (fields: object) =>
      answer({
        error: null,
        data: { id: 'a'.repeat(32), problem: '1001', language: 'C++', code: 'int main', ...fields },
      });

    it('requests a result by ID and reads it with its cases', async () => {
      const question = resultAt(qduoj(), asked('ab/c'));
      assert.deepEqual(await firstRequestOf(question), { method: 'GET', path: '/api/submission?id=ab%2Fc' });
      const { envelope, about } = await resultOf(
        qduoj(),
        submission({
          result: 8,
          info: { err: null, data: [one, { ...one, test_case: '2', result: -1, exit_code: 1, score: 0 }] },
          statistic_info: { time_cost: 3, memory_cost: 2097152, score: 50 },
        }),
      );
      const { judge } = envelope.data ?? {};
      assert.deepEqual([judge?.status, judge?.score, judge?.time, judge?.memory], [8, 50, 3, 2048]);
      assert.deepEqual(
        judge?.subtasks.map(({ cases }) =>
          cases.map(({ id, status, memory, exitCode }) => [id, status, memory, exitCode]),
        ),
        [
          [
            [1, 0, 1024, 0],
            [2, -1, 1024, 1],
          ],
        ],
      );
      assert.equal(meaning(qduoj(), envelope), 'PART');
      assert.deepEqual([about?.language, about?.code], ['C++', 'int main']);
    });

    it('reads a result without cases, and one during judging', async () => {
      const waiting = await resultOf(qduoj(), submission({ result: 6, statistic_info: {} }));
      assert.equal(
        meaningOf(qduoj().rules.statuses, waiting.envelope.data?.judge?.status ?? null)?.kind,
        'pending',
      );
      assert.deepEqual(waiting.envelope.data?.judge?.subtasks, []);
    });

    it('reads the compiler output', async () => {
      const err_info = '/judger/run/1/main.cpp:1:1: error: x';
      const { envelope } = await resultOf(
        qduoj(),
        submission({ result: -2, info: {}, statistic_info: { err_info, score: 0 } }),
      );
      assert.deepEqual(envelope.data?.compile, { success: false, message: err_info, opt2: null });
    });

    it('recognizes failures with status 200', async () => {
      const failed = (error: string, data: string) =>
        failing(resultAt(qduoj(), asked('7')), () => answer({ error, data }));
      assert.equal(await failed('error', 'Submission doesn’t exist'), '400 Submission doesn’t exist');
      assert.equal(
        await failed('error', 'No permission for this submission'),
        '403 No permission for this submission',
      );
      // The judge may recover soon.
      assert.equal(await failed('server-error', 'server error'), '500 server error');
      assert.equal(await failed('permission-denied', 'Please login first'), '401 Please login first');
      assert.equal(await failed('invalid-id', 'id: not valid'), '400 id: not valid');
      const page = { status: 403, contentType: 'text/html', text: '<html>CSRF verification failed' };
      // only guests, and users with a wrong key, need the token of a form
      assert.equal(await failing(resultAt(qduoj(), asked('7')), () => page), '401');
    });

    it('shows an error of the judge as a message, not as compiler output', async () => {
      const { envelope } = await resultOf(
        qduoj(),
        submission({ result: 5, info: {}, statistic_info: { err_info: 'Test case not found' } }),
      );
      assert.equal(envelope.data?.judge?.description, 'Test case not found');
      assert.equal(envelope.data?.compile, null);
    });

    it('returns the signed-in user, and rejects an unknown key', async () => {
      const check = checkOf(qduoj());
      assert.equal((await firstRequestOf(check)).path, '/api/profile');
      const known = answer({ error: null, data: { user: { username: 'ann' } } });
      assert.deepEqual(await run(check, () => known), { name: 'ann' });
      for (const data of [null, { user: null }, { user: { username: null } }])
        assert.equal(await failing(check, () => answer({ error: null, data })), '401');
      // The configured path is wrong.
      assert.equal(await failing(check, () => answer({ error: null, data: { name: 'ann' } })), 'place');
    });

    it('rejects a status that isn’t an integer', async () => {
      for (const result of ['2.5', '1e-300', '1e999']) {
        const text = `{"error":null,"data":{"id":"1","result":${result}}}`;
        assert.equal(
          await failing(resultAt(qduoj(), asked('1')), () => ({ ...answer(null), text })),
          'place',
          result,
        );
      }
    });

    describe('when submitting a program', () => {
      const program = { language: 'C++', code: 'x', optimise: false, trackId: 't', inputs: null };
      const problem = { id: 12, _id: 'oi-1', title: 'A plus B', languages: ['C++', 'Java', 'Brainfuck'] };
      const found = answer({ error: null, data: problem });
      const submit = async (
        problemId: string,
        contest: string | null,
        reply: PlainAnswer,
        lookup: PlainAnswer = found,
      ) => {
        const sent: OutgoingRequest[] = [];
        const question = on(qduoj(), (http) =>
          qduoj().submission!.submit(http, { ...program, problemId, place: contest }),
        );
        const taken = await run(question, (request) => {
          sent.push(request);
          return request.method === 'GET' ? lookup : reply;
        });
        return { taken, sent };
      };
      const refusal = (problemId: string, reply: PlainAnswer, lookup: PlainAnswer = found) =>
        failing(
          on(qduoj(), (http) => qduoj().submission!.submit(http, { ...program, problemId, place: null })),
          ({ method }) => (method === 'GET' ? lookup : reply),
        );
      const accepted = answer({ error: null, data: { submission_id: 'abc' } });

      it('sends the internal number of the problem, after a look-up', async () => {
        const { taken, sent } = await submit('1001', null, accepted);
        assert.deepEqual(sent, [
          { method: 'GET', path: '/api/problem?problem_id=1001' },
          {
            method: 'POST',
            path: '/api/submission',
            body: { problem_id: 12, language: 'C++', code: 'x' },
          },
        ]);
        assert.deepEqual(taken, { kind: 'accepted', requestId: 'abc', hint: null });
      });

      it('submits a problem of a contest', async () => {
        const { sent } = await submit('oi-1', '7', accepted);
        assert.equal(sent[0]?.path, '/api/contest/problem?contest_id=7&problem_id=oi-1');
        assert.deepEqual(sent[1]?.body, { problem_id: 12, contest_id: 7, language: 'C++', code: 'x' });
      });

      it('returns no ID if a contest hides its results', async () => {
        const { taken } = await submit('oi-1', '7', answer({ error: null, data: null }));
        assert.deepEqual(taken, { kind: 'hidden' });
      });

      it('fails with the judge’s message after a rejection', async () => {
        const wait = answer({ error: 'error', data: 'Please wait 3 seconds' });
        assert.equal(await refusal('1001', wait), '429 Please wait 3 seconds');
        const unknown = answer({ error: 'error', data: 'Problem does not exist' });
        assert.equal(await refusal('9', accepted, unknown), '404 Problem does not exist');
        assert.equal(await refusal('9', accepted, answer({ error: null, data: {} })), 'place');
      });

      it('is rejected with a page without a CSRF token if the app key is wrong', async () => {
        const text =
          '<!DOCTYPE html><html><body><h1>Forbidden</h1><p>CSRF verification failed. Request aborted.</p></body></html>';
        const page = { status: 403, contentType: 'text/html', text };
        const { failure, sent } = await failureOf(
          on(qduoj(), (http) =>
            qduoj().submission!.submit(http, { ...program, problemId: '1001', place: null }),
          ),
          ({ method }) => (method === 'GET' ? found : page),
        );
        assert.ok(failure.kind === 'status');
        // not a firewall: with other credentials, the judge would accept the program
        assert.deepEqual([failure.status, failure.refusesAnybody, sent], [401, undefined, 'no']);
      });

      it('offers the languages that the problem accepts', async () => {
        const question = on(qduoj(), (http) =>
          qduoj().submission!.fetchForm!(http, { problemId: 'oi-1', place: null }),
        );
        const form = await run(question, () => found);
        assert.deepEqual(
          form.languages.map(({ id, editorLanguages }) => [id, editorLanguages]),
          [
            ['C++', ['cpp']],
            ['Java', ['java']],
            ['Brainfuck', []],
          ],
        );
        assert.equal(form.title, 'A plus B');
      });

      it('finds the problem of an entered page', () => {
        const { submission, pages } = qduoj();
        const inContest = { problemId: 'oi-1', place: '7' };
        assert.deepEqual(submission!.problemAt!('https://oj.example.edu/contest/7/problem/oi-1/'), inContest);
        assert.deepEqual(submission!.problemAt!('https://oj.example.edu/problem/1001'), {
          problemId: '1001',
          place: null,
        });
        for (const other of ['https://oj.example.edu/contest/7', 'https://other.test/problem/1', '1001'])
          assert.equal(submission!.problemAt!(other), null, other);
        assert.equal(pages!.problem!(inContest), 'https://oj.example.edu/contest/7/problem/oi-1');
      });
    });

    it('lists the newest submissions, and polls all pending submissions with the same list', async () => {
      const results = [
        { id: 'aa', result: 7, problem: '1001', create_time: '2026-11-22T06:00:00Z' },
        { id: 'bb', result: 0, problem: '1002', create_time: 'soon', statistic_info: { time_cost: 1 } },
        { id: 'cc', result: 0, problem: '1002', statistic_info: {} },
        { id: 'dd', result: 5, problem: '1002', statistic_info: {} },
        { id: 'not an ID', result: 0 },
      ];
      const list = answer({ error: null, data: { results, total: 3 } });
      const recent = await run(recentOf(qduoj(), null), () => list);
      assert.deepEqual(
        recent.map(({ requestId, problem, at }) => [requestId, problem, at]),
        [
          ['aa', '1001', Date.parse('2026-11-22T06:00:00Z')],
          ['bb', '1002', null],
          ['cc', '1002', null],
          ['dd', '1002', null],
        ],
      );
      const together = statesAt(qduoj(), [asked('aa'), asked('bb')], null) ?? assert.fail();
      assert.deepEqual(
        [...(await run(together, () => list))],
        [
          ['aa', { kind: 'notReady' }],
          ['bb', { kind: 'ended' }],
          // being judged again
          ['cc', { kind: 'notReady' }],
          ['dd', { kind: 'ended' }],
        ],
      );
      assert.equal(qduoj().batch?.covers([asked('aa')], null), false);
    });

    it('recognizes the address of a submission, and links to it', () => {
      const page = qduoj().pages?.record?.(asked('abc')) ?? '';
      assert.equal(page, 'https://oj.example.edu/status/abc');
      assert.deepEqual(qduoj().pages?.readAddress?.(page), { kind: 'requestId', id: 'abc' });
      assert.deepEqual(qduoj().pages?.readAddress?.('https://oj.example.edu/problem/1'), {
        kind: 'addressWithoutId',
      });
      assert.equal(qduoj().pages?.readAddress?.('https://other.example.edu/status/abc'), null);
    });
  });

  describe('for a custom judge', () => {
    const mine = () => example('mine');

    it('reads groups, named tests, and times in seconds', async () => {
      const test = { name: 'secret/03-max', verdict: 'wrong', seconds: '0.057', got: '1', wanted: '2' };
      const { envelope } = await resultOf(
        mine(),
        answer({
          verdict: 'wrong',
          points: 40,
          seconds: 0.057,
          groups: [
            { points: 40, tests: [{ ...test, verdict: 'ok' }] },
            { points: 0, tests: [test] },
          ],
        }),
      );
      const [first, second] = envelope.data?.judge?.subtasks ?? [];
      assert.deepEqual([first?.id, first?.score, second?.id, second?.score], [1, 40, 2, 0]);
      const [one] = second?.cases ?? [];
      assert.deepEqual([one?.id, one?.description, one?.time], [1, 'secret/03-max', 57]);
      assert.deepEqual(one?.extra, { stdout: '1', expected: '2' });
      assert.equal(meaning(mine(), envelope), 'WA');
    });

    it('marks texts of a case that were cut or aren’t valid Unicode', async () => {
      const test = {
        name: 'a',
        verdict: 'wrong',
        got: 'x'.repeat(2 ** 20 + 1),
        wanted: 'x'.repeat(2 ** 20 + 1),
      };
      const tests = [test, { ...test, wanted: '\ud800' }, { ...test, wanted: 7 }];
      const { envelope } = await resultOf(mine(), answer({ verdict: 'wrong', groups: [{ tests }] }));
      assert.deepEqual(
        envelope.data?.judge?.subtasks[0]?.cases.map(({ extra }) => extra?.['shortened']),
        [['expected'], ['expected'], undefined],
      );
    });

    it('submits a form, and reads the judge’s error for an unknown run', async () => {
      const question = on(mine(), (http) =>
        mine().submission!.submit(http, {
          problemId: 'a',
          place: null,
          language: 'c++',
          code: 'x',
          optimise: false,
          trackId: 't',
          inputs: null,
        }),
      );
      assert.ok(question);
      assert.deepEqual(await firstRequestOf(question), {
        method: 'POST',
        path: '/runs',
        form: { task: 'a', lang: 'c++', source: 'x' },
      });
      assert.deepEqual(await run(question, () => answer({ run: 12 }, 201)), {
        kind: 'accepted',
        requestId: '12',
        hint: null,
      });
      assert.equal(
        await failing(resultAt(mine(), asked('7')), () => answer({ message: 'no such run' }, 404)),
        '404 no such run',
      );
    });
  });

  it('for DMOJ report nothing until there is a result', async () => {
    const dmoj = example('dmoj-by-hand');
    const object = { id: 7, problem: 'aplusb', status: 'G', result: null, cases: [] };
    const nothingYet = await run(resultAt(dmoj, asked('7')), () => answer({ data: { object } }));
    assert.deepEqual(nothingYet, { kind: 'notReady' });
    const cases = [
      { type: 'case', case_id: 1, status: 'AC', time: 0.5, memory: 100 },
      { case_id: 2, status: 'SC' },
    ];
    const { envelope } = await resultOf(
      dmoj,
      answer({ data: { object: { ...object, result: 'WA', time: 0.5, cases } } }),
    );
    assert.equal(meaning(dmoj, envelope), 'WA');
    assert.deepEqual(
      envelope.data?.judge?.subtasks[0]?.cases.map(({ status, time }) => [status, time]),
      [
        ['AC', 500],
        ['SC', null],
      ],
    );
  });
});

describe('A judge of type json', () => {
  const result = { path: '/x/{id}', fields: { status: 'data.result' } };

  it('reports a configured path missing from the response, and lists the existing paths', async () => {
    const given = answer({ data: { info: {}, statistic_info: {}, '\u202eevil\u0000': 1 } });
    const { failure } = await failureOf(resultAt(described({ result }), asked('7')), () => given);
    assert.ok(failure.kind === 'place');
    const { field, place, nearbyPaths } = failure;
    assert.deepEqual([field, place], ['result.fields.status', 'data.result']);
    assert.deepEqual(nearbyPaths.slice(0, 2), ['data.info', 'data.statistic_info']);
    assert.doesNotMatch(nearbyPaths.join(), /[\u202e\0]/);
  });

  it('accepts usual short names without a definition, and text, numbers, or Booleans as codes', async () => {
    const judge = described({
      result,
      statusCodes: { true: 'AC', '5': { name: 'Odd', kind: 'failed', short: 'ODD' } },
    });
    const short = async (code: unknown) =>
      meaning(judge, (await resultOf(judge, answer({ data: { result: code } }))).envelope);
    assert.deepEqual(await Promise.all(['TLE', true, 5, '6', '__proto__'].map(short)), [
      'TLE',
      'AC',
      'ODD',
      undefined,
      undefined,
    ]);
  });

  it('reports the exact path of an invalid setting', () => {
    assert.deepEqual(problemsOf({}), ['test.result: expected']);
    assert.deepEqual(problemsOf({ result: { path: '/x', fields: { status: 'a' } } }), [
      'test.result.path: expected',
    ]);
    assert.deepEqual(problemsOf({ result: { ...result, fields: { state: 'a', status: 'b' } } }), [
      'test.result.fields.state: unknownField',
    ]);
    assert.deepEqual(problemsOf({ result: { ...result, fields: { status: 'a..b' } } }), [
      'test.result.fields.status: expected',
    ]);
    assert.deepEqual(problemsOf({ result, units: { time: 'h' } }), ['test.units.time: oneOf']);
    assert.deepEqual(problemsOf({ result, statusCodes: { '1': 'NOPE' } }), ['test.statusCodes.1: oneOf']);
    assert.deepEqual(problemsOf({ result, submission: { path: '/s', id: 'id', body: 'xml', fields: {} } }), [
      'test.submission.body: oneOf',
    ]);
  });

  it('reads an HTTP error in any form, and reports a body that isn’t JSON', async () => {
    const judge = described({ result });
    assert.equal(
      await failing(resultAt(judge, asked('7')), () => answer({ detail: 'gone' }, 404)),
      '404 gone',
    );
    assert.equal(await failing(resultAt(judge, asked('7')), () => answer([], 500)), '500');
    assert.equal(
      await failing(resultAt(judge, asked('7')), () => ({
        status: 200,
        contentType: 'text/html',
        text: '<html>',
      })),
      'notJson',
    );
    const empty = { status: 204, contentType: null, text: '' };
    assert.deepEqual(await run(resultAt(judge, asked('7')), () => empty), { kind: 'notReady' });
  });

  it('reads a pushed frame with the same paths', () => {
    const push = { webSocketUrl: 'wss://oj.test/ws', authentication: 'query:key', id: 'run', result: 'now' };
    const pushed = described({ result, push }).push ?? assert.fail();
    assert.deepEqual(
      [pushed.origin, pushed.authentication],
      ['wss://oj.test', { kind: 'query', parameter: 'key' }],
    );
    const frame = (body: unknown) => pushed.read(JSON.stringify(body));
    const read = frame({ run: 7, now: { data: { result: 'WA' } } });
    assert.ok(read.kind === 'result' && read.requestId === '7');
    assert.equal(read.answer.envelope.data?.judge?.status, 'WA');
    assert.equal(read.answer.envelope.requestId, '7');
    // Frames without a complete result.
    for (const now of [undefined, {}, { data: { result: null } }])
      assert.deepEqual(frame({ run: '7', now }), { kind: 'nudge', requestId: '7' });
    assert.deepEqual(frame({ hello: 1 }), { kind: 'other' });
    assert.deepEqual(pushed.read('hello'), { kind: 'unreadable' });
    const hinting = described({ result, push: { webSocketUrl: 'wss://oj.test/ws', id: '' } }).push;
    assert.deepEqual(hinting?.read('"7"'), { kind: 'nudge', requestId: '7' });
    assert.equal(described({ result }).push, undefined);
    assert.deepEqual(problemsOf({ result, push: { webSocketUrl: 'https://oj.test', id: 'a' } }), [
      'test.push.webSocketUrl: address',
    ]);
    assert.deepEqual(problemsOf({ result, push: { ...push, framing: 'plain' } }), [
      'test.push.framing: unknownField',
    ]);
  });

  it('checks credentials with an unknown result if no other check is configured', async () => {
    const check = checkOf(described({ result }));
    assert.match((await firstRequestOf(check)).path, /^\/x\/judge-results-/);
    assert.deepEqual(await run(check, () => answer({ data: null })), { name: null });
    assert.equal(await failing(check, () => answer({ message: 'no' }, 401)), '401 no');
    const own = checkOf(described({ result, check: { path: '/me', account: 'user.name' } }));
    assert.deepEqual(await run(own, () => answer({ user: { name: 'ann' } })), { name: 'ann' });
  });

  it('submits a program as a file if multipart is configured', async () => {
    const submission = {
      path: 'submit',
      body: 'multipart',
      id: 'id',
      fields: { file: '{code}', problem: '{problem}', fixed: 1 },
      languages: { gpp: 'cpp' },
    };
    const question = on(described({ result, submission }), (http) =>
      described({ result, submission }).submission!.submit(http, {
        problemId: 'p',
        place: null,
        language: 'gpp',
        code: 'x',
        optimise: false,
        trackId: 't',
        inputs: null,
      }),
    );
    assert.ok(question);
    const request = await firstRequestOf(question);
    assert.deepEqual(request.form, {
      file: { fileName: 'main.cpp', text: 'x' },
      problem: 'p',
      fixed: '1',
    });
    assert.equal(request.path, '/submit');
  });
});
