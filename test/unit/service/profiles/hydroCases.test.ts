import assert from 'node:assert/strict';
import type { Case } from '../../../../src/judge';
import { decodeResult } from '../../../../src/service';
import { captured } from './captures';
import type { PlainAnswer } from '../../../../src/service/profiles/reading';

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

describe('A case of a Hydro record', () => {
  it('has signal and exit code of a crash, also in the second pass of several', async () => {
    const ends: readonly (readonly [unknown, number | null, number | null])[] = [
      ['Segmentation fault', 11, null],
      ['Aborted [Pass 2]', 6, null],
      [{ message: 'Your program returned {0}.', params: [139] }, null, 139],
      [{ message: 'Your program returned {0}.', params: ['3 [Pass 2]'] }, null, 3],
      [{ message: '[Pass 2] Your program returned {0}.', params: [3] }, null, 3],
      ['ExitCode: 1\noutput', null, 1],
      ['ExitCode: 19 (Stopped (signal))\n', 19, 19],
    ];
    for (const [message, signal, exitCode] of ends) {
      const one = await caseOf(6, message);
      assert.deepEqual([one.signal, one.exitCode], [signal, exitCode], JSON.stringify(message));
    }
  });

  it('has none where the program or a checker only wrote such words', async () => {
    for (const [status, message] of [
      [1, 'Killed\n'],
      [1, 'ExitCode: 5\n'],
      [2, 'Quit'],
    ] as const) {
      const one = await caseOf(status, message);
      assert.deepEqual([one.signal, one.exitCode, one.description], [null, null, message]);
    }
  });
});

describe('A subtask of a Hydro record', () => {
  it('is skipped where the end of the record says it never began, as one of 0 points', async () => {
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

  it('stands under its ID, which is nothing odd', async () => {
    const { notices } = await read(captured('record: finished (WA, score 40)'));
    assert.deepEqual(notices, []);
  });
});
