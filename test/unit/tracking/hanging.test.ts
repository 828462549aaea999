import assert from 'node:assert/strict';
import type { BatchAnswer } from '../../../src/judges';
import { NOT_READY, MINUTE, request, SECOND, World, type Window } from './world';

describe('A hanging window', () => {
  let world: World;
  let hanging: Window;
  let other: Window;
  beforeEach(async () => {
    world = new World();
    hanging = world.open('A');
    other = world.open('B');
    await other.start();
  });

  it('delays its requests by at most two and a half minutes, and polls none of them when it resumes', async () => {
    for (const id of ['one', 'two']) await hanging.track(request(id));
    await world.clock.advance(50 * SECOND);
    const hungAt = world.clock.now();
    hanging.hang();
    await world.clock.advance(5 * MINUTE);
    for (const id of ['one', 'two']) {
      const [next = Infinity] = world.service.asks(id).filter((at) => at > hungAt);
      assert.ok(next - hungAt <= 2.5 * MINUTE, `${next - hungAt} ms`);
    }
    const wokeAt = world.clock.now();
    hanging.wakeUp();
    await world.clock.advance(MINUTE);
    const polledBy = new Set(world.service.log.filter(({ at }) => at > wokeAt).map(({ window }) => window));
    assert.deepEqual(polledBy, new Set(['B']));
    assert.deepEqual(world.service.twiceAtOnce, []);
    assert.ok(world.service.leastGap() >= world.settings.interval, `${world.service.leastGap()} ms`);
  });

  it('delays batches by only a few seconds if it hangs between two of them', async () => {
    const batchInterval = 2 * SECOND;
    world.service.batch = (all) =>
      new Map<string, BatchAnswer>(all.map((id) => [id, NOT_READY as BatchAnswer]));
    for (const id of ['one', 'two']) {
      await hanging.track(request(id, { batchInterval }), { submitted: true });
    }
    await world.clock.advance(20 * SECOND);
    await world.clock.until(() => hanging.tracker.pending.every(({ isPolling }) => !isPolling));
    const hungAt = world.clock.now();
    hanging.hang();
    await world.clock.advance(MINUTE);
    const [next] = world.service.lists.filter(({ at }) => at > hungAt);
    assert.ok(next && next.at - hungAt <= 3 * batchInterval, `${(next?.at ?? Infinity) - hungAt} ms`);
  });

  it('delays batches by at most a minute and a half if it hangs while it sends one', async () => {
    world.service.batch = (all) =>
      new Map<string, BatchAnswer>(all.map((id) => [id, NOT_READY as BatchAnswer]));
    await hanging.track(request('one', { batchInterval: 2 * SECOND }), { submitted: true });
    await world.clock.until(() => world.service.lists.at(-1)?.window === 'A');
    const hungAt = world.clock.now();
    hanging.hang();
    await world.clock.advance(3 * MINUTE);
    const [next] = world.service.lists.filter(({ window }) => window === 'B');
    assert.ok(next && next.at - hungAt <= 1.5 * MINUTE, `${(next?.at ?? Infinity) - hungAt} ms`);
  });
});
