import assert from 'node:assert/strict';
import type { BatchAnswer } from '../../../src/judges';
import { failure, NOT_READY, MINUTE, request, SECOND, World, type Window } from './world';

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

describe('A window without access to its credentials', () => {
  let world: World;
  let locked: Window;
  let other: Window;
  /** Times at which the window couldn't send a poll, ms since 1970. */
  let unsent: number[];

  beforeEach(async () => {
    world = new World();
    locked = world.open('A');
    other = world.open('B');
    await other.start();
    unsent = [];
    const { ask, askBatch } = world.service;
    const fail = async (): Promise<never> => {
      await new Promise<void>((resolve) => void world.clock.after(5 * SECOND, resolve));
      unsent.push(world.clock.now());
      throw failure({ kind: 'secretsTimeout' });
    };
    world.service.ask = (window, ...asked) => (window === 'A' ? fail() : ask(window, ...asked));
    world.service.askBatch = (window, ...asked) => (window === 'A' ? fail() : askBatch(window, ...asked));
  });

  it('leaves its requests to another window within half a minute, and isn’t signed out', async () => {
    await locked.track(request('one'));
    await world.clock.until(() => world.service.log.length > 0, 5 * MINUTE);
    const [first = Infinity] = unsent;
    const [next] = world.service.log;
    assert.ok(next && next.at - first <= 31 * SECOND, `${(next?.at ?? Infinity) - first} ms`);
    assert.deepEqual([...locked.health, ...locked.troubles], []);
  });

  it('releases the lock for batches at once', async () => {
    world.service.batch = (all) =>
      new Map<string, BatchAnswer>(all.map((id) => [id, NOT_READY as BatchAnswer]));
    const batchInterval = 20 * SECOND;
    await locked.track(request('one', { batchInterval }), { submitted: true });
    await world.clock.until(() => world.service.lists.length > 0, 5 * MINUTE);
    const [first = Infinity] = unsent;
    const [next] = world.service.lists;
    assert.ok(next && next.at - first <= batchInterval / 8, `${(next?.at ?? Infinity) - first} ms`);
  });

  it('polls again if there is no other window', async () => {
    await other.dispose();
    await locked.track(request('one'));
    await world.clock.advance(5 * MINUTE);
    assert.ok(unsent.length >= 3 && unsent.length <= 12, `${unsent.length} attempts`);
    assert.equal(locked.tracker.pending[0]?.lastAnswer?.kind, 'failure');
  });
});
