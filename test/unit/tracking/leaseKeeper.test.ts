import assert from 'node:assert/strict';
import { LeaseKeeper } from '../../../src/tracking/leaseKeeper';
import { FakeClock } from '../support/fakeClock';

const second = 1000;

function keeper() {
  const clock = new FakeClock();
  const calls: string[] = [];
  const answers = { acquire: true };
  const leases = {
    tryAcquire: async (name: string, duration: number) => {
      calls.push(`acquire ${name} ${duration / second}`);
      return answers.acquire;
    },
    release: async (name: string) => void calls.push(`release ${name}`),
  };
  return { clock, calls, answers, held: new LeaseKeeper(leases, clock) };
}

describe('the leases of a window', () => {
  it('are taken once and then held without a write while an ask fits in', async () => {
    const { clock, calls, held } = keeper();
    assert.equal(held.has('a'), false);
    assert.equal(await held.hold('a'), 'taken');
    assert.equal(held.has('a'), true);
    await clock.advance(74 * second);
    assert.equal(await held.hold('a'), 'ours');
    assert.deepEqual(calls, ['acquire a 120']);
  });

  it('are renewed before an ask might outlast them', async () => {
    const { clock, calls, held } = keeper();
    await held.hold('a');
    await clock.advance(75 * second);
    assert.equal(await held.hold('a'), 'ours');
    await clock.advance(74 * second);
    assert.equal(await held.hold('a'), 'ours');
    assert.deepEqual(calls, ['acquire a 120', 'acquire a 120']);
  });

  it('are taken anew when they have run out, or the clock was set back', async () => {
    const { clock, calls, held } = keeper();
    await held.hold('a');
    await clock.advance(120 * second);
    assert.equal(await held.hold('a'), 'taken');
    clock.jump(-second);
    assert.equal(await held.hold('a'), 'ours');
    assert.deepEqual(calls, ['acquire a 120', 'acquire a 120', 'acquire a 120']);
  });

  it('are others’ where they are, and lost where another window took them', async () => {
    const { clock, answers, held } = keeper();
    answers.acquire = false;
    assert.equal(await held.hold('a'), 'others');
    assert.equal(held.has('a'), false);
    answers.acquire = true;
    await held.hold('a');
    await clock.advance(100 * second);
    answers.acquire = false;
    assert.equal(await held.hold('a'), 'others');
    assert.equal(held.has('a'), false);
  });

  it('are released once, and only those that are held', async () => {
    const { calls, held } = keeper();
    for (const key of ['a', 'b', 'c']) await held.hold(key);
    await held.release('a');
    await held.release('a');
    await held.release('z');
    await held.releaseAll();
    assert.deepEqual(calls.slice(3), ['release a', 'release b', 'release c']);
  });
});
