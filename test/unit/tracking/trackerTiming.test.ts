import assert from 'node:assert/strict';
import { FINISHED, kinds, MINUTE, ORIGIN, request, result, SECOND, stateOf, status, World } from './world';

describe('The tracker', () => {
  let world: World;
  beforeEach(() => {
    world = new World();
  });

  describe('poll times', () => {
    it('never runs more than four polls at once, and spreads out a burst', async () => {
      const ids = Array.from({ length: 60 }, (_, index) => `id${index}`);
      const first = world.open();
      for (const id of ids) await first.track(request(id), { submitted: true });
      first.kill();
      world.clock.jump(60 * MINUTE);
      world.service.script = () => FINISHED;
      const window = world.open('B');
      await window.start();
      assert.equal(await world.untilIdle(window), true);
      assert.equal(world.service.mostAtOnce, 4);
      const times = world.service.log.map((one) => one.at);
      for (const [index, at] of times.entries()) {
        const fifth = times[index + 5];
        if (fifth !== undefined) assert.ok(fifth - at >= 400, 'at most five asks within 400 ms');
      }
      assert.deepEqual(
        ids.map((id) => world.service.asks(id).length),
        ids.map(() => 1),
      );
    });

    it('holds one timer for many requests', async () => {
      const window = world.open();
      for (let index = 0; index < 20; index += 1) await window.track(request(`id${index}`));
      for (let step = 0; step < 200; step += 1) {
        await world.clock.advance(250);
        assert.ok(window.timers() <= 1);
      }
    });

    it('never polls one ID more often than the minimum interval', async () => {
      world.settings.interval = 5 * SECOND;
      const window = world.open();
      await window.track(request('one'));
      await world.clock.advance(2 * MINUTE);
      const asks = world.service.asks('one');
      for (const [index, at] of asks.entries()) {
        if (index > 0) assert.ok(at - (asks[index - 1] ?? 0) >= 5 * SECOND);
      }
      assert.ok(asks.length > 4);
    });

    it('polls less often while the window isn’t focused, and immediately when it gets focus', async () => {
      const focused = new World();
      const counts: number[] = [];
      for (const [where, isFocused] of [
        [world, false],
        [focused, true],
      ] as const) {
        const window = where.open();
        window.tracker.setFocused(isFocused);
        await window.track(request('one'));
        await where.clock.advance(MINUTE);
        counts.push(where.service.log.length);
        if (isFocused) continue;
        const before = where.service.log.length;
        await where.clock.advance(6 * SECOND);
        window.tracker.setFocused(true);
        await where.clock.advance(100);
        assert.ok(where.service.log.length > before);
      }
      assert.ok((counts[0] ?? 0) * 1.5 < (counts[1] ?? 0), counts.join(' against '));
    });

    it('doesn’t poll a new submission immediately just because the window got focus', async () => {
      const window = world.open();
      window.tracker.setFocused(false);
      const started = world.clock.now();
      await window.track(request('one'), { submitted: true });
      await world.clock.advance(100);
      window.tracker.setFocused(true);
      await world.clock.advance(10 * SECOND);
      assert.ok((world.service.asks('one')[0] ?? 0) - started > 2 * SECOND);
    });

    it('polls rarely while results are pushed, but never stops', async () => {
      const window = world.open();
      window.tracker.setPushLive(ORIGIN, true);
      const started = world.clock.now();
      await window.track(request('one'), { submitted: true });
      await world.clock.advance(5 * MINUTE);
      const asks = world.service.asks('one').map((at) => at - started);
      assert.ok((asks[0] ?? 0) >= 8 * SECOND, `first after ${asks[0]} ms`);
      assert.ok(asks.length >= 3 && asks.length <= 7, asks.join(' '));
      window.tracker.setPushLive(ORIGIN, false);
      const before = world.service.log.length;
      await world.clock.advance(31 * SECOND);
      assert.ok(world.service.log.length > before, 'at once faster without push');
    });

    it('finishes on a pushed result without polling', async () => {
      const window = world.open();
      window.tracker.setPushLive(ORIGIN, true);
      await window.track(request('one'), { submitted: true });
      await world.clock.advance(3 * SECOND);
      await window.push('one', result(1, 2, 3));
      await world.clock.advance(3 * SECOND);
      await window.push('one', FINISHED);
      await world.clock.advance(MINUTE);
      assert.deepEqual(kinds(window, 'one'), ['waiting', 'judging', 'finished']);
      assert.equal(world.service.log.length, 0);
      assert.equal(window.timers(), 0);
    });

    it('polls when the machine wakes up, however late the next poll was planned', async () => {
      const answers = [status(429, { retryAfter: 40 * MINUTE })];
      world.service.script = () => answers.shift() ?? FINISHED;
      const window = world.open();
      await window.track(request('one'));
      await world.clock.advance(SECOND);
      world.clock.jump(60 * MINUTE);
      await world.clock.advance(31 * SECOND);
      assert.deepEqual(stateOf(window, 'one'), { kind: 'finished' });
    });

    it('keeps polling when the clock is set back', async () => {
      const window = world.open();
      await window.track(request('one'));
      await world.clock.advance(MINUTE);
      world.clock.jump(-5 * 60 * MINUTE);
      const before = world.service.log.length;
      await world.clock.advance(MINUTE);
      assert.ok(world.service.log.length > before);
      window.kill();
      world.clock.jump(-24 * 60 * MINUTE);
      const next = world.open('B');
      await next.start();
      const then = world.service.log.length;
      await world.clock.advance(MINUTE);
      assert.ok(world.service.log.length > then, 'nor when it was set back between two windows');
    });
  });
});
