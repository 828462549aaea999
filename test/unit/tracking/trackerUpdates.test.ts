import assert from 'node:assert/strict';
import {
  failure,
  FINISHED,
  key,
  kinds,
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
import type { Window } from './world';

const OTHER = 'https://other.example';

describe('The tracker', () => {
  let world: World;
  let window: Window;
  beforeEach(() => {
    world = new World();
    window = world.open();
  });
  const dueIn = (id = 'one') => {
    const found = window.tracker.pending.find((one) => one.request.requestId === id);
    return (found?.request.plan.dueAt ?? NaN) - world.clock.now();
  };
  const lastAnswer = () => window.tracker.pending[0]?.lastAnswer;

  describe('list of pending requests', () => {
    it('includes a request after it is saved, and then its last response', async () => {
      let keep = (): void => undefined;
      world.disk.writing = new Promise((resolve) => (keep = resolve));
      const tracked = window.track(request('one'));
      await world.clock.advance(0);
      assert.equal(window.tracker.pending.length, 0);
      keep();
      await tracked;
      assert.deepEqual([lastAnswer(), window.tracker.pending[0]?.isPolling], [null, true]);
      const answers = [NOT_READY, result(1, 1, 3), UNREACHABLE];
      world.service.script = () => answers.shift() ?? NOT_READY;
      for (const kind of ['notReady', 'result', 'failure']) {
        await world.clock.until(() => lastAnswer()?.kind === kind, MINUTE);
        assert.equal(lastAnswer()?.kind, kind);
        assert.equal(lastAnswer()?.at, world.clock.now());
        assert.equal(window.tracker.pending[0]?.isPolling, false);
      }
      const answer = lastAnswer();
      assert.equal(answer?.kind === 'failure' && answer.failure.kind, 'refused');
    });

    it('marks a request that another window polls as foreign, even while checking its lease', async () => {
      const second = world.open('B');
      await second.start();
      await window.track(request('one'));
      await world.clock.advance(10 * SECOND);
      const [theirs] = second.tracker.pending;
      assert.deepEqual([theirs?.isForeign, theirs?.isPolling], [true, false]);
      await world.clock.until(() => window.tracker.pending[0]?.isPolling === true, MINUTE);
      assert.equal(window.tracker.pending[0]?.isForeign, false);
    });
  });

  describe('method that changes a request', () => {
    it('ignores an unknown request', async () => {
      window.tracker.pollNow(key('nobody'));
      window.tracker.pollSoon(key('nobody'));
      window.tracker.stop(key('nobody'));
      await window.push('nobody', result(1, 1, 3));
      await world.clock.advance(MINUTE);
      assert.deepEqual([window.states, world.service.log, window.timers()], [[], [], 0]);
    });

    it('updates the plan only for new progress or a final result', async () => {
      await window.track(request('one', { known: true }), { submitted: true });
      await world.clock.advance(SECOND);
      const pending = () => window.tracker.pending[0]?.request;
      let before = pending();
      await window.store.update(key('one'), { label: 'mine', source: null });
      assert.equal(pending(), before);
      await window.push('one', result(1, 1, 3));
      assert.equal(pending()?.phase, 'judging');
      before = pending();
      await window.push('one', result(1, 1, 3));
      assert.equal(pending(), before);
      await window.push('one', FINISHED);
      await world.clock.advance(0);
      assert.deepEqual(kinds(window, 'one'), ['waiting', 'judging', 'finished']);
    });

    it('applies a pushed result even if a poll has already returned one', async () => {
      world.service.script = () => result(1, 1, 3);
      await window.track(request('one'));
      await world.clock.until(() => lastAnswer()?.kind === 'result', MINUTE);
      await window.push('one', FINISHED);
      await world.clock.advance(0);
      assert.deepEqual(stateOf(window, 'one'), { kind: 'finished' });
    });

    it('processes each of many requests only a few times', async () => {
      const keys = Array.from({ length: 200 }, (_, at) => key(`id-${at}`));
      for (const at of keys.keys()) await window.track(request(`id-${at}`), { submitted: true });
      const { interval } = world.settings;
      let looks = 0;
      Object.defineProperty(world.settings, 'interval', { get: () => ((looks += 1), interval) });
      window.tracker.pollSoon(...keys);
      const now = world.clock.now();
      assert.ok(
        window.tracker.pending.every(({ isPolling, request: { plan } }) => isPolling || plan.dueAt <= now),
      );
      assert.ok(looks <= 10 * keys.length, `${looks} looks`);
    });

    it('doesn’t poll a request that is stopped when it becomes due', async () => {
      await window.track(request('one'), { submitted: true });
      window.tracker.pollNow(key('one'));
      window.tracker.stop(key('one'));
      await world.clock.advance(MINUTE);
      assert.deepEqual([world.service.log, world.leases.held.size], [[], 0]);
    });

    it('writes nothing if this window polls the request anyway', async () => {
      await window.track(request('one'));
      await world.clock.advance(SECOND);
      const { writes } = world.disk;
      window.tracker.pollSoon(key('one'));
      await world.clock.advance(0);
      assert.deepEqual([world.disk.writes, window.tracker.pending[0]?.request.plan.expeditedAt], [writes, 0]);
    });

    it('ends a request stopped while its response is applied, without restoring it', async () => {
      world.service.script = () => result(1, 1, 3);
      world.announcing = () => window.tracker.stop(key('one'));
      await window.track(request('one'));
      await world.clock.advance(MINUTE);
      assert.deepEqual(kinds(window, 'one'), ['waiting', 'stopped']);
      assert.deepEqual(
        [world.disk.pending.size, world.leases.held.size, world.service.log.length],
        [0, 0, 1],
      );
    });

    it('reports every stopped request as stopped', async () => {
      for (const id of ['one', 'two']) await window.track(request(id), { submitted: true });
      for (const id of ['one', 'two']) window.tracker.stop(key(id));
      await world.clock.advance(0);
      for (const id of ['one', 'two']) assert.deepEqual(stateOf(window, id), { kind: 'stopped' });
    });

    it('does nothing after disposal, even if disposed twice', async () => {
      await window.track(request('one'), { submitted: true });
      await Promise.all([window.dispose(), window.dispose()]);
      await window.track(request('two'));
      await world.clock.advance(MINUTE);
      assert.deepEqual([[...world.disk.pending.keys()], world.service.log], [[key('one')], []]);
      assert.equal(world.leases.held.size, 0);
    });
  });

  it('keeps a request whose first result is pushed while it is being saved', async () => {
    const record = await window.add(request('one'));
    let keep = (): void => undefined;
    world.disk.writing = new Promise((resolve) => (keep = resolve));
    const tracked = window.tracker.track({}, record, { submitted: true });
    await world.clock.advance(0);
    await window.push('one', result(1, 1, 3));
    await world.clock.advance(0);
    keep();
    await tracked;
    const [pending] = window.tracker.pending;
    assert.equal(pending?.request.plan.readings.at(-1)?.done, 1);
    assert.equal(world.disk.pending.size, 1);
  });

  it('starts with the progress of the response that the user fetched', async () => {
    await window.add(request('one'));
    await window.push('one', result(1, 20, 50));
    await window.track(request('one'), { answered: true });
    const [reading] = window.tracker.pending[0]?.request.plan.readings ?? [];
    assert.deepEqual([reading?.done, reading?.total], [20, 50]);
    assert.equal(window.tracker.pending[0]?.request.phase, 'judging');
  });

  describe('on window focus', () => {
    beforeEach(async () => {
      await window.track(request('one'));
      await world.clock.advance(2 * MINUTE);
      const before = world.service.log.length;
      await world.clock.until(() => world.service.log.length > before);
      await world.clock.advance(SECOND);
      window.tracker.setFocused(false);
    });

    it('polls some seconds after the last response, not immediately', async () => {
      window.tracker.setFocused(true);
      assert.equal(dueIn(), 4 * SECOND);
      await world.clock.advance(10 * SECOND);
      window.tracker.setFocused(false);
      const asked = window.tracker.pending[0]?.request.plan.askedAt ?? 0;
      await world.clock.advance(Math.max(0, asked + 6 * SECOND - world.clock.now()));
      window.tracker.setFocused(true);
      assert.equal(dueIn(), 0, 'the last answer is old enough');
    });

    it('keeps the plan if the window already had focus, or if results are pushed', async () => {
      window.tracker.setPushLive(ORIGIN, true);
      const planned = dueIn();
      window.tracker.setFocused(true);
      assert.equal(dueIn(), planned);
      window.tracker.setPushLive(ORIGIN, false);
      const again = dueIn();
      window.tracker.setFocused(true);
      assert.equal(dueIn(), again);
    });

    it('keeps the back-off of a failing request', async () => {
      world.service.script = () =>
        failure({ kind: 'shape', path: 'data', expected: 'an object', found: 'a list' });
      const failures = (): number => window.tracker.pending[0]?.request.plan.failures ?? 0;
      await world.clock.until(() => failures() === 4, 2 * MINUTE);
      const planned = dueIn();
      assert.ok(planned > 10 * SECOND);
      window.tracker.setFocused(true);
      assert.equal(dueIn(), planned);
    });
  });

  describe('for a judge', () => {
    it('polls sooner, but spread out, when push is lost', async () => {
      window.tracker.setPushLive(ORIGIN, true);
      await window.track(request('one'), { submitted: true });
      await window.track(request('elsewhere', { service: OTHER }), { submitted: true });
      const [planned, other] = [dueIn(), dueIn('elsewhere')];
      window.tracker.setPushLive(ORIGIN, true);
      assert.equal(dueIn(), planned);
      window.tracker.setPushLive(ORIGIN, false);
      assert.ok(dueIn() < planned && dueIn() >= world.settings.interval, `${dueIn()} ms`);
      const sooner = dueIn();
      window.tracker.setPushLive(ORIGIN, false);
      assert.deepEqual([dueIn(), dueIn('elsewhere')], [sooner, other]);
    });

    it('polls each pending request once when push becomes live, except a new submission', async () => {
      for (let at = 0; at < 8; at += 1) await window.track(request(`${at}`));
      await world.clock.advance(5 * MINUTE);
      await window.track(request('fresh'), { submitted: true });
      await window.track(request('elsewhere', { service: OTHER }), { submitted: true });
      const [handedIn, other] = [world.clock.now(), dueIn('elsewhere')];
      const before = world.service.log.length;
      window.tracker.setPushLive(ORIGIN, true);
      assert.equal(dueIn('elsewhere'), other);
      const most = world.service.mostAtOnce;
      await world.clock.advance(2 * SECOND);
      const polled = world.service.log.slice(before);
      assert.deepEqual(polled.map(({ id }) => id).sort(), ['0', '1', '2', '3', '4', '5', '6', '7']);
      assert.equal(world.service.mostAtOnce, most, 'four at once at most');
      await world.clock.advance(5 * SECOND);
      assert.deepEqual(
        world.service.log
          .slice(before + 8)
          .filter(({ id }) => id !== 'elsewhere')
          .map(({ id, at }) => [id, at - handedIn]),
        [['fresh', 2.5 * SECOND]],
        'a new submission keeps its first gap',
      );
    });

    it('sends one batch when push becomes live', async () => {
      world.service.batch = () => new Map();
      for (const id of ['one', 'two']) {
        await window.track(request(id, { batchInterval: 4 * SECOND }), { submitted: true });
      }
      window.tracker.setPushLive(ORIGIN, true);
      await world.clock.advance(3 * SECOND);
      assert.equal(world.service.lists.length, 1);
    });

    it('retries only the judge’s failed requests when it recovers', async () => {
      world.settings.maximumInterval = 10 * MINUTE;
      const down = new Set([ORIGIN, OTHER]);
      world.service.script = (id) => (down.has(id === 'there' ? OTHER : ORIGIN) ? UNREACHABLE : NOT_READY);
      for (const id of ['one', 'two']) await window.track(request(id));
      await window.track(request('there', { service: OTHER }));
      await world.clock.advance(60 * MINUTE);
      const planned = dueIn('there');
      assert.ok(planned > MINUTE);
      down.delete(ORIGIN);
      window.tracker.pollNow(key('one'));
      await world.clock.advance(SECOND);
      assert.ok(world.clock.now() - (world.service.asks('two').at(-1) ?? 0) <= SECOND);
      assert.equal(dueIn('there'), planned - SECOND);
      assert.equal(window.health.at(-1)?.kind, 'ok', 'also where it has nothing yet');
    });

    it('keeps the back-off of an ID with unusable responses while the judge works', async () => {
      const shape = failure({ kind: 'shape', path: 'data', expected: 'an object', found: 'a list' });
      world.service.script = (id) => (id === 'bad' ? shape : NOT_READY);
      for (const id of ['bad', 'good']) await window.track(request(id));
      await world.clock.advance(10 * MINUTE);
      const [bad, good] = [world.service.asks('bad').length, world.service.asks('good').length];
      assert.ok(bad < 12 && good > 20, `${bad} and ${good} asks`);
    });

    it('reports when a signed-out judge’s oldest result expires, ignoring other judges', async () => {
      const track = (id: string, lifetime: typeof LIFETIME | null, service = ORIGIN) =>
        window.track(request(id, { known: true, lifetime, service }), { submitted: true });
      await track('not here', LIFETIME, OTHER);
      for (const { request: pending } of window.tracker.pending) {
        if (pending.service === ORIGIN) window.tracker.stop(pending.key);
      }
      world.service.script = (id) => (id === 'not here' ? NOT_READY : status(401));
      await world.clock.advance(0);
      await track('none', null);
      await world.clock.until(() => window.health.length > 0);
      assert.ok(window.health[0]?.kind === 'paused');
      assert.equal(window.health[0].oldestGoneAt, null);
      const first = world.clock.now();
      await track('first', LIFETIME);
      await world.clock.advance(MINUTE);
      await track('second', LIFETIME);
      window.tracker.onCredentialChanged(ORIGIN);
      await world.clock.until(() => window.tracker.health(ORIGIN).kind === 'paused');
      const health = window.tracker.health(ORIGIN);
      assert.equal(health.kind === 'paused' && health.oldestGoneAt, first + SAFE);
    });

    it('keeps a request paused after the user has polled it once', async () => {
      for (const [answer, full] of [
        [result(1, 1, 3), false],
        [NOT_READY, false],
        [FINISHED, true],
      ] as const) {
        world = new World();
        window = world.open();
        await window.track(request('one'), { submitted: true });
        world.service.script = () => answer;
        world.full = full;
        window.tracker.pollNow(key('one'));
        await world.clock.advance(100);
        const asks = world.service.asks('one').length;
        assert.equal(asks, 1);
        world.service.script = () => status(401);
        await window.track(request('two'));
        await world.clock.advance(10 * MINUTE);
        assert.equal(world.service.asks('one').length, asks);
      }
    });

    it('keeps all requests throttled after a successful user request', async () => {
      world.service.script = () => status(429, { retryAfter: 90 * SECOND });
      await window.track(request('one'));
      await world.clock.advance(SECOND);
      await window.track(request('two'));
      window.tracker.onJudgeResponded(ORIGIN);
      await world.clock.advance(80 * SECOND);
      assert.equal(world.service.log.length, 1);
    });
  });

  it('keeps throttling and leases at their length when the clock is set back', async () => {
    world.service.script = () => status(429, { retryAfter: 90 * SECOND });
    const second = world.open('B');
    await second.start();
    await window.track(request('one'));
    await world.clock.advance(5 * SECOND);
    world.clock.jump(-60 * MINUTE);
    world.service.script = () => NOT_READY;
    await world.clock.advance(3 * MINUTE);
    assert.ok(world.service.asks('one').length > 1);
    const asked = world.service.log.length;
    window.kill();
    world.clock.jump(-60 * MINUTE);
    await world.clock.advance(2 * MINUTE);
    assert.ok(world.service.log.slice(asked).some((one) => one.window === 'B'));
  });
});
