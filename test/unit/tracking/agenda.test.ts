import assert from 'node:assert/strict';
import { Agenda } from '../../../src/tracking/agenda';
import { newEntry } from '../../../src/tracking/entry';
import type { Entry } from '../../../src/tracking/entry';
import type { PendingRequest } from '../../../src/tracking/ports';
import { lastSafeAsk } from '../../../src/tracking/schedule';
import { Services } from '../../../src/tracking/services';
import { begun } from '../../../src/tracking/transition';
import { FakeClock } from '../support/fakeClock';
import { MINUTE, ORIGIN, request, SAFE, SECOND, status } from './world';

describe('whose turn it is', () => {
  let clock: FakeClock;
  let entries: Entry[];
  let underWay: Map<string, unknown>;
  let started: string[];
  let readAt: number;
  let reads: number;
  let services: Services;
  let agenda: Agenda;
  beforeEach(() => {
    clock = new FakeClock();
    entries = [];
    underWay = new Map();
    started = [];
    readAt = Infinity;
    reads = 0;
    const none = () => undefined;
    services = new Services({ random: () => 0.5, onService: none, onPaymentRequired: none, onBack: none });
    agenda = new Agenda({
      clock,
      settings: () => ({ interval: SECOND, maximumInterval: 30 * SECOND, giveUpAfter: 60 * MINUTE }),
      services,
      entries: () => entries,
      underWay,
      start: (entry) => {
        started.push(entry.request.requestId);
        underWay.set(entry.request.key, true);
        agenda.begins(clock.now());
      },
      now: clock.now,
      readAt: () => readAt,
      read: () => {
        reads += 1;
        readAt = Infinity;
      },
    });
  });

  /** One that is due `inMs` from now. */
  function due(id: string, inMs: number, more: Partial<PendingRequest> = {}): Entry {
    const now = clock.now();
    const entry = newEntry({ ...begun(request(id), now, now + inMs), ...more }, { ready: true });
    entries.push(entry);
    return entry;
  }

  /** When the next thing happens, ms from now; null: no timer. */
  async function untilNext(): Promise<number | null> {
    const before = started.length + reads;
    const from = clock.now();
    const happened = await clock.until(() => started.length + reads > before, 60 * MINUTE);
    return happened ? clock.now() - from : null;
  }

  it('is that of those who have waited longest, four at once', () => {
    for (const [id, at] of Object.entries({ c: -3, a: -5, late: 5, e: -1, b: -4, d: -2 })) due(id, at);
    agenda.turn();
    assert.deepEqual(started, ['a', 'b', 'c', 'd']);
    assert.equal(clock.timerCount, 0, 'the first that ends takes the next turn');
  });

  it('is nobody’s, without a timer, while there is nothing to ask', () => {
    agenda.turn();
    due('not kept yet', 0).ready = false;
    underWay.set(due('under way', 0).request.key, true);
    agenda.turn();
    assert.deepEqual([started, clock.timerCount], [[], 0]);
  });

  it('comes when it is due, and not before', async () => {
    due('one', 7_000);
    agenda.turn();
    assert.deepEqual([started, clock.timerCount], [[], 1]);
    assert.equal(await untilNext(), 7_000);
    assert.deepEqual(started, ['one']);
  });

  it('is looked at now and then, in case the machine has slept', async () => {
    due('one', 10 * MINUTE);
    agenda.turn();
    clock.jump(20 * MINUTE);
    await clock.advance(30 * SECOND - 1);
    assert.deepEqual(started, []);
    await clock.advance(1);
    assert.deepEqual(started, ['one']);
  });

  it('is nobody’s any more once it is over', async () => {
    due('one', SECOND);
    agenda.turn();
    agenda.dispose();
    assert.equal(clock.timerCount, 0);
    agenda.turn();
    await clock.advance(MINUTE);
    assert.deepEqual([started, clock.timerCount], [[], 0]);
  });

  describe('to read what other windows have stored', () => {
    it('comes at its time, before or after an ask', async () => {
      due('one', 500);
      readAt = clock.now() + 200;
      agenda.turn();
      assert.equal(reads, 0);
      assert.equal(await untilNext(), 200);
      assert.deepEqual([reads, started], [1, []]);
      assert.equal(await untilNext(), 300);
      assert.deepEqual([reads, started], [1, ['one']]);
      readAt = clock.now() + 100;
      agenda.turn();
      assert.equal(await untilNext(), 100);
      assert.equal(reads, 2);
      assert.equal(clock.timerCount, 0);
    });

    it('comes at once where it is over, and needs no timer then', () => {
      readAt = clock.now();
      agenda.turn();
      assert.deepEqual([reads, clock.timerCount], [1, 0]);
    });
  });

  describe('of many that are due together', () => {
    it('is spread: four in any 400 ms', async () => {
      for (let at = 0; at < 6; at += 1) due(`id${at}`, at < 4 ? 0 : 1);
      agenda.turn();
      underWay.clear();
      entries.splice(0, 4);
      agenda.turn();
      assert.equal(started.length, 4);
      assert.equal(await untilNext(), 400);
    });

    it('does not wait where a person wants it now', async () => {
      for (let at = 0; at < 4; at += 1) due(`id${at}`, 0);
      agenda.turn();
      underWay.clear();
      entries.length = 0;
      due('by a person', 0).byPerson = true;
      agenda.turn();
      assert.equal(started.at(-1), 'by a person');
    });

    it('does not wait for asks that lie in the future of a clock that was set back', async () => {
      for (let at = 0; at < 4; at += 1) due(`id${at}`, 0);
      agenda.turn();
      underWay.clear();
      entries.length = 0;
      clock.jump(-MINUTE);
      due('one', 0);
      agenda.turn();
      assert.equal(started.at(-1), 'one');
      agenda.forgetStarts();
      due('two', 0);
      agenda.turn();
      assert.equal(started.at(-1), 'two');
    });
  });

  describe('before a result may be gone', () => {
    const lifetime = { safe: SAFE, end: 4 * SAFE };
    /** The service wants quiet for an hour. */
    function quiet(): void {
      const now = clock.now();
      services.change(ORIGIN, (condition) =>
        condition.failed('x', { kind: 'throttled', retryAfter: 60 * MINUTE }, status(429).failure, {
          ...{ askedAt: now, now, oldestGoneAt: null },
        }),
      );
    }

    it('comes once in spite of a quiet, also for one that was never asked', async () => {
      quiet();
      const { request: one } = due('one', 0, { lifetime, unfinishedAt: clock.now() });
      const last = lastSafeAsk(one);
      assert.ok(last !== null && last > clock.now());
      agenda.turn();
      await untilNext();
      assert.deepEqual([started, clock.now()], [['one'], last]);
    });

    it('comes not again after that: then the quiet holds', async () => {
      quiet();
      const quietUntil = clock.now() + 60 * MINUTE;
      const entry = due('one', 0, { lifetime, unfinishedAt: clock.now() });
      const last = lastSafeAsk(entry.request) ?? 0;
      entry.request = { ...entry.request, askedAt: last };
      assert.equal(agenda.opensAt(entry), quietUntil);
      entry.request = { ...entry.request, askedAt: last - 1 };
      assert.equal(agenda.opensAt(entry), last);
      entry.request = { ...entry.request, askedAt: null, startedAt: last };
      assert.equal(agenda.opensAt(entry), quietUntil);
      assert.equal(agenda.opensAt(due('no lifetime', 0)), quietUntil);
    });
  });

  it('comes where another window asks only when that has been left alone long enough', async () => {
    due('one', 0).elsewhereUntil = clock.now() + 9_000;
    agenda.turn();
    assert.equal(await untilNext(), 9_000);
  });
});
