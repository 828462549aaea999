import assert from 'node:assert/strict';
import {
  afterFailure,
  afterNotReady,
  afterOutcome,
  type Step,
  type StoredOutcome,
} from '../../../src/tracking/nextPollOfRequest';
import type { FailureMeaning } from '../../../src/tracking/failureMeaning';
import {
  planAfterSending,
  newPlan,
  onThisClock,
  safeEnd,
  shifted,
  silentUntil,
} from '../../../src/records/pollingPlan';
import type { Plan, PollingSettings } from '../../../src/records/pollingPlan';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const now = 100 * hour;
const settings: PollingSettings = {
  interval: second,
  maximumInterval: 30 * second,
  giveUpAfter: hour,
  besidePush: 0,
};
const lifetime = { safe: 15 * minute, end: hour };
const tracked = { lifetime: null, known: true };
const fresh = newPlan(tracked, now, now);
const gaveUp = { kind: 'end', state: { kind: 'expired', why: 'gaveUp' } };
const gone = { kind: 'end', state: { kind: 'expired', why: 'gone' } };

function on(step: Step): Plan {
  assert.ok(step.kind === 'continue', JSON.stringify(step));
  return step.plan;
}

describe('A new request’s plan', () => {
  it('starts a new submission at 0 cases, and an older request without a reading', () => {
    assert.deepEqual(fresh.readings, [{ at: now, done: 0, total: null }]);
    assert.deepEqual(newPlan(tracked, now, now, now - 1).readings, []);
    assert.deepEqual(newPlan({ ...tracked, known: false }, now, now).readings, []);
  });

  it('starts a known request as unfinished at its submission time', () => {
    assert.equal(fresh.unfinishedAt, now);
    assert.equal(newPlan(tracked, now, now, now - minute).unfinishedAt, now - minute);
    assert.equal(newPlan(tracked, now, now, now + minute).unfinishedAt, now);
    assert.equal(newPlan({ ...tracked, known: false }, now, now).unfinishedAt, null);
  });
});

describe('The idle polling time', () => {
  it('excludes the time until Retry-After', () => {
    const before = planAfterSending({ ...fresh, idlePollMs: 5 * minute }, now + second);
    const silent = silentUntil(before, now + hour);
    for (const late of [0, second, hour]) {
      const after = planAfterSending(silent, now + hour + late);
      assert.ok(after.idlePollMs <= before.idlePollMs, `${after.idlePollMs} ms`);
      assert.ok(after.idlePollMs >= before.idlePollMs - 10 * second, `${after.idlePollMs} ms`);
    }
    const pushed = { ...silent, lastChangeAt: now + minute, idlePollMs: 0 };
    assert.equal(
      planAfterSending(pushed, now + minute + 3 * second).idlePollMs,
      3 * second,
      'a change starts anew',
    );
  });

  it('includes the time between two polls, but not the machine’s sleep', () => {
    const request = { ...fresh, dueAt: now + 5 * second };
    assert.equal(planAfterSending(request, now + 6 * second).idlePollMs, 6 * second);
    assert.equal(planAfterSending(request, now + hour).idlePollMs, 15 * second);
    assert.equal(planAfterSending(request, now - hour).idlePollMs, 0);
    const again = planAfterSending(
      { ...request, askedAt: now + 4 * second, idlePollMs: 7 },
      now + 5 * second,
    );
    assert.deepEqual([again.idlePollMs, again.askedAt], [7 + second, now + 5 * second]);
  });
});

describe('A “not ready” response', () => {
  it('proves that judging hasn’t finished, and counts as 0 cases unless a case is known to be done', () => {
    const next = on(
      afterNotReady(
        { phase: 'waiting', plan: { ...fresh, failures: 2, missing: 1 } },
        now + second,
        settings,
      ),
    );
    assert.deepEqual([next.failures, next.missing, next.known], [0, 0, true]);
    assert.equal(next.unfinishedAt, now + second);
    assert.deepEqual(next.readings.at(-1), { at: now + second, done: 0, total: null });
    const plan = { ...fresh, readings: [{ at: now, done: 3, total: 5 }] };
    const judging = { phase: 'judging', plan } as const;
    assert.deepEqual(on(afterNotReady(judging, now + second, settings)).readings, plan.readings);
  });

  it('ends the request after the give-up time', () => {
    assert.deepEqual(
      afterNotReady({ phase: 'waiting', plan: { ...fresh, idlePollMs: hour } }, now, settings),
      gaveUp,
    );
    on(afterNotReady({ phase: 'waiting', plan: { ...fresh, idlePollMs: hour - 1 } }, now, settings));
  });
});

describe('A result', () => {
  const standing = (completion: StoredOutcome['completion'], changed: boolean): StoredOutcome => ({
    completion,
    changed,
    progress: { done: 2, total: 5 },
    compiled: null,
  });
  const waited = { ...fresh, idlePollMs: minute - 1, unfinishedAt: now - minute, lastChangeAt: now - minute };

  it('ends the request if it is final', () => {
    const step = afterOutcome(waited, standing('finished', false), now, settings);
    assert.deepEqual(step, { kind: 'end', state: { kind: 'finished' } });
  });

  it('resets the idle time if it contains progress', () => {
    const next = on(afterOutcome(waited, standing('unfinished', true), now, settings));
    assert.deepEqual([next.idlePollMs, next.lastChangeAt, next.unfinishedAt], [0, now, now]);
    assert.deepEqual(next.readings.at(-1), { at: now, done: 2, total: 5 });
  });

  it('extends the idle time if it contains no progress', () => {
    const next = on(afterOutcome(waited, standing('unfinished', false), now, settings));
    assert.deepEqual(
      [next.idlePollMs, next.lastChangeAt, next.unfinishedAt],
      [minute - 1, now - minute, now],
    );
    const unknown = on(afterOutcome(waited, standing('unknown', false), now, settings));
    assert.equal(unknown.unfinishedAt, now - minute);
    assert.equal(on(afterOutcome(waited, standing('unknown', true), now, settings)).unfinishedAt, now);
  });

  it('ends the request as assumed final if a contest hides it', () => {
    const settled = { kind: 'end', state: { kind: 'settled' } };
    assert.deepEqual(afterOutcome(fresh, standing('hidden', true), now, settings), settled);
  });

  it('is assumed final after a minute without changes if its codes are unknown', () => {
    const settled = { kind: 'end', state: { kind: 'settled' } };
    const late = { ...waited, idlePollMs: minute };
    assert.deepEqual(afterOutcome(late, standing('unknown', false), now, settings), settled);
    on(afterOutcome(waited, standing('unknown', false), now, settings));
    on(afterOutcome(late, standing('unknown', true), now, settings));
    on(afterOutcome(late, standing('unfinished', false), now, settings));
  });

  it('is polled at the longest interval after a failed compilation without further results', () => {
    const failed = (completion: StoredOutcome['completion']): Step =>
      afterOutcome(waited, { ...standing(completion, true), compiled: false }, now, settings);
    const [rare, asUsual] = [failed('unknown'), failed('unfinished')];
    assert.deepEqual([rare.kind === 'continue' && rare.gap], [30 * second]);
    assert.deepEqual([asUsual.kind === 'continue' && asUsual.gap], ['schedule']);
  });

  it('ends the request after the give-up time if it is never final', () => {
    const late = { ...waited, idlePollMs: hour };
    assert.deepEqual(afterOutcome(late, standing('unfinished', false), now, settings), gaveUp);
    on(afterOutcome({ ...late, idlePollMs: hour - 1 }, standing('unfinished', false), now, settings));
    on(afterOutcome(late, standing('unfinished', true), now, settings));
  });
});

describe('A plan while the judge has stopped judging', () => {
  const suspended: StoredOutcome = {
    completion: 'unfinished',
    changed: false,
    progress: { done: 0, total: null },
    compiled: null,
    isSuspended: true,
  };
  const late = { ...fresh, idlePollMs: hour, lastChangeAt: now - hour };

  it('polls once a minute, whether the result or the list contains the status', () => {
    for (const step of [
      afterOutcome(fresh, suspended, now, settings),
      afterNotReady({ phase: 'waiting', plan: fresh }, now, settings, true),
    ]) {
      assert.equal(step.kind === 'continue' && step.gap, minute);
    }
    const slow = { ...settings, maximumInterval: 5 * minute };
    const step = afterOutcome(fresh, suspended, now, slow);
    assert.equal(step.kind === 'continue' && step.gap, 5 * minute);
  });

  it('excludes the wait from the give-up time for a day', () => {
    assert.equal(on(afterOutcome(late, suspended, now, settings)).idlePollMs, 0);
    assert.equal(on(afterNotReady({ phase: 'waiting', plan: late }, now, settings, true)).idlePollMs, 0);
    const forgotten = { ...late, lastChangeAt: now - 24 * hour - 1 };
    assert.deepEqual(afterOutcome(forgotten, suspended, now, settings), gaveUp);
    assert.deepEqual(afterNotReady({ phase: 'waiting', plan: forgotten }, now, settings, true), gaveUp);
  });

  it('returns to normal polling with the next result', () => {
    const finished = { ...suspended, completion: 'finished' as const };
    assert.equal(afterOutcome(late, finished, now, settings).kind, 'end');
  });
});

describe('A failure', () => {
  const after = (meaning: FailureMeaning, plan: Plan = fresh, before = plan): Step =>
    afterFailure(plan, before, meaning, now, settings);
  const tired = { ...fresh, idlePollMs: hour };
  const nearly = { ...fresh, idlePollMs: hour - 1 };

  it('ends the request with the judge’s error if the judge rejects it', () => {
    for (const kind of ['refused', 'forbidden'] as const) {
      const state = { kind: 'failed', status: 403, reason: 'no' };
      assert.deepEqual(after({ kind, status: 403, reason: 'no' }), { kind: 'end', state });
    }
    assert.deepEqual(after({ kind: 'gone' }), gone);
  });

  it('leaves the plan unchanged if polling is paused or cancelled', () => {
    for (const meaning of [{ kind: 'paused', why: 'signedOut' }, { kind: 'cancelled' }] as const) {
      assert.deepEqual(after(meaning, tired), { kind: 'continue', plan: tired, gap: second });
    }
  });

  it('causes a silence as long as Retry-After, or otherwise the longest interval', () => {
    const step = (retryAfter: number | null) => after({ kind: 'throttled', retryAfter });
    assert.deepEqual(step(7000), { kind: 'silence', plan: fresh, gap: 7000 });
    assert.deepEqual(
      step(0),
      { kind: 'silence', plan: fresh, gap: second },
      'never sooner than the settings allow',
    );
    assert.deepEqual(step(null), { kind: 'silence', plan: fresh, gap: 30 * second });
    assert.deepEqual(step(365 * 24 * hour), { kind: 'silence', plan: fresh, gap: hour }, 'an hour at most');
  });

  it('makes polls rare while a payment is missing, until the request is given up', () => {
    assert.deepEqual(after({ kind: 'payment' }, nearly), {
      kind: 'continue',
      plan: nearly,
      gap: 5 * minute,
    });
    assert.deepEqual(after({ kind: 'payment' }, tired), gaveUp);
  });

  it('widens the gaps while the judge has trouble, up to the longest interval', () => {
    const gap = (failures: number) => {
      const step = after({ kind: 'trouble', gotResponse: true, retryAfter: null }, { ...fresh, failures });
      assert.equal(on(step).failures, failures + 1);
      return step.kind === 'continue' ? step.gap : null;
    };
    assert.deepEqual([0, 1, 2, 3, 9].map(gap), [2000, 4000, 8000, 16_000, 30_000]);
  });

  it('adds no idle time while the network is down', () => {
    const unanswered = { kind: 'trouble', gotResponse: false, retryAfter: null } as const;
    assert.equal(on(after(unanswered, tired, nearly)).idlePollMs, hour - 1);
    assert.deepEqual(after({ ...unanswered, gotResponse: true }, tired, nearly), gaveUp);
    assert.deepEqual(after(unanswered, tired, tired), gaveUp);
  });

  it('ends the request after a day without a response', () => {
    const unanswered = { kind: 'trouble', gotResponse: false, retryAfter: null } as const;
    assert.deepEqual(after(unanswered, { ...fresh, lastChangeAt: now - 24 * hour - 1 }), gaveUp);
    on(after(unanswered, { ...fresh, lastChangeAt: now - 24 * hour }));
  });

  it('widens the gaps after unusable responses, until the request is given up', () => {
    const step = after({ kind: 'unusable' }, { ...nearly, failures: 20 });
    assert.deepEqual(step, { kind: 'continue', plan: { ...nearly, failures: 21 }, gap: 5 * minute });
    assert.deepEqual(after({ kind: 'unusable' }, tired), gaveUp);
  });

  describe('with status 404', () => {
    const missing = { kind: 'missing', status: 404, reason: 'none' } as const;
    const failed = { kind: 'end', state: { kind: 'failed', status: 404, reason: 'none' } };

    it('ends the request immediately for an unknown ID', () => {
      assert.deepEqual(after(missing, { ...fresh, known: false }), failed);
    });

    it('marks the result as expired after its guaranteed lifetime', () => {
      const old = { ...fresh, lifetime, unfinishedAt: now - lifetime.safe };
      assert.deepEqual(after(missing, old), gone);
      assert.equal(on(after(missing, { ...old, unfinishedAt: now - lifetime.safe + 1 })).missing, 1);
    });

    it('ends a known ID’s request after the third 404', () => {
      const first = after(missing);
      assert.deepEqual(first, { kind: 'continue', plan: { ...fresh, missing: 1 }, gap: 2000 });
      assert.equal(on(after(missing, on(first))).missing, 2);
      assert.deepEqual(after(missing, { ...fresh, missing: 2 }), gone);
      assert.deepEqual(after(missing, { ...fresh, lifetime, missing: 2 }), failed);
    });
  });
});

describe('safeEnd', () => {
  it('adds the lifetime to the time of the last unfinished response, and returns null if either is missing', () => {
    assert.equal(safeEnd({ ...fresh, lifetime }), now + lifetime.safe);
    assert.equal(safeEnd(fresh), null);
    assert.equal(safeEnd({ ...fresh, lifetime, unfinishedAt: null }), null);
  });
});

describe('A plan from before the clock was set back', () => {
  const request = {
    ...fresh,
    dueAt: now + second,
    askedAt: now - 1,
    unfinishedAt: now - 2,
    lastChangeAt: now - 3,
    expeditedAt: now - 4,
  };
  const moved = {
    ...request,
    startedAt: now - 10,
    dueAt: now + second - 10,
    askedAt: now - 11,
    unfinishedAt: now - 12,
    lastChangeAt: now - 13,
    expeditedAt: now - 14,
    readings: [{ at: now - 10, done: 0, total: null }],
  };

  it('has all its times shifted by the same amount', () => {
    assert.deepEqual(shifted(request, 10), moved);
    const never = { ...request, askedAt: null, unfinishedAt: null, expeditedAt: 0 };
    const still = { ...moved, askedAt: null, unfinishedAt: null, expeditedAt: 0 };
    assert.deepEqual(shifted(never, 10), still);
  });

  it('is detected by a time more than a second in the future', () => {
    assert.equal(onThisClock(request, now), request);
    assert.equal(onThisClock(request, now - second), request);
    const future = onThisClock(request, now - second - 1);
    assert.equal(future.startedAt, now - second - 1);
    for (const field of ['askedAt', 'unfinishedAt', 'lastChangeAt'] as const) {
      const late = { ...request, [field]: now + hour };
      assert.equal(onThisClock(late, now)[field], now, field);
    }
    assert.equal(onThisClock({ ...request, askedAt: null, unfinishedAt: null }, now).askedAt, null);
  });
});
