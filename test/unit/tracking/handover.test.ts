import assert from 'node:assert/strict';
import { settle } from '../support/fakeClock';
import { FINISHED, key, kinds, MINUTE, NOT_READY, request, result, SECOND, World } from './world';
import type { Window } from './world';

describe('A pending request shared by two windows', () => {
  let world: World;
  let first: Window;
  let second: Window;
  beforeEach(async () => {
    world = new World();
    [first, second] = [world.open('A'), world.open('B')];
    await second.start();
  });
  const asked = (window: string) => world.service.log.filter((one) => one.window === window).length;
  const stored = () => world.disk.pending.get(key('one'));

  /** The first window polls the request, and the second one shows that. */
  async function shared(): Promise<void> {
    await first.track(request('one'));
    await world.clock.until(() => second.tracker.pending[0]?.isForeign === true, MINUTE);
    assert.equal(second.tracker.pending.length, 1);
  }

  it('isn’t written by a window that only checks whether another one still polls it', async () => {
    await shared();
    await world.clock.advance(5 * MINUTE);
    assert.deepEqual([stored()?.expeditedAt, asked('B')], [0, 0]);
  });

  it('is shown with the polling window’s newest plan, never an older one', async () => {
    await shared();
    world.disk.silent = true;
    const known = stored();
    assert.ok(known);
    const shows = async (change: { askedAt: number | null; dueAt: number; expeditedAt?: number }) => {
      await world.disk.setPlan(key('one'), { ...known, ...change });
      await world.disk.announce();
      await settle();
      return second.tracker.pending[0]?.request.plan.dueAt;
    };
    const askedAt = world.clock.now();
    const later = askedAt + MINUTE;
    assert.equal(await shows({ askedAt, dueAt: later }), later);
    for (const older of [askedAt, askedAt - 1, null]) {
      assert.equal(await shows({ askedAt: older, dueAt: later + 1 }), later, String(older));
    }
    assert.equal(
      await shows({ askedAt: 1, dueAt: later + 1, expeditedAt: 1 }),
      later + 1,
      'a person wants it',
    );
  });

  it('stays stopped if it was stopped while a new window read the pending list', async () => {
    await shared();
    const third = world.open('C');
    const ended = stored();
    assert.ok(ended);
    let arrive = (): void => undefined;
    world.reading = new Promise((resolve) => (arrive = resolve));
    const starting = third.start();
    await first.track(request('two'), { submitted: true });
    first.tracker.stop(key('one'));
    await world.clock.advance(SECOND);
    arrive();
    await starting;
    assert.deepEqual(
      third.tracker.pending.map((one) => one.request.requestId),
      ['two'],
    );
  });

  it('is added with the next change event after its judge couldn’t be read, which is logged', async () => {
    await first.track(request('one'));
    const third = world.open('C');
    world.reading = Promise.reject(new Error('no settings'));
    await third.start();
    const what = 'reading the judge of a pending request';
    assert.deepEqual([third.tracker.pending, third.troubles], [[], [what]]);
    world.reading = Promise.resolve();
    await first.track(request('two'));
    await settle();
    assert.equal(third.tracker.pending.length, 2);
  });

  it('is planned by the current clock if the clock was set back since it was stored', async () => {
    await first.track(request('one'), { submitted: true });
    await first.dispose();
    world.clock.jump(-10 * MINUTE);
    const third = world.open('C');
    await third.start();
    const dueAt = third.tracker.pending[0]?.request.plan.dueAt ?? Infinity;
    assert.ok(dueAt - world.clock.now() <= 3 * SECOND, `${dueAt - world.clock.now()} ms`);
  });

  it('is polled by the next window before its next planned poll if the first closed before sending the user’s', async () => {
    world.settings.interval = 5 * SECOND;
    world.settings.maximumInterval = 5 * MINUTE;
    await first.track(request('one'), { submitted: true });
    await world.clock.until(() => (stored()?.dueAt ?? 0) - world.clock.now() > MINUTE);
    world.disk.silent = true;
    first.tracker.pollNow(key('one'));
    await first.dispose();
    assert.ok((stored()?.expeditedAt ?? 0) > 0);
    await world.disk.announce();
    await world.clock.advance(40 * SECOND);
    assert.equal(asked('B'), 1);
  });

  it('is removed by a user’s poll or a push if another window ended it unnoticed', async () => {
    for (const wish of ['pollNow', 'pollSoon'] as const) {
      world = new World();
      [first, second] = [world.open('A'), world.open('B')];
      await second.start();
      await shared();
      world.disk.silent = true;
      await world.disk.setPlan(key('one'), null);
      second.tracker[wish](key('one'));
      await world.clock.advance(100);
      assert.equal(second.tracker.pending.length, 0, wish);
      assert.equal(world.disk.pending.size, 0, wish);
      assert.equal(asked('B'), 0, wish);
    }
  });

  it('is removed at the polling window’s next write if another window has ended it', async () => {
    await first.track(request('one'));
    await world.clock.advance(SECOND);
    world.disk.silent = true;
    await world.disk.setPlan(key('one'), null);
    world.service.script = () => result(1, 1, 3);
    await world.clock.advance(MINUTE);
    assert.equal(first.tracker.pending.length, 0);
    assert.equal(world.disk.pending.size, 0, 'and not made pending again');
    assert.equal(world.leases.held.has(key('one')), false);
  });

  it('is polled by the next window at the planned time, not earlier', async () => {
    await shared();
    world.disk.silent = true;
    const before = stored();
    assert.ok(before);
    first.kill();
    const asks = world.service.log.length;
    const plan = world.clock.now() + 90 * SECOND;
    await world.disk.setPlan(key('one'), { ...before, askedAt: world.clock.now(), dueAt: plan });
    await world.clock.advance(3 * MINUTE);
    const [next] = world.service.log.slice(asks);
    assert.equal(next?.window, 'B');
    assert.ok(next.at >= plan && next.at <= plan + SECOND, `${next.at - plan} ms after the plan`);
    assert.deepEqual(world.service.twiceAtOnce, []);
  });

  it('appears almost immediately in a window with many other requests', async () => {
    world.settings.interval = 10 * MINUTE;
    for (let at = 0; at < 40; at += 1) await first.track(request(`id${at}`), { submitted: true });
    await world.clock.advance(5 * SECOND);
    for (const id of ['before it', 'one']) await second.track(request(id), { submitted: true });
    world.disk.silent = true;
    const heard = await world.clock.until(
      () => first.tracker.pending.some((one) => one.request.requestId === 'one'),
      2 * SECOND,
    );
    assert.equal(heard, true);
  });

  it('isn’t polled if it is stopped while its lease is acquired', async () => {
    await shared();
    first.kill();
    const asks = world.service.log.length;
    await world.clock.until(() => world.leases.held.get(key('one'))?.owner === 'B', 5 * MINUTE);
    world.service.script = () => NOT_READY;
    second.tracker.stop(key('one'));
    await world.clock.advance(MINUTE);
    assert.ok(world.service.log.length - asks <= 1);
    assert.deepEqual(kinds(second, 'one'), ['stopped']);
    assert.equal(world.leases.held.size, 0);
  });

  it('is polled even if a full disk prevented storing it', async () => {
    world.disk.broken = true;
    await first.track(request('one'));
    world.leases.held.set(key('one'), { owner: 'C', until: world.clock.now() + 30 * SECOND });
    await world.clock.advance(3 * MINUTE);
    assert.ok(asked('A') > 0);
    world.disk.broken = false;
    world.service.script = () => FINISHED;
    assert.equal(await world.untilIdle(first), true);
  });

  it('causes a log entry if it can’t be shared or its end can’t be saved', async () => {
    world.leases.broken = true;
    await first.track(request('one'));
    assert.ok(first.troubles.includes('sharing requests between windows'));
    assert.equal(first.tracker.pending.length, 1);
    world.leases.broken = false;
    await world.clock.advance(MINUTE);
    world.disk.broken = true;
    world.service.script = () => FINISHED;
    await world.untilIdle(first);
    await world.clock.advance(0);
    assert.ok(first.troubles.includes('disk: full'));
  });
});
