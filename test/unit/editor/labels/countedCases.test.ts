import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { outcomeOf } from '../../../../src/editor/labels/caseLabels';
import type { Case, Envelope, Judgement, StatusCode } from '../../../../src/results';
import { recordKey, type KnownRecord } from '../../../../src/records';
import { summarise } from '../../../../src/records/mergePolicy';
import { ejudge } from '../../../../src/judges/adapters/ejudge';
import { thisComputer, type Judge } from '../../../../src/judges';
import { described } from '../../../support/profiles';

const school = described(ejudge, 'school', {
  url: 'https://ejudge.example.org/ej/client',
  contest: '7',
});

const [AC, WA, PART, RUNNING, SKIPPED] = [0, 5, 7, 96, 18];
const measured = { score: null, time: null, memory: null };

function counted(
  status: StatusCode,
  cases: readonly (StatusCode | null)[],
  more: Partial<Judgement> = {},
  { rules, id: service }: Pick<Judge, 'rules' | 'id'> = school,
): string {
  const listed = cases.map((code, index): Case => {
    const unknown = { ...measured, signal: null, exitCode: null, description: null };
    return { id: index + 1, status: code, ...unknown };
  });
  const subtasks = listed.length === 0 ? [] : [{ id: null, status: null, ...measured, cases: listed }];
  const envelope: Envelope = {
    type: 'judge',
    data: { compile: null, judge: { id: null, status, ...measured, subtasks, ...more } },
    requestId: '1',
    trackId: null,
  };
  const summary = summarise(envelope, rules);
  const kind = summary.completion === 'unfinished' ? 'judging' : 'finished';
  const record: KnownRecord = {
    key: recordKey(service, '1'),
    service,
    requestId: '1',
    hint: null,
    rules,
    state: { kind },
    summary,
    label: null,
    note: null,
    source: null,
    submission: null,
    limits: null,
    judgedHash: null,
    folder: null,
    addedAt: 0,
    changedAt: 0,
  };
  return outcomeOf(record, envelope).counted;
}

describe('The counted cases of a result', () => {
  it('don’t include hidden cases among those that passed', () => {
    assert.equal(counted(PART, [AC, AC, AC, null, null]), '3 of 5 passed, 2 hidden');
    assert.equal(counted(AC, [AC, AC, null]), '2 of 3 passed, 1 hidden');
    assert.equal(counted(WA, [null, null, null, null]), '4 hidden');
  });

  it('include hidden cases next to failed ones', () => {
    assert.equal(counted(WA, [AC, WA, null]), '1 of 3 failed, 1 hidden');
    assert.equal(counted(WA, [AC, WA, SKIPPED, null]), '1 of 4 failed, 1 not run, 1 hidden');
  });

  it('don’t count a partially correct case as failed', () => {
    assert.equal(counted(PART, [AC, PART]), '1 of 2 passed, 1 partial');
    assert.equal(counted(WA, [AC, PART, WA, SKIPPED]), '1 of 4 failed, 1 partial, 1 not run');
    assert.equal(counted(PART, [PART, PART]), '2 partial');
    assert.equal(counted(PART, [AC, PART, null]), '1 of 3 passed, 1 partial, 1 hidden');
  });

  it('don’t include samples without an expected output among those that passed', () => {
    const count = (cases: readonly StatusCode[], status: StatusCode) =>
      counted(status, cases, {}, thisComputer);
    assert.equal(count(['AC', 'DONE'], 'AC'), '1 of 1 passed, 1 not compared');
    assert.equal(count(['AC', 'AC', 'DONE'], 'AC'), '2 of 2 passed, 1 not compared');
    assert.equal(count(['WA', 'DONE'], 'WA'), '1 of 2 failed, 1 not compared');
  });

  it('are those that the judge counted, if it also counted hidden cases', () => {
    assert.equal(counted(WA, [null, null, null, null, null], { passed: 0 }), '0 of 5 passed, 5 hidden');
    assert.equal(counted(PART, [AC, null, null], { passed: 2 }), '2 of 3 passed, 2 hidden');
    assert.equal(counted(AC, [null, null], { passed: 2 }), '2 of 2 passed, 2 hidden');
    assert.equal(counted(PART, [AC, AC], { passed: 7 }), '7 cases passed');
  });

  it('never claim that all passed next to a failed or partial verdict', () => {
    assert.equal(counted(WA, [AC, AC]), '2 cases passed');
    assert.equal(counted(PART, [AC]), '1 case passed');
    assert.equal(counted(PART, [null, null], { passed: 2 }), '2 cases passed, 2 hidden');
    assert.equal(counted(AC, [AC, AC]), '2 of 2 passed');
  });

  it('don’t include cases with an unknown code', () => {
    assert.equal(counted(AC, [AC, AC, 77]), '2 of 3 passed');
    assert.equal(counted(WA, [77, 77]), '');
  });

  it('have no hidden cases during judging', () => {
    assert.equal(counted(RUNNING, [AC, AC, null, null]), '2 passed, none failed yet');
    assert.equal(counted(RUNNING, [null, null]), '');
  });

  it('are translated', () => {
    speak('zh-cn');
    assert.equal(counted(PART, [AC, null]), '1/2 通过、1 个未公开');
    speak('en');
  });
});
