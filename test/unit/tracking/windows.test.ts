import assert from 'node:assert/strict';
import { settle } from '../support/fakeClock';
import {
  FINISHED,
  key,
  kinds,
  MINUTE,
  NOT_READY,
  request,
  result,
  RULES,
  SECOND,
  stateOf,
  status,
  World,
} from './world';

describe('The tracker in several windows on one machine', () => {
  let world: World;
  beforeEach(() => {
    world = new World();
  });

  it('polls each ID from one window only, even if every window tracks all of them', async () => {
    const [first, second] = [world.open('A'), world.open('B')];
    await first.start();
    await second.start();
    for (let index = 0; index < 6; index += 1) {
      await (index % 2 ? first : second).track(request(`id${index}`), { submitted: true });
    }
    await world.clock.advance(60 * SECOND);
    assert.equal(first.tracker.pending.length, 6);
    assert.equal(second.tracker.pending.length, 6);
    for (let index = 0; index < 6; index += 1) {
      const asked = world.service.log.filter((one) => one.id === `id${index}`);
      assert.ok(asked.length > 5);
      assert.equal(new Set(asked.map((one) => one.window)).size, 1, `id${index} asked by one window`);
    }
    assert.deepEqual(world.service.twiceAtOnce, []);
    const elsewhere = first.tracker.pending.filter((one) => one.isForeign).length;
    assert.equal(elsewhere + second.tracker.pending.filter((one) => one.isForeign).length, 6);
  });

  it('continues in another window after one is closed', async () => {
    const [first, second] = [world.open('A'), world.open('B')];
    await second.start();
    await first.track(request('one'));
    await world.clock.advance(5 * SECOND);
    await first.dispose();
    assert.equal(first.timers(), 0);
    const before = world.service.log.length;
    await world.clock.advance(60 * SECOND);
    const after = world.service.log.slice(before);
    assert.ok(after.length > 2);
    assert.ok(after.every((one) => one.window === 'B'));
  });

  it('takes over a request with its progress from a window killed during a poll', async () => {
    const first = world.open('A');
    await first.track(request('one'));
    await world.clock.advance(20 * SECOND);
    await world.clock.until(() => first.tracker.pending.some((one) => one.isPolling));
    first.kill();
    const second = world.open('B');
    await second.start();
    const [pending] = second.tracker.pending;
    assert.equal(pending?.request.plan.known, true);
    world.service.script = () => FINISHED;
    assert.equal(await world.untilIdle(second), true);
    assert.deepEqual(kinds(second, 'one'), ['finished']);
    assert.equal(world.disk.pending.size, 0);
  });

  for (const [who, isOpen] of [
    ['the next window', false],
    ['a window that was open already', true],
  ] as const) {
    it(`waits the minimum interval between a killed window’s last poll and the first poll by ${who}`, async () => {
      for (let killedAfter = 40 * SECOND; killedAfter < 80 * SECOND; killedAfter += SECOND) {
        world = new World();
        world.settings.interval = 5 * SECOND;
        const [first, second] = [world.open('A'), world.open('B')];
        if (isOpen) await second.start();
        await first.track(request('one'));
        await world.clock.advance(killedAfter);
        const asked = world.service.log.length;
        await world.clock.until(() => world.service.log.length > asked);
        first.kill();
        if (!isOpen) await second.start();
        await world.clock.advance(MINUTE);
        const [before = 0, next = 0] = world.service.asks('one').slice(asked);
        assert.ok(next - before >= 5 * SECOND, `${next - before} ms, killed after ${killedAfter}`);
        assert.equal(world.service.log.at(-1)?.window, 'B');
      }
    });
  }

  it('removes a request that another window has ended or stopped, even during a poll', async () => {
    const [first, second] = [world.open('A'), world.open('B')];
    await second.start();
    await first.track(request('one'));
    await world.clock.until(() => first.tracker.pending.some((one) => one.isPolling));
    second.tracker.stop(key('one'));
    await world.clock.advance(60 * SECOND);
    assert.deepEqual(kinds(second, 'one'), ['stopped']);
    assert.equal(first.tracker.pending.length, 0);
    assert.equal(world.disk.pending.size, 0, 'the answer under way does not make it pending again');
    assert.equal(first.timers() + second.timers(), 0);
  });

  it('forwards “poll now” to the polling window', async () => {
    const [first, second] = [world.open('A'), world.open('B')];
    await second.start();
    await first.track(request('one'));
    await world.clock.until(
      () => (first.tracker.pending[0]?.request.plan.dueAt ?? 0) - world.clock.now() > 5 * SECOND,
    );
    await world.clock.advance(2 * SECOND);
    const before = world.service.log.length;
    second.tracker.pollNow(key('one'));
    await world.clock.advance(100);
    assert.deepEqual(
      world.service.log.slice(before).map((one) => one.window),
      ['A'],
    );
  });

  it('keeps the minimum interval, however many windows the user polls from', async () => {
    const [first, second] = [world.open('A'), world.open('B')];
    await second.start();
    world.settings.interval = 10 * SECOND;
    await first.track(request('one'));
    for (let times = 0; times < 30; times += 1) {
      await world.clock.advance(SECOND);
      for (const { tracker } of [first, second]) assert.equal(tracker.pollNow(key('one')), true);
    }
    const asked = world.service.asks('one');
    const gaps = asked.slice(1).map((at, index) => at - (asked[index] ?? 0));
    assert.deepEqual([asked.length, gaps.every((gap) => gap >= 10 * SECOND)], [4, true], String(gaps));
  });

  it('leaves a user’s fetch to the window that tracks the request', async () => {
    const [first, second] = [world.open('A'), world.open('B')];
    await first.track(request('one'));
    await second.start();
    assert.equal(await second.tracker.beginFetch(key('one')), false);
    assert.equal(await first.tracker.beginFetch(key('one')), true);
    assert.equal(world.leases.held.get(key('one'))?.owner, 'A', 'it is tracked on');
  });

  it('fetches an untracked ID immediately, from any window', async () => {
    const [first, second] = [world.open('A'), world.open('B')];
    for (const { tracker } of [first, first, second, second])
      assert.equal(await tracker.beginFetch(key('one')), true);
    assert.equal(world.leases.held.size, 0, 'a fetch needs no lease');
    assert.equal(world.disk.listenerCount, 0, 'nothing is pending, so nobody listens');
  });

  it('polls soon after a push event in any window, but no more often than the minimum interval', async () => {
    const [first, second] = [world.open('A'), world.open('B')];
    await second.start();
    await first.track(request('one'));
    await world.clock.advance(120 * SECOND);
    for (const window of [first, second]) {
      const before = world.service.log.length;
      await world.clock.until(() => world.service.log.length > before);
      await world.clock.advance(SECOND);
      const then = world.service.log.length;
      const at = world.clock.now();
      for (let times = 0; times < 20; times += 1) {
        window.tracker.pollSoon(key('one'));
        await world.clock.advance(100);
      }
      const asked = world.service.log.slice(then);
      assert.ok((asked[0]?.at ?? Infinity) - at < SECOND, 'soon');
      assert.ok(asked.length <= 3, `${asked.length} asks for 20 hints in two seconds`);
      assert.ok(asked.every((one) => one.window === 'A'));
    }
    first.tracker.pollSoon(key('unknown'));
  });

  it('doesn’t poll again if another window polled while the lease was lost', async () => {
    const first = world.open('A');
    await first.track(request('one'));
    await world.clock.advance(SECOND);
    world.clock.jump(10 * 60 * SECOND); // The machine sleeps, and window B wakes up first.
    const second = world.open('B');
    await second.start();
    await world.clock.advance(20);
    await world.clock.advance(60 * SECOND);
    assert.deepEqual(world.service.twiceAtOnce, []);
    const late = world.service.log.filter((one) => one.at > world.clock.now() - 30 * SECOND);
    assert.equal(new Set(late.map((one) => one.window)).size, 1);
  });

  it('doesn’t poll a request that another window has ended, even without change events', async () => {
    world.disk.silent = true;
    const first = world.open('A');
    await first.track(request('one'));
    const second = world.open('B');
    await second.start();
    await world.clock.advance(20 * SECOND);
    world.service.script = () => FINISHED;
    await world.untilIdle(first);
    await world.clock.advance(60 * SECOND);
    assert.ok(world.service.log.every((one) => one.window === 'A'));
    assert.equal(second.tracker.pending.length, 0);
    assert.equal(second.timers(), 0);
  });

  it('keeps the plan of a request that it takes over from another window', async () => {
    world.disk.silent = true;
    const first = world.open('A');
    await first.track(request('one'));
    const second = world.open('B');
    await second.start();
    await world.clock.advance(1200 * SECOND);
    const before = world.service.log.length;
    await world.clock.until(() => world.service.log.length > before);
    await world.clock.advance(SECOND);
    const last = world.service.log.at(-1)?.at ?? 0;
    await first.dispose();
    await world.clock.until(() => world.service.log.at(-1)?.window === 'B');
    const gap = (world.service.log.at(-1)?.at ?? 0) - last;
    assert.ok(gap > 25 * SECOND, `${gap} ms`);
  });

  it('writes nothing for a request that another window polls', async () => {
    const [first, second] = [world.open('A'), world.open('B')];
    await second.start();
    await first.track(request('one'));
    await world.clock.advance(5 * SECOND);
    const { writes } = world.disk;
    await second.push('one', result(1, 1, 3));
    await world.clock.advance(0);
    assert.equal(second.tracker.pending[0]?.request.phase, 'judging');
    assert.deepEqual([kinds(second, 'one'), world.disk.writes], [[], writes]);
  });

  it('doesn’t start a request again while its end is being saved', async () => {
    const window = world.open('A');
    world.service.script = () => status(400);
    await window.track(request('one'));
    let release = (): void => undefined;
    world.disk.writing = new Promise((resolve) => (release = resolve));
    await world.clock.advance(SECOND);
    assert.equal(world.disk.pending.size, 1, 'its end is not on the disk yet');
    await world.disk.announce();
    await world.clock.advance(SECOND);
    assert.equal(window.tracker.pending.length, 0);
    release();
    await world.clock.advance(60 * SECOND);
    assert.equal(world.service.log.length, 1);
    assert.equal(world.disk.pending.size, 0);
    assert.deepEqual(kinds(window, 'one'), ['waiting', 'failed']);
  });

  it('tries to take the lease of another window’s request again after at least 15 s, at a random time', async () => {
    const [first, second] = [world.open('A'), world.open('B')];
    await first.track(request('one'));
    await second.start();
    await world.clock.advance(10 * MINUTE);
    const attempts = world.leases.attempts.filter(({ owner, name }) => owner === 'B' && name === key('one'));
    const gaps = attempts.slice(1).map(({ at }, index) => at - (attempts[index]?.at ?? 0));
    assert.ok(gaps.length > 15, `${gaps.length} gaps`);
    assert.ok(Math.min(...gaps) >= 15 * SECOND, gaps.join(' '));
    assert.ok(Math.max(...gaps) - Math.min(...gaps) > 5 * SECOND, gaps.join(' '));
  });

  it('holds its lease until the end is saved', async () => {
    const [first, second] = [world.open('A'), world.open('B')];
    await first.track(request('one'));
    await second.start();
    await world.clock.advance(SECOND);
    world.service.script = () => status(400);
    let release = (): void => undefined;
    world.disk.writing = new Promise((resolve) => (release = resolve));
    await world.clock.until(() => first.tracker.pending.length === 0);
    const asked = world.service.log.length;
    assert.equal(world.disk.pending.size, 1, 'its end is not on the disk yet');
    assert.equal(world.leases.held.get(key('one'))?.owner, 'A');
    await world.clock.advance(60 * SECOND);
    assert.equal(world.service.log.length, asked);
    release();
    await world.clock.advance(SECOND);
    assert.deepEqual(kinds(first, 'one'), ['waiting', 'failed']);
    assert.equal(world.leases.held.size, 0);
    assert.equal(second.tracker.pending.length, 0);
  });

  it('keeps a request that is added while the judges of pending requests are read', async () => {
    const [first, window] = [world.open('A'), world.open('B')];
    await first.track(request('theirs'), { submitted: true });
    let arrive = (): void => undefined;
    world.reading = new Promise((resolve) => (arrive = resolve));
    const started = window.start();
    await settle();
    world.disk.silent = true;
    await window.track(request('one'), { submitted: true });
    arrive();
    await started;
    await world.clock.advance(10 * SECOND);
    assert.equal(window.tracker.pending.length, 2);
    assert.ok(world.service.asks('one').length > 1);
    assert.deepEqual(world.service.twiceAtOnce, []);
  });

  it('applies a pushed result in every window, and its end ends polling in all of them', async () => {
    const [polling, pushed] = [world.open('A'), world.open('B')];
    const windows = [polling, pushed, world.open('C')];
    for (const window of windows) await window.start();
    await polling.track(request('one'), { submitted: true });
    await world.clock.advance(10 * SECOND);
    await pushed.push('one', result(1, 2, 5));
    await world.clock.advance(SECOND);
    for (const { tracker } of windows) {
      const shown = tracker.pending[0]?.request;
      assert.deepEqual([shown?.phase, shown?.plan.readings.at(-1)?.done], ['judging', 2]);
    }
    const asked = world.service.log.length;
    await pushed.push('one', FINISHED);
    await world.clock.advance(10 * MINUTE);
    assert.deepEqual([world.service.log.length, world.leases.held.size], [asked, 0]);
    for (const { tracker, timers } of windows) assert.deepEqual([tracker.pending, timers()], [[], 0]);
    assert.deepEqual(kinds(polling, 'one'), ['waiting'], 'the other window has written the rest');
  });

  it('ends polling if the judge has judged a submission again with the same result', async () => {
    for (const how of ['polled', 'pushed', 'pushed elsewhere'] as const) {
      world = new World();
      world.rules = { ...RULES, canRejudge: true };
      const [window, other] = [world.open('A'), world.open('B')];
      await other.start();
      await window.add(request('one'));
      await window.push('one', FINISHED);
      world.service.script = () => result(1, 1, 3);
      await window.push('one', result(1, 0, 3));
      await window.track(request('one'), { answered: true });
      await world.clock.advance(10 * SECOND);
      assert.equal(window.tracker.pending.length, 1, how);
      if (how === 'polled') world.service.script = () => FINISHED;
      else await (how === 'pushed' ? window : other).push('one', FINISHED);
      assert.equal(await world.untilIdle(window, 10 * SECOND), true, how);
      await world.clock.advance(SECOND);
      assert.deepEqual([other.tracker.pending, world.disk.pending.size], [[], 0], how);
      assert.equal(window.store.get(key('one'))?.state.kind, 'finished', how);
    }
  });

  it('polls from memory while leases and storage fail, and logs the failure', async () => {
    const window = world.open('A');
    world.leases.broken = true;
    world.disk.broken = true;
    await window.track(request('one'));
    await world.clock.advance(10 * SECOND);
    assert.ok(world.service.log.length > 2);
    assert.ok(window.troubles.length > 0);
    world.service.script = () => FINISHED;
    assert.equal(await world.untilIdle(window), true);
    assert.deepEqual(stateOf(window, 'one'), { kind: 'finished' });
  });

  it('writes rarely while nothing changes', async () => {
    world.service.script = () => NOT_READY;
    const window = world.open('A');
    await window.track(request('one'));
    await world.clock.advance(60 * SECOND);
    assert.ok(world.disk.writes < world.service.log.length, `${world.disk.writes} writes`);
  });

  it('leaves no timer, listener, or lease after disposal', async () => {
    const window = world.open('A');
    for (const id of ['one', 'two']) await window.track(request(id));
    await world.clock.advance(SECOND);
    await window.dispose();
    assert.equal(window.timers(), 0);
    assert.equal(world.disk.listenerCount, 0);
    assert.equal(world.leases.held.size, 0);
    assert.equal(world.disk.pending.size, 2);
    const before = world.service.log.length;
    await world.clock.advance(60 * SECOND);
    assert.equal(world.service.log.length, before);
  });
});
