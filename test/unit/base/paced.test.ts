import assert from 'node:assert/strict';
import { Throttle } from '../../../src/base/async';
import { FakeClock } from '../support/fakeClock';

describe('Throttle', () => {
  it('runs at regular intervals during 200 changes, and once after the last one', async () => {
    const clock = new FakeClock();
    let changes = 0;
    const done: { readonly at: number; readonly seen: number }[] = [];
    const begin = clock.now();
    const paced = new Throttle(clock, 100, () => done.push({ at: clock.now() - begin, seen: changes }));
    for (; changes < 200; await clock.advance(10)) {
      changes += 1;
      paced.request();
    }
    assert.ok(done.length <= 21, String(done.length));
    assert.equal(done[0]?.at, 0);
    const gaps = done.slice(1).map(({ at }, index) => at - (done[index]?.at ?? 0));
    assert.deepEqual([...new Set(gaps)], [100]);
    const steps = done.slice(1).map(({ seen }, index) => seen - (done[index]?.seen ?? 0));
    assert.ok(Math.max(...steps) <= 11, steps.join(' '));
    await clock.advance(1_000);
    assert.equal(done.at(-1)?.seen, 200);
    assert.equal(clock.timerCount, 0);
  });

  it('runs immediately after a pause, and never after disposal', async () => {
    const clock = new FakeClock();
    let count = 0;
    const paced = new Throttle(clock, 100, () => (count += 1));
    paced.request();
    await clock.advance(100);
    paced.request();
    assert.equal(count, 2);
    paced.request();
    paced.dispose();
    await clock.advance(1_000);
    assert.equal(count, 2);
  });
});
