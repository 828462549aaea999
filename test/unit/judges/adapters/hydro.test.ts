import assert from 'node:assert/strict';
import { caseProgress, completionOf, type Envelope } from '../../../../src/results';
import { RequestFailed } from '../../../../src/judges/requestFailed';
import { hydroStatuses } from '../../../../src/judges/adapters/hydro/record';
import type { PlainAnswer, ResultAnswer } from '../../../../src/judges/adapters/shared/makeResult';
import { on, recentOf, run } from '../../../support/operations';
import { decodeResult, hydroSite } from '../../../support/profiles';
import { captured, frames } from './captures';

const id = '6b0287ea08066e6dc6a70976';
const now = Date.parse('2026-11-22T06:13:53Z');

async function read(title: string | PlainAnswer): Promise<Extract<ResultAnswer, { kind: 'result' }>> {
  const answer = await decodeResult('hydro', typeof title === 'string' ? captured(title) : title, id, now);
  assert.equal(answer.kind, 'result');
  return answer;
}

async function failure(
  answer: PlainAnswer,
): Promise<{ status: number; message: string | null; retryAfter: number | null }> {
  const error: unknown = await decodeResult('hydro', answer, id, now).then(
    () => assert.fail('it was read as a result'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof RequestFailed);
  assert.ok(error.failure.kind === 'status', error.failure.kind);
  const { status, error: said, retryAfter } = error.failure;
  return { status, message: said?.errorMessage ?? null, retryAfter };
}

const answerOf = (status: number, body: unknown): PlainAnswer => ({
  status,
  contentType: 'application/json; charset=utf-8',
  text: JSON.stringify(body),
});

describe('A Hydro record’s result', () => {
  it('is pending without a compilation result before and during compilation', async () => {
    for (const [title, status] of [
      ['record: waiting', 0],
      ['record: compiling (status 21)', 21],
    ] as const) {
      const { envelope } = await read(title);
      assert.equal(envelope.data?.judge?.status, status);
      assert.equal(envelope.data.compile, null);
      assert.deepEqual(envelope.data.judge.subtasks, []);
      assert.equal(envelope.requestId, id);
    }
  });

  it('has the finished cases and a successful compilation while it is judged', async () => {
    const { envelope } = await read('record: judging (status 20)');
    const { compile, judge } = envelope.data!;
    assert.equal(compile?.success, true);
    assert.match(compile.message ?? '', /^foo\.cc: In function int main\(\):\nfoo\.cc:2:30: warning/);
    assert.equal(judge?.status, 20);
    assert.deepEqual(
      judge.subtasks.map(({ id: name, status, cases }) => [name, status, cases.length]),
      [[1, 1, 1]],
    );
  });

  it('has verdict, score, total time, peak memory, and subtasks when finished', async () => {
    const { envelope, about } = await read('record: finished (WA, score 40)');
    const judge = envelope.data!.judge!;
    assert.deepEqual([judge.status, judge.score, judge.time, judge.memory], [2, 40, 20.623456, 1540.5]);
    assert.deepEqual(
      judge.subtasks.map((one) => [one.id, one.status, one.score, one.time, one.memory, one.extra]),
      [
        [1, 1, 40, 18.623456, 1540.5, { type: 'min' }],
        [2, 2, 0, 2, 1536, { type: 'sum' }],
      ],
    );
    const wrong = judge.subtasks[1]!.cases[0]!;
    assert.deepEqual([wrong.id, wrong.status, wrong.description], [1, 2, 'Read 14, expect 15.']);
    assert.deepEqual(wrong.extra, { template: 'Read {0}, expect {1}.', params: ['14', '15'] });
    assert.equal(judge.subtasks[0]!.cases[0]!.description, null);
    assert.deepEqual(about?.problem, { id: 'S5', title: 'Sum' });
    assert.match(about.code ?? '', /^#include <cstdio>\n/);
    assert.equal(about.language, 'cc');
    // 256 MiB
    assert.deepEqual(about.limits, { time: 1000, memory: 262_144 });
  });

  it('has no limits if the problem’s cases differ, or the response contains none', async () => {
    const limitsFor = async (config: unknown) =>
      (await read(answerOf(200, { rdoc: { status: 1 }, pdoc: { pid: 'S1', config } }))).about?.limits;
    const range = { timeMin: 500, timeMax: 2000, memoryMin: 64, memoryMax: 64 };
    assert.deepEqual(await limitsFor(range), { time: null, memory: 65_536 });
    assert.equal(await limitsFor({ timeMin: 500, timeMax: 2000 }), undefined);
    for (const odd of [null, 'time: 1s', { timeMin: 0, timeMax: 0 }, { timeMin: '1', timeMax: '1' }])
      assert.equal(await limitsFor(odd), undefined);
  });

  it('contains no user name or mail address', async () => {
    for (const title of ['record: finished (WA, score 40)', 'record: seen by another user (bob)']) {
      const text = JSON.stringify(await read(title));
      for (const private_ of ['alice', 'mail', 'perm', 'loginat', 'avatar']) {
        assert.ok(!text.includes(private_), `${title}: ${private_}`);
      }
    }
  });

  it('for another user has no program and no compiler output', async () => {
    const { envelope, about } = await read('record: seen by another user (bob)');
    assert.equal(about?.code, null);
    assert.deepEqual(envelope.data?.compile, { success: true, message: null, opt2: null });
  });

  it('has a failed compilation if its status is Compile Error', async () => {
    const { envelope } = await read('record: CE');
    assert.equal(envelope.data?.judge?.status, 7);
    assert.equal(envelope.data.compile?.success, false);
    assert.match(envelope.data.compile.message ?? '', /^foo\.cc:1:10: error: expected primary-expression/);
  });

  it('has exit code and signal, and marks a subtask missing at the end as skipped', async () => {
    const { envelope } = await read('record: RE (skipped subtask 2 absent from subtasks)');
    const [first, second] = envelope.data!.judge!.subtasks;
    assert.deepEqual(
      first!.cases.map(({ status, exitCode, signal, description }) => [
        status,
        exitCode,
        signal,
        description,
      ]),
      [
        [6, 1, null, 'Your program returned 1.'],
        [9, null, null, null],
      ],
    );
    assert.deepEqual([second!.id, second!.status, second!.score], [2, 9, 0]);
    assert.deepEqual([second!.cases[0]!.signal, second!.cases[0]!.exitCode], [11, null]);
  });

  it('contains the error of the test data, and no compilation result', async () => {
    const { envelope } = await read(
      answerOf(200, {
        rdoc: {
          _id: id,
          status: 31,
          judgeTexts: [{ message: 'Testdata configuration incorrect.', params: [] }],
          compilerTexts: [],
          testCases: [],
        },
      }),
    );
    assert.equal(envelope.data?.judge?.description, 'Testdata configuration incorrect.');
    assert.equal(envelope.data.compile, null);
  });

  it('of a self-test has the output as the description of each case, and the input', async () => {
    const { envelope } = await read('record: pretest finished');
    assert.deepEqual(
      envelope.data!.judge!.subtasks.map(({ id: name, score, cases }) => [
        name,
        score,
        cases.map(({ description, extra }) => [extra?.['stdin'], description]),
      ]),
      [
        [
          1,
          null,
          [
            ['1 2\n', '3\n'],
            ['3 4\n', '7\n'],
          ],
        ],
      ],
    );
  });

  it('has the number of all cases while it is judged, also in a frame, which doesn’t contain the problem', async () => {
    const total = async (rdoc: object, pdoc?: object) =>
      (await read(answerOf(200, { rdoc: { _id: id, status: 20, ...rdoc }, pdoc }))).envelope.data?.judge
        ?.total;
    const two = [1, 2].map((name) => ({ id: name, subtaskId: 1, status: 1 }));
    assert.equal(await total({ testCases: two, progress: 1 }, { pid: 'P1', config: { count: 200 } }), 200);
    assert.equal(await total({ testCases: two, progress: 200 / 3 }), 3);
    assert.equal(await total({ testCases: two, progress: 70 }), undefined);
    assert.equal(await total({ testCases: [], progress: 0 }), undefined);
    // a contest that hides the cases also hides the progress
    assert.equal(await total({ testCases: [] }, { pid: 'P1', config: { count: 200 } }), undefined);
    assert.equal(await total({ status: 1, testCases: two }, { config: { count: 200 } }), undefined);
    const pushed = frames('WS record-detail-conn noTemplate=true (Bearer)');
    const totals = await Promise.all(
      pushed.map(
        async (text) => (await read({ status: 200, contentType: null, text })).envelope.data?.judge?.total,
      ),
    );
    assert.deepEqual(new Set(totals), new Set([undefined, 3]));
  });

  it('has no zeros as figures before its end, after a compile error, and for cases that weren’t run', async () => {
    const figures = async (rdoc: object) => {
      const zeros = { score: 0, time: 0, memory: 0 };
      const { envelope } = await read(answerOf(200, { rdoc: { _id: id, ...zeros, ...rdoc } }));
      const { score, time, memory, subtasks } = envelope.data?.judge ?? assert.fail();
      return [
        score,
        time,
        memory,
        ...subtasks.flatMap(({ cases }) => cases.map((one) => [one.score, one.time, one.memory])),
      ];
    };
    for (const status of [0, 20, 21, 22, 7, 8, 9, 30, 31])
      assert.deepEqual(await figures({ status }), [null, null, null], `${status}`);
    assert.deepEqual(await figures({ status: 2 }), [0, 0, 0]);
    assert.deepEqual(await figures({ status: 8, time: 3, memory: 4 }), [null, 3, 4]);
    const testCases = [
      { id: 1, subtaskId: 1, status: 2, score: 0, time: 0, memory: 0 },
      { id: 2, subtaskId: 1, status: 9, score: 0, time: 0, memory: 0 },
      { id: 3, subtaskId: 1, status: 30, score: 0, time: 0, memory: 0 },
    ];
    const none = [null, null, null];
    assert.deepEqual(await figures({ status: 2, testCases }), [0, 0, 0, [0, 0, 0], none, none]);
    assert.deepEqual((await read('record: CE')).envelope.data?.judge?.score, null);
  });

  it('is hidden if a contest hides the status', async () => {
    const { envelope } = await read(answerOf(200, { rdoc: { _id: id, lang: 'cc', code: 'int main(){}' } }));
    assert.equal(envelope.data?.hidden, true);
    assert.equal(envelope.data.judge?.status, null);
  });

  it('accepts missing IDs, cases in any order, and unknown codes', async () => {
    const { envelope } = await read(
      answerOf(200, {
        rdoc: {
          _id: id,
          status: 99,
          testCases: [
            { id: 2, subtaskId: 1, status: 1 },
            { subtaskId: 1, status: 2, message: { message: '{1} {0} {2}', params: ['{1}', 'b'] } },
          ],
          subtasks: { '1': { status: 2, score: '10' } },
        },
      }),
    );
    assert.equal(envelope.data?.judge?.status, 99);
    assert.equal(envelope.data.judge.subtasks[0]!.score, 10);
    assert.deepEqual(
      envelope.data.judge.subtasks[0]!.cases.map((one) => [one.id, one.description]),
      [
        [0, 'b {1} {2}'],
        [2, null],
      ],
    );
  });

  it('is the same by push and by poll', async () => {
    const pushed = frames('WS record-detail-conn noTemplate=true (Bearer)');
    assert.ok(pushed.length >= 7);
    const last = await read({ status: 200, contentType: null, text: pushed.at(-1)! });
    const asked = await read('record: finished (WA, score 40)');
    assert.deepEqual(last.envelope, asked.envelope);
    for (const text of pushed) await read({ status: 200, contentType: null, text });
  });
});

describe('A Hydro error', () => {
  it('is recognized by its name, whatever its HTTP status', async () => {
    const expected: readonly (readonly [string, number])[] = [
      ['bad Bearer', 401],
      ['record: anonymous', 401],
      ['anonymous POST submit', 401],
      ['login: wrong password', 401],
      ['alice (not joined) submits in dom2', 403],
      ['record: pretest seen by root', 403],
      ['submit: unknown language', 403],
      ['hidden problem as alice', 403],
      ['record: unknown id', 404],
      ['record: malformed id', 404],
      ['record of dom2 read without prefix', 404],
      ['problem not found', 404],
      ['login: unknown user', 404],
      ['submit: no lang', 400],
      ['record: wrong domain', 500],
    ];
    for (const [title, status] of expected) {
      assert.equal((await failure(captured(title))).status, status, title);
    }
  });

  it('is recognized in the single word for a blocked address, with status 200', async () => {
    const { status, message } = await failure({
      status: 200,
      contentType: 'text/plain',
      text: 'blacklisted',
    });
    assert.deepEqual([status, message], [403, 'blacklisted']);
  });

  it('contains its parameters in its message', async () => {
    const { message } = await failure(captured('record: unknown id'));
    assert.equal(message, 'Record 000000000000000000000abc not found.');
  });

  it('of a rate limit contains the duration of its window', async () => {
    const limited = answerOf(403, {
      error: {
        message: 'Too frequent operations of {0} (limit: {2} operations in {1} seconds).',
        params: ['add_record', 60, 15],
        name: 'OpcountExceededError',
        code: 403,
      },
    });
    assert.deepEqual(await failure(limited), {
      status: 429,
      message: 'Too frequent operations of add_record (limit: 15 operations in 60 seconds).',
      retryAfter: 7000,
    });
  });

  it('of version 4 is recognized by its message instead of its name', async () => {
    const of = (message: string, params: unknown[], status: number) =>
      failure(answerOf(status, { error: { message, params, stack: '' } }));
    assert.equal(
      (
        await of(
          'Too frequent operations of {0} (limit: {2} operations in {1} seconds).',
          ['global', 5, 100],
          403,
        )
      ).status,
      429,
    );
    assert.equal((await of('NotFoundError', ['nodomain'], 404)).status, 404);
    assert.equal((await of('Record {0} not found.', ['abc'], 404)).status, 404);
    assert.equal(
      (await of("You don't have the required permission ({0}) in this domain.", ['x'], 403)).status,
      403,
    );
    assert.equal((await of('Field {0} validation failed.', ['rid'], 403)).status, 404);
    assert.equal((await of("You're not logged in.", [4], 403)).status, 401);
  });

  it('is reported as an unexpected response if it is a page or another object', async () => {
    const page = { status: 200, contentType: 'text/html', text: '<!doctype html><p>Hydro' };
    await assert.rejects(
      decodeResult('hydro', page, id),
      (error: RequestFailed) => error.failure.kind === 'notJson',
    );
    for (const text of [
      '{}',
      '[]',
      '7',
      '{"rdoc":[]}',
      '{"rdoc":{"testCases":7}}',
      '{"url":"/contest/1/problems"}',
    ]) {
      await assert.rejects(
        decodeResult('hydro', { status: 200, contentType: 'application/json', text }, id),
        (error: RequestFailed) => error.failure.kind === 'shape',
        text,
      );
    }
  });
});

describe('Other Hydro responses', () => {
  const site = hydroSite('https://oj.example.org');

  it('may contain numbers and texts as problem IDs, and no other values', async () => {
    const question = recentOf(site, 'alice');
    const rdocs = [{ toString: 1 }, 4].map((pid) => ({ _id: id, pid, status: 1 }));
    const text = JSON.stringify({ rdocs, pdict: { 4: { pid: 'S5', title: 'Sum' } } });
    const listed = await run(question ?? assert.fail(), () => ({ ...answerOf(200, null), text }));
    assert.deepEqual(
      listed.map(({ problem }) => problem),
      [null, 'S5 Sum'],
    );
  });

  it('list no submission without an ID', async () => {
    const rdocs = [{ pid: 4 }, { _id: '7' }, { _id: id, status: 1 }];
    const listed = await run(recentOf(site, 'alice'), () => answerOf(200, { rdocs }));
    assert.deepEqual(
      listed.map(({ requestId }) => requestId),
      [id],
    );
  });

  it('may contain numbers and texts as parameters, and no other values', async () => {
    const error = { message: 'Field {0} validation failed.', params: [{ toString: 1 }], name: 'XError' };
    assert.equal((await failure(answerOf(403, { error }))).message, 'Field  validation failed.');
  });

  it('may contain languages with any name, next to the limits', async () => {
    const question = on(site, (http) => site.submission!.fetchForm!(http, { problemId: 'P1', place: null }));
    const body = {
      langRange: { toString: 'x', 'cc.cc17': 'C++17' },
      pdoc: { config: { timeMin: 1000, timeMax: 1000 } },
    };
    const form = await run(question ?? assert.fail(), () => answerOf(200, body));
    assert.deepEqual(form?.limits, { time: 1000, memory: null });
    assert.deepEqual(
      form.languages.map(({ id: name, editorLanguages }) => [name, editorLanguages]),
      [
        ['toString', []],
        ['cc.cc17', ['cpp']],
      ],
    );
  });
});

describe('Hydro statuses', () => {
  it('distinguish pending from final results', async () => {
    const rules = {
      profile: 'hydro',
      statuses: hydroStatuses,
      units: { time: 'ms', memory: 'KiB', score: 'points' },
      compileFailureIsFinal: true,
      unknownStatusIsFinal: true,
    };
    const completion = (envelope: Envelope) => completionOf(envelope, rules);
    const judging = (await read('record: judging (status 20)')).envelope;
    assert.equal(completion(judging), 'unfinished');
    assert.deepEqual(caseProgress(judging, rules), { done: 1, total: 3 });
    assert.equal(completion((await read('record: compiling (status 21)')).envelope), 'unfinished');
    assert.equal(completion((await read('record: finished (WA, score 40)')).envelope), 'finished');
  });
});
