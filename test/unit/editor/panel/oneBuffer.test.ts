import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { columnsOf } from '../../../../src/editor/panel/model';
import { inOneBuffer } from '../../../../src/editor/panel/oneBuffer';
import type { ChooseMessage, SubtaskView, UpdateMessage } from '../../../../src/panel/messages';
import { caseOf } from '../../../ui/panel/records';

/** The buffers that a message's figures lie in. */
function buffersIn(value: unknown, found = new Set<ArrayBufferLike>()): Set<ArrayBufferLike> {
  if (ArrayBuffer.isView(value)) found.add(value.buffer);
  else if (typeof value === 'object' && value !== null)
    for (const one of Object.values(value)) buffersIn(one, found);
  return found;
}

function update(subtasks: number): UpdateMessage {
  const cases = (subtask: number) =>
    Array.from({ length: 1 + (subtask % 3) }, (_, index) =>
      caseOf(index, 6, { time: subtask, score: null, description: `${subtask}/${index}` }),
    );
  const patches = Array.from({ length: subtasks }, (_, index) => {
    const { length } = cases(index);
    const figures = { status: 6, score: null, time: 1.5, memory: 800 };
    const at = Uint32Array.from({ length }, (_, place) => place);
    const before: SubtaskView['before'] = {
      figures: null,
      cases: columnsOf(cases(index)),
      changes: Uint8Array.from({ length }, (_, place) => place),
    };
    return {
      index,
      key: String(index),
      id: index,
      figures,
      count: length,
      at,
      cases: columnsOf(cases(index)),
      before,
    };
  });
  return {
    type: 'update',
    record: {
      name: 'P1001',
      verdict: 'WA',
      look: null,
      figures: { status: 6, score: null, time: 1, memory: 2 },
      progress: null,
      note: null,
      facts: [],
      actions: [],
      compile: null,
      units: { time: 'ms', memory: null, score: null },
      statuses: [],
      versions: [],
      limits: { time: null, memory: 2 },
    },
    subtaskCount: subtasks,
    subtasks: patches,
  };
}

describe('a message to the page', () => {
  it('holds all its figures in one buffer, since VS Code loses what is beyond 255', () => {
    for (const subtasks of [1, 30, 300]) {
      const message = update(subtasks);
      const sent = inOneBuffer(message);
      assert.equal(buffersIn(sent).size, 1);
      assert.deepEqual(sent, message);
    }
  });

  it('leaves what was handed in as it was', () => {
    const message = update(2);
    inOneBuffer(message);
    assert.deepEqual(message, update(2));
    assert.ok(buffersIn(message).size > 1);
  });

  it('may hold none', () => {
    const message: ChooseMessage = { type: 'choose', subtask: '1', case: '2', focus: true };
    assert.deepEqual(inOneBuffer(message), message);
  });
});
