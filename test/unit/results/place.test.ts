import assert from 'node:assert/strict';
import {
  caseIn,
  caseProgress,
  compareCodes,
  completionOf,
  countStatuses,
  failureOf,
  firstFailedIn,
  rowDescription,
  type Case,
  type Envelope,
  type RecordData,
  type StatusCode,
} from '../../../src/results';
import { luogu } from '../../support/profiles';

const { rules } = luogu;
const none = { score: null, time: null, memory: null };
const cases = (...of: readonly (readonly [id: number | null, status: StatusCode | null])[]): Case[] =>
  of.map(([id, status]) => ({ id, status, ...none, signal: null, exitCode: null, description: null }));

function envelope(subtasks: readonly Case[][], more: Partial<RecordData> = {}, passed?: number): Envelope {
  const judge = {
    id: 1,
    status: 14,
    ...none,
    ...(passed === undefined ? {} : { passed }),
    subtasks: subtasks.map((of) => ({ id: 3, status: 14, ...none, cases: of })),
  };
  return { type: 'judge', data: { compile: null, judge, ...more }, requestId: null, trackId: null };
}

describe('firstFailedIn and caseIn', () => {
  const record = envelope([cases([1, 12]), cases([1, 12], [2, 6], [2, 5])]);

  it('locate the first failed case by keys that don’t change', () => {
    const first = firstFailedIn(record, rules);
    assert.ok(first);
    assert.deepEqual(first.place, { subtask: '3~2', case: '2' });
    assert.deepEqual([first.name, first.case.status], ['3-2', 6]);
    assert.equal(caseIn(record, first.place)?.status, 6);
    assert.equal(caseIn(record, { subtask: '3~2', case: '2~2' })?.status, 5);
  });

  it('return null if no case failed, or if another result doesn’t contain the case', () => {
    assert.equal(firstFailedIn(envelope([cases([1, 12])]), rules), null);
    assert.equal(firstFailedIn(null, rules), null);
    for (const place of [
      { subtask: '3', case: '2' },
      { subtask: '4', case: '1' },
    ]) {
      assert.equal(caseIn(record, place), null);
    }
    assert.equal(caseIn(null, { subtask: '3', case: '1' }), null);
  });
});

describe('caseName', () => {
  it('adds the subtask to a case number only if another subtask has the same number', () => {
    assert.equal(firstFailedIn(envelope([cases([1, 12]), cases([2, 6])]), rules)?.name, '2');
    assert.equal(firstFailedIn(envelope([cases([1, 12]), cases([1, 6])]), rules)?.name, '3-1');
    assert.equal(firstFailedIn(envelope([cases([1, 12], [1, 6])]), rules)?.name, '1');
    assert.equal(firstFailedIn(envelope([cases([null, 6])]), rules)?.name, '–');
  });
});

describe('completionOf for a result hidden by a contest', () => {
  it('returns “hidden”, whatever the result contains', () => {
    assert.equal(completionOf(envelope([], { hidden: true }), rules), 'hidden');
  });
});

describe('completionOf for a status code without a meaning', () => {
  it('returns “finished” if the table contains all pending codes', () => {
    const unknown = envelope([]);
    const record = { ...unknown, data: { ...unknown.data!, judge: { ...unknown.data!.judge!, status: 99 } } };
    assert.equal(completionOf(record, { ...rules, unknownStatusIsFinal: true }), 'finished');
    assert.equal(completionOf(record, { ...rules, unknownStatusIsFinal: false }), 'unknown');
  });
});

describe('caseProgress', () => {
  it('uses the judge’s count if it doesn’t list cases', () => {
    assert.deepEqual(caseProgress(envelope([], {}, 12), rules), { done: 12, total: null });
    assert.deepEqual(caseProgress(envelope([], {}, 0), rules), { done: 0, total: null });
  });
});

describe('The order of status codes', () => {
  it('starts with null, then numbers, then text', () => {
    const codes = ['WA', 10, 'AC', null, 9, 'WA'];
    assert.deepEqual(codes.sort(compareCodes), [null, 9, 10, 'AC', 'WA', 'WA']);
    for (const [a, b] of [
      [9, 10],
      ['AC', 'WA'],
      [10, 'AC'],
      [null, 0],
      [null, 'AC'],
    ] as const) {
      assert.ok(compareCodes(a, b) < 0 && compareCodes(b, a) > 0, `${a} ${b}`);
    }
    assert.equal(compareCodes('WA', 'WA'), 0);
  });

  it('is by code for equally bad and frequent statuses', () => {
    const all = cases([1, 'X'], [2, 98], [3, 'W'], [4, 97]);
    assert.deepEqual(
      countStatuses(all, rules).map(({ status }) => status),
      [97, 98, 'W', 'X'],
    );
  });
});

describe('A partially accepted case', () => {
  const partial = {
    ...rules,
    statuses: { ...rules.statuses, 20: { ...rules.statuses['6']!, code: 20, kind: 'partial' as const } },
  };

  it('doesn’t count as failed, and is listed after a wrong case', () => {
    assert.deepEqual(failureOf(14, cases([1, 20], [2, 12]), partial).cause, 20);
    const both = failureOf(14, cases([1, 20], [2, 6]), partial);
    assert.deepEqual([both.failed, both.partial, both.first?.id], [1, 1, 2]);
  });
});

describe('rowDescription', () => {
  const named = (name: string, short: string, chineseName: string | null = null) => ({
    ...rules,
    statuses: { 6: { ...rules.statuses['6']!, name, short, chineseName } },
  });
  const row = (description: string, of: typeof rules) => rowDescription({ status: 6, description }, of);

  it('removes the verdict’s name at its beginning, preferring the longest match', () => {
    assert.equal(row('错误答案：第一行', named('错误', '错误答案')), '第一行');
    assert.equal(row('Stryker', named('Wrong', 'W')), 'Stryker');
  });

  it('keeps a longer word that begins with the verdict', () => {
    assert.equal(row('Wrongly read', named('Wrong', 'W')), 'Wrongly read');
    assert.equal(row('W! x', named('W!', 'W!')), 'x');
    assert.equal(row('C+x', named('C+', 'C+')), 'x');
  });
});
