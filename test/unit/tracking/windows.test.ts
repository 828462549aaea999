import assert from 'node:assert/strict';
import { FINISHED, key, kinds, MINUTE, NOT_READY, request, result, SECOND, stateOf, World } from './world';

describe('The tracker in several windows on one machine', () => {
  let world: World;
  beforeEach(() => {
    world = new World();
  });

  it('polls each ID from one window only, even if every window tracks all of them', async () => {
    const [first, second] = [world.open('A'), world.open('B')];
    await first.tracker.start();
    await second.tracker.start();
    for (let index = 0; index < 6; index += 1) {
      await (index % 2 ? first : second).tracker.track(request(`id${index}`), { submitted: true });
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
    await second.tracker.start();
    await first.tracker.track(request('one'));
    await world.clock.advance(5 * SECOND);
    await first.tracker.dispose();
    assert.equal(first.timers(), 0);
    const before = world.service.log.length;
    await world.clock.advance(60 * SECOND);
    const after = world.service.log.slice(before);
    assert.ok(after.length > 2);
    assert.ok(after.every((one) => one.window === 'B'));
  });

  it('takes over a request with its progress from a window killed during a poll', async () => {
    const first = world.open('A');
    await first.tracker.track(request('one'));
    await world.clock.advance(20 * SECOND);
    await world.clock.until(() => first.tracker.pending.some((one) => one.isPolling));
    first.kill();
    const second = world.open('B');
    await second.tracker.start();
    const [pending] = second.tracker.pending;
    assert.equal(pending?.request.known, true);
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
        if (isOpen) await second.tracker.start();
        await first.tracker.track(request('one'));
        await world.clock.advance(killedAfter);
        const asked = world.service.log.length;
        await world.clock.until(() => world.service.log.length > asked);
        first.kill();
        if (!isOpen) await second.tracker.start();
        await world.clock.advance(MINUTE);
        const [before = 0, next = 0] = world.service.asks('one').slice(asked);
        assert.ok(next - before >= 5 * SECOND, `${next - before} ms, killed after ${killedAfter}`);
        assert.equal(world.service.log.at(-1)?.window, 'B');
      }
    });
  }

  it('removes a request that another window has ended or stopped, even during a poll', async () => {
    const [first, second] = [world.open('A'), world.open('B')];
    await second.tracker.start();
    await first.tracker.track(request('one'));
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
    await second.tracker.start();
    await first.tracker.track(request('one'));
    await world.clock.until(
      () => (first.tracker.pending[0]?.request.dueAt ?? 0) - world.clock.now() > 5 * SECOND,
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
    await second.tracker.start();
    world.settings.interval = 10 * SECOND;
    await first.tracker.track(request('one'));
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
    await first.tracker.track(request('one'));
    await second.tracker.start();
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
    await second.tracker.start();
    await first.tracker.track(request('one'));
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
    await first.tracker.track(request('one'));
    await world.clock.advance(SECOND);
    world.clock.jump(10 * 60 * SECOND); // The machine sleeps, and window B wakes up first.
    const second = world.open('B');
    await second.tracker.start();
    await world.clock.advance(20);
    await world.clock.advance(60 * SECOND);
    assert.deepEqual(world.service.twiceAtOnce, []);
    const late = world.service.log.filter((one) => one.at > world.clock.now() - 30 * SECOND);
    assert.equal(new Set(late.map((one) => one.window)).size, 1);
  });

  it('doesn’t poll a request that another window has ended, even without change events', async () => {
    world.disk.silent = true;
    const first = world.open('A');
    await first.tracker.track(request('one'));
    const second = world.open('B');
    await second.tracker.start();
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
    await first.tracker.track(request('one'));
    const second = world.open('B');
    await second.tracker.start();
    await world.clock.advance(1200 * SECOND);
    const before = world.service.log.length;
    await world.clock.until(() => world.service.log.length > before);
    await world.clock.advance(SECOND);
    const last = world.service.log.at(-1)?.at ?? 0;
    await first.tracker.dispose();
    await world.clock.until(() => world.service.log.at(-1)?.window === 'B');
    const gap = (world.service.log.at(-1)?.at ?? 0) - last;
    assert.ok(gap > 25 * SECOND, `${gap} ms`);
  });

  it('writes nothing for a request that another window polls', async () => {
    const [first, second] = [world.open('A'), world.open('B')];
    await second.tracker.start();
    await first.tracker.track(request('one'));
    await world.clock.advance(5 * SECOND);
    const { writes } = world.disk;
    const partial = result(1, 1, 3);
    assert.ok(partial.kind === 'result');
    second.tracker.onRecordUpdated(key('one'), world.keep(key('one'), partial.envelope));
    await world.clock.advance(0);
    assert.equal(second.tracker.pending[0]?.request.phase, 'judging');
    assert.deepEqual([kinds(second, 'one'), world.disk.writes], [[], writes]);
  });

  it('doesn’t start a request again while its end is being saved', async () => {
    const window = world.open('A');
    world.service.script = () => FINISHED;
    await window.tracker.track(request('one'));
    let release = (): void => undefined;
    world.keeping = new Promise((resolve) => (release = resolve));
    await world.clock.advance(SECOND);
    assert.equal(world.disk.pending.size, 1, 'its end is not on the disk yet');
    world.disk.announce();
    await world.clock.advance(SECOND);
    assert.equal(window.tracker.pending.length, 0);
    release();
    await world.clock.advance(60 * SECOND);
    assert.equal(world.service.log.length, 1);
    assert.equal(world.disk.pending.size, 0);
    assert.deepEqual(kinds(window, 'one'), ['waiting', 'finished']);
  });

  it('tries to take the lease of another window’s request again after at least 15 s, at a random time', async () => {
    const [first, second] = [world.open('A'), world.open('B')];
    await first.tracker.track(request('one'));
    await second.tracker.start();
    await world.clock.advance(10 * MINUTE);
    const attempts = world.leases.attempts.filter(({ owner, name }) => owner === 'B' && name === key('one'));
    const gaps = attempts.slice(1).map(({ at }, index) => at - (attempts[index]?.at ?? 0));
    assert.ok(gaps.length > 15, `${gaps.length} gaps`);
    assert.ok(Math.min(...gaps) >= 15 * SECOND, gaps.join(' '));
    assert.ok(Math.max(...gaps) - Math.min(...gaps) > 5 * SECOND, gaps.join(' '));
  });

  it('holds its lease until the end is saved, even if the store announces the result earlier', async () => {
    const [first, second] = [world.open('A'), world.open('B')];
    world.announcing = (of, standing) => first.tracker.onRecordUpdated(of, standing);
    await first.tracker.track(request('one'));
    await second.tracker.start();
    await world.clock.advance(SECOND);
    world.service.script = () => FINISHED;
    let release = (): void => undefined;
    world.keeping = new Promise((resolve) => (release = resolve));
    await world.clock.until(() => first.tracker.pending.length === 0);
    const asked = world.service.log.length;
    assert.equal(world.disk.pending.size, 1, 'its end is not on the disk yet');
    assert.equal(world.leases.held.get(key('one'))?.owner, 'A');
    await world.clock.advance(60 * SECOND);
    assert.equal(world.service.log.length, asked);
    release();
    await world.clock.advance(SECOND);
    assert.deepEqual(kinds(first, 'one'), ['waiting', 'finished']);
    assert.equal(world.leases.held.size, 0);
    assert.equal(second.tracker.pending.length, 0);
  });

  it('keeps a request that is added while the pending list is read', async () => {
    const window = world.open('A');
    let arrive = (): void => undefined;
    world.disk.reading = new Promise((resolve) => (arrive = resolve));
    world.disk.announce();
    world.disk.silent = true;
    await window.tracker.track(request('one'), { submitted: true });
    arrive();
    await world.clock.advance(10 * SECOND);
    assert.equal(window.tracker.pending.length, 1);
    assert.ok(world.service.asks('one').length > 1);
  });

  it('polls from memory while leases and storage fail, and logs the failure', async () => {
    const window = world.open('A');
    world.leases.broken = true;
    world.disk.broken = true;
    await window.tracker.track(request('one'));
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
    await window.tracker.track(request('one'));
    await world.clock.advance(60 * SECOND);
    assert.ok(world.disk.writes < world.service.log.length, `${world.disk.writes} writes`);
  });

  it('leaves no timer, listener, or lease after disposal', async () => {
    const window = world.open('A');
    for (const id of ['one', 'two']) await window.tracker.track(request(id));
    await world.clock.advance(SECOND);
    await window.tracker.dispose();
    assert.equal(window.timers(), 0);
    assert.equal(world.disk.listenerCount, 0);
    assert.equal(world.leases.held.size, 0);
    assert.equal(world.disk.pending.size, 2);
    const before = world.service.log.length;
    await world.clock.advance(60 * SECOND);
    assert.equal(world.service.log.length, before);
  });
});
