import assert from 'node:assert/strict';
import {
  failure,
  FINISHED,
  key,
  LIFETIME,
  MINUTE,
  NOT_READY,
  ORIGIN,
  request,
  result,
  SAFE,
  SECOND,
  stateOf,
  status,
  UNREACHABLE,
  World,
} from './world';

describe('The tracker', () => {
  let world: World;
  beforeEach(() => {
    world = new World();
  });

  describe('with a failing judge', () => {
    it('reports an unreachable judge after three failures, probes it one request at a time, and resumes', async () => {
      world.service.script = () => UNREACHABLE;
      const window = world.open();
      const ids = Array.from({ length: 10 }, (_, index) => `id${index}`);
      for (const id of ids) await window.track(request(id), { submitted: true });
      await world.clock.until(() => window.health.length > 0);
      const before = world.service.log.length;
      world.service.mostAtOnce = 0;
      await world.clock.advance(10 * MINUTE);
      assert.equal(world.service.mostAtOnce, 1);
      const probes = world.service.log.length - before;
      assert.ok(probes >= 9 && probes <= 25, `${probes} probes in ten minutes`);
      assert.deepEqual(
        window.health.map((one) => one.kind),
        ['unreachable'],
      );
      world.service.script = () => FINISHED;
      const back = world.clock.now();
      assert.equal(await world.untilIdle(window), true);
      assert.ok(world.clock.now() - back < 70 * SECOND, 'the others do not wait for their own back-off');
      assert.deepEqual(
        window.health.map((one) => one.kind),
        ['unreachable', 'ok'],
      );
    });

    for (const [kind, answer, troubles] of [
      // An exception while a failure is handled causes another one.
      ['204', NOT_READY, ['saving a result', 'saving a result', 'applying a response']],
      ['result', result(1, 1, 3), ['Error: unreadable']],
    ] as const) {
      it(`polls again, no sooner than the minimum interval, after an exception while a ${kind} was applied`, async () => {
        let failures = 0;
        world.readSettings = () => {
          if (failures === 0) return world.settings;
          failures -= 1;
          throw new Error('unreadable');
        };
        world.service.script = () => {
          failures = world.service.log.length === 1 ? troubles.length : 0;
          return answer;
        };
        const window = world.open();
        await window.track(request('one'));
        await world.clock.until(() => world.service.log.length === 2);
        await world.clock.advance(SECOND);
        assert.equal(window.tracker.pending[0]?.isPolling, false);
        assert.deepEqual(window.troubles, troubles);
        assert.ok(world.service.leastGap() >= world.settings.interval);
        world.service.script = () => FINISHED;
        assert.equal(await world.untilIdle(window), true);
      });
    }

    it('resumes after a result that also ended its tracking', async () => {
      let isDown = true;
      world.service.script = () => (isDown ? UNREACHABLE : FINISHED);
      const window = world.open();
      for (const id of ['one', 'two']) await window.track(request(id));
      await world.clock.until(() => window.tracker.health(ORIGIN).kind === 'unreachable');
      isDown = false;
      assert.equal(await world.untilIdle(window, 2 * MINUTE), true);
      await world.clock.advance(0);
      assert.equal(window.tracker.health(ORIGIN).kind, 'ok');
      assert.deepEqual([world.leases.held.size, world.disk.pending.size, window.timers()], [0, 0, 0]);
    });

    it('polls all requests when the judge recovers, however long their back-off was', async () => {
      world.settings.maximumInterval = 20 * MINUTE;
      world.service.script = () => UNREACHABLE;
      const window = world.open();
      for (const id of ['one', 'two', 'three']) await window.track(request(id));
      await world.clock.advance(120 * MINUTE);
      world.service.script = () => FINISHED;
      await world.clock.until(() => window.states.some((one) => one.state.kind === 'finished'));
      await world.clock.advance(5 * SECOND);
      assert.equal(window.tracker.pending.length, 0);
    });

    it('counts polls that fail together as one failure', async () => {
      const answers = [UNREACHABLE, UNREACHABLE, UNREACHABLE, UNREACHABLE];
      world.service.script = () => answers.shift() ?? FINISHED;
      const window = world.open();
      for (const id of ['one', 'two', 'three', 'four']) await window.track(request(id));
      assert.equal(await world.untilIdle(window), true);
      assert.deepEqual(window.health, []);
    });

    it('keeps trying for hours while the network is down, and gives up after a day', async () => {
      world.service.script = () => UNREACHABLE;
      const window = world.open();
      await window.track(request('one'));
      await world.clock.advance(20 * 60 * MINUTE);
      assert.equal(window.tracker.pending.length, 1);
      assert.equal(await world.untilIdle(window), true);
      assert.deepEqual(stateOf(window, 'one'), { kind: 'expired', why: 'gaveUp' });
    });

    it('resumes after a successful user request, but never before Retry-After has passed', async () => {
      for (const [trouble, kind] of [
        [status(401), 'paused'],
        [UNREACHABLE, 'unreachable'],
      ] as const) {
        world.service.script = () => trouble;
        const window = world.open(kind);
        await window.track(request(kind));
        assert.equal(await world.clock.until(() => window.tracker.health(ORIGIN).kind === kind), true);
        world.service.script = () => FINISHED;
        window.tracker.onJudgeResponded(ORIGIN);
        await world.clock.advance(2 * SECOND);
        assert.deepEqual(stateOf(window, kind), { kind: 'finished' });
      }
      world.service.script = () => status(429, { retryAfter: 90 * SECOND });
      const window = world.open('quiet');
      await window.track(request('quiet'));
      await world.clock.advance(SECOND);
      window.tracker.onJudgeResponded(ORIGIN);
      await world.clock.advance(80 * SECOND);
      assert.equal(world.service.asks('quiet').length, 1);
    });

    it('stays silent until Retry-After has passed', async () => {
      const answers = [status(429, { retryAfter: 90 * SECOND })];
      world.service.script = () => answers.shift() ?? FINISHED;
      const window = world.open();
      await window.track(request('one'));
      await world.clock.advance(SECOND);
      await window.track(request('two'));
      window.tracker.pollNow(key('one'));
      await world.clock.advance(88 * SECOND);
      assert.equal(world.service.log.length, 1);
      assert.equal(await world.untilIdle(window), true);
      assert.deepEqual(
        window.health.map((one) => one.kind),
        ['throttled', 'ok'],
      );
    });

    it('backs off further at each 429 without Retry-After', async () => {
      world.service.script = () => status(429);
      const window = world.open();
      await window.track(request('one'));
      await world.clock.advance(5 * MINUTE);
      const asks = world.service.asks('one');
      assert.ok(asks.length < 16, `${asks.length} asks`);
      assert.equal(window.health.length, 1);
    });

    it('backs off even if each 429 has a Retry-After of 0', async () => {
      world.service.script = () => status(429, { retryAfter: 0 });
      const window = world.open();
      await window.track(request('one'));
      await world.clock.advance(5 * MINUTE);
      assert.ok(world.service.log.length < 16, `${world.service.log.length} asks`);
    });

    it('probes with one request after Retry-After has passed', async () => {
      world.service.script = () => status(429, { retryAfter: 10 * SECOND });
      const window = world.open();
      for (let at = 0; at < 20; at += 1) await window.track(request(`number ${at}`));
      const before = world.service.log.length;
      await world.clock.advance(MINUTE);
      assert.ok(world.service.log.length - before <= 7, `${world.service.log.length - before} asks`);
      world.service.script = () => FINISHED;
      assert.equal(await world.untilIdle(window), true);
    });

    it('gives up after a day if the judge only returns 429', async () => {
      world.service.script = () => status(429, { retryAfter: 20 * MINUTE });
      const window = world.open();
      await window.track(request('one'));
      await world.clock.advance(23 * 60 * MINUTE);
      assert.equal(window.tracker.pending.length, 1);
      assert.equal(await world.untilIdle(window), true);
      assert.deepEqual(stateOf(window, 'one'), { kind: 'expired', why: 'gaveUp' });
    });

    it('waits at most an hour after a single response, and then continues', async () => {
      const answers = [status(429, { retryAfter: 365 * 24 * 60 * MINUTE })];
      world.service.script = () => answers.shift() ?? NOT_READY;
      const window = world.open();
      await window.track(request('one'));
      await world.clock.advance(10 * SECOND);
      assert.ok((window.tracker.pending[0]?.request.plan.dueAt ?? 0) - world.clock.now() <= 66 * MINUTE);
      await window.dispose();
      const next = world.open('B');
      await next.start();
      await world.clock.advance(100 * MINUTE);
      assert.ok(world.service.asks('one').length > 2, 'polled again');
      assert.equal(next.tracker.pending.length, 1, 'an hour of silence is no hour of polling');
      assert.equal(await world.untilIdle(next, 40 * MINUTE), true);
      assert.deepEqual(stateOf(next, 'one'), { kind: 'expired', why: 'gaveUp' });
    });

    it('resumes automatically after a bot check that lasted several hours', async () => {
      const blocked = failure({
        kind: 'status',
        status: 403,
        error: null,
        retryAfter: null,
        refusesAnybody: true,
      });
      let isBlocked = true;
      world.service.script = () => (isBlocked ? blocked : FINISHED);
      const window = world.open();
      for (const id of ['one', 'two', 'three', 'four']) await window.track(request(id));
      await world.clock.advance(3 * 60 * MINUTE);
      assert.equal(window.tracker.pending.length, 4);
      assert.equal(window.tracker.health(ORIGIN).kind, 'unreachable');
      isBlocked = false;
      assert.equal(await world.untilIdle(window, 2 * MINUTE), true);
      assert.deepEqual(stateOf(window, 'four'), { kind: 'finished' });
    });

    it('polls once before the result may be deleted, even if Retry-After hasn’t passed', async () => {
      const answers = [NOT_READY, status(503, { retryAfter: 50 * MINUTE })];
      world.service.script = () => answers.shift() ?? FINISHED;
      const window = world.open();
      const started = world.clock.now();
      await window.track(request('one', { lifetime: LIFETIME }));
      assert.equal(await world.untilIdle(window), true);
      const last = world.service.asks('one').at(-1) ?? 0;
      assert.ok(last - started > SAFE - 2 * MINUTE && last - started < SAFE, `${last - started} ms`);
      assert.deepEqual(stateOf(window, 'one'), { kind: 'finished' });
    });

    it('polls only once before the result may be deleted, even if it has never been polled', async () => {
      world.service.script = () => status(429, { retryAfter: 60 * MINUTE });
      const window = world.open();
      await window.track(request('quiet'));
      await world.clock.advance(SECOND);
      const started = world.clock.now();
      await window.track(request('one', { known: true, lifetime: LIFETIME }), { submitted: true });
      await world.clock.advance(59 * MINUTE);
      const [first = 0, ...others] = world.service.asks('one');
      assert.deepEqual(others, []);
      assert.ok(first - started > SAFE - 2 * MINUTE && first - started < SAFE, `${first - started} ms`);
      assert.equal(world.service.asks('quiet').length, 1);
    });

    it('backs off for an ID with unusable responses without treating the judge as unreachable', async () => {
      const shape = failure({ kind: 'shape', path: 'data.judge', expected: 'an object', found: 'a list' });
      world.service.script = (id) => (id === 'bad' ? shape : FINISHED);
      const window = world.open();
      await window.track(request('bad'));
      await world.clock.advance(30 * MINUTE);
      assert.deepEqual(window.health, []);
      const asks = world.service.asks('bad');
      assert.ok(asks.length > 5 && asks.length < 20, `${asks.length} asks`);
    });

    it('retries with growing gaps if a result couldn’t be saved', async () => {
      const window = world.open();
      world.full = true;
      world.service.script = () => FINISHED;
      await window.track(request('one'));
      await world.clock.advance(10 * MINUTE);
      assert.ok(world.service.log.length < 12, `${world.service.log.length} asks`);
      assert.ok(window.troubles.includes('saving a result'));
      assert.deepEqual(window.health, []);
      world.full = false;
      assert.equal(await world.untilIdle(window), true);
      assert.deepEqual(stateOf(window, 'one'), { kind: 'finished' });
    });

    it('polls from memory while the disk is full, and saves the request when space is available', async () => {
      const window = world.open();
      world.disk.broken = true;
      await window.track(request('one'), { submitted: true });
      await world.clock.advance(MINUTE);
      window.tracker.pollNow(key('one'));
      await world.clock.advance(MINUTE);
      assert.ok(world.service.log.length > 5, `asked ${world.service.log.length} times`);
      world.disk.broken = false;
      assert.equal(await world.clock.until(() => world.disk.pending.has(key('one')), 2 * MINUTE), true);
      world.service.script = () => FINISHED;
      assert.equal(await world.untilIdle(window), true);
      assert.equal(world.disk.pending.size, 0);
    });

    it('continues polling and logs an error if a state can’t be saved', async () => {
      const window = world.open();
      await window.track(request('one'), { submitted: true });
      world.disk.broken = true;
      world.service.script = () => result(1, 1, 3);
      await world.clock.advance(5 * SECOND);
      assert.ok(window.troubles.length > 0);
      world.disk.broken = false;
      world.service.script = () => FINISHED;
      assert.equal(await world.untilIdle(window), true);
      await world.clock.advance(0);
      assert.equal(world.disk.pending.size, 0);
    });
  });
});
