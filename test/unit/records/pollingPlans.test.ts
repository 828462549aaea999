import assert from 'node:assert/strict';
import { StorageFailed, type Plan, type StoredRecord } from '../../../src/records';
import { RecordFiles } from '../../../src/records/disk/recordFiles';
import { readIndex } from '../../../src/records/disk/readIndex';
import { MemoryStorage } from '../../../src/records/storage';
import { key, makeStore, newRecord, planAt, progressed, rules } from './fixtures';
import { openWindow, temporaryFolder, waiting, watchable } from './folders';

/** A storage that can reject writes and counts them. */
class Fussy extends MemoryStorage {
  isFull = false;
  changes = 0;

  override async update(...all: Parameters<MemoryStorage['update']>): Promise<StoredRecord | null> {
    const [of, change] = all;
    return super.update(of, (current) => {
      this.changes += 1;
      if (this.isFull) throw new StorageFailed({ kind: 'full', path: '/x' });
      return change(current);
    });
  }
}

describe('A tracked record’s plan', () => {
  const folder = temporaryFolder();
  const until = waiting();

  async function tracked(plan: Plan = planAt(5)) {
    const storage = new Fussy();
    const under = makeStore({ storage });
    const plans: string[][] = [];
    await under.store.add(newRecord());
    await under.store.setPlan(key, plan, { begins: true });
    under.store.onDidPlan((keys) => plans.push([...keys]));
    under.events.length = 0;
    return { ...under, storage, plans };
  }

  it('is stored with the record, and removed again', async () => {
    const { store, storage } = await tracked();
    assert.deepEqual(store.tracked(), [{ record: store.get(key), plan: planAt(5) }]);
    assert.deepEqual((await storage.read(key))?.plan, planAt(5));
    await store.setPlan(key, null);
    assert.deepEqual([store.tracked(), store.trackedOne(key)], [[], null]);
    assert.equal((await storage.read(key))?.plan, null);
  });

  it('survives all other changes to the record', async () => {
    const { store } = await tracked();
    await store.update(key, { label: 'mine' });
    await store.add(newRecord('r1', { hint: 'x' }));
    await store.receive(key, { envelope: progressed(1, 3) }, { via: 'ask', receivedAt: 1 });
    await store.flush();
    assert.deepEqual(store.trackedOne(key)?.plan, planAt(5));
  });

  it('is removed by the same write that ends a rejudging with an equal result', async () => {
    const { store, storage } = await tracked();
    const receive = (status: number) =>
      store.receive(
        key,
        { envelope: progressed(3, 3, 3, status) },
        { via: 'refresh', receivedAt: 1, add: newRecord('r1', { rules: { ...rules, canRejudge: true } }) },
      );
    await receive(12);
    await receive(1);
    await store.setPlan(key, planAt(5), { begins: true });
    const states: string[] = [];
    store.onDidChange(() => states.push(`${store.get(key)?.state.kind}, ${store.tracked().length} tracked`));
    await receive(12);
    assert.deepEqual([states, (await storage.read(key))?.plan], [['finished, 0 tracked'], null]);
  });

  it('is removed by the same write that stores a final result', async () => {
    const { store, storage } = await tracked();
    const before = await storage.read(key);
    await store.receive(key, { envelope: progressed(3, 3, 3, 12) }, { via: 'ask', receivedAt: 1 });
    await store.setPlan(key, null, { state: { kind: 'finished' } });
    const after = await storage.read(key);
    assert.deepEqual([after?.record.state, after?.plan], [{ kind: 'finished' }, null]);
    assert.equal((after?.revision ?? 0) - (before?.revision ?? 0), 1);
  });

  it('is written together with a delayed partial result', async () => {
    const { store, storage } = await tracked();
    const before = await storage.read(key);
    await store.receive(key, { envelope: progressed(1, 3) }, { via: 'ask', receivedAt: 1 });
    await store.setPlan(key, planAt(9), { state: { kind: 'judging' } });
    await store.flush();
    const after = await storage.read(key);
    assert.deepEqual([after?.record.summary?.progress.done, after?.plan], [1, planAt(9)]);
    assert.equal((after?.revision ?? 0) - (before?.revision ?? 0), 1);
  });

  it('isn’t restored by an update after it ended', async () => {
    const { store } = await tracked();
    await store.setPlan(key, null);
    await store.setPlan(key, planAt(9));
    assert.equal(store.trackedOne(key), null);
    await store.setPlan('nobody knows it', planAt(9), { begins: true });
    assert.equal(store.tracked().length, 0);
  });

  it('doesn’t change views or the index', async () => {
    const { store, storage, events, plans, timer } = await tracked();
    timer.run();
    const [record, list] = [store.get(key), store.records()];
    await store.setPlan(key, planAt(6));
    assert.equal(store.get(key), record);
    assert.equal(store.records(), list);
    assert.deepEqual([events, plans, timer.size], [[], [[key]], 0]);
    const { changes } = storage;
    await store.setPlan(key, planAt(6));
    assert.deepEqual([plans.length, storage.changes], [1, changes + 1]);
    assert.deepEqual((await storage.read(key))?.revision, 3);
  });

  it('replaces the previous plan while the disk is full, and is saved when space is available', async () => {
    const { store, storage } = await tracked();
    storage.isFull = true;
    for (let at = 10; at < 1000; at += 1) await store.setPlan(key, planAt(at));
    assert.equal(store.trackedOne(key)?.plan.dueAt, 999);
    storage.isFull = false;
    await store.flush();
    assert.equal((await storage.read(key))?.plan?.dueAt, 999);
    assert.equal((await storage.read(key))?.revision, 3);
  });

  it('doesn’t count as ended if it began while the disk was full', async () => {
    const storage = new Fussy();
    const { store } = makeStore({ storage });
    await store.add(newRecord());
    storage.isFull = true;
    await store.setPlan(key, planAt(5), { begins: true });
    await store.setPlan(key, planAt(6));
    await store.reread([key]);
    assert.equal(store.trackedOne(key)?.plan.dueAt, 6);
    storage.isFull = false;
    await store.flush();
    assert.equal((await storage.read(key))?.plan?.dueAt, 6);
    storage.isFull = true;
    await store.setPlan(key, null);
    await store.reread([key]);
    assert.equal(store.trackedOne(key), null);
  });

  it('is reported to other windows as no change to their record', async () => {
    const files = watchable();
    const [here, there] = [openWindow(folder(), { files }), openWindow(folder(), { files })];
    await here.store.add(newRecord());
    await there.store.loadAll();
    const heard: string[] = [];
    there.store.onDidPlan((keys) => heard.push(...keys));
    const [record, told] = [there.store.get(key), there.events.length];
    await here.store.setPlan(key, planAt(5), { begins: true });
    const hears = (holds: () => boolean) => until(() => (there.folderTimer.run(), holds()));
    await hears(() => there.store.trackedOne(key)?.plan.dueAt === 5);
    assert.deepEqual([heard, there.events.length], [[key], told]);
    assert.equal(there.store.get(key), record);
    await here.store.setPlan(key, null);
    await hears(() => there.store.tracked().length === 0);
    await Promise.all([here.store.close(), there.store.close()]);
  });

  it('is in the index even if many newer records exist', async () => {
    const window = openWindow(folder());
    window.time = 1;
    await window.store.add(newRecord('oldest'));
    const [oldest] = window.store.records();
    assert.ok(oldest);
    await window.store.setPlan(oldest.key, planAt(5), { begins: true });
    for (let at = 0; at < 60; at += 1) {
      window.time += 1;
      await window.store.add(newRecord(`id${at}`));
    }
    await window.store.close();
    const newest = await readIndex(folder());
    assert.equal(newest.length, 41);
    const next = makeStore({ initial: newest });
    assert.deepEqual(next.store.tracked(), [{ record: oldest, plan: planAt(5) }]);
    await next.store.close();
  });

  it('is found by the next window for all 200 records of two killed windows', async () => {
    const windows = [openWindow(folder()), openWindow(folder())];
    const ids = Array.from({ length: 200 }, (_, at) => `id${at}`);
    const begun = ids.map(async (id, at) => {
      const { store } = windows[at % 2] ?? assert.fail();
      const record = await store.add(newRecord(id));
      await store.setPlan(record?.key ?? '', planAt(at), { begins: true });
    });
    await Promise.all(begun);
    // Killed: neither window wrote an index or closed its store.
    const next = makeStore({
      storage: new RecordFiles(openWindow(folder()).history),
      initial: await readIndex(folder()),
    });
    await next.store.loadAll();
    const found = next.store.tracked().map(({ record, plan }) => [record.requestId, plan.dueAt]);
    assert.deepEqual(new Map(found as [string, number][]), new Map(ids.map((id, at) => [id, at])));
    await next.store.close();
  });
});
