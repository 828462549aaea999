import assert from 'node:assert/strict';
import type { BatchAnswer } from '../../../src/judges';
import {
  FINISHED,
  key,
  kinds,
  MINUTE,
  NOT_READY,
  PRELIMINARY,
  request,
  SECOND,
  stateOf,
  status,
  World,
} from './world';
import type { Window } from './world';

const batchInterval = 2 * SECOND;
const ids = ['one', 'two', 'three'];
const notReady = (all: readonly string[]) =>
  new Map<string, BatchAnswer>(all.map((id) => [id, NOT_READY as BatchAnswer]));

describe('Requests polled in one batch', () => {
  let world: World;
  let window: Window;
  beforeEach(() => {
    world = new World();
    world.service.batch = notReady;
    window = world.open();
  });
  const track = async () => {
    for (const id of ids) await window.track(request(id, { batchInterval }), { submitted: true });
  };

  it('are polled only by the batch, at the batch interval, and finish with its results', async () => {
    await track();
    await world.clock.advance(MINUTE);
    assert.deepEqual(world.service.log, []);
    const gaps = world.service.lists
      .slice(1)
      .map(({ at }, index) => at - (world.service.lists[index]?.at ?? 0));
    assert.ok(gaps.length > 5 && Math.min(...gaps) >= batchInterval, gaps.join(' '));
    world.service.batch = (all) => new Map(all.map((id) => [id, FINISHED as BatchAnswer]));
    assert.equal(await world.untilIdle(window, 30 * SECOND), true);
    await world.clock.advance(0);
    for (const id of ids) assert.deepEqual(kinds(window, id), ['waiting', 'finished']);
    assert.deepEqual([window.timers(), world.disk.pending.size], [0, 0]);
  });

  it('are polled once a minute while the judge has stopped judging', async () => {
    world.service.batch = (all) => new Map(all.map((id) => [id, { kind: 'notReady', isSuspended: true }]));
    await track();
    await world.clock.advance(120 * MINUTE);
    const polls = world.service.lists.length;
    assert.ok(polls > 90 && polls < 140, `${polls} polls`);
    assert.deepEqual(kinds(window, 'one'), ['waiting']);
    world.service.batch = (all) => new Map(all.map((id) => [id, FINISHED as BatchAnswer]));
    assert.equal(await world.untilIdle(window, 2 * MINUTE), true);
  });

  it('are polled one by one while batching is disabled, and in a batch afterwards', async () => {
    world.service.batch = null;
    await window.track(request('one', { batchInterval }));
    await world.clock.advance(SECOND);
    assert.deepEqual(
      world.service.log.map(({ id }) => id),
      ['one'],
    );
    world.service.batch = notReady;
    await window.track(request('two', { batchInterval }));
    await world.clock.advance(10);
    assert.deepEqual([world.service.lists.length, world.service.log.length], [1, 1]);
  });

  it('are taken over if the polling window is killed during a batch', async () => {
    const second = world.open('B');
    await second.start();
    await track();
    world.service.latency = SECOND;
    await world.clock.until(() => world.service.lists.at(-1)?.window === 'A');
    window.kill();
    const before = world.service.lists.length;
    await world.clock.advance(20 * SECOND);
    assert.ok(world.service.lists.length - before > 3);
    assert.ok(world.service.lists.slice(before).every((one) => one.window === 'B'));
  });

  it('are polled after a reload no sooner than the batch interval, even if the last poll was just before', async () => {
    await track();
    await world.clock.advance(20 * SECOND);
    const before = world.service.lists.length;
    await world.clock.until(() => world.service.lists.length > before);
    window.kill();
    const second = world.open('B');
    await second.start();
    await world.clock.advance(20 * SECOND);
    const [last, next] = world.service.lists.slice(before);
    assert.ok(last && next && next.at - last.at >= batchInterval, `${(next?.at ?? 0) - (last?.at ?? 0)} ms`);
    assert.equal(next.window, 'B');
  });

  it('are polled by a remaining window no sooner than one batch interval after a killed window’s last batch', async () => {
    for (const moment of ['as it asks', 'once it is answered'] as const) {
      for (let killedAfter = 10 * SECOND; killedAfter < 30 * SECOND; killedAfter += 700) {
        world = new World();
        world.service.batch = notReady;
        window = world.open();
        const second = world.open('B');
        await second.start();
        await track();
        await world.clock.advance(killedAfter);
        const isAskedByFirst = () => world.service.lists.at(-1)?.window === 'A';
        await world.clock.until(() => !isAskedByFirst());
        await world.clock.until(isAskedByFirst);
        if (moment === 'once it is answered')
          await world.clock.until(() => window.tracker.pending.every(({ isPolling }) => !isPolling));
        const before = world.service.lists.length;
        window.kill();
        await world.clock.advance(20 * SECOND);
        const [last, next] = world.service.lists.slice(before - 1);
        const gap = (next?.at ?? Infinity) - (last?.at ?? 0);
        assert.equal(next?.window, 'B');
        assert.ok(gap >= batchInterval, `${gap} ms, killed ${moment} after ${killedAfter} ms`);
        assert.ok(gap <= 5 * batchInterval, `${gap} ms, killed ${moment} after ${killedAfter} ms`);
      }
    }
  });

  it('are each polled immediately, by one window, when the batch reports that they have ended', async () => {
    const second = world.open('B');
    await second.start();
    await track();
    await world.clock.advance(20 * SECOND);
    assert.deepEqual(new Set(world.service.lists.map((one) => one.window)), new Set(['A', 'B']));
    world.service.script = () => FINISHED;
    world.service.batch = (all) => new Map(all.map((id) => [id, { kind: 'ended' }]));
    const from = world.clock.now();
    assert.equal(await world.untilIdle(window, 15 * SECOND), true);
    assert.equal(await world.untilIdle(second, 15 * SECOND), true);
    const listed = world.service.lists.find(({ at }) => at >= from)?.at ?? 0;
    for (const id of ids) {
      const [asked, ...more] = world.service.asks(id);
      assert.ok(asked !== undefined && asked - listed <= SECOND, `${(asked ?? 0) - listed} ms`);
      assert.deepEqual(more, []);
    }
  });

  it('have the verdict of the batch before the complete result', async () => {
    world.service.latency = 5 * SECOND;
    world.service.script = () => FINISHED;
    world.service.batch = (all) => new Map(all.map((id) => [id, { kind: 'ended', known: PRELIMINARY }]));
    await track();
    const from = world.clock.now();
    const shown = () => ids.every((id) => window.store.get(key(id))?.summary?.isPreliminary);
    await world.clock.until(shown);
    assert.ok(world.clock.now() - from <= 8 * SECOND, `${world.clock.now() - from} ms`);
    for (const id of ids) assert.deepEqual(stateOf(window, id), { kind: 'judging' });
    assert.equal(await world.untilIdle(window, 8 * SECOND), true);
    for (const id of ids) {
      assert.equal(world.service.asks(id).length, 1);
      assert.deepEqual(kinds(window, id), ['waiting', 'judging', 'finished']);
    }
  });

  it('are polled until the judge has finished if the batch returns preliminary results', async () => {
    world.service.batch = (all) => new Map(all.map((id) => [id, PRELIMINARY]));
    await track();
    await world.clock.advance(MINUTE);
    assert.deepEqual([world.service.log, window.tracker.pending.length], [[], ids.length]);
    world.service.batch = (all) => new Map(all.map((id) => [id, FINISHED as BatchAnswer]));
    assert.equal(await world.untilIdle(window, MINUTE), true);
  });

  it('are polled in one batch despite a pause when the user polls one of them', async () => {
    await track();
    world.service.batch = () => status(401);
    await world.clock.until(() => window.health.length > 0);
    const before = world.service.lists.length;
    await world.clock.advance(MINUTE);
    assert.equal(world.service.lists.length, before);
    window.tracker.pollNow(key('one'));
    await world.clock.advance(MINUTE);
    assert.deepEqual([world.service.lists.length, window.timers()], [before + 1, 0]);
    world.service.batch = notReady;
    window.tracker.pollNow(key('one'));
    await world.clock.advance(MINUTE);
    assert.ok(world.service.lists.length > before + 5, 'it is well again');
  });

  it('count a failed batch as one failure of the judge, and one of each request', async () => {
    world.service.batch = () => status(500);
    await track();
    await world.clock.until(() =>
      window.tracker.pending.every(({ lastAnswer }) => lastAnswer?.kind === 'failure'),
    );
    assert.deepEqual([window.health, world.service.lists.length], [[], 1]);
    assert.deepEqual(
      window.tracker.pending.map((one) => one.request.plan.failures),
      [1, 1, 1],
    );
  });

  it('stay stopped if the user stops them during a batch, without affecting the other requests', async () => {
    await track();
    world.service.batch = (all) => new Map(all.map((id) => [id, FINISHED as BatchAnswer]));
    await world.clock.until(() => window.tracker.pending.every(({ isPolling }) => isPolling));
    window.tracker.stop(key('one'));
    await world.clock.advance(SECOND);
    assert.deepEqual(stateOf(window, 'one'), { kind: 'stopped' });
    assert.deepEqual(stateOf(window, 'two'), { kind: 'finished' });
    assert.equal(world.disk.pending.size, 0);
    assert.ok(!ids.some((id) => world.leases.held.has(key(id))));
  });

  it('leave no running batch, timer, or lease when the window closes', async () => {
    await track();
    await world.clock.until(() => window.tracker.pending.every(({ isPolling }) => isPolling));
    await window.dispose();
    await world.clock.advance(MINUTE);
    assert.deepEqual([world.service.lists.length, window.timers(), world.disk.pending.size], [1, 0, 3]);
    assert.ok(!ids.some((id) => world.leases.held.has(key(id))));
    assert.deepEqual(window.troubles, []);
  });
});
