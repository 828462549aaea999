import assert from 'node:assert/strict';
import { isWorthAWrite, type Plan } from '../../../src/records/pollingPlan';
import type { PaceLimits } from '../../../src/judges';
import { key, newRecord, planAt, progressed, rules, service } from '../records/fixtures';
import { FakeClock, seededRandom } from '../support/fakeClock';
import { polledBy } from '../judges/asking';
import { TrackedWindow } from './trackedWindow';
import { MINUTE, SECOND } from './world';

const pace: PaceLimits = { interval: 2000, besidePush: 0 };

describe('Stored polling plans', () => {
  let clock: FakeClock;
  let window: TrackedWindow;
  /** Judges whose pace was read. */
  let read: string[];
  beforeEach(() => {
    clock = new FakeClock();
    read = [];
    window = new TrackedWindow({
      clock,
      random: seededRandom(1),
      judges: {
        ...polledBy(async () => ({ kind: 'notReady' })),
        judgeOf: async (of) => {
          read.push(of);
          return { pace };
        },
      },
      settings: { interval: SECOND, maximumInterval: 30 * SECOND, giveUpAfter: 60 * MINUTE },
      onError: (operation, error) => assert.fail(`${operation}: ${String(error)}`),
    });
  });
  afterEach(() => window.close());
  const requests = () => window.tracker.pending.map(({ request }) => request);

  async function stored(...ids: readonly string[]): Promise<Plan> {
    const plan = planAt(clock.now() + MINUTE);
    for (const id of ids) {
      const record = await window.store.add(newRecord(id, { folder: 'file:///folder' }));
      assert.ok(record);
      await window.store.setPlan(record.key, plan, { begins: true });
    }
    return plan;
  }

  it('become pending requests in the order of tracking, with the pace of their judge, which is read once', async () => {
    const plan = await stored('r1', 'r3', 'r2');
    await window.tracker.start();
    const [first] = requests();
    const identity = { key, service, requestId: 'r1', folder: 'file:///folder' };
    assert.deepEqual(first, { ...identity, pace, batchInterval: null, phase: 'waiting', plan });
    assert.deepEqual(
      requests().map(({ requestId }) => requestId),
      ['r1', 'r3', 'r2'],
    );
    assert.deepEqual(read, [service]);
  });

  it('have the phase of their record, whoever received its result', async () => {
    await stored('r1', 'r2');
    await window.store.receive(key, { envelope: progressed(1, 3) }, { via: 'push', receivedAt: 1 });
    await window.tracker.start();
    assert.deepEqual(
      requests().map(({ phase }) => phase),
      ['judging', 'waiting'],
    );
  });

  it('are removed in the write that stores the end, and not restored by a late change', async () => {
    await window.track({ id: service, rules }, 'r1');
    const seen: string[] = [];
    window.store.onDidChange(() => {
      seen.push(`${window.store.get(key)?.state.kind}, ${window.store.trackedOne(key)?.plan.dueAt}`);
    });
    window.tracker.stop(key);
    await window.store.setPlan(key, planAt(7));
    await clock.advance(MINUTE);
    assert.deepEqual(seen, ['stopped, undefined']);
    assert.deepEqual([window.store.tracked(), requests()], [[], []]);
  });

  it('are removed in the write of a final result, and not a second time', async () => {
    await window.track({ id: service, rules }, 'r1', { submitted: true });
    const changed: (Plan | null)[] = [];
    const setPlan = window.store.setPlan.bind(window.store);
    window.store.setPlan = (of, plan, how) => {
      changed.push(plan);
      return setPlan(of, plan, how);
    };
    const final = { envelope: progressed(3, 3, 3, 12) };
    await window.store.receive(key, final, { via: 'push', receivedAt: clock.now() });
    assert.deepEqual([changed, window.store.tracked(), requests()], [[], [], []]);
  });

  const worthy: readonly Partial<Plan>[] = [
    { known: true },
    { expeditedAt: 5 },
    { readings: [{ at: 1, done: 3, total: null }] },
    { dueAt: 5006 },
  ];
  for (const change of worthy) {
    it(`are written if losing the change would matter: ${JSON.stringify(change)}`, () => {
      const before = planAt(5);
      assert.equal(isWorthAWrite(before, { ...before, ...change }), true);
    });
  }

  it('aren’t written for a change of a few seconds, or a poll without a result', () => {
    const before = planAt(5);
    for (const change of [{}, { dueAt: 5005 }, { dueAt: 1 }, { askedAt: 1, idlePollMs: 9 }]) {
      assert.equal(isWorthAWrite(before, { ...before, ...change }), false);
    }
  });
});
