import '../support/vscodeWords';
import assert from 'node:assert/strict';
import { caseResult } from '../../../src/editor/resultPanel/recordView';
import type { SubtaskView } from '../../../src/resultPage/messages';
import { nearestShown, type ShownSection } from '../../../src/resultPage/gridLayout';
import { caseOf } from '../../ui/panel/records';

function sectionOf(cases: number, shown: readonly number[]): ShownSection {
  const figures = { status: null, score: null, time: null, memory: null };
  const list = Array.from({ length: cases }, (_, id) => ({
    key: String(id),
    name: String(id),
    ...caseResult(caseOf(id, 12)),
    before: null,
    change: null,
  }));
  const subtask: SubtaskView = { key: '', id: null, name: null, maximum: null, figures, cases: list };
  return { subtask, shown };
}

function nearest(sections: readonly ShownSection[], section: number, index: number): number[] | null {
  const subtask = sections[section]?.subtask;
  assert.ok(subtask);
  const slot = nearestShown(sections, { subtask, index });
  return slot && [slot.section, slot.slot];
}

describe('nearestShown', () => {
  it('returns a square in the same subtask, the later of two equally near ones', () => {
    const sections = [sectionOf(10, [1, 5, 9])];
    assert.deepEqual(nearest(sections, 0, 0), [0, 0]);
    assert.deepEqual(nearest(sections, 0, 2), [0, 0]);
    assert.deepEqual(nearest(sections, 0, 3), [0, 1]);
    assert.deepEqual(nearest(sections, 0, 8), [0, 2]);
  });

  it('returns the subtask’s last square if none follows', () => {
    assert.deepEqual(nearest([sectionOf(10, [1, 5])], 0, 9), [0, 1]);
  });

  it('returns a square in the next subtask that has any, or otherwise in the previous one', () => {
    const sections = [sectionOf(3, [0, 2]), sectionOf(3, []), sectionOf(3, []), sectionOf(3, [1])];
    assert.deepEqual(nearest(sections, 1, 0), [3, 0]);
    const ending = [sectionOf(3, [0, 2]), sectionOf(3, [])];
    assert.deepEqual(nearest(ending, 1, 0), [0, 1]);
  });

  it('returns null if no square is left', () => {
    assert.equal(nearest([sectionOf(3, []), sectionOf(3, [])], 0, 1), null);
  });
});
