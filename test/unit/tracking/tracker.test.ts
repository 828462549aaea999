import assert from 'node:assert/strict';
import {
  FINISHED,
  key,
  kinds,
  LIFETIME,
  MINUTE,
  NOT_COMPILED,
  NOT_READY,
  ORIGIN,
  request,
  result,
  RULES,
  SAFE,
  SECOND,
  stateOf,
  status,
  World,
} from './world';

describe('The tracker', () => {
  let world: World;
  beforeEach(() => {
    world = new World();
  });

  describe('between submission and result', () => {
    it('goes from waiting to judging to finished, and then holds no timer, lease, or pending file', async () => {
      const answers = [NOT_READY, NOT_READY, result(1, 1, 3), FINISHED];
      world.service.script = () => answers.shift() ?? FINISHED;
      const window = world.open();
      await window.track(request('one'), { submitted: true });
      assert.equal(world.disk.pending.size, 1, 'on disk before it is announced');
      assert.equal(await world.untilIdle(window), true);
      await world.clock.advance(0);
      assert.deepEqual(kinds(window, 'one'), ['waiting', 'judging', 'finished']);
      assert.equal(window.timers(), 0);
      await window.store.flush();
      assert.equal(world.clock.timerCount, 0);
      assert.equal(world.disk.pending.size, 0);
      assert.equal(world.leases.held.size, 0);
      assert.equal(world.service.log.length, 4);
    });

    it('polls a fetched ID immediately, but a submission not before it can have finished', async () => {
      const window = world.open();
      const start = world.clock.now();
      await window.track(request('fetched'));
      await window.track(request('submitted', { known: true }), { submitted: true });
      await world.clock.advance(10 * SECOND);
      assert.equal(world.service.asks('fetched')[0], start);
      assert.ok((world.service.asks('submitted')[0] ?? 0) >= start + 2 * SECOND);
    });

    it('assumes that a result with unknown codes is final after a long time without changes', async () => {
      world.rules = { ...RULES, statuses: {} };
      world.service.script = (_id, at) => result(7, at - started < 5 * SECOND ? 1 : 3, 3);
      const started = world.clock.now();
      const window = world.open();
      await window.track(request('one'));
      assert.equal(await world.untilIdle(window), true);
      assert.deepEqual(kinds(window, 'one'), ['waiting', 'judging', 'settled']);
      assert.ok(world.clock.now() - started > MINUTE);
    });

    it('polls rarely after a failed compilation, and finally assumes it final, whatever the codes are', async () => {
      for (const statuses of [RULES.statuses, {}]) {
        world = new World();
        world.rules = { ...RULES, statuses, compileFailureIsFinal: false };
        world.service.script = () => NOT_COMPILED;
        const window = world.open();
        await window.track(request('one'));
        assert.equal(await world.untilIdle(window), true);
        assert.deepEqual(kinds(window, 'one'), ['waiting', 'judging', 'settled']);
        assert.ok(world.service.log.length <= 4, `${world.service.log.length} asks`);
      }
    });

    it('applies a result that arrives after a failed compilation', async () => {
      world.rules = { ...RULES, compileFailureIsFinal: false };
      const answers = [NOT_COMPILED, FINISHED];
      world.service.script = () => answers.shift() ?? FINISHED;
      const window = world.open();
      await window.track(request('one'));
      assert.equal(await world.untilIdle(window), true);
      assert.deepEqual(kinds(window, 'one'), ['waiting', 'judging', 'finished']);
    });

    it('gives up after the configured time, and starts over when the ID is tracked again', async () => {
      const window = world.open();
      const started = world.clock.now();
      await window.track(request('one'));
      assert.equal(await world.untilIdle(window), true);
      assert.deepEqual(stateOf(window, 'one'), { kind: 'expired', why: 'gaveUp' });
      const took = world.clock.now() - started;
      assert.ok(took >= 60 * MINUTE && took < 62 * MINUTE, `${took} ms`);
      world.service.script = () => FINISHED;
      await window.track(request('one'));
      assert.equal(await world.untilIdle(window), true);
      assert.deepEqual(kinds(window, 'one'), ['waiting', 'expired', 'waiting', 'finished']);
    });

    it('does not give up while judging makes progress, however long it takes', async () => {
      const started = world.clock.now();
      const done = (at: number): number => Math.floor((at - started) / (20 * MINUTE));
      world.service.script = (_id, at) => (done(at) < 9 ? result(1, done(at), 9) : FINISHED);
      const window = world.open();
      await window.track(request('one'));
      assert.equal(await world.untilIdle(window), true);
      assert.deepEqual(stateOf(window, 'one'), { kind: 'finished' });
    });

    it('does not count sleep toward the give-up time', async () => {
      const window = world.open();
      await window.track(request('one'));
      await world.clock.advance(MINUTE);
      world.clock.jump(8 * 60 * MINUTE);
      await world.clock.advance(MINUTE);
      assert.equal(window.tracker.pending.length, 1);
      world.service.script = () => FINISHED;
      assert.equal(await world.untilIdle(window), true);
      assert.deepEqual(stateOf(window, 'one'), { kind: 'finished' });
    });

    it('joins a request that is already pending, and polls it immediately', async () => {
      const window = world.open();
      await window.track(request('one'), { submitted: true });
      await window.track(request('one'));
      await world.clock.advance(100);
      assert.equal(window.tracker.pending.length, 1);
      assert.equal(world.service.log.length, 1);
      assert.deepEqual(kinds(window, 'one'), ['waiting']);
    });

    it('removes a request that the user stops while it is being saved', async () => {
      const window = world.open();
      const record = await window.add(request('one'));
      const tracked = window.tracker.track({}, record);
      window.tracker.stop(key('one'));
      await tracked;
      await world.clock.advance(MINUTE);
      assert.deepEqual(kinds(window, 'one'), ['waiting', 'stopped']);
      assert.equal(world.service.log.length, 0);
      assert.equal(world.disk.pending.size, 0);
      assert.equal(world.leases.held.size, 0);
    });

    it('stops one request or all of them, even during a poll', async () => {
      const window = world.open();
      for (const id of ['one', 'two', 'three']) await window.track(request(id, { folder: id }));
      window.tracker.stop(key('one'));
      await world.clock.advance(0);
      assert.deepEqual(kinds(window, 'one'), ['waiting', 'stopped']);
      window.tracker.stop(key('two'));
      await world.clock.advance(0);
      assert.equal(window.tracker.pending.length, 1);
      window.tracker.stop(key('three'));
      await world.clock.advance(MINUTE);
      assert.equal(window.timers(), 0);
      assert.equal(world.disk.pending.size, 0);
      assert.equal(world.leases.held.size, 0);
      assert.ok(world.service.log.length <= 3);
    });
  });

  it('delays the first poll after a user’s fetch, and applies the progress in its result', async () => {
    world.service.script = () => result(1, 30, 50);
    const window = world.open();
    await window.add(request('one', { known: true }));
    for (let round = 0; round < 3; round += 1) {
      await window.push('one', result(1, 20 + round, 50));
      await window.track(request('one', { known: true }), { answered: true });
      await world.clock.advance(SECOND / 4);
    }
    assert.equal(world.service.log.length, 0);
    assert.equal(window.tracker.pending[0]?.request.plan.readings.at(-1)?.done, 22);
    await world.clock.advance(10 * SECOND);
    assert.ok(world.service.log.length > 0);
  });

  it('tracks a just fetched ID only after the minimum interval', async () => {
    world.settings.interval = 10 * SECOND;
    const window = world.open();
    const start = world.clock.now();
    for (const id of ['tracked at once', 'tracked late']) {
      await window.tracker.beginFetch(key(id));
    }
    await window.track(request('tracked at once'));
    await world.clock.advance(15 * SECOND);
    await window.track(request('tracked late'));
    await world.clock.advance(SECOND);
    assert.equal(world.service.asks('tracked at once')[0], start + 10 * SECOND);
    assert.equal(world.service.asks('tracked late')[0], start + 15 * SECOND);
  });

  it('polls no sooner than the minimum interval if a request is tracked again right after its end', async () => {
    world.settings.interval = 10 * SECOND;
    const window = world.open();
    const start = world.clock.now();
    for (const id of ['stopped', 'rejected']) {
      world.service.script = () => (id === 'rejected' ? status(404) : NOT_READY);
      await window.track(request(id));
      await world.clock.advance(100);
      window.tracker.stop(key(id));
      await window.track(request(id));
    }
    assert.deepEqual([window.tracker.pending.length, world.service.log.length], [2, 2]);
    await world.clock.advance(MINUTE);
    assert.equal(world.service.asks('stopped')[1], start + 10 * SECOND);
    assert.ok(world.service.leastGap() >= 10 * SECOND, `${world.service.leastGap()} ms`);
  });

  it('polls no sooner than the minimum interval after a user’s fetch of the same result', async () => {
    const window = world.open();
    await window.track(request('one'));
    await world.clock.advance(MINUTE);
    world.settings.interval = 20 * SECOND;
    const before = world.service.log.length;
    const start = world.clock.now();
    await window.tracker.beginFetch(key('one'));
    await world.clock.advance(25 * SECOND);
    const [next] = world.service.log.slice(before);
    assert.ok(next && next.at >= start + 20 * SECOND);
  });

  describe('when the judge rejects a request', () => {
    it('ends the request with the judge’s error message', async () => {
      world.service.script = () => status(400, { message: 'id is not valid' });
      const window = world.open();
      await window.track(request('one'));
      assert.equal(await world.untilIdle(window), true);
      assert.deepEqual(stateOf(window, 'one'), { kind: 'failed', status: 400, reason: 'id is not valid' });
      assert.equal(world.service.log.length, 1);
    });

    it('ends the request after a 404 for an ID that has never been seen', async () => {
      world.service.script = () => status(404, { message: 'no such request' });
      const window = world.open();
      await window.track(request('one'));
      assert.equal(await world.untilIdle(window), true);
      assert.deepEqual(stateOf(window, 'one'), { kind: 'failed', status: 404, reason: 'no such request' });
      assert.equal(world.service.log.length, 1);
    });

    it('polls again after a 404 for a new submission', async () => {
      const answers = [status(404), status(404), FINISHED];
      world.service.script = () => answers.shift() ?? FINISHED;
      const window = world.open();
      await window.track(request('one', { known: true, lifetime: LIFETIME }), { submitted: true });
      assert.equal(await world.untilIdle(window), true);
      assert.deepEqual(stateOf(window, 'one'), { kind: 'finished' });
    });

    it('ends the request after the third consecutive 404 within the result’s lifetime', async () => {
      world.service.script = () => status(404);
      const window = world.open();
      await window.track(request('one', { known: true, lifetime: LIFETIME }), { submitted: true });
      assert.equal(await world.untilIdle(window), true);
      assert.equal(stateOf(window, 'one')?.kind, 'failed');
      assert.equal(world.service.log.length, 3);
    });

    it('ends a known result as expired after a 404 past its lifetime', async () => {
      const window = world.open();
      await window.track(request('one', { known: true, lifetime: LIFETIME }), {
        since: world.clock.now() - SAFE - 1,
      });
      world.service.script = () => status(404);
      assert.equal(await world.untilIdle(window), true);
      assert.deepEqual(stateOf(window, 'one'), { kind: 'expired', why: 'gone' });
    });

    it('counts the lifetime from the last unfinished response', async () => {
      const window = world.open();
      await window.track(request('one', { lifetime: LIFETIME }));
      await world.clock.advance(SAFE - MINUTE);
      world.service.script = () => status(404);
      assert.equal(await world.untilIdle(window), true);
      assert.equal(stateOf(window, 'one')?.kind, 'failed');
    });

    it('ends a known result as expired after a 404 if the judge reports no lifetime', async () => {
      const answers = [result(1, 1, 3)];
      world.service.script = () => answers.shift() ?? status(404);
      const window = world.open();
      await window.track(request('one'));
      assert.equal(await world.untilIdle(window), true);
      assert.deepEqual(stateOf(window, 'one'), { kind: 'expired', why: 'gone' });
      assert.equal(world.service.log.length, 4);
    });

    it('ends the request as expired after a 410', async () => {
      world.service.script = () => status(410);
      const window = world.open();
      await window.track(request('one'));
      assert.equal(await world.untilIdle(window), true);
      assert.deepEqual(stateOf(window, 'one'), { kind: 'expired', why: 'gone' });
    });

    it('ends a forbidden ID, and continues with the others', async () => {
      world.service.script = (id) => (id === 'one' ? status(403, { message: 'not yours' }) : FINISHED);
      const window = world.open();
      await window.track(request('one'));
      await window.track(request('two'));
      assert.equal(await world.untilIdle(window), true);
      assert.deepEqual(stateOf(window, 'one'), { kind: 'failed', status: 403, reason: 'not yours' });
      assert.deepEqual(stateOf(window, 'two'), { kind: 'finished' });
      assert.deepEqual(window.health, []);
    });

    it('pauses if different IDs are forbidden in a row', async () => {
      world.service.script = () => status(403);
      const window = world.open();
      for (const id of ['one', 'two', 'three']) {
        await window.track(request(id));
        await world.clock.advance(SECOND);
      }
      await window.track(request('four'), { submitted: true });
      await world.clock.advance(10 * MINUTE);
      assert.equal(world.service.asks('four').length, 0);
      assert.deepEqual(
        window.health.map((one) => one.kind === 'paused' && one.why),
        ['forbidden'],
      );
      assert.equal(window.timers(), 0);
    });

    it('pauses after a 401, reports once when the oldest result expires, and resumes with a new credential', async () => {
      world.service.script = () => status(401);
      const window = world.open();
      const started = world.clock.now();
      for (const id of ['one', 'two', 'three', 'four', 'five']) {
        await window.track(request(id, { known: true, lifetime: LIFETIME }), { submitted: true });
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
      window.tracker.onCredentialChanged(ORIGIN);
      assert.equal(await world.untilIdle(window), true);
      assert.equal(window.health.at(-1)?.kind, 'ok');
      assert.deepEqual(stateOf(window, 'five'), { kind: 'finished' });
    });

    it('polls for the user despite a pause, and resumes all requests if that poll succeeds', async () => {
      world.service.script = () => status(401);
      const window = world.open();
      await window.track(request('one'));
      await window.track(request('two'), { submitted: true });
      await world.clock.advance(MINUTE);
      assert.equal(world.service.log.length, 1);
      world.service.script = () => FINISHED;
      window.tracker.pollNow(key('two'));
      assert.equal(await world.untilIdle(window), true);
      assert.deepEqual(
        window.health.map((one) => one.kind),
        ['paused', 'ok'],
      );
    });

    it('polls rarely after a 402, without ending the request', async () => {
      world.service.script = () => status(402);
      const window = world.open();
      await window.track(request('one'));
      await world.clock.advance(16 * MINUTE);
      assert.deepEqual(window.health, []);
      assert.ok(world.service.log.length <= 4, `${world.service.log.length} asks`);
      world.service.script = () => FINISHED;
      assert.equal(await world.untilIdle(window), true);
      assert.deepEqual(stateOf(window, 'one'), { kind: 'finished' });
    });
  });
});
