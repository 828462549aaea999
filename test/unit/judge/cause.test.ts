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
} from '../../../src/judge';
import { described, luogu } from '../../support/profiles';
import { dmoj } from '../../../src/service/profiles/dmoj';
import { ejudge } from '../../../src/service/profiles/ejudge';

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

describe('a case that was not run', () => {
  const { rules: own } = described(dmoj, 'dmoj', {});

  it('has not failed, though there is nothing more to wait for', () => {
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

describe('a status that a person still has to decide', () => {
  const { rules: own } = described(ejudge, 'contest', { url: 'https://ejudge.example.org', contest: 7 });
  const [ACCEPTED_FOR_TESTING, PENDING_REVIEW, SUMMONED] = [8, 16, 23];

  it('is neither a failure nor a program that was not run', () => {
    for (const status of [ACCEPTED_FOR_TESTING, PENDING_REVIEW, SUMMONED]) {
      assert.equal(isTrouble(status, own), false);
      assert.deepEqual(failureOf(status, cases(0, status), own), {
        failed: 0,
        notRun: 0,
        first: null,
        cause: null,
      });
    }
  });
});

describe('the cause of a failure', () => {
  it('is the first failed case’s verdict where the service only says that something failed', () => {
    const { cause, failed, first } = failureOf(UNAC, cases(AC, TLE, WA, WA), rules);
    assert.deepEqual([cause, failed, first?.id], [TLE, 3, 2]);
  });

  it('is looked for in all subtasks of a record', () => {
    const { cause, failed, first } = failureIn(envelope(UNAC, cases(AC, AC), cases(AC, RE)), rules);
    assert.deepEqual([cause, failed, first?.id], [RE, 1, 2]);
    assert.equal(failureIn(null, rules).cause, null);
  });

  it('is a case that failed rather than one that could not be judged', () => {
    assert.equal(failureOf(UNAC, cases(UKE, WA), rules).cause, WA);
    assert.equal(failureOf(UNAC, cases(UKE, AC), rules).cause, UKE);
  });

  it('is the service’s own verdict where that says what failed', () => {
    for (const own of [AC, 0, 1, TLE, RE, 2, UKE, null, 99]) {
      assert.equal(failureOf(own, cases(WA, AC), rules).cause, null, String(own));
    }
    // a case has the same: it is the verdict of one of them
    assert.equal(failureOf(WA, cases(TLE, WA), rules).cause, null);
  });

  it('is no code that nobody explained', () => {
    assert.deepEqual(failureOf(UNAC, cases(99, AC), rules), {
      failed: 0,
      notRun: 0,
      first: null,
      cause: null,
    });
    assert.equal(failureOf(UNAC, cases(99, WA), rules).failed, 1);
  });

  it('is none of the cases that were not run, which are counted apart', () => {
    const { statuses } = hydroSite('https://oj.example.org').rules;
    const { failed, notRun, cause } = failureOf(2, cases(1, 3, 9, 9, 30), { ...rules, statuses });
    assert.deepEqual([failed, notRun, cause], [1, 3, 3]);
  });

  it('is not told where no case failed', () => {
    assert.deepEqual(failureOf(UNAC, cases(AC, AC), rules), {
      failed: 0,
      notRun: 0,
      first: null,
      cause: null,
    });
    assert.deepEqual(failureOf(UNAC, [], rules), { failed: 0, notRun: 0, first: null, cause: null });
  });

  it('is found with the codes of any service', () => {
    const meaning = (code: string, look: 'wrongAnswer' | 'limitExceeded') => ({
      ...{ code, kind: 'failed' as const, look, name: code, chineseName: null, short: code },
    });
    const statuses: StatusTable = {
      REJ: meaning('REJ', 'wrongAnswer'),
      TLE: meaning('TLE', 'limitExceeded'),
    };
    assert.equal(failureOf('REJ', cases('TLE'), { ...rules, statuses }).cause, 'TLE');
  });
});
