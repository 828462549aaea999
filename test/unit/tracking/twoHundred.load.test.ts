import assert from 'node:assert/strict';
import { FINISHED, NOT_READY, request, result, SECOND, World } from './world';
import type { Window } from './world';

describe('200 pending requests in two windows', function () {
  this.timeout(120_000); // CPU-bound, and other processes may be using the CPU.

  it('all finish when one window is killed and the other reloads, each polled by one window at a time', async () => {
    const world = new World();
    const ids = Array.from({ length: 200 }, (_, at) => `id${at}`);
    const started = world.clock.now();
    // They finish one after the other, half a second apart, the first ones after half a minute.
    const endsAt = (id: string) => started + 30 * SECOND + Number(id.slice(2)) * 500;
    world.service.script = (id, at) =>
      at >= endsAt(id) ? FINISHED : at >= endsAt(id) - 10 * SECOND ? result(1, 1, 3) : NOT_READY;
    const all: Window[] = [world.open('A'), world.open('B')];
    const [first, second] = all as [Window, Window];
    for (const window of all) await window.start();
    for (const [at, id] of ids.entries()) {
      await (at % 2 ? first : second).track(request(id, { known: true }), { submitted: true });
    }
    const replace = async (name: string): Promise<Window> => {
      const window = world.open(name);
      all.push(window);
      await window.start();
      return window;
    };
    await world.clock.advance(40 * SECOND);
    assert.equal(
      await world.clock.until(() => first.tracker.pending.some(({ isPolling }) => isPolling), SECOND),
      true,
    );
    first.kill();
    await second.dispose();
    const [third, fourth] = [await replace('C'), await replace('D')];
    assert.ok(third.tracker.pending.length > 150, `${third.tracker.pending.length} are pending`);
    for (const window of [third, fourth]) assert.equal(await world.untilIdle(window, 600 * SECOND), true);
    await world.clock.advance(SECOND);
    const ends = all.flatMap((one) => one.states).filter(({ state }) => state.kind === 'finished');
    assert.deepEqual(new Set(ends.map(({ id }) => id)), new Set(ids));
    assert.equal(ends.length, 200, 'each end is told once');
    assert.deepEqual(
      [world.service.twiceAtOnce, world.disk.pending.size, world.leases.held.size],
      [[], 0, 0],
    );
  });
});
