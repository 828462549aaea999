import assert from 'node:assert/strict';
import { plansOf } from '../../../../src/editor/pending/plans';
import type { Pace } from '../../../../src/service';
import { key, makeStore, newRecord, planAt, progressed, service } from '../../records/fixtures';

const pace: Pace = { interval: 2000, maximum: null, besidePush: 0, machine: null };

describe('what the tracker finds of tracked records', () => {
  async function tracked(ids: readonly string[]) {
    const { store } = makeStore();
    const asked: string[] = [];
    const plans = plansOf(store, async (of) => {
      asked.push(of);
      return of === service ? { pace, together: 5000 } : { pace: null, together: null };
    });
    for (const id of ids) {
      const record = await store.add(newRecord(id, { folder: 'file:///folder' }));
      assert.ok(record);
      await store.setPlan(record.key, planAt(5), { begins: true });
    }
    return { store, plans, asked };
  }

  it('is the record, its plan, and the pace of its service, which is asked for once', async () => {
    const { plans, asked } = await tracked(['r1', 'r2', 'r3']);
    const [first, ...others] = await plans.load();
    const own = { key, service, requestId: 'r1', folder: 'file:///folder', phase: 'waiting' };
    assert.deepEqual(first, { ...own, pace, together: 5000, ...planAt(5) });
    assert.deepEqual([others.length, asked], [2, [service]]);
    assert.deepEqual(await plans.read(key), first);
  });

  it('is judging where the record is, whoever has learnt that', async () => {
    const { store, plans } = await tracked(['r1']);
    await store.receive(key, { envelope: progressed(1, 3) }, { via: 'push', receivedAt: 1 });
    assert.equal((await plans.read(key))?.phase, 'judging');
  });

  it('gives back what was kept, and nothing of what is tracked no more', async () => {
    const { store, plans } = await tracked(['r1']);
    const request = await plans.read(key);
    assert.ok(request);
    assert.equal(await plans.save({ ...request, dueAt: 9 }), true);
    assert.deepEqual(store.trackedOne(key)?.plan, planAt(9));
    let heard = 0;
    plans.onDidChange(() => (heard += 1));
    await plans.remove(key);
    assert.deepEqual([await plans.read(key), await plans.save(request), heard], [null, false, 1]);
    await plans.add(request);
    assert.deepEqual(await plans.read(key), request);
    await store.remove([key]);
    assert.deepEqual([await plans.load(), await plans.save(request)], [[], false]);
  });
});
