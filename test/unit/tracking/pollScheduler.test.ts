import assert from 'node:assert/strict';
import { PendingItem } from '../../../src/tracking/pendingItem';
import type { PendingRequest } from '../../../src/tracking/pendingRequest';
import { PollScheduler } from '../../../src/tracking/pollScheduler';
import { lastSafeAsk } from '../../../src/tracking/schedule';
import { HealthRegistry } from '../../../src/tracking/serviceHealth';
import { begun } from '../../../src/tracking/transition';
import { FakeClock } from '../support/fakeClock';
import { key, MINUTE, ORIGIN, request, SAFE, SECOND, status } from './world';

describe('PollScheduler', () => {
  let clock: FakeClock;
  let items: Map<string, PendingItem>;
  let underWay: Map<string, unknown>;
  let started: string[];
  let health: HealthRegistry;
  let scheduler: PollScheduler;
  beforeEach(() => {
    clock = new FakeClock();
    items = new Map();
    underWay = new Map();
    started = [];
    const none = () => undefined;
    health = new HealthRegistry(() => 0.5, none);
    scheduler = new PollScheduler({
      clock,
      settings: () => ({
        interval: SECOND,
        maximumInterval: 30 * SECOND,
        giveUpAfter: 60 * MINUTE,
        besidePush: 0,
      }),
      health,
      items,
      underWay,
      start: (item) => {
        started.push(item.request.requestId);
        underWay.set(item.key, true);
        const { service } = item.request;
        health.of(service).load.asking += 1;
        scheduler.begins(service, clock.now());
      },
      now: clock.now,
    });
  });

  /** One that is due `inMs` from now. */
  function due(
    id: string,
    inMs: number,
    more: Partial<PendingRequest> = {},
    given: { isKept?: boolean; isWantedNow?: boolean } = {},
  ): PendingItem {
    const now = clock.now();
    const plan = { ...begun(request(id, more), now, now + inMs), ...more };
    const item = new PendingItem(plan, { isKept: true, ...given });
    items.set(item.key, item);
    return item;
  }

  /** All polls of a service that are under way have ended. */
  function end(service = ORIGIN): void {
    underWay.clear();
    health.of(service).load.asking = 0;
  }

  /** When the next thing happens, ms from now; null: no timer. */
  async function untilNext(): Promise<number | null> {
    const before = started.length;
    const from = clock.now();
    const happened = await clock.until(() => started.length > before, 60 * MINUTE);
    return happened ? clock.now() - from : null;
  }

  it('gives the next turns to the requests that waited longest, four at once', () => {
    for (const [id, at] of Object.entries({ c: -3, a: -5, late: 5, e: -1, b: -4, d: -2 })) due(id, at);
    scheduler.turn();
    assert.deepEqual(started, ['a', 'b', 'c', 'd']);
    assert.equal(clock.timerCount, 0, 'the first that ends takes the next turn');
  });

  describe('given several services', () => {
    const of = (service: string, ids: readonly string[]) => ids.forEach((id) => due(id, 0, { service }));
    const elsewhere = 'dmoj https://dmoj.example club';

    it('gives each of them its own turns: a slow one holds up no other', () => {
      of(ORIGIN, ['a1', 'a2', 'a3', 'a4', 'a5']);
      of(elsewhere, ['b1', 'b2', 'b3', 'b4', 'b5']);
      scheduler.turn();
      assert.deepEqual(started, ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'b3', 'b4']);
      // the first one doesn't answer
      for (const key of [...underWay.keys()].filter((one) => one.startsWith(elsewhere))) underWay.delete(key);
      health.of(elsewhere).load.asking = 0;
      for (const item of [...items.values()])
        if (started.includes(item.request.requestId)) items.delete(item.key);
      clock.jump(SECOND);
      scheduler.turn();
      assert.deepEqual(started.slice(8), ['b5']);
    });

    it('counts those of one origin together, whoever signs in there', () => {
      of('hydro https://oj.example/ alice', ['a1', 'a2', 'a3']);
      of('hydro https://oj.example/club bob', ['b1', 'b2', 'b3']);
      scheduler.turn();
      assert.deepEqual(started, ['a1', 'a2', 'a3', 'b1']);
    });
  });

  it('holds no timer while there is nothing to ask', () => {
    scheduler.turn();
    due('not kept yet', 0, {}, { isKept: false });
    underWay.set(due('under way', 0).key, true);
    scheduler.turn();
    assert.deepEqual([started, clock.timerCount], [[], 0]);
  });

  it('starts a poll when it is due, and not before', async () => {
    due('one', 7_000);
    scheduler.turn();
    assert.deepEqual([started, clock.timerCount], [[], 1]);
    assert.equal(await untilNext(), 7_000);
    assert.deepEqual(started, ['one']);
  });

  it('looks at the wall clock now and then, in case the machine has slept', async () => {
    due('one', 10 * MINUTE);
    scheduler.turn();
    clock.jump(20 * MINUTE);
    await clock.advance(30 * SECOND - 1);
    assert.deepEqual(started, []);
    await clock.advance(1);
    assert.deepEqual(started, ['one']);
  });

  it('starts nothing once it is disposed', async () => {
    due('one', SECOND);
    scheduler.turn();
    scheduler.dispose();
    assert.equal(clock.timerCount, 0);
    scheduler.turn();
    await clock.advance(MINUTE);
    assert.deepEqual([started, clock.timerCount], [[], 0]);
  });

  describe('given many that are due together', () => {
    it('starts four in any 400 ms', async () => {
      for (let at = 0; at < 6; at += 1) due(`id${at}`, at < 4 ? 0 : 1);
      scheduler.turn();
      end();
      for (const id of started) items.delete(key(id));
      scheduler.turn();
      assert.equal(started.length, 4);
      assert.equal(await untilNext(), 400);
    });

    it('starts what a person wants now at once', async () => {
      for (let at = 0; at < 4; at += 1) due(`id${at}`, 0);
      scheduler.turn();
      end();
      items.clear();
      due('by a person', 0, {}, { isWantedNow: true });
      scheduler.turn();
      assert.equal(started.at(-1), 'by a person');
    });

    it('does not wait for polls that lie in the future of a clock that was set back', async () => {
      for (let at = 0; at < 4; at += 1) due(`id${at}`, 0);
      scheduler.turn();
      end();
      items.clear();
      clock.jump(-MINUTE);
      due('one', 0);
      scheduler.turn();
      assert.equal(started.at(-1), 'one');
      health.shift(MINUTE);
      due('two', 0);
      scheduler.turn();
      assert.equal(started.at(-1), 'two');
    });
  });

  describe('before a result may be gone', () => {
    const lifetime = { safe: SAFE, end: 4 * SAFE };
    /** The service wants quiet for an hour. */
    function quiet(): void {
      const now = clock.now();
      health.change(ORIGIN, (condition) =>
        condition.failed('x', { kind: 'throttled', retryAfter: 60 * MINUTE }, status(429).failure, {
          ...{ askedAt: now, now, oldestGoneAt: null },
        }),
      );
    }

    it('polls once in spite of a rate limit, also a request that was never asked', async () => {
      quiet();
      const { request: one } = due('one', 0, { lifetime, unfinishedAt: clock.now() });
      const last = lastSafeAsk(one);
      assert.ok(last !== null && last > clock.now());
      scheduler.turn();
      await untilNext();
      assert.deepEqual([started, clock.now()], [['one'], last]);
    });

    it('polls no second time after that: then the rate limit holds', async () => {
      quiet();
      const quietUntil = clock.now() + 60 * MINUTE;
      const item = due('one', 0, { lifetime, unfinishedAt: clock.now() });
      const last = lastSafeAsk(item.request) ?? 0;
      item.request = { ...item.request, askedAt: last };
      assert.equal(scheduler.opensAt(item), quietUntil);
      item.request = { ...item.request, askedAt: last - SECOND };
      assert.equal(scheduler.opensAt(item), last);
      item.request = { ...item.request, askedAt: null, startedAt: last };
      assert.equal(scheduler.opensAt(item), quietUntil);
      assert.equal(scheduler.opensAt(due('no lifetime', 0)), quietUntil);
    });
  });

  it('leaves a request alone that another window asks for, for as long as was said', async () => {
    due('one', 0).elsewhereUntil = clock.now() + 9_000;
    scheduler.turn();
    assert.equal(await untilNext(), 9_000);
  });
});
