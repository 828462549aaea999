import '../support/vscodeWords';
import assert from 'node:assert/strict';
import type { Envelope } from '../../../src/results';
import { compareSubtasks } from '../../../src/editor/resultPanel/resultComparison';
import { recordView } from '../../../src/editor/resultPanel/recordView';
import {
  everything,
  filterCounts,
  mostStatuses,
  sameFilter,
  shownCases,
  type CaseFilter,
} from '../../../src/resultPage/caseFilter';
import { headTexts } from '../../support/headTexts';
import { luogu } from '../../support/profiles';
import { improved, large, mixed, single, unknownCodes } from '../../ui/panel/records';

function viewOf(envelope: Envelope) {
  return recordView(envelope, luogu.rules, headTexts);
}

function idsShown(filter: CaseFilter, envelope: Envelope, index: number): unknown[] {
  const { head, subtasks } = viewOf(envelope);
  const subtask = subtasks[index];
  assert.ok(subtask);
  const shown = shownCases(subtask, filter, head);
  return [...(shown ?? subtask.cases.keys())].map((at) => subtask.cases[at]?.key);
}

describe('A case filter', () => {
  it('for everything shows every case', () => {
    assert.deepEqual(idsShown(everything, mixed, 1), ['5', '6', '7', '8', '9', '10', '11']);
  });

  it('for failed cases shows every verdict that is neither accepted nor pending, including unknown verdicts', () => {
    assert.deepEqual(idsShown({ kind: 'failed' }, mixed, 1), ['6', '7', '8', '9', '10', '11']);
    assert.deepEqual(idsShown({ kind: 'failed' }, mixed, 0), []);
    assert.deepEqual(idsShown({ kind: 'failed' }, unknownCodes, 0), ['1', '1~2']);
  });

  it('for one status shows only that status', () => {
    assert.deepEqual(idsShown({ kind: 'status', code: 5 }, mixed, 1), ['8']);
  });

  it('equals another filter with the same criteria', () => {
    assert.ok(sameFilter({ kind: 'status', code: 5 }, { kind: 'status', code: 5 }));
    assert.ok(!sameFilter({ kind: 'status', code: 5 }, { kind: 'status', code: 6 }));
  });

  it('is offered with its number of cases, for each status if there are several', () => {
    const { head, subtasks } = viewOf(mixed);
    const offered = filterCounts(subtasks, head, everything).map(({ filter, count }) =>
      filter.kind === 'status' ? [filter.code, count] : [filter.kind, count],
    );
    assert.deepEqual(offered, [
      ['all', 12],
      ['failed', 6],
      [3, 1],
      [4, 1],
      [5, 1],
      [6, 1],
      [7, 1],
      [11, 1],
      [12, 6],
    ]);
  });

  it('is offered only if cases differ, and for “failed” only if they failed in several ways', () => {
    const kinds = (envelope: Envelope, current = everything) => {
      const { head, subtasks } = viewOf(envelope);
      return filterCounts(subtasks, head, current).map(({ filter }) => filter.kind);
    };
    assert.deepEqual(kinds(single), []);
    assert.deepEqual(kinds(large(10)), ['all', 'status', 'status']);
    // The user can always leave the current filter.
    assert.deepEqual(kinds(single, { kind: 'failed' }), ['all', 'failed']);
  });

  it('is offered for only the most frequent of very many statuses, and for the current status', () => {
    const statuses = [...Array(30_000).keys()].flatMap((code) =>
      code % 1_500 === 7 ? [code, code] : [code],
    );
    const plain = { score: null, time: null, memory: null, signal: null, exitCode: null, description: null };
    const cases = statuses.map((status, id) => ({ id, status, ...plain }));
    const measured = { id: 0, status: 6, score: null, time: null, memory: null };
    const judge = { ...measured, subtasks: [{ ...measured, cases }] };
    const { head, subtasks } = viewOf({ ...single, data: { compile: null, judge } });
    const codes = (current: CaseFilter) =>
      filterCounts(subtasks, head, current).flatMap(({ filter }) =>
        filter.kind === 'status' ? [filter.code] : [],
      );
    const offered = codes(everything);
    assert.equal(offered.length, mostStatuses);
    assert.deepEqual(
      offered.filter((code) => Number(code) % 1_500 === 7),
      [...Array(20).keys()].map((step) => step * 1_500 + 7),
    );
    const chosen = codes({ kind: 'status', code: 29_999 });
    assert.deepEqual(new Set(chosen), new Set([...offered, 29_999]));
  });

  it('is offered for each kind of change when two records are compared', () => {
    const judged = (envelope: Envelope) => ({ envelope, rules: luogu.rules });
    const subtasks = compareSubtasks(judged(mixed), judged(improved));
    const { head } = viewOf(improved);
    const offered = filterCounts(subtasks, head, everything).flatMap(({ filter, count }) =>
      filter.kind === 'change' ? [[filter.change, count]] : [],
    );
    assert.deepEqual(offered, [
      ['better', 2],
      ['worse', 1],
      ['different', 1],
      ['slower', 1],
      ['larger', 1],
      ['added', 1],
      ['removed', 1],
      ['unfinished', 1],
    ]);
    const [, second] = subtasks;
    assert.ok(second);
    const better = shownCases(second, { kind: 'change', change: 'better' }, head);
    assert.deepEqual(
      [...(better ?? [])].map((at) => second.cases[at]?.key),
      ['6', '7'],
    );
    assert.equal(shownCases(second, { kind: 'changed' }, head)?.length, 7);
  });
});
