import assert from 'node:assert/strict';
import { settle } from '../support/fakeClock';
import { request, SECOND, World, type Window } from './world';

const COUNT = 1000;

describe('A thousand pending requests', () => {
  let world: World;
  let window: Window;
  /** Number of times that a request was considered for the next poll. */
  let looks = 0;
  let announced = 0;

  beforeEach(async () => {
    world = new World();
    const now = world.clock.now();
    for (let at = 0; at < COUNT; at += 1) {
      await world.disk.track(request(`${at}`), now);
    }
    const { interval } = world.settings;
    Object.defineProperty(world.settings, 'interval', { get: () => ((looks += 1), interval) });
    window = world.open('B', { onChange: () => (announced += 1) });
    looks = announced = 0;
  });

  it('are loaded by a new window in linear time, and announced together', async () => {
    await window.start();
    await settle();
    assert.equal(window.tracker.pending.length, COUNT);
    assert.ok(looks <= 10 * COUNT, `${looks} looks`);
    assert.ok(announced <= 10, `${announced} announcements`);
  });

  it('are compared with the stored requests in linear time when a change event lists them all', async () => {
    await window.start();
    await settle();
    looks = announced = 0;
    for (const [key, stored] of world.disk.pending) {
      await world.disk.setPlan(key, {
        ...stored,
        dueAt: stored.dueAt + SECOND,
        askedAt: world.clock.now(),
      });
    }
    await world.disk.announce();
    await settle();
    assert.ok(looks <= 10 * COUNT, `${looks} looks`);
    assert.ok(announced <= 10, `${announced} announcements`);
  });
});
