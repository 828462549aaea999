import assert from 'node:assert/strict';
import { storedPendingRequests } from '../../../../src/editor/pending/storedPendingRequests';
import type { PaceLimits } from '../../../../src/judges';
import type { PendingRequest } from '../../../../src/tracking';
import { settle } from '../../support/fakeClock';
import { key, makeStore, newRecord, planAt, progressed, service } from '../../records/fixtures';

const pace: PaceLimits = { interval: 2000, besidePush: 0 };

describe('Stored polling plans', () => {
  async function tracked(ids: readonly string[]) {
    const { store } = makeStore();
    const asked: string[] = [];
    const errors: string[] = [];
    const plans = storedPendingRequests(
      store,
      async (of) => {
        asked.push(of);
        return of === service ? { pace, batchInterval: 5000 } : { pace: null, batchInterval: null };
      },
      (operation, error) => void errors.push(`${operation}: ${String(error)}`),
    );
    for (const id of ids) {
      const record = await store.add(newRecord(id, { folder: 'file:///folder' }));
      assert.ok(record);
      await store.setPlan(record.key, planAt(5), { begins: true });
    }
    return { store, plans, asked, errors };
  }

  it('contain the record, its plan, and its judge’s pace, which is read once', async () => {
    const { plans, asked } = await tracked(['r1', 'r2', 'r3']);
    const [first, ...others] = await plans.load();
    const own = { key, service, requestId: 'r1', folder: 'file:///folder', phase: 'waiting' };
    assert.deepEqual(first, { ...own, pace, batchInterval: 5000, ...planAt(5) });
    assert.deepEqual([others.length, asked], [2, [service]]);
    assert.deepEqual(await plans.read(key), first);
  });

  it('have the record’s phase, whoever updated it', async () => {
    const { store, plans } = await tracked(['r1']);
    await store.receive(key, { envelope: progressed(1, 3) }, { via: 'push', receivedAt: 1 });
    assert.equal((await plans.read(key))?.phase, 'judging');
  });

  it('are returned only for records that are still tracked', async () => {
    const { store, plans } = await tracked(['r1']);
    const request = await plans.read(key);
    assert.ok(request);
    assert.equal(await plans.save({ ...request, dueAt: 9000 }), true);
    assert.deepEqual(store.trackedOne(key)?.plan, planAt(9000));
    let heard = 0;
    plans.onDidChange(() => (heard += 1));
    await plans.end(key, { kind: 'stopped' });
    assert.equal(store.get(key)?.state.kind, 'stopped');
    assert.deepEqual([await plans.read(key), await plans.save(request), heard], [null, false, 1]);
    await plans.begin(request);
    assert.deepEqual(await plans.read(key), request);
    await store.remove([key]);
    assert.deepEqual([await plans.load(), await plans.save(request)], [[], false]);
  });

  it('report a failure while a changed plan is read or passed on', async () => {
    const { store, plans, errors } = await tracked(['r1']);
    plans.onDidChange(() => {
      throw new Error('no window');
    });
    await store.setPlan(key, planAt(9000));
    await settle();
    assert.deepEqual(errors, ['reading a pending request: Error: no window']);
  });

  describe('on saving', () => {
    const worthy: readonly Partial<PendingRequest>[] = [
      { phase: 'judging' },
      { known: true },
      { expeditedAt: 5 },
      { readings: [{ at: 1, done: 3, total: null }] },
      { dueAt: 5006 },
    ];
    for (const change of worthy) {
      it(`are written once if losing the change would matter: ${JSON.stringify(change)}`, async () => {
        const { store, plans } = await tracked(['r1']);
        const request = await plans.read(key);
        assert.ok(request);
        let writes = 0;
        store.onDidPlan(() => (writes += 1));
        store.onDidChange(() => (writes += 1));
        for (const again of [false, true])
          assert.equal(await plans.save({ ...request, ...change }), true, String(again));
        assert.equal(writes, 1);
      });
    }

    it('aren’t written for a change of a few seconds, or a poll without a result', async () => {
      const { store, plans } = await tracked(['r1']);
      const request = await plans.read(key);
      assert.ok(request);
      store.onDidPlan(() => assert.fail('it was written'));
      for (const dueAt of [5005, 1]) {
        assert.equal(await plans.save({ ...request, dueAt, askedAt: 1, idlePollMs: 9 }), true);
      }
    });

    it('keep another window’s “poll now”, and are removed in the write that stores the end', async () => {
      const { store, plans } = await tracked(['r1']);
      await store.setPlan(key, planAt(7, { askedAt: 7 }));
      assert.equal(await plans.expedite(key, 9), true);
      assert.deepEqual(store.trackedOne(key)?.plan, planAt(7, { askedAt: 7, expeditedAt: 9 }));
      const told: string[] = [];
      store.onDidChange(() =>
        told.push(`${store.get(key)?.state.kind}, ${store.trackedOne(key)?.plan.dueAt}`),
      );
      await plans.end(key, { kind: 'expired', why: 'gone' });
      assert.deepEqual(told, ['expired, undefined']);
      assert.equal(await plans.expedite(key, 10), false, 'it is not brought back');
    });
  });
});
