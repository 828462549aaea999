import assert from 'node:assert/strict';
import { decodeResult } from '../../../support/profiles';
import type { Case } from '../../../../src/results';
import { readResult } from '../../../../src/judges/adapters/hydro/result';
import { selfTest } from '../../../../src/judges/adapters/hydro/samples';
import { fastest } from '../../../fuzz/growth';
import { failing } from './answers';
import { captured } from './captures';
import type { PlainAnswer } from '../../../../src/judges/adapters/shared/makeResult';

const id = '6b0287ea08066e6dc6a70976';

async function read(answer: PlainAnswer) {
  const result = await decodeResult('hydro', answer, id);
  assert.ok(result.kind === 'result');
  return result;
}

async function readRecord(rdoc: object) {
  const text = JSON.stringify({ rdoc: { _id: id, ...rdoc } });
  return read({ status: 200, contentType: 'application/json', text });
}

async function caseOf(status: number, message: unknown): Promise<Case> {
  const testCases = [{ id: 1, subtaskId: 1, status, message }];
  const { envelope } = await readRecord({ status, testCases });
  return envelope.data!.judge!.subtasks[0]!.cases[0]!;
}

describe('A case in a Hydro record', () => {
  it('of a self-test is marked if its input was cut', async () => {
    const [whole, long] = ['1 2\n', 'x'.repeat(65_537)];
    const testCases = [1, 2].map((one) => ({ id: one, subtaskId: 1, status: 1, message: '' }));
    const { envelope } = await readRecord({ status: 1, contest: selfTest, testCases, input: [whole, long] });
    assert.deepEqual(
      envelope.data!.judge!.subtasks[0]!.cases.map(({ extra }) => [
        extra?.['stdin'] === whole,
        extra?.['shortened'],
      ]),
      [
        [true, undefined],
        [false, ['stdin']],
      ],
    );
  });

  it('has signal and exit code of a crash, even in a later pass', async () => {
    const ends: readonly (readonly [unknown, number | null, number | null])[] = [
      ['Segmentation fault', 11, null],
      ['Aborted [Pass 2]', 6, null],
      [{ message: 'Your program returned {0}.', params: [139] }, null, 139],
      [{ message: 'Your program returned {0}.', params: ['3 [Pass 2]'] }, null, 3],
      [{ message: '[Pass 2] Your program returned {0}.', params: [3] }, null, 3],
      ['ExitCode: 1\noutput', null, 1],
      ['ExitCode: 19 (Stopped (signal))\n', 19, 19],
      ['ExitCode: -1 (Killed)', 9, -1],
      ['Hangup', 1, null],
      ['Killed\n', 9, null],
      ['Killed [Pass 12]', 9, null],
      ['Killed [Pass 2] again', null, null],
      ['Then: ExitCode: 1 (Killed)', null, null],
      ['x'.repeat(50), null, null],
      [{ message: 'Your program returned {0}.', params: ['x3'] }, null, null],
      [{ message: 'Your program returned {0}.', params: [] }, null, null],
      [{ message: 'Your program returned {0}.' }, null, null],
    ];
    for (const [message, signal, exitCode] of ends) {
      const one = await caseOf(6, message);
      assert.deepEqual([one.signal, one.exitCode], [signal, exitCode], JSON.stringify(message));
    }
  });

  it('has no signal or exit code if the program or a checker printed the same words', async () => {
    for (const [status, message] of [
      [1, 'Killed\n'],
      [1, 'ExitCode: 5\n'],
      [2, 'Quit'],
    ] as const) {
      const one = await caseOf(status, message);
      assert.deepEqual([one.signal, one.exitCode, one.description], [null, null, message]);
    }
  });

  it('has its message with each parameter replaced once, at most twenty', async () => {
    const params = Array.from({ length: 30 }, (_, index) => index);
    const long = await caseOf(2, { message: '{0} {11} {19} {20} {111}', params });
    assert.equal(long.description, '0 11 19 {20} {111}');
    assert.equal(long.extra?.['params'] instanceof Array && long.extra['params'].length, 20);
    const bare = await caseOf(2, { message: 'Wrong' });
    assert.deepEqual([bare.description, bare.extra], ['Wrong', undefined]);
    for (const nothing of [null, 3, {}, { message: 3 }, '']) {
      assert.equal((await caseOf(2, nothing)).description, null, JSON.stringify(nothing));
    }
  });

  it('has a message at most twice as long as the response, however often a parameter occurs', async () => {
    const message = { message: '{0}'.repeat(500), params: ['x'.repeat(1000)] };
    const { description } = await caseOf(2, message);
    assert.equal(description?.length, 2 * (1500 + 1000));
    assert.match(description, /^x+…$/);
    const { envelope } = await readRecord({ status: 2, judgeTexts: [message], compilerTexts: [message] });
    assert.equal(envelope.data?.judge?.description, description);
    assert.equal(envelope.data.compile?.message, description);
  });

  it('can be read even if its message would exceed the maximum text length', async () => {
    const endless = { message: '{0}'.repeat(20_000), params: ['x'.repeat(40_000)] };
    assert.ok(/^x{65535}…$/.test((await caseOf(2, endless)).description ?? ''));
    const error = { error: { name: 'SomeError', ...endless } };
    const refusal = await decodeResult(
      'hydro',
      { status: 200, contentType: null, text: JSON.stringify(error) },
      id,
    ).then(
      () => assert.fail('it was read'),
      (reason: unknown) => reason,
    );
    assert.match(
      failing(() => {
        throw refusal;
      }),
      /^500 x+…$/,
    );
  });

  it('has a message cut after 64 Ki characters, and then no template', async () => {
    const long = 'x'.repeat(65_536);
    const kept = async (message: string) => (await caseOf(1, message)).description ?? '';
    assert.ok((await kept(long)) === long);
    assert.ok((await kept(`${long}x`)) === `${long.slice(1)}…`);
    const filled = await caseOf(2, { message: 'Read {0}, expect {1}.', params: [long, 1] });
    assert.equal(filled.description?.length, 65_536);
    assert.equal(filled.extra, undefined);
    const cut = await readRecord({ status: 2, testCases: [{ id: 1, message: `${long}x` }] });
    assert.deepEqual(cut.notices, [{ kind: 'longText', path: 'rdoc.testCases[0].message', count: 1 }]);
  });
});

describe('A Hydro record’s compilation', () => {
  const compiled = async (rdoc: object) => (await readRecord(rdoc)).envelope.data?.compile;
  const testCases = [{ id: 1, subtaskId: 1, status: 1 }];

  it('counts as successful if a case ran or judging finished, and as unknown if the judge failed earlier', async () => {
    for (const status of [20, 1, 2, 9])
      assert.equal((await compiled({ status }))?.success, true, `${status}`);
    for (const status of [0, 21, 22, 8, 31]) assert.equal(await compiled({ status }), null, `${status}`);
    for (const status of [0, 21, 8, 31]) {
      assert.equal((await compiled({ status, testCases }))?.success, true, `${status}`);
    }
    assert.equal((await compiled({ status: 7, testCases }))?.success, false);
    assert.equal(await compiled({ testCases }), null);
  });

  it('contains the complete compiler output, line by line', async () => {
    const compilerTexts = ['a', null, { message: 'b {0}', params: [1] }, '', 3];
    const said = { message: 'a\nb 1', opt2: null };
    assert.deepEqual(await compiled({ status: 1, compilerTexts }), { success: true, ...said });
    assert.deepEqual(await compiled({ status: 0, compilerTexts }), { success: null, ...said });
    assert.deepEqual(await compiled({ compilerTexts }), { success: null, ...said });
  });
});

describe('A Hydro record', () => {
  it('becomes an envelope with its own ID, and a description only if the judge sends one', async () => {
    const { envelope } = await readRecord({ _id: 'other', status: 1 });
    assert.deepEqual([envelope.type, envelope.requestId, envelope.trackId], ['judge', 'other', null]);
    assert.equal((await readRecord({ _id: 7, status: 1 })).envelope.requestId, id);
    assert.equal('description' in envelope.data!.judge!, false);
    assert.equal('hidden' in envelope.data!, false);
  });

  it('is rejected with the path of an invalid field', async () => {
    const wrong = async (rdoc: object) => {
      const error: unknown = await readRecord(rdoc).then(
        () => assert.fail('it was read'),
        (reason: unknown) => reason,
      );
      return failing(() => {
        throw error;
      }).replace('rdoc.', '');
    };
    for (const field of ['status', 'score', 'time', 'memory']) {
      assert.match(await wrong({ [field]: 'x' }), new RegExp(`^${field}: a (?:whole )?number, not "x"$`));
    }
    for (const field of ['compilerTexts', 'judgeTexts', 'testCases', 'subtasks']) {
      assert.equal(await wrong({ [field]: 'x' }), `${field}: a list, not "x"`);
    }
    for (const field of ['id', 'subtaskId', 'status', 'score', 'time', 'memory']) {
      const said = await wrong({ testCases: [{ [field]: 'x' }] });
      assert.match(said, new RegExp(`^testCases\\[0\\]\\.${field}: a (?:whole )?number, not "x"$`));
    }
    for (const field of ['id', 'status', 'score']) {
      const said = await wrong({ subtasks: { 1: { [field]: 'x' } } });
      assert.match(said, new RegExp(`^subtasks\\[1\\]\\.${field}: a (?:whole )?number, not "x"$`));
    }
    assert.equal(await wrong({ subtasks: { 1: { type: 3 } } }), 'subtasks[1].type: text, not 3');
  });
});

describe('A subtask in a Hydro record', () => {
  const subtasks = async (rdoc: object) => (await readRecord(rdoc)).envelope.data!.judge!.subtasks;
  const ran = (subtaskId: number, ...codes: unknown[]) =>
    codes.map((status, index) => ({ id: codes.length - index, subtaskId, status }));

  it('has the worst verdict of its cases while judging, ignoring skipped ones', async () => {
    const verdict = async (...codes: unknown[]) =>
      (await subtasks({ status: 20, testCases: ran(1, ...codes) }))[0]?.status;
    assert.equal(await verdict(1, 4, 2), 4);
    assert.equal(await verdict(1, 9), 1);
    assert.equal(await verdict(9, 9), 9);
    assert.equal(await verdict(null, 1), 1);
    assert.equal(await verdict(null), 9);
    const [ended] = await subtasks({ status: 20, subtasks: { 1: { type: 'sum' } } });
    assert.deepEqual([ended?.status, ended?.extra], [null, { type: 'sum' }]);
  });

  it('has the worst verdict of up to 100,000 cases', async () => {
    const testCases = Array.from({ length: 100_000 }, (_, id) => ({ id, subtaskId: 1, status: 1 }));
    const [whole] = await subtasks({ status: 20, testCases });
    assert.deepEqual([whole?.status, whole?.cases.length], [1, 100_000]);
  });

  it('takes about the same time whether cases share a subtask or each has its own', () => {
    const text = (subtaskOf: (at: number) => number) => {
      const testCases = Array.from({ length: 24_000 }, (_, at) => ({
        id: at,
        subtaskId: subtaskOf(at),
        status: 1,
      }));
      return JSON.stringify({ rdoc: { _id: id, status: 1, testCases } });
    };
    const read = (body: string) =>
      readResult(
        { status: 200, contentType: null, text: body, receivedAt: 0 },
        { requestId: id, hint: null },
      );
    const together = fastest(
      text(() => 1),
      read,
    );
    const apart = fastest(
      text((at) => at),
      read,
    );
    assert.ok(apart <= 5 * together + 50, `together ${together} ms, apart ${apart} ms`);
  });

  it('is sorted by ID, as are its cases', async () => {
    const testCases = [...ran(10, 1), ...ran(9, 1, 1, 1), ...ran(2, 1)];
    assert.deepEqual(
      (await subtasks({ status: 20, testCases })).map(({ id: name, cases }) => [
        name,
        ...cases.map((one) => one.id),
      ]),
      [
        [2, 1],
        [9, 1, 2, 3],
        [10, 1],
      ],
    );
  });

  it('is not marked as skipped while judging, while hidden, or if the end lists no subtasks', async () => {
    const testCases = [...ran(1, 1), ...ran(2, 1)];
    const ends = { 1: { status: 1, score: 10 } };
    const seen = async (rdoc: object) =>
      (await subtasks({ testCases, ...rdoc })).map(({ status, score }) => [status, score]);
    assert.deepEqual(await seen({ status: 1, subtasks: ends }), [
      [1, 10],
      [9, 0],
    ]);
    for (const rdoc of [{ status: 20, subtasks: ends }, { subtasks: ends }]) {
      assert.deepEqual(await seen(rdoc), [
        [1, 10],
        [1, null],
      ]);
    }
    assert.deepEqual(await seen({ status: 1 }), [
      [1, null],
      [1, null],
    ]);
    const waiting = { 1: { status: 0 }, 2: { status: 1 } };
    assert.deepEqual(await seen({ status: 20, subtasks: waiting }), [
      [0, null],
      [1, null],
    ]);
  });

  it('is skipped if the finished record lists it as not started', async () => {
    const { envelope } = await readRecord({
      status: 1,
      testCases: [
        { id: 1, subtaskId: 1, status: 9 },
        { id: 1, subtaskId: 2, status: 1 },
      ],
      subtasks: {
        1: { type: 'min', score: 0, status: 0 },
        2: { type: 'min', score: 100, status: 1 },
      },
    });
    assert.deepEqual(
      envelope.data?.judge?.subtasks.map(({ status, score }) => [status, score]),
      [
        [9, 0],
        [1, 100],
      ],
    );
  });

  it('may be keyed by its ID without a notice', async () => {
    const { notices } = await read(captured('record: finished (WA, score 40)'));
    assert.deepEqual(notices, []);
  });
});
