import assert from 'node:assert/strict';
import { settlesWithin } from '../../../src/base/async';
import { FakeClock } from '../support/fakeClock';

describe('settlesWithin', () => {
  it('returns true for a promise that settles in time, however it settles, and ends its timer', async () => {
    const clock = new FakeClock();
    assert.equal(await settlesWithin(clock, 1_000, Promise.resolve(1)), true);
    assert.equal(await settlesWithin(clock, 1_000, Promise.reject(new Error('failed'))), true);
    assert.equal(clock.timerCount, 0);
  });

  it('returns false after the time, and handles a later rejection', async () => {
    const clock = new FakeClock();
    let fail: (error: Error) => void = () => undefined;
    const slow = new Promise<void>((_, reject) => (fail = reject));
    const settles = settlesWithin(clock, 1_000, slow);
    await clock.advance(1_000);
    assert.equal(await settles, false);
    fail(new Error('too late'));
  });
});
