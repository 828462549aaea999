import assert from 'node:assert/strict';
import type { Fetch } from '../../../src/judges';
import { JudgeClient } from '../../../src/judges/client';
import { codeforces } from '../../../src/judges/adapters/codeforces';
import { SharedRateLimit } from '../../../src/judges/http/sharedRateLimit';
import { described } from '../../support/profiles';
import { FakeClock, seededRandom } from '../support/fakeClock';
import { FakeDisk, FakeLeases, MINUTE, SECOND } from '../tracking/world';
import { TrackedWindow } from '../tracking/trackedWindow';
import { polledThrough } from './asking';
import { userAgent } from './clients';

const judge = described(codeforces, 'cf', { handle: 'tourist' });
const latency = 300;

/** Codeforces on a fake clock, with submissions that finish at different times. Logs the time of each request. */
class Site {
  readonly asked: number[] = [];
  readonly endsAt = new Map<string, number>();
  /** Network latency of a request, ms. */
  delivery = () => 0;

  constructor(private readonly clock: FakeClock) {}

  fetch: Fetch = async () => {
    await new Promise<void>((resolve) => void this.clock.after(this.delivery(), resolve));
    this.asked.push(this.clock.now());
    await new Promise<void>((resolve) => void this.clock.after(latency, resolve));
    const now = this.clock.now();
    const result = [...this.endsAt].map(([id, at]) => ({
      id: Number(id),
      contestId: 1000,
      programmingLanguage: 'C++',
      passedTestCount: 3,
      verdict: at <= now ? 'OK' : 'TESTING',
      problem: { contestId: 1000, index: 'A', name: 'Sum' },
    }));
    const text = JSON.stringify({ status: 'OK', result });
    const body = (async function* () {
      yield text;
    })();
    return { status: 200, headers: { get: () => 'application/json' }, body };
  };
}

/** Windows of one machine that track submissions of one handle, with one store. */
class Machine {
  readonly clock = new FakeClock();
  readonly site = new Site(this.clock);
  readonly learntAt = new Map<string, number>();
  private readonly leases = new FakeLeases(this.clock);
  private readonly disk = new FakeDisk();

  /** Opens a window that tracks these IDs. */
  async open(name: string, ids: readonly string[]): Promise<JudgeClient> {
    const { clock } = this;
    const leases = this.leases.of(name);
    const random = seededRandom(name.length);
    const turns = new SharedRateLimit(async () => leases, clock, random);
    const client = new JudgeClient(judge, {
      fetch: this.site.fetch,
      userAgent,
      credential: async () => null,
      now: clock.now,
      inTurn: (of, interval, ask) => turns.run(of, interval, ask),
    });
    const window = new TrackedWindow({
      clock,
      random,
      judges: polledThrough(client),
      storage: this.disk.storage(name),
      leases,
      settings: { interval: SECOND, maximumInterval: 30 * SECOND, giveUpAfter: 60 * MINUTE },
      onError: (what, error) => assert.fail(`${what}: ${String(error)}`),
    });
    const { store } = window;
    store.onDidChange(() => {
      for (const { requestId, state } of store.records()) {
        const isNew = state.kind === 'finished' && !this.learntAt.has(requestId);
        if (isNew) this.learntAt.set(requestId, clock.now());
      }
    });
    await window.start();
    for (const requestId of ids) await window.track(judge, requestId, { submitted: true });
    return client;
  }

  /** Longest delay between the end of a submission and its detection, ms. */
  latest(): number {
    const late = [...this.site.endsAt].map(([id, at]) => (this.learntAt.get(id) ?? Infinity) - at);
    return Math.max(...late);
  }

  /** Shortest interval between two requests, ms. */
  closest(): number {
    return Math.min(...this.site.asked.slice(1).map((at, index) => at - (this.site.asked[index] ?? 0)));
  }
}

function forty(machine: Machine): string[] {
  const ids = Array.from({ length: 40 }, (_, index) => String(300_000_001 + index));
  ids.forEach((id, index) => machine.site.endsAt.set(id, machine.clock.now() + (5 + index * 1.7) * SECOND));
  return ids;
}

describe('Forty pending submissions at Codeforces', () => {
  for (const windows of [1, 2, 3]) {
    it(`need one request every two seconds and are detected in time, in ${windows} windows`, async () => {
      const machine = new Machine();
      const ids = forty(machine);
      for (let index = 0; index < windows; index++) {
        await machine.open(
          'w'.repeat(index + 1),
          ids.slice((index * 40) / windows, ((index + 1) * 40) / windows),
        );
      }
      assert.ok(await machine.clock.until(() => machine.learntAt.size === 40, 10 * MINUTE));
      assert.ok(machine.closest() >= 2 * SECOND, `${machine.closest()} ms`);
      assert.ok(machine.latest() <= 4 * SECOND, `${machine.latest()} ms`);
    });
  }

  for (const windows of [1, 3]) {
    it(`are polled two seconds apart although a busy machine delays each request, in ${windows} windows`, async () => {
      const machine = new Machine();
      const random = seededRandom(7);
      machine.site.delivery = () => random() * 1_900;
      const ids = forty(machine);
      for (let index = 0; index < windows; index++)
        await machine.open(
          'w'.repeat(index + 1),
          ids.filter((_, at) => at % windows === index),
        );
      assert.ok(await machine.clock.until(() => machine.learntAt.size === 40, 10 * MINUTE));
      assert.ok(machine.closest() >= 2 * SECOND, `${machine.closest()} ms`);
    });
  }

  it('don’t delay a user’s request for another submission', async () => {
    const machine = new Machine();
    const ids = forty(machine);
    const clients = await Promise.all(
      ['w', 'ww', 'www'].map((name, index) => machine.open(name, ids.slice(index * 13, index * 13 + 14))),
    );
    await machine.clock.advance(30 * SECOND);
    const began = machine.clock.now();
    let answered = false;
    void clients[0]?.result({ requestId: ids[0] ?? '', hint: null }).then(() => (answered = true));
    assert.ok(await machine.clock.until(() => answered, MINUTE));
    assert.ok(machine.clock.now() - began <= 8 * SECOND, `${machine.clock.now() - began} ms`);
  });
});
