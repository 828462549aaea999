import assert from 'node:assert/strict';
import type { BatchAnswer } from '../../../src/judges';
import { seededRandom } from '../support/fakeClock';
import { previousTracker } from './previousVersion';
import { FINISHED, MINUTE, NOT_READY, request, result, SECOND, World, type Window } from './world';

describe('A window next to a window of the previous version', () => {
  let world: World;
  let previous: Window;
  let current: Window;
  beforeEach(async () => {
    world = new World();
    previous = world.open('previous', { make: previousTracker });
    current = world.open('current');
    await previous.start();
    await current.start();
  });

  /** Asserts that polls never overlapped and kept the minimum interval. */
  function assertNoneTwice(): void {
    assert.deepEqual(world.service.twiceAtOnce, []);
    assert.ok(world.service.leastGap() >= world.settings.interval, `${world.service.leastGap()} ms`);
  }

  it('never polls an ID during the other window’s poll or too soon after it', async () => {
    const ids = Array.from({ length: 12 }, (_, at) => `id${at}`);
    for (const [at, id] of ids.entries()) {
      await (at % 2 ? previous : current).track(request(id), { submitted: at % 3 === 0 });
      await world.clock.advance(300);
    }
    world.service.script = (_id, at) => (at % 2 ? NOT_READY : result(1, 1, 3));
    await world.clock.advance(10 * MINUTE);
    assertNoneTwice();
    const polledBy = new Set(world.service.log.map(({ window }) => window));
    assert.deepEqual(polledBy, new Set(['previous', 'current']));
    world.service.script = () => FINISHED;
    for (const window of [previous, current]) assert.equal(await world.untilIdle(window), true);
    assertNoneTwice();
    assert.deepEqual([world.disk.pending.size, world.leases.held.size], [0, 0]);
  });

  for (const which of ['previous', 'current'] as const) {
    it(`takes over the requests of the ${which} window after it was killed or hung`, async () => {
      const random = seededRandom(5);
      for (const how of ['kill', 'hang'] as const) {
        for (let round = 0; round < 10; round += 1) {
          world = new World();
          const windows = {
            previous: world.open('previous', { make: previousTracker }),
            current: world.open('current'),
          };
          for (const window of Object.values(windows)) await window.start();
          for (const id of ['a', 'b', 'c']) await windows[which].track(request(id));
          await world.clock.advance((10 + random() * 60) * SECOND);
          windows[which][how]();
          const before = world.service.log.length;
          await world.clock.advance(4 * MINUTE);
          windows[which].wakeUp();
          await world.clock.advance(4 * MINUTE);
          assertNoneTwice();
          const other = which === 'previous' ? 'current' : 'previous';
          const after = world.service.log.slice(before).filter(({ window }) => window === other);
          assert.deepEqual(new Set(after.map(({ id }) => id)), new Set(['a', 'b', 'c']), how);
        }
      }
    });
  }

  it('writes rarely, so that both windows don’t announce plans to each other forever', async () => {
    for (const [id, window] of [
      ['one', previous],
      ['two', current],
    ] as const) {
      await window.track(request(id), { submitted: true });
    }
    await world.clock.advance(10 * MINUTE);
    const polls = world.service.log.length;
    assert.ok(polls > 40 && world.disk.writes < polls, `${world.disk.writes} writes, ${polls} polls`);
  });

  it('applies a result that the other window received', async () => {
    for (const [receives, polls] of [
      [previous, current],
      [current, previous],
    ] as const) {
      const id = receives === previous ? 'one' : 'two';
      await polls.track(request(id), { submitted: true });
      await world.clock.advance(10 * SECOND);
      await receives.push(id, FINISHED);
      await world.clock.advance(SECOND);
      assert.deepEqual([polls.tracker.pending, receives.tracker.pending], [[], []]);
    }
    assert.deepEqual([world.disk.pending.size, world.leases.held.size], [0, 0]);
  });

  it('sends no batch too soon after the other window’s batch', async () => {
    const batchInterval = 2 * SECOND;
    world.service.batch = (all) =>
      new Map<string, BatchAnswer>(all.map((id) => [id, NOT_READY as BatchAnswer]));
    for (let at = 0; at < 6; at += 1) {
      const window = at % 2 ? previous : current;
      await window.track(request(`${at}`, { batchInterval }), { submitted: true });
    }
    await world.clock.advance(10 * MINUTE);
    const { lists } = world.service;
    const gaps = lists.slice(1).map(({ at }, index) => at - (lists[index]?.at ?? 0));
    assert.ok(Math.min(...gaps) >= batchInterval, `${Math.min(...gaps)} ms`);
    assert.deepEqual(new Set(lists.map(({ window }) => window)), new Set(['previous', 'current']));
    assert.deepEqual(world.service.log, []);
  });
});
