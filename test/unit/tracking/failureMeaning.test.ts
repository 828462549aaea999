import assert from 'node:assert/strict';
import type { RequestFailure } from '../../../src/judges/requestFailed';
import { isBatchRejected, meaningOfFailure } from '../../../src/tracking/failureMeaning';
import { HealthMonitor } from '../../../src/tracking/judgeHealth';
import { status, UNREACHABLE } from './world';

const kindOf = (failure: RequestFailure): string => meaningOfFailure(failure).kind;

describe('meaningOfFailure', () => {
  const byStatus: readonly (readonly [number, string])[] = [
    [400, 'refused'],
    [401, 'paused'],
    [402, 'payment'],
    [403, 'forbidden'],
    [404, 'missing'],
    [405, 'refused'],
    [407, 'trouble'],
    [408, 'trouble'],
    [410, 'gone'],
    [422, 'refused'],
    [425, 'trouble'],
    [429, 'throttled'],
    [302, 'trouble'],
    [500, 'trouble'],
    [502, 'trouble'],
    [503, 'trouble'],
    [504, 'trouble'],
  ];
  for (const [code, kind] of byStatus) {
    it(`classifies status ${code} as “${kind}”`, () => assert.equal(kindOf(status(code).failure), kind));
  }

  it('doesn’t count results of a deactivated contest as expired', () => {
    const { failure } = status(404);
    assert.ok(failure.kind === 'status');
    assert.equal(kindOf({ ...failure, cause: { kind: 'inactiveContest', id: 'demo' } }), 'refused');
  });

  it('doesn’t count another team’s submission against the credentials', () => {
    const { failure } = status(403);
    assert.ok(failure.kind === 'status');
    assert.deepEqual(meaningOfFailure({ ...failure, cause: { kind: 'notOwn', whose: 'team' } }), {
      kind: 'refused',
      status: 403,
      reason: null,
    });
  });

  it('treats a 503 with Retry-After as throttling', () => {
    assert.deepEqual(meaningOfFailure(status(503, { retryAfter: 5000 }).failure), {
      kind: 'throttled',
      retryAfter: 5000,
    });
  });

  it('treats a bot check as an unreachable judge, and any other 403 as a rejection', () => {
    const blocked = {
      kind: 'status',
      status: 403,
      error: null,
      retryAfter: null,
      refusesAnybody: true,
    } as const;
    assert.deepEqual(meaningOfFailure(blocked), { kind: 'trouble', gotResponse: false, retryAfter: null });
    assert.equal(isBatchRejected(blocked), false);
    const { failure } = status(403);
    assert.ok(failure.kind === 'status');
    assert.equal(
      kindOf({ ...failure, refusesAnybody: true }),
      'forbidden',
      'the site itself refuses this one',
    );
    assert.equal(isBatchRejected(failure), true);
  });

  it('distinguishes a failing judge from an unreachable one', () => {
    const answered = (failure: RequestFailure) => {
      const meaning = meaningOfFailure(failure);
      return meaning.kind === 'trouble' ? meaning.gotResponse : null;
    };
    for (const code of [302, 408, 425, 500, 502, 503, 504])
      assert.equal(answered(status(code).failure), true, `${code}`);
    // The proxy of the user’s own network.
    assert.equal(answered(status(407).failure), false);
    assert.equal(answered({ kind: 'dns', host: 'x' }), false);
  });

  it('allows polling one by one after an unusable response to a batch, but not after a lost connection', () => {
    const unusable: readonly RequestFailure[] = [
      { kind: 'shape', path: '', expected: 'a list', found: 'a string' },
      { kind: 'tooLarge', limit: 1 },
      { kind: 'unreadable' },
    ];
    for (const failure of unusable) assert.equal(isBatchRejected(failure), true, failure.kind);
    const lost: readonly RequestFailure[] = [UNREACHABLE.failure, { kind: 'timeout', limit: 1 }];
    for (const failure of lost) assert.equal(isBatchRejected(failure), false, failure.kind);
    for (const [code, isRejected] of [
      [404, true],
      [429, false],
      [500, false],
    ] as const)
      assert.equal(isBatchRejected(status(code).failure), isRejected, `${code}`);
  });

  it('pauses polling until the user acts after a 401 or for an insecure URL', () => {
    assert.deepEqual(meaningOfFailure(status(401).failure), { kind: 'paused', why: 'signedOut' });
    assert.deepEqual(meaningOfFailure({ kind: 'insecure', origin: 'http://x', why: 'plainHttp' }), {
      kind: 'paused',
      why: 'insecure',
    });
  });

  const others: readonly (readonly [RequestFailure, string])[] = [
    [{ kind: 'dns', host: 'x' }, 'trouble'],
    [{ kind: 'refused', host: 'x' }, 'trouble'],
    [{ kind: 'reset' }, 'trouble'],
    [{ kind: 'tls', reason: 'CERT_HAS_EXPIRED' }, 'trouble'],
    [{ kind: 'proxy', reason: 'x' }, 'trouble'],
    [{ kind: 'timeout', limit: 1 }, 'trouble'],
    [{ kind: 'network', reason: 'x' }, 'trouble'],
    [{ kind: 'browser' }, 'trouble'],
    [{ kind: 'redirect', to: 'https://portal.example' }, 'trouble'],
    [{ kind: 'notJson', contentType: 'text/html', looksLikeHtml: true }, 'trouble'],
    [{ kind: 'tooLarge', limit: 1 }, 'unusable'],
    [{ kind: 'shape', path: 'data', expected: 'an object', found: 'a list' }, 'unusable'],
    [{ kind: 'unreadable' }, 'unusable'],
    [{ kind: 'insecure', origin: 'http://x', why: 'plainHttp' }, 'paused'],
    [{ kind: 'cancelled' }, 'cancelled'],
    [{ kind: 'secretsTimeout' }, 'cancelled'],
  ];
  for (const [failure, kind] of others) {
    it(`classifies “${failure.kind}” as “${kind}”`, () => assert.equal(kindOf(failure), kind));
  }
});

describe('HealthMonitor', () => {
  const at = (now: number) => ({ askedAt: now, now, oldestGoneAt: null });
  const failWith = (condition: HealthMonitor, failure: RequestFailure, now: number, key = 'one'): void =>
    condition.onFailure(key, meaningOfFailure(failure), failure, at(now));

  it('waits longer after each failure, up to a minute', () => {
    const condition = new HealthMonitor(() => 0.5);
    const waits: number[] = [];
    for (let failure = 0; failure < 12; failure += 1) {
      const now = failure * 1_000_000;
      failWith(condition, UNREACHABLE.failure, now);
      waits.push(condition.opensAt(false) - now);
    }
    assert.deepEqual(waits.slice(0, 4), [1000, 2000, 4000, 8000]);
    assert.equal(waits.at(-1), 60_000);
  });

  it('forgets failures after the first successful response', () => {
    const condition = new HealthMonitor(() => 0.5);
    failWith(condition, UNREACHABLE.failure, 1);
    failWith(condition, UNREACHABLE.failure, 2);
    condition.onResponse(3);
    failWith(condition, UNREACHABLE.failure, 4);
    assert.equal(condition.health.kind, 'ok');
  });

  it('stays paused after a response to a request sent before the pause', () => {
    const condition = new HealthMonitor(() => 0.5);
    failWith(condition, status(401).failure, 10);
    condition.onResponse(9);
    assert.equal(condition.health.kind, 'paused');
    condition.onResponse(11);
    assert.equal(condition.health.kind, 'ok');
  });

  it('does not pause after a 401 to a request sent with the old credential', () => {
    const condition = new HealthMonitor(() => 0.5);
    condition.resume(10);
    failWith(condition, status(401).failure, 9);
    assert.equal(condition.health.kind, 'ok');
    failWith(condition, status(401).failure, 11);
    assert.equal(condition.health.kind, 'paused');
  });

  it('pauses only if different IDs are rejected in a row', () => {
    const condition = new HealthMonitor(() => 0.5);
    const forbidden = status(403).failure;
    for (const [now, key] of ['one', 'one', 'one', 'two'].entries()) failWith(condition, forbidden, now, key);
    assert.equal(condition.health.kind, 'ok');
    condition.onResponse(10);
    failWith(condition, forbidden, 11, 'three');
    assert.equal(condition.health.kind, 'ok');
    failWith(condition, forbidden, 12, 'four');
    failWith(condition, forbidden, 13, 'five');
    assert.equal(condition.health.kind, 'paused');
  });

  it('never stays silent for more than an hour at a time', () => {
    const condition = new HealthMonitor(() => 0.5);
    failWith(condition, status(429, { retryAfter: 1e12 }).failure, 0);
    assert.equal(condition.opensAt(true), 3_600_000);
  });

  it('shifts its times when the clock is set back', () => {
    const condition = new HealthMonitor(() => 0.5);
    failWith(condition, status(429, { retryAfter: 5000 }).failure, 100_000);
    condition.shift(60_000);
    assert.equal(condition.opensAt(false), 45_000);
  });
});
