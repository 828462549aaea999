import assert from 'node:assert/strict';
import { summaryOf } from '../../../src/tracking';
import type { PendingView } from '../../../src/tracking';
import { newPlan, type ProgressReading } from '../../../src/records/pollingPlan';
import { request } from './world';

function view(
  phase: 'waiting' | 'judging',
  readings: ProgressReading[] = [],
  isPolling = false,
): PendingView {
  return {
    request: { ...request('one'), phase, plan: { ...newPlan(request('one'), 1, 1), readings } },
    isPolling,
    isForeign: false,
    lastAnswer: null,
  };
}

describe('summaryOf', () => {
  it('returns zeros if nothing is pending', () => {
    assert.deepEqual(summaryOf([]), { polling: 0, judging: 0, done: 0, total: 0 });
  });

  it('adds up the cases of all requests that are being judged', () => {
    const views = [
      view('waiting', [{ at: 1, done: 0, total: null }], true),
      view('judging', [
        { at: 1, done: 1, total: 50 },
        { at: 2, done: 34, total: 50 },
      ]),
      view('judging', [{ at: 1, done: 3, total: 10 }]),
    ];
    assert.deepEqual(summaryOf(views), {
      polling: 1,
      judging: 2,
      done: 37,
      total: 60,
    });
  });

  it('returns no total if one request has no total', () => {
    const views = [
      view('judging', [{ at: 1, done: 3, total: 10 }]),
      view('judging', [{ at: 1, done: 2, total: null }]),
      view('judging', [{ at: 1, done: 1, total: 4 }]),
    ];
    assert.deepEqual(summaryOf(views), {
      polling: 0,
      judging: 3,
      done: 6,
      total: null,
    });
  });
});
