import assert from 'node:assert/strict';
import type { RequestFailure } from '../../../src/judges/requestFailed';
import type { FailureMeaning } from '../../../src/tracking/failureMeaning';
import { HealthMonitor } from '../../../src/tracking/judgeHealth';
import { status } from './world';

const failure: RequestFailure = { kind: 'reset' };
const hour = 3_600_000;

/** A monitor without jitter: random 0.5 is the middle of its range. */
function condition() {
  const health = new HealthMonitor(() => 0.5);
  const fail = (meaning: FailureMeaning, now: number, askedAt = now, key = 'k') =>
    health.onFailure(key, meaning, failure, { askedAt, now, oldestGoneAt: null });
  return { health, fail };
}

const trouble = { kind: 'trouble', gotResponse: false, retryAfter: null } as const;
const paused = { kind: 'paused', why: 'signedOut' } as const;

describe('A judge’s health', () => {
  it('stays silent longer after each failure, up to a minute', () => {
    const { health, fail } = condition();
    assert.equal(health.opensAt(false), -Infinity);
    const gaps = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((at) => {
      fail(trouble, at * hour);
      return health.opensAt(false) - at * hour;
    });
    assert.deepEqual(
      gaps,
      [1, 2, 4, 8, 16, 32, 60, 60, 60].map((one) => one * 1000),
    );
    assert.equal(health.opensAt(true), -Infinity);
  });

  it('stays silent as long as the judge requests, but at most an hour', () => {
    const { health, fail } = condition();
    fail({ ...trouble, retryAfter: 90_000 }, 0);
    assert.equal(health.opensAt(false), 90_000);
    fail({ ...trouble, retryAfter: 10 * hour }, hour);
    assert.equal(health.opensAt(false), 2 * hour);
  });

  it('is unreachable after three failures in a row, and includes the time of the first', () => {
    const { health, fail } = condition();
    for (const at of [1, 2]) fail(trouble, at * hour);
    assert.deepEqual([health.health.kind, health.probes(false)], ['ok', false]);
    fail(trouble, 3 * hour);
    assert.deepEqual(
      [health.health, health.probes(false)],
      [{ kind: 'unreachable', since: 3 * hour, failure }, true],
    );
    fail(trouble, 4 * hour);
    assert.deepEqual(health.health, { kind: 'unreachable', since: 3 * hour, failure });
    health.onResponse(5 * hour);
    assert.deepEqual([health.health, health.opensAt(false)], [{ kind: 'ok' }, -Infinity]);
    fail(trouble, 6 * hour);
    assert.equal(health.health.kind, 'ok');
  });

  it('gets worse by only one failure if concurrent polls fail together', () => {
    const { health, fail } = condition();
    for (const now of [100, 101, 102, 103]) fail(trouble, now, 50);
    assert.equal(health.health.kind, 'ok');
    assert.equal(health.opensAt(false), 1103);
    fail(trouble, 200, 103);
    assert.equal(health.opensAt(false), 2200);
  });

  it('is throttled for the requested or a growing time, even for user requests', () => {
    const { health, fail } = condition();
    fail({ kind: 'throttled', retryAfter: 5000 }, 0);
    assert.deepEqual(health.health, { kind: 'throttled', until: 5000 });
    assert.deepEqual([health.opensAt(false), health.opensAt(true)], [5000, 5000]);
    assert.deepEqual([health.probes(false), health.probes(true)], [true, true]);
    fail({ kind: 'throttled', retryAfter: 1000 }, 100);
    assert.equal(health.opensAt(true), 5000, 'never sooner than was said before');
    fail({ kind: 'throttled', retryAfter: 10 * hour }, 0);
    assert.equal(health.opensAt(true), hour);
    const other = condition();
    const guesses = [1, 2, 3, 7].map((at) => {
      while (other.health.opensAt(true) < at * hour)
        other.fail({ kind: 'throttled', retryAfter: null }, at * hour);
      return other.health.opensAt(true) - at * hour;
    });
    assert.deepEqual(guesses, [2000, 4000, 8000, 16_000]);
  });

  it('stays throttled if a poll sent before the throttling succeeds', () => {
    const { health, fail } = condition();
    const throttled = { kind: 'throttled', retryAfter: 120_000 } as const;
    fail(throttled, 100, 50);
    health.onResponse(60);
    assert.deepEqual([health.health.kind, health.opensAt(true)], ['throttled', 120_100]);
    fail({ kind: 'forbidden', status: 403, reason: null }, 110, 70);
    fail({ kind: 'payment' }, 120, 80);
    assert.deepEqual([health.health.kind, health.opensAt(true)], ['throttled', 120_100]);
    health.onResponse(120_100);
    assert.equal(health.health.kind, 'ok');
  });

  it('is unavailable, not rate-limited, after a 503 for maintenance', () => {
    const health = new HealthMonitor(() => 0.5);
    const times = { askedAt: 0, now: 0, oldestGoneAt: null };
    const { failure } = status(503, { retryAfter: 5000 });
    health.onFailure('a', { kind: 'throttled', retryAfter: 5000 }, failure, times);
    assert.deepEqual(health.health, { kind: 'throttled', until: 5000, isUnavailable: true });
  });

  it('stays silent for at least two seconds after each rejection whose Retry-After is shorter', () => {
    for (const retryAfter of [0, 1, 999]) {
      const { health, fail } = condition();
      const quiet = [1, 2, 3].map((at) => {
        fail({ kind: 'throttled', retryAfter }, at * hour);
        return health.opensAt(true) - at * hour;
      });
      assert.deepEqual(quiet, [2000, 4000, 8000]);
    }
  });

  it('is paused except for user requests, until a request sent during the pause succeeds', () => {
    const { health, fail } = condition();
    fail(paused, 100);
    assert.deepEqual([health.opensAt(false), health.opensAt(true)], [Infinity, -Infinity]);
    health.onResponse(100);
    assert.equal(health.health.kind, 'paused');
    fail(trouble, 200);
    fail({ kind: 'throttled', retryAfter: 1 }, 201);
    fail({ kind: 'payment' }, 202);
    assert.equal(health.health.kind, 'paused');
    health.onResponse(101);
    assert.equal(health.health.kind, 'ok');
  });

  it('isn’t paused by a failed request that used the previous credential', () => {
    const { health, fail } = condition();
    fail(paused, 100);
    health.resume(200);
    fail(paused, 300, 200);
    assert.equal(health.health.kind, 'ok');
    fail(paused, 300, 201);
    assert.equal(health.health.kind, 'paused');
  });

  it('is paused if three different IDs are rejected in a row', () => {
    const forbidden = { kind: 'forbidden', status: 403, reason: null } as const;
    const { health, fail } = condition();
    for (const key of ['a', 'b', 'b']) fail(forbidden, 1, 1, key);
    assert.equal(health.health.kind, 'ok');
    health.onResponse(2);
    for (const key of ['c', 'd']) fail(forbidden, 3, 3, key);
    assert.equal(health.health.kind, 'ok');
    fail(forbidden, 4, 4, 'e');
    assert.deepEqual(health.health, { kind: 'paused', why: 'forbidden', failure, oldestGoneAt: null });
  });

  it('is OK if only a payment is missing', () => {
    const { health, fail } = condition();
    fail(trouble, 0);
    fail({ kind: 'payment' }, 1);
    assert.deepEqual([health.health.kind, health.opensAt(false)], ['ok', -Infinity]);
  });

  it('is OK if the judge responds for one ID, even with an error about that ID', () => {
    for (const meaning of [
      { kind: 'refused', status: 400, reason: null },
      { kind: 'missing', status: 404, reason: null },
      { kind: 'gone' },
      { kind: 'unusable' },
    ] as const) {
      const { health, fail } = condition();
      for (const at of [1, 2, 3]) fail(trouble, at * hour);
      fail(meaning, 4 * hour);
      assert.equal(health.health.kind, 'ok', meaning.kind);
    }
    const { health, fail } = condition();
    for (const at of [1, 2, 3]) fail(trouble, at * hour);
    fail({ kind: 'cancelled' }, 4 * hour);
    assert.equal(health.health.kind, 'unreachable');
  });

  it('shifts all its times when the clock is set back', () => {
    const { health, fail } = condition();
    fail(trouble, 10_000);
    health.shift(4000);
    assert.equal(health.opensAt(false), 7000);
    fail(trouble, 6000); // Sent after the last failure, by the current clock.
    assert.equal(health.opensAt(false), 8000);
    const throttled = condition();
    throttled.fail({ kind: 'throttled', retryAfter: 5000 }, 10_000);
    throttled.health.shift(4000);
    assert.equal(throttled.health.opensAt(false), 11_000);
    const stopped = condition();
    stopped.health.resume(10_000);
    stopped.health.shift(4000);
    stopped.fail(paused, 7000, 6001);
    assert.equal(stopped.health.health.kind, 'paused');
    stopped.health.shift(4000);
    stopped.health.onResponse(3001);
    assert.equal(stopped.health.health.kind, 'ok');
  });
});
