import assert from 'node:assert/strict';
import { decodeEnvelope } from '../../../src/results';
import { StorageFailed, recordKey, type KnownRecord, type StoredRecord } from '../../../src/records';
import {
  MemoryStorage,
  type StoredSnapshot,
  type ResultBody,
  type ResultReference,
} from '../../../src/records/storage';
import { patchDetails } from '../../../src/records/recordUpdates';
import type { RecordKey } from '../../../src/records/record';
import { settle } from '../support/fakeClock';
import { key, makeStore, newRecord, service, progressed, type StoreUnderTest } from './fixtures';

/** A storage that other windows also write to, and that can reject reads and writes. */
class SharedStorage extends MemoryStorage {
  refusal: Error | null = null;
  /** Error of writes; reads still work. */
  updateRefusal: Error | null = null;
  onRefused: () => void = () => undefined;
  updates = 0;
  results = 0;
  index: readonly StoredRecord[] | null = null;
  /** Changes of other windows while a result is read. */
  meanwhile: (() => Promise<unknown>) | null = null;
  /** Changes of other windows between reading the list and applying it. */
  whileScanning: (() => Promise<unknown>) | null = null;
  tell: (seen: readonly StoredSnapshot[] | null) => void = () => undefined;

  override async *scan(): AsyncIterable<readonly StoredRecord[]> {
    for await (const chunk of super.scan()) {
      const happens = this.whileScanning;
      this.whileScanning = null;
      await happens?.();
      yield chunk;
    }
  }

  override async update(...all: Parameters<MemoryStorage['update']>): Promise<StoredRecord | null> {
    this.updates += 1;
    const refusal = this.updateRefusal ?? this.refusal;
    if (refusal) {
      this.onRefused();
      throw refusal;
    }
    return super.update(...all);
  }

  override async readResult(of: RecordKey, result: ResultReference): Promise<ResultBody | null> {
    this.results += 1;
    if (this.refusal) throw this.refusal;
    const happens = this.meanwhile;
    this.meanwhile = null;
    await happens?.();
    return super.readResult(of, result);
  }

  override async writeIndex(newest: readonly StoredRecord[] = []): Promise<void> {
    this.index = newest;
  }

  override onDidChange(listener: (seen: readonly StoredSnapshot[] | null) => void = () => undefined) {
    this.tell = listener;
    return { dispose: () => (this.tell = () => undefined) };
  }
}

const full = new StorageFailed({ kind: 'full', path: '/x' });

describe('RecordStore', () => {
  let storage: SharedStorage;
  let under: StoreUnderTest;
  beforeEach(() => {
    storage = new SharedStorage();
    under = makeStore({ storage });
  });

  /** Receives a result of a user's fetch. */
  async function fetched(where: StoreUnderTest, done: number, id = 'r1', status = 1): Promise<string> {
    const how = { via: 'refresh', receivedAt: (where.time += 1), add: newRecord(id) } as const;
    const result = { envelope: progressed(done, 9, 3, status) };
    return (await where.store.receive(recordKey(service, id), result, how)).kind;
  }

  /** Opens another window on the same storage and reads everything. */
  async function another(options: Parameters<typeof makeStore>[0] = {}): Promise<StoreUnderTest> {
    const mine = storage.tell;
    const other = makeStore({ storage, ...options });
    storage.tell = mine;
    await other.store.loadAll();
    other.events.length = 0;
    return other;
  }

  const ids = (records: readonly KnownRecord[]) => records.map(({ requestId }) => requestId);

  describe('with a failing disk', () => {
    it('keeps every unsaved result, whatever the memory budget is', async () => {
      under = makeStore({ storage, caseBudget: 10 });
      storage.refusal = full;
      for (const id of ['r1', 'r2', 'r3']) await fetched(under, 9, id, 12);
      storage.results = 0;
      for (const id of ['r1', 'r2', 'r3']) {
        const envelope = await under.store.loadEnvelope(recordKey(service, id));
        assert.equal(envelope?.data?.judge?.status, 12, id);
      }
      assert.equal(storage.results, 0, 'there is nothing on the disk to be read');
    });

    it('returns an unsaved result', async () => {
      await fetched(under, 1);
      storage.updateRefusal = full;
      const envelope = progressed(9, 9, 3, 12);
      const how = { via: 'refresh', receivedAt: (under.time += 1) } as const;
      await under.store.receive(key, { envelope, raw: '{"as": "it came"}' }, how);
      const decoded = decodeEnvelope(JSON.parse((await under.store.rawResult(key)) ?? ''));
      assert.ok(decoded.ok);
      assert.deepEqual(decoded.envelope, envelope);
    });

    it('removes the judged text only of records that the disk removed', async () => {
      await under.store.add(newRecord());
      const textHash = (await under.store.keepSource(key, 'int main')) ?? assert.fail();
      storage.updateRefusal = full;
      await under.store.remove([key]);
      assert.equal(await storage.readSource(key, textHash), 'int main');
      storage.updateRefusal = null;
      await under.store.flush();
      assert.equal(await storage.read(key), null);
    });

    it('keeps the order of two changes if the disk rejects the first', async () => {
      await under.store.add(newRecord());
      storage.updateRefusal = full;
      storage.onRefused = () => (storage.updateRefusal = null);
      await Promise.all(['first', 'second'].map((label) => under.store.update(key, { label })));
      await under.store.flush();
      assert.equal((await storage.read(key))?.record.label, 'second');
      assert.equal(under.store.get(key)?.label, 'second');
    });

    it('reports failed delayed writes, and repeats them with the next attempt', async () => {
      await fetched(under, 1);
      storage.refusal = full;
      await fetched(under, 2);
      assert.deepEqual(under.problems, []);
      under.timer.run();
      await settle();
      assert.deepEqual(under.problems, [full.problem]);
      assert.equal(under.store.get(key)?.summary?.progress.done, 2);
      storage.refusal = null;
      await under.store.flush();
      assert.equal((await storage.read(key))?.record.summary?.progress.done, 2);
    });

    it('rethrows a programming error', async () => {
      storage.refusal = new TypeError('a bug');
      await assert.rejects(under.store.add(newRecord()), /a bug/);
      assert.deepEqual([under.problems, under.store.records()], [[], []]);
    });

    it('accepts a result even if the previous one can’t be read', async () => {
      await fetched(under, 1);
      await under.store.flush();
      const other = await another();
      const read = storage.readResult.bind(storage);
      storage.readResult = () => Promise.reject(full);
      assert.equal(await fetched(other, 2), 'taken');
      assert.deepEqual(other.problems, [full.problem]);
      assert.equal(other.events[0]?.nodes.get(key)?.wholeRecord, true);
      storage.readResult = read;
      assert.equal(other.store.get(key)?.summary?.progress.done, 2);
    });
  });

  describe('shared with other windows', () => {
    it('returns the new result if another window replaced it during the read', async () => {
      await fetched(under, 1);
      await under.store.flush();
      const other = await another();
      storage.meanwhile = async () => {
        await fetched(under, 2);
        await under.store.flush();
      };
      const envelope = await other.store.loadEnvelope(key);
      assert.deepEqual(envelope, progressed(2, 9, 3));
      assert.equal(other.store.get(key)?.summary?.progress.done, 2);
    });

    it('reports a missing result if the record still refers to it', async () => {
      await fetched(under, 1);
      await under.store.flush();
      const other = await another();
      storage.readResult = () => Promise.resolve(null);
      await assert.rejects(other.store.loadEnvelope(key), (error) => {
        assert.ok(error instanceof StorageFailed);
        assert.deepEqual(error.problem, { kind: 'missing', path: key });
        return true;
      });
    });

    it('drops a record that was removed after the index was written', async () => {
      await fetched(under, 1, 'gone');
      await fetched(under, 1, 'kept');
      await under.store.flush();
      const initial = storage.index ?? [];
      const [gone, kept] = [recordKey(service, 'gone'), recordKey(service, 'kept')];
      await under.store.remove([gone]);
      const next = makeStore({ storage, initial });
      assert.deepEqual(ids(next.store.records()), ['kept', 'gone']);
      await next.store.reread([gone, kept]);
      assert.deepEqual(ids(next.store.records()), ['kept']);
    });

    it('doesn’t restore a record removed while the list is read', async () => {
      for (const id of ['gone', 'kept']) await fetched(under, 1, id);
      await under.store.flush();
      storage.whileScanning = () => under.store.remove([recordKey(service, 'gone')]);
      await under.store.loadAll();
      assert.deepEqual(ids(under.store.records()), ['kept']);
      await under.store.loadAll();
      assert.deepEqual(ids(under.store.records()), ['kept']);
    });

    it('doesn’t restore a record removed while its result is read', async () => {
      const other = await another();
      for (const id of ['r1', 'r2']) await fetched(under, 1, id);
      await under.store.flush();
      await other.store.loadAll();
      await other.store.loadEnvelope(key);
      await fetched(under, 2);
      await under.store.flush();
      storage.meanwhile = () => other.store.remove([key]);
      await other.store.loadAll();
      assert.deepEqual(ids(other.store.records()), ['r2']);
    });

    it('doesn’t add a record that another window removes during the first read of the list', async () => {
      for (const id of ['gone', 'kept']) await fetched(under, 1, id);
      await under.store.flush();
      const next = makeStore({ storage });
      const gone = recordKey(service, 'gone');
      storage.whileScanning = async () => {
        await storage.update(gone, () => null);
        storage.tell([[gone, null]]);
      };
      await next.store.loadAll();
      assert.deepEqual(ids(next.store.records()), ['kept']);
    });

    it('keeps a record that is removed and restored while the list is read', async () => {
      await fetched(under, 9, 'r1', 12);
      await under.store.update(key, { label: 'mine' });
      storage.whileScanning = async () => {
        const putBack = await under.store.removeUndoably([key]);
        await putBack();
      };
      await under.store.loadAll();
      assert.equal(under.store.get(key)?.label, 'mine');
      await under.store.update(key, { label: 'still mine' });
      assert.equal(under.store.get(key)?.label, 'still mine');
    });

    it('keeps the final result stored by another window', async () => {
      await under.store.add(newRecord());
      const other = await another();
      await fetched(under, 9, 'r1', 12);
      const late = { envelope: progressed(9, 9, 3, 6) };
      const { kind } = await other.store.receive(key, late, { via: 'ask', receivedAt: 1 });
      assert.equal(kind, 'older');
      assert.equal(other.store.get(key)?.summary?.status, 12);
      assert.deepEqual(await other.store.loadEnvelope(key), progressed(9, 9, 3, 12));
    });

    it('doesn’t restore a record that another window has removed', async () => {
      await under.store.add(newRecord());
      const other = await another();
      await under.store.remove([key]);
      const final = { envelope: progressed(9, 9, 3, 12) };
      const { kind } = await other.store.receive(key, final, { via: 'ask', receivedAt: 1 });
      assert.equal(kind, 'unknown');
      assert.deepEqual([other.store.records(), await storage.read(key)], [[], null]);
    });

    it('reads all records if an event contains no names', async () => {
      await fetched(under, 1);
      await storage.update(recordKey(service, 'r2'), () => null);
      const other = makeStore({ storage: new MemoryStorage() });
      await other.store.add(newRecord('r2'));
      await storage.update(key, patchDetails({ label: 'of another window' }));
      storage.tell(null);
      await settle();
      assert.equal(under.store.get(key)?.label, 'of another window');
    });

    it('reads a record’s new result only if the old one is in use', async () => {
      for (const id of ['r1', 'r2']) await fetched(under, 1, id);
      await under.store.flush();
      const other = await another();
      await other.store.loadEnvelope(key);
      for (const id of ['r1', 'r2']) await fetched(under, 2, id);
      await under.store.flush();
      storage.results = 0;
      await other.store.loadAll();
      assert.equal(storage.results, 1);
      assert.deepEqual(
        [...(other.events[0]?.nodes ?? [])].map(([of, { wholeRecord }]) => [of, wholeRecord]),
        [
          [key, false],
          [recordKey(service, 'r2'), true],
        ],
      );
    });
  });

  describe('after a restart', () => {
    it('compares the first new result with the stored one', async () => {
      await fetched(under, 4);
      await under.store.flush();
      const next = await another();
      await fetched(next, 5);
      assert.deepEqual(next.events[0]?.nodes.get(key)?.subtasks, [
        { identity: '1', row: true, caseList: false, cases: ['5'] },
      ]);
    });

    it('shows the index before reading anything else, and updates it a moment after a change', async () => {
      under.timer.run();
      assert.equal(storage.index, null, 'nothing has changed');
      for (let at = 0; at < 102; at += 1) {
        under.time += 1;
        await under.store.add(newRecord(`r${at}`));
      }
      assert.equal(storage.index, null);
      under.timer.run();
      await settle();
      const index: readonly StoredRecord[] = storage.index ?? [];
      assert.equal(index.length, 40);
      assert.equal(index[0]?.record.requestId, 'r101');
      const next = makeStore({ storage, initial: index });
      assert.deepEqual(ids(next.store.records()).slice(0, 2), ['r101', 'r100']);
    });

    it('reports any error while writing the index, and continues', async () => {
      const errors: unknown[] = [];
      const writeIndex = () => Promise.reject(new RangeError('Invalid string length'));
      const unwritable = Object.assign(new MemoryStorage(), { writeIndex });
      under = makeStore({ storage: unwritable, onError: (error) => errors.push(error) });
      await under.store.add(newRecord());
      under.timer.run();
      await settle();
      assert.match(String(errors), /Invalid string length/);
      assert.equal((await under.store.add(newRecord('r2')))?.requestId, 'r2');
    });

    it('writes a delayed index at the latest when it is closed', async () => {
      await under.store.add(newRecord());
      await under.store.close();
      assert.equal(storage.index?.length, 1);
      storage.index = null;
      await under.store.flush();
      assert.deepEqual([storage.index, under.timer.size], [null, 0]);
    });
  });

  describe('with a limit', () => {
    it('keeps pending records beyond the limit', async () => {
      under = makeStore({ storage, limit: 1 });
      await fetched(under, 1, 'judging');
      await under.store.add(newRecord('waiting'));
      for (const id of ['a', 'b']) {
        under.time += 10;
        await fetched(under, 9, id, 12);
      }
      assert.deepEqual(ids(under.store.records()), ['b', 'judging', 'waiting']);
    });

    it('removes no record while the limit is reached but not exceeded', async () => {
      under = makeStore({ storage, limit: 2 });
      for (const id of ['a', 'b']) await fetched(under, 9, id, 12);
      assert.equal(under.store.records().length, 2);
    });
  });

  it('writes nothing if a fetch contains nothing new', async () => {
    await fetched(under, 9, 'r1', 12);
    storage.updates = 0;
    assert.equal(await fetched(under, 9, 'r1', 12), 'unchanged');
    assert.deepEqual([storage.updates, under.events.length], [0, 1]);
  });

  it('returns no text for an unknown record or a record without a result', async () => {
    assert.deepEqual([await under.store.rawResult(key), await under.store.sourceText(key)], [null, null]);
    await under.store.add(newRecord());
    assert.deepEqual([await under.store.rawResult(key), await under.store.sourceText(key)], [null, null]);
    assert.equal(await under.store.loadEnvelope(key), null);
    assert.equal(await under.store.update(recordKey(service, 'nobody'), { label: 'x' }), null);
    assert.equal(under.store.records().length, 1);
  });
});
