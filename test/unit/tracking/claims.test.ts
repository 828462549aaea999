import assert from 'node:assert/strict';
import { Claims } from '../../../src/tracking/claims';
import { FakeClock } from '../support/fakeClock';

const second = 1000;

function claimsOf() {
  const clock = new FakeClock();
  const calls: string[] = [];
  const errors: string[] = [];
  const leases = {
    isFree: true,
    /** Runs before a lease is granted. */
    before: async (): Promise<void> => undefined,
    tryAcquire: async (name: string, duration: number): Promise<boolean> => {
      calls.push(`acquire ${name} ${duration / second}`);
      await leases.before();
      return leases.isFree;
    },
    release: async (name: string): Promise<void> => void calls.push(`release ${name}`),
  };
  const claims = new Claims(leases, clock, { onError: (what) => void errors.push(what) });
  return { clock, calls, errors, leases, claims };
}

describe('A claim', () => {
  it('covers a poll for 45 s after the lease was acquired, and must then be renewed', async () => {
    const { clock, calls, claims } = claimsOf();
    assert.deepEqual([claims.covers('a'), claims.has('a')], [false, false]);
    assert.equal(await claims.renew('a'), 'taken');
    await clock.advance(44 * second);
    assert.equal(claims.covers('a'), true);
    await clock.advance(second);
    assert.deepEqual([claims.covers('a'), claims.has('a')], [false, true]);
    assert.equal(await claims.renew('a'), 'kept');
    assert.equal(claims.covers('a'), true);
    assert.deepEqual(calls, ['acquire a 120', 'acquire a 120']);
  });

  it('covers no poll after the clock leaps or the process hangs while the lease is granted', async () => {
    const { clock, leases, claims } = claimsOf();
    await claims.renew('a');
    clock.jump(120 * second);
    assert.equal(claims.covers('a'), false);
    assert.equal(await claims.renew('a'), 'taken', 'another window may have polled meanwhile');
    leases.before = async () => clock.jump(60 * second);
    await claims.renew('a');
    assert.equal(claims.covers('a'), false);
  });

  it('is renewed before the next poll if the clock is set back', async () => {
    const { clock, claims } = claimsOf();
    await claims.renew('a');
    clock.jump(-3600 * second);
    assert.equal(claims.covers('a'), false);
    claims.expire();
    assert.equal(claims.covers('a'), false);
    assert.equal(await claims.renew('a'), 'kept');
    assert.equal(claims.covers('a'), true);
  });

  it('is lost if another window has the lease', async () => {
    const { clock, leases, claims } = claimsOf();
    await claims.renew('a');
    await clock.advance(100 * second);
    leases.isFree = false;
    assert.equal(await claims.renew('a'), 'foreign');
    assert.deepEqual([claims.covers('a'), claims.has('a')], [false, false]);
  });

  it('counts as held if leases can’t be stored', async () => {
    const { errors, leases, claims } = claimsOf();
    leases.before = () => Promise.reject(new Error('no leases'));
    assert.equal(await claims.renew('a'), 'kept');
    assert.equal(claims.covers('a'), true);
    assert.deepEqual(errors, ['sharing requests between windows']);
  });

  it('releases each lease once, and only if it is held', async () => {
    const { calls, claims } = claimsOf();
    for (const name of ['a', 'b', 'c']) await claims.renew(name);
    await claims.release('a');
    await claims.release('a');
    await claims.release('z');
    await claims.dispose();
    assert.deepEqual(calls.slice(3), ['release a', 'release b', 'release c']);
  });

  it('counts as released, and is logged, if its lease can’t be released', async () => {
    const { errors, leases, claims } = claimsOf();
    await claims.renew('a');
    leases.release = () => Promise.reject(new Error('the disk is full'));
    await claims.release('a');
    assert.deepEqual([claims.covers('a'), claims.has('a')], [false, false]);
    assert.deepEqual(errors, ['releasing a lease']);
  });

  it('releases a lease that is granted after disposal', async () => {
    const { calls, leases, claims } = claimsOf();
    let grant = (): void => undefined;
    leases.before = () => new Promise((resolve) => (grant = resolve));
    const renewing = claims.renew('a');
    await claims.dispose();
    grant();
    await renewing;
    assert.deepEqual(calls, ['acquire a 120', 'release a']);
  });
});
