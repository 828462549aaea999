import assert from 'node:assert/strict';
import { hydroSite } from '../../support/profiles';
import {
  failureIn,
  failureOf,
  caseProgress,
  isTrouble,
  type Case,
  type Envelope,
  type StatusCode,
  type StatusTable,
} from '../../../src/results';
import { described, luogu } from '../../support/profiles';
import { dmoj } from '../../../src/judges/adapters/dmoj';
import { ejudge } from '../../../src/judges/adapters/ejudge';

const { rules } = luogu;
const [AC, WA, TLE, RE, UKE, UNAC] = [12, 6, 5, 7, 11, 14];

function cases(...statuses: readonly (StatusCode | null)[]): Case[] {
  const nothing = { score: null, time: null, memory: null, signal: null, exitCode: null, description: null };
  return statuses.map((status, index) => ({ id: index + 1, status, ...nothing }));
}

function envelope(status: number, ...subtasks: readonly Case[][]): Envelope {
  const measured = { status, score: null, time: null, memory: null };
  const judge = {
    id: 1,
    ...measured,
    subtasks: subtasks.map((of, id) => ({ id, ...measured, cases: of })),
  };
  return { type: 'judge', data: { compile: null, judge }, requestId: null, trackId: null };
}

describe('A case that wasn’t run', () => {
  const { rules: own } = described(dmoj, 'dmoj', {});

  it('doesn’t count as failed, and is final', () => {
    const all = cases('AC', 'WA', 'SC', 'SC');
    assert.equal(failureOf('WA', all, own).failed, 1);
    assert.deepEqual(
      ['AC', 'WA', 'SC', 'IE', 'NEW'].map((status) => isTrouble(status, own)),
      [false, true, false, true, true],
    );
    assert.equal(failureOf('SC', cases('SC'), own).first, null);
    assert.deepEqual(caseProgress(envelope(6, all), own), { done: 4, total: null });
  });
});

describe('A status in review', () => {
  const { rules: own } = described(ejudge, 'contest', { url: 'https://ejudge.example.org', contest: 7 });
  const [ACCEPTED_FOR_TESTING, PENDING_REVIEW, SUMMONED] = [8, 16, 23];

  it('counts neither as failed nor as not run', () => {
    for (const status of [ACCEPTED_FOR_TESTING, PENDING_REVIEW, SUMMONED]) {
      assert.equal(isTrouble(status, own), false);
      assert.deepEqual(failureOf(status, cases(0, status), own), {
        failed: 0,
        partial: 0,
        notRun: 0,
        first: null,
        cause: null,
      });
    }
  });
});

describe('failureOf', () => {
  it('returns the first failed case’s verdict if the judge’s verdict is general', () => {
    const { cause, failed, first } = failureOf(UNAC, cases(AC, TLE, WA, WA), rules);
    assert.deepEqual([cause, failed, first?.id], [TLE, 3, 2]);
  });

  it('searches all of a record’s subtasks', () => {
    const { cause, failed, first } = failureIn(envelope(UNAC, cases(AC, AC), cases(AC, RE)), rules);
    assert.deepEqual([cause, failed, first?.id], [RE, 1, 2]);
    assert.equal(failureIn(null, rules).cause, null);
  });

  it('prefers a failed case to a case that couldn’t be judged', () => {
    assert.equal(failureOf(UNAC, cases(UKE, WA), rules).cause, WA);
    assert.equal(failureOf(UNAC, cases(UKE, AC), rules).cause, UKE);
  });

  it('returns no cause if the judge’s verdict is specific', () => {
    for (const own of [AC, 0, 1, TLE, RE, 2, UKE, null, 99]) {
      assert.equal(failureOf(own, cases(WA, AC), rules).cause, null, String(own));
    }
    // a case has the same status, so the overall status is the verdict of a case
    assert.equal(failureOf(WA, cases(TLE, WA), rules).cause, null);
  });

  it('ignores codes without a meaning', () => {
    assert.deepEqual(failureOf(UNAC, cases(99, AC), rules), {
      failed: 0,
      partial: 0,
      notRun: 0,
      first: null,
      cause: null,
    });
    assert.equal(failureOf(UNAC, cases(99, WA), rules).failed, 1);
  });

  it('counts cases that weren’t run separately from failed cases', () => {
    const { statuses } = hydroSite('https://oj.example.org').rules;
    const { failed, notRun, cause } = failureOf(2, cases(1, 3, 9, 9, 30), { ...rules, statuses });
    assert.deepEqual([failed, notRun, cause], [1, 3, 3]);
  });

  it('returns no cause if no case failed', () => {
    assert.deepEqual(failureOf(UNAC, cases(AC, AC), rules), {
      failed: 0,
      partial: 0,
      notRun: 0,
      first: null,
      cause: null,
    });
    assert.deepEqual(failureOf(UNAC, [], rules), {
      failed: 0,
      partial: 0,
      notRun: 0,
      first: null,
      cause: null,
    });
  });

  it('finds the cause with each judge’s verdict table', () => {
    const meaning = (code: string, style: 'wrongAnswer' | 'limitExceeded') => ({
      code,
      kind: 'failed' as const,
      style,
      name: code,
      chineseName: null,
      short: code,
    });
    const statuses: StatusTable = {
      REJ: meaning('REJ', 'wrongAnswer'),
      TLE: meaning('TLE', 'limitExceeded'),
    };
    assert.equal(failureOf('REJ', cases('TLE'), { ...rules, statuses }).cause, 'TLE');
  });
});
