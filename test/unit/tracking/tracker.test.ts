import assert from 'node:assert/strict';
import {
  failure,
  FINISHED,
  key,
  kinds,
  MINUTE,
  NOT_READY,
  ORIGIN,
  request,
  result,
  RULES,
  SAFE,
  SECOND,
  stateOf,
  status,
  UNREACHABLE,
  World,
} from './world';

const LIFETIME = { safe: SAFE, end: 4 * SAFE };

describe('tracker', () => {
  let world: World;
  beforeEach(() => {
    world = new World();
  });

  describe('from waiting to the end', () => {
    it('goes from waiting over judging to finished and then holds no timer, no lease and no pending file', async () => {
      const answers = [NOT_READY, NOT_READY, result(1, 1, 3), FINISHED];
      world.service.script = () => answers.shift() ?? FINISHED;
      const window = world.open();
      await window.tracker.track(request('one'), { submitted: true });
      assert.equal(world.disk.pending.size, 1, 'on disk before it is announced');
      assert.equal(await world.untilIdle(window), true);
      await world.clock.advance(0);
      assert.deepEqual(kinds(window, 'one'), ['waiting', 'judging', 'finished']);
      assert.equal(window.timers(), 0);
      assert.equal(world.clock.timerCount, 0);
      assert.equal(world.disk.pending.size, 0);
      assert.equal(world.leases.held.size, 0);
      assert.equal(world.service.log.length, 4);
    });

    it('asks a fetched ID at once, and a submission not before it can have ended', async () => {
      const window = world.open();
      const start = world.clock.now();
      await window.tracker.track(request('fetched'));
      await window.tracker.track(request('submitted', { known: true }), { submitted: true });
      await world.clock.advance(10 * SECOND);
      assert.equal(world.service.asks('fetched')[0], start);
      assert.ok((world.service.asks('submitted')[0] ?? 0) >= start + 2 * SECOND);
    });

    it('settles a result whose codes it does not know once nothing has changed for long', async () => {
      world.rules = { ...RULES, statuses: {} };
      world.service.script = (_id, at) => result(7, at - started < 5 * SECOND ? 1 : 3, 3);
      const started = world.clock.now();
      const window = world.open();
      await window.tracker.track(request('one'));
      assert.equal(await world.untilIdle(window), true);
      assert.deepEqual(kinds(window, 'one'), ['waiting', 'judging', 'settled']);
      assert.ok(world.clock.now() - started > MINUTE);
    });

    it('gives up after the time of the setting, and begins anew when it is asked again', async () => {
      const window = world.open();
      const started = world.clock.now();
      await window.tracker.track(request('one'));
      assert.equal(await world.untilIdle(window), true);
      assert.deepEqual(stateOf(window, 'one'), { kind: 'expired', why: 'gaveUp' });
      const took = world.clock.now() - started;
      assert.ok(took >= 60 * MINUTE && took < 62 * MINUTE, `${took} ms`);
      world.service.script = () => FINISHED;
      await window.tracker.track(request('one'));
      assert.equal(await world.untilIdle(window), true);
      assert.deepEqual(kinds(window, 'one'), ['waiting', 'expired', 'waiting', 'finished']);
    });

    it('does not give up on a judging that goes on, however long it takes', async () => {
      const started = world.clock.now();
      const done = (at: number): number => Math.floor((at - started) / (20 * MINUTE));
      world.service.script = (_id, at) => (done(at) < 9 ? result(1, done(at), 9) : FINISHED);
      const window = world.open();
      await window.tracker.track(request('one'));
      assert.equal(await world.untilIdle(window), true);
      assert.deepEqual(stateOf(window, 'one'), { kind: 'finished' });
    });

    it('does not count sleep as time spent asking', async () => {
      const window = world.open();
      await window.tracker.track(request('one'));
      await world.clock.advance(MINUTE);
      world.clock.jump(8 * 60 * MINUTE);
      await world.clock.advance(MINUTE);
      assert.equal(window.tracker.pending.length, 1);
      world.service.script = () => FINISHED;
      assert.equal(await world.untilIdle(window), true);
      assert.deepEqual(stateOf(window, 'one'), { kind: 'finished' });
    });

    it('joins a request that is pending already, and asks for it at once', async () => {
      const window = world.open();
      await window.tracker.track(request('one'), { submitted: true });
      await window.tracker.track(request('one'));
      await world.clock.advance(100);
      assert.equal(window.tracker.pending.length, 1);
      assert.equal(world.service.log.length, 1);
      assert.deepEqual(kinds(window, 'one'), ['waiting']);
    });

    it('leaves nothing of a request that is stopped while it is being kept', async () => {
      const window = world.open();
      const tracked = window.tracker.track(request('one'));
      window.tracker.stop(key('one'));
      await tracked;
      await world.clock.advance(MINUTE);
      assert.deepEqual(kinds(window, 'one'), ['stopped']);
      assert.equal(world.service.log.length, 0);
      assert.equal(world.disk.pending.size, 0);
      assert.equal(world.leases.held.size, 0);
    });

    it('stops one or all, also while it is being asked', async () => {
      const window = world.open();
      for (const id of ['one', 'two', 'three']) await window.tracker.track(request(id, { folder: id }));
      window.tracker.stop(key('one'));
      await world.clock.advance(0);
      assert.deepEqual(kinds(window, 'one'), ['waiting', 'stopped']);
      window.tracker.stopAll((pending) => pending.folder === 'two');
      await world.clock.advance(0);
      assert.equal(window.tracker.pending.length, 1);
      window.tracker.stopAll();
      await world.clock.advance(MINUTE);
      assert.equal(window.timers(), 0);
      assert.equal(world.disk.pending.size, 0);
      assert.equal(world.leases.held.size, 0);
      assert.ok(world.service.log.length <= 3);
    });
  });

  describe('what the service refuses', () => {
    it('ends a request that the service finds wrong, with its own words', async () => {
      world.service.script = () => status(400, { message: 'id is not valid' });
      const window = world.open();
      await window.tracker.track(request('one'));
      assert.equal(await world.untilIdle(window), true);
      assert.deepEqual(stateOf(window, 'one'), { kind: 'failed', status: 400, reason: 'id is not valid' });
      assert.equal(world.service.log.length, 1);
    });

    it('believes a 404 for an ID that nobody has seen before', async () => {
      world.service.script = () => status(404, { message: 'no such request' });
      const window = world.open();
      await window.tracker.track(request('one'));
      assert.equal(await world.untilIdle(window), true);
      assert.deepEqual(stateOf(window, 'one'), { kind: 'failed', status: 404, reason: 'no such request' });
      assert.equal(world.service.log.length, 1);
    });

    it('asks again a little after a 404 for an ID that was just handed in', async () => {
      const answers = [status(404), status(404), FINISHED];
      world.service.script = () => answers.shift() ?? FINISHED;
      const window = world.open();
      await window.tracker.track(request('one', { known: true, lifetime: LIFETIME }), { submitted: true });
      assert.equal(await world.untilIdle(window), true);
      assert.deepEqual(stateOf(window, 'one'), { kind: 'finished' });
    });

    it('believes the third 404 in a row within the lifetime of the result', async () => {
      world.service.script = () => status(404);
      const window = world.open();
      await window.tracker.track(request('one', { known: true, lifetime: LIFETIME }), { submitted: true });
      assert.equal(await world.untilIdle(window), true);
      assert.equal(stateOf(window, 'one')?.kind, 'failed');
      assert.equal(world.service.log.length, 3);
    });

    it('calls a known result expired when a 404 comes after its lifetime', async () => {
      const window = world.open();
      await window.tracker.track(request('one', { known: true, lifetime: LIFETIME }), {
        since: world.clock.now() - SAFE - 1,
      });
      world.service.script = () => status(404);
      assert.equal(await world.untilIdle(window), true);
      assert.deepEqual(stateOf(window, 'one'), { kind: 'expired', why: 'gone' });
    });

    it('counts the lifetime from the last time the judging was seen unfinished', async () => {
      const window = world.open();
      await window.tracker.track(request('one', { lifetime: LIFETIME }));
      await world.clock.advance(SAFE - MINUTE);
      world.service.script = () => status(404);
      assert.equal(await world.untilIdle(window), true);
      assert.equal(stateOf(window, 'one')?.kind, 'failed');
    });

    it('calls a result that was seen expired where the service does not say how long it keeps them', async () => {
      const answers = [result(1, 1, 3)];
      world.service.script = () => answers.shift() ?? status(404);
      const window = world.open();
      await window.tracker.track(request('one'));
      assert.equal(await world.untilIdle(window), true);
      assert.deepEqual(stateOf(window, 'one'), { kind: 'expired', why: 'gone' });
      assert.equal(world.service.log.length, 4);
    });

    it('takes a 410 as expired', async () => {
      world.service.script = () => status(410);
      const window = world.open();
      await window.tracker.track(request('one'));
      assert.equal(await world.untilIdle(window), true);
      assert.deepEqual(stateOf(window, 'one'), { kind: 'expired', why: 'gone' });
    });

    it('ends an ID that is forbidden, and goes on with the others', async () => {
      world.service.script = (id) => (id === 'one' ? status(403, { message: 'not yours' }) : FINISHED);
      const window = world.open();
      await window.tracker.track(request('one'));
      await window.tracker.track(request('two'));
      assert.equal(await world.untilIdle(window), true);
      assert.deepEqual(stateOf(window, 'one'), { kind: 'failed', status: 403, reason: 'not yours' });
      assert.deepEqual(stateOf(window, 'two'), { kind: 'finished' });
      assert.deepEqual(window.health, []);
    });

    it('pauses when different IDs are forbidden in a row', async () => {
      world.service.script = () => status(403);
      const window = world.open();
      for (const id of ['one', 'two', 'three']) {
        await window.tracker.track(request(id));
        await world.clock.advance(SECOND);
      }
      await window.tracker.track(request('four'), { submitted: true });
      await world.clock.advance(10 * MINUTE);
      assert.equal(world.service.asks('four').length, 0);
      assert.deepEqual(
        window.health.map((one) => one.kind === 'paused' && one.why),
        ['forbidden'],
      );
      assert.equal(window.timers(), 0);
    });

    it('pauses at a 401, tells once when the oldest result is gone, and goes on with a new credential', async () => {
      world.service.script = () => status(401);
      const window = world.open();
      const started = world.clock.now();
      for (const id of ['one', 'two', 'three', 'four', 'five']) {
        await window.tracker.track(request(id, { known: true, lifetime: LIFETIME }), { submitted: true });
      }
      await world.clock.advance(20 * MINUTE);
      assert.equal(window.health.length, 1);
      const [health] = window.health;
      assert.ok(health?.kind === 'paused' && health.why === 'signedOut');
      assert.deepEqual(window.tracker.health(ORIGIN), health);
      assert.equal(health.oldestGoneAt, started + SAFE);
      assert.equal(window.timers(), 0, 'a paused service needs no timer');
      assert.ok(world.service.log.length <= 4);
      assert.equal(window.tracker.pending.length, 5);
      world.service.script = () => FINISHED;
      window.tracker.resume(ORIGIN);
      assert.equal(await world.untilIdle(window), true);
      assert.equal(window.health.at(-1)?.kind, 'ok');
      assert.deepEqual(stateOf(window, 'five'), { kind: 'finished' });
    });

    it('lets a person ask in spite of a pause, and goes on with all when that works', async () => {
      world.service.script = () => status(401);
      const window = world.open();
      await window.tracker.track(request('one'));
      await window.tracker.track(request('two'), { submitted: true });
      await world.clock.advance(MINUTE);
      assert.equal(world.service.log.length, 1);
      world.service.script = () => FINISHED;
      window.tracker.askNow(key('two'));
      assert.equal(await world.untilIdle(window), true);
      assert.deepEqual(
        window.health.map((one) => one.kind),
        ['paused', 'ok'],
      );
    });

    it('takes a 402 for what it is: told once, asked rarely, never an end', async () => {
      world.service.script = () => status(402);
      const window = world.open();
      await window.tracker.track(request('one'));
      await world.clock.advance(16 * MINUTE);
      assert.equal(window.payments.length, 1);
      assert.ok(world.service.log.length <= 4, `${world.service.log.length} asks`);
      world.service.script = () => FINISHED;
      assert.equal(await world.untilIdle(window), true);
      assert.deepEqual(stateOf(window, 'one'), { kind: 'finished' });
    });
  });

  describe('a service in trouble', () => {
    it('is shown as unreachable after the third failure, is probed by one ask at a time, and comes back', async () => {
      world.service.script = () => UNREACHABLE;
      const window = world.open();
      const ids = Array.from({ length: 10 }, (_, index) => `id${index}`);
      for (const id of ids) await window.tracker.track(request(id), { submitted: true });
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

    it('asks for all at once when it is back, however long each has been told to wait', async () => {
      world.settings.maximumInterval = 20 * MINUTE;
      world.service.script = () => UNREACHABLE;
      const window = world.open();
      for (const id of ['one', 'two', 'three']) await window.tracker.track(request(id));
      await world.clock.advance(120 * MINUTE);
      world.service.script = () => FINISHED;
      await world.clock.until(() => window.states.some((one) => one.state.kind === 'finished'));
      await world.clock.advance(5 * SECOND);
      assert.equal(window.tracker.pending.length, 0);
    });

    it('counts asks that fail together as one failure', async () => {
      const answers = [UNREACHABLE, UNREACHABLE, UNREACHABLE, UNREACHABLE];
      world.service.script = () => answers.shift() ?? FINISHED;
      const window = world.open();
      for (const id of ['one', 'two', 'three', 'four']) await window.tracker.track(request(id));
      assert.equal(await world.untilIdle(window), true);
      assert.deepEqual(window.health, []);
    });

    it('never gives up on a network that is away for hours, but after a day', async () => {
      world.service.script = () => UNREACHABLE;
      const window = world.open();
      await window.tracker.track(request('one'));
      await world.clock.advance(20 * 60 * MINUTE);
      assert.equal(window.tracker.pending.length, 1);
      assert.equal(await world.untilIdle(window), true);
      assert.deepEqual(stateOf(window, 'one'), { kind: 'expired', why: 'gaveUp' });
    });

    it('keeps quiet for as long as the service asks for', async () => {
      const answers = [status(429, { retryAfter: 90 * SECOND })];
      world.service.script = () => answers.shift() ?? FINISHED;
      const window = world.open();
      await window.tracker.track(request('one'));
      await world.clock.advance(SECOND);
      await window.tracker.track(request('two'));
      window.tracker.askNow(key('one'));
      await world.clock.advance(88 * SECOND);
      assert.equal(world.service.log.length, 1);
      assert.equal(await world.untilIdle(window), true);
      assert.deepEqual(
        window.health.map((one) => one.kind),
        ['throttled', 'ok'],
      );
    });

    it('backs off further at each 429 that does not say how long', async () => {
      world.service.script = () => status(429);
      const window = world.open();
      await window.tracker.track(request('one'));
      await world.clock.advance(5 * MINUTE);
      const asks = world.service.asks('one');
      assert.ok(asks.length < 16, `${asks.length} asks`);
      assert.equal(window.health.length, 1);
    });

    it('is in no hurry where each refusal says «at once»', async () => {
      world.service.script = () => status(429, { retryAfter: 0 });
      const window = world.open();
      await window.tracker.track(request('one'));
      await world.clock.advance(5 * MINUTE);
      assert.ok(world.service.log.length < 16, `${world.service.log.length} asks`);
    });

    it('tries with one request whether a quiet that was asked for is over', async () => {
      world.service.script = () => status(429, { retryAfter: 10 * SECOND });
      const window = world.open();
      for (let at = 0; at < 20; at += 1) await window.tracker.track(request(`number ${at}`));
      const before = world.service.log.length;
      await world.clock.advance(MINUTE);
      assert.ok(world.service.log.length - before <= 7, `${world.service.log.length - before} asks`);
      world.service.script = () => FINISHED;
      assert.equal(await world.untilIdle(window), true);
    });

    it('gives up after a day on a service that only ever asks for quiet', async () => {
      world.service.script = () => status(429, { retryAfter: 20 * MINUTE });
      const window = world.open();
      await window.tracker.track(request('one'));
      await world.clock.advance(23 * 60 * MINUTE);
      assert.equal(window.tracker.pending.length, 1);
      assert.equal(await world.untilIdle(window), true);
      assert.deepEqual(stateOf(window, 'one'), { kind: 'expired', why: 'gaveUp' });
    });

    it('asks once before the result may be gone, whatever the service asks for', async () => {
      const answers = [NOT_READY, status(503, { retryAfter: 50 * MINUTE })];
      world.service.script = () => answers.shift() ?? FINISHED;
      const window = world.open();
      const started = world.clock.now();
      await window.tracker.track(request('one', { lifetime: LIFETIME }));
      assert.equal(await world.untilIdle(window), true);
      const last = world.service.asks('one').at(-1) ?? 0;
      assert.ok(last - started > SAFE - 2 * MINUTE && last - started < SAFE, `${last - started} ms`);
      assert.deepEqual(stateOf(window, 'one'), { kind: 'finished' });
    });

    it('asks for an ID with unusable answers less and less often, without calling the service unreachable', async () => {
      const shape = failure({ kind: 'shape', path: 'data.judge', expected: 'an object', found: 'a list' });
      world.service.script = (id) => (id === 'bad' ? shape : FINISHED);
      const window = world.open();
      await window.tracker.track(request('bad'));
      await world.clock.advance(30 * MINUTE);
      assert.deepEqual(window.health, []);
      const asks = world.service.asks('bad');
      assert.ok(asks.length > 5 && asks.length < 20, `${asks.length} asks`);
    });

    it('asks again, less and less often, for a result that could not be kept', async () => {
      const window = world.open();
      world.full = true;
      world.service.script = () => FINISHED;
      await window.tracker.track(request('one'));
      await world.clock.advance(10 * MINUTE);
      assert.ok(world.service.log.length < 12, `${world.service.log.length} asks`);
      assert.ok(window.troubles.includes('keeping a result'));
      assert.deepEqual(window.health, []);
      world.full = false;
      assert.equal(await world.untilIdle(window), true);
      assert.deepEqual(stateOf(window, 'one'), { kind: 'finished' });
    });

    it('goes on when a state cannot be kept, and says so', async () => {
      const window = world.open();
      await window.tracker.track(request('one'), { submitted: true });
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

  describe('when it asks', () => {
    it('never has more than four asks under way, and spreads a burst', async () => {
      const ids = Array.from({ length: 60 }, (_, index) => `id${index}`);
      const first = world.open();
      for (const id of ids) await first.tracker.track(request(id), { submitted: true });
      first.kill();
      world.clock.jump(60 * MINUTE);
      world.service.script = () => FINISHED;
      const window = world.open('B');
      await window.tracker.start();
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
      for (let index = 0; index < 20; index += 1) await window.tracker.track(request(`id${index}`));
      for (let step = 0; step < 200; step += 1) {
        await world.clock.advance(250);
        assert.ok(window.timers() <= 1);
      }
    });

    it('never asks for one ID more often than the least gap of the settings', async () => {
      world.settings.interval = 5 * SECOND;
      const window = world.open();
      await window.tracker.track(request('one'));
      await world.clock.advance(2 * MINUTE);
      const asks = world.service.asks('one');
      for (const [index, at] of asks.entries()) {
        if (index > 0) assert.ok(at - (asks[index - 1] ?? 0) >= 5 * SECOND);
      }
      assert.ok(asks.length > 4);
    });

    it('is slower while the window is not focused, and asks at once when it is again', async () => {
      const focused = new World();
      const counts: number[] = [];
      for (const [where, isFocused] of [
        [world, false],
        [focused, true],
      ] as const) {
        const window = where.open();
        window.tracker.setFocused(isFocused);
        await window.tracker.track(request('one'));
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

    it('does not ask for a fresh submission at once just because the window got the focus', async () => {
      const window = world.open();
      window.tracker.setFocused(false);
      const started = world.clock.now();
      await window.tracker.track(request('one'), { submitted: true });
      await world.clock.advance(100);
      window.tracker.setFocused(true);
      await world.clock.advance(10 * SECOND);
      assert.ok((world.service.asks('one')[0] ?? 0) - started > 2 * SECOND);
    });

    it('asks rarely while results are pushed, but never stops', async () => {
      const window = world.open();
      window.tracker.setPushLive(ORIGIN, true);
      const started = world.clock.now();
      await window.tracker.track(request('one'), { submitted: true });
      await world.clock.advance(5 * MINUTE);
      const asks = world.service.asks('one').map((at) => at - started);
      assert.ok((asks[0] ?? 0) >= 8 * SECOND, `first after ${asks[0]} ms`);
      assert.ok(asks.length >= 3 && asks.length <= 7, asks.join(' '));
      window.tracker.setPushLive(ORIGIN, false);
      const before = world.service.log.length;
      await world.clock.advance(31 * SECOND);
      assert.ok(world.service.log.length > before, 'at once faster without push');
    });

    it('ends with what was pushed, without asking', async () => {
      const window = world.open();
      window.tracker.setPushLive(ORIGIN, true);
      await window.tracker.track(request('one'), { submitted: true });
      const pushed = (answer: typeof FINISHED): void => {
        if (answer.kind === 'result')
          window.tracker.learned(key('one'), world.keep(key('one'), answer.envelope));
      };
      await world.clock.advance(3 * SECOND);
      pushed(result(1, 2, 3));
      await world.clock.advance(3 * SECOND);
      pushed(FINISHED);
      await world.clock.advance(MINUTE);
      assert.deepEqual(kinds(window, 'one'), ['waiting', 'judging', 'finished']);
      assert.equal(world.service.log.length, 0);
      assert.equal(window.timers(), 0);
    });

    it('wakes up with the machine, however far away the next ask was planned', async () => {
      const answers = [status(429, { retryAfter: 40 * MINUTE })];
      world.service.script = () => answers.shift() ?? FINISHED;
      const window = world.open();
      await window.tracker.track(request('one'));
      await world.clock.advance(SECOND);
      world.clock.jump(60 * MINUTE);
      await world.clock.advance(31 * SECOND);
      assert.deepEqual(stateOf(window, 'one'), { kind: 'finished' });
    });

    it('does not stand still when the clock is set back', async () => {
      const window = world.open();
      await window.tracker.track(request('one'));
      await world.clock.advance(MINUTE);
      world.clock.jump(-5 * 60 * MINUTE);
      const before = world.service.log.length;
      await world.clock.advance(MINUTE);
      assert.ok(world.service.log.length > before);
      window.kill();
      world.clock.jump(-24 * 60 * MINUTE);
      const next = world.open('B');
      await next.tracker.start();
      const then = world.service.log.length;
      await world.clock.advance(MINUTE);
      assert.ok(world.service.log.length > then, 'nor when it was set back between two windows');
    });
  });
});
