import assert from 'node:assert/strict';
import { StorageFailed, recordKey, type RecordStorage, type StoredRecord } from '../../../../src/records';
import { summarise } from '../../../../src/records/mergePolicy';
import { MemoryStorage } from '../../../../src/records/storage';
import { addRecord, patchDetails, removeRecord, type NewRecord } from '../../../../src/records/recordUpdates';
import type { RecordKey } from '../../../../src/records/record';
import { WriteQueue, type Write } from '../../../../src/records/repository/writeQueue';
import { settle } from '../../support/fakeClock';
import { key, newRecord, service, progressed, rules } from '../fixtures';

/** A storage that counts updates, and can delay or reject them. */
class SlowStorage extends MemoryStorage {
  readonly updates: RecordKey[] = [];
  refusal: Error | null = null;
  /** Duration of a write, ms of `now`. */
  takes = 0;
  now = 0;
  /** Each write waits until this resolves. */
  until: Promise<void> = Promise.resolve();

  override async update(...all: Parameters<MemoryStorage['update']>): Promise<StoredRecord | null> {
    this.updates.push(all[0]);
    this.now += this.takes;
    await this.until;
    if (this.refusal) throw this.refusal;
    return super.update(...all);
  }
}

const full = new StorageFailed({ kind: 'full', path: '/x' });

describe('WriteQueue', () => {
  let storage: SlowStorage;
  let queue: WriteQueue;
  let delays: number[];
  let timers: Set<() => void>;
  let saved: RecordKey[];
  let failures: StorageFailed[];
  beforeEach(() => {
    storage = new SlowStorage();
    delays = [];
    timers = new Set();
    saved = [];
    failures = [];
    const clock = {
      now: () => storage.now,
      after: (delay: number, action: () => void) => {
        delays.push(delay);
        timers.add(action);
        return { dispose: () => void timers.delete(action) };
      },
    };
    queue = new WriteQueue(async () => storage satisfies RecordStorage, clock, {
      saved: async (of) => void saved.push(of),
      failed: async (_, failure) => void failures.push(failure as StorageFailed),
    });
  });

  const other = recordKey(service, 'other');
  const add = (id = 'r1'): Write => ({ kind: 'update', update: addRecord(newRecord(id), 1) });
  const removal: Write = { kind: 'update', update: removeRecord };
  const label = (text: string): Write => ({ kind: 'update', update: patchDetails({ label: text }) });
  function partial(done: number, added: NewRecord | null = null): Write {
    const envelope = progressed(done, 9);
    const reference = { id: `id${done}`, receivedAt: done };
    const summary = summarise(envelope, rules);
    return {
      kind: 'result',
      incoming: { envelope, raw: null, summary, rules, reference, via: 'push' },
      added,
      at: 1,
    };
  }
  async function run(): Promise<void> {
    for (const action of [...timers]) {
      timers.delete(action);
      action();
    }
    await settle();
  }

  it('writes after a short delay, and only the last of several results', async () => {
    await queue.writeNow(key, add());
    for (const done of [1, 2, 3]) queue.writeSoon(key, partial(done));
    assert.deepEqual([queue.unsavedUpdates(key).length, queue.hasUnsaved(key), delays], [1, true, [300]]);
    await run();
    assert.equal((await storage.read(key))?.result?.id, 'id3');
    assert.deepEqual([storage.updates, saved], [[key, key], [key]]);
    assert.deepEqual([queue.unsavedUpdates(key), queue.hasUnsaved(key), timers.size], [[], false, 0]);
  });

  it('forgets a removed record and its write durations', async () => {
    storage.takes = 1000;
    await queue.writeNow(key, add());
    queue.writeSoon(key, partial(1));
    await queue.writeNow(key, removal);
    assert.deepEqual([queue.hasUnsaved(key), timers.size], [false, 0]);
    queue.writeSoon(key, partial(2, newRecord()));
    assert.deepEqual(delays, [4000, 300]);
  });

  it('keeps an update that arrives during a removal', async () => {
    await queue.writeNow(key, add());
    let end: () => void = assert.fail;
    storage.until = new Promise((resolve) => (end = resolve));
    const removed = queue.writeNow(key, removal);
    await settle();
    queue.writeSoon(key, partial(1, newRecord()));
    end();
    await removed;
    assert.equal(queue.hasUnsaved(key), true);
    await run();
    assert.equal((await storage.read(key))?.result?.id, 'id1');
  });

  it('keeps every detail change in order, before and after a result', async () => {
    await queue.writeNow(key, add());
    queue.writeSoon(key, label('first'));
    queue.writeSoon(key, partial(1));
    queue.writeSoon(key, label('second'));
    queue.writeSoon(key, partial(2));
    queue.writeSoon(key, { kind: 'update', update: patchDetails({ folder: 'file:///w' }) });
    assert.equal(queue.unsavedUpdates(key).length, 4);
    await queue.flush();
    const { record, result } = (await storage.read(key)) ?? {};
    assert.deepEqual([record?.label, record?.folder, result?.id], ['second', 'file:///w', 'id2']);
  });

  it('creates a record even if a later result replaces the one that would create it', async () => {
    queue.writeSoon(key, partial(1, newRecord()));
    queue.writeSoon(key, partial(2));
    await queue.flush();
    assert.equal((await storage.read(key))?.result?.id, 'id2');
    queue.writeSoon(other, partial(1));
    queue.writeSoon(other, partial(2, newRecord('other')));
    await queue.flush();
    assert.equal((await storage.read(other))?.result?.id, 'id2');
  });

  it('waits longer if the disk is slow', async () => {
    storage.takes = 200;
    storage.now = 5_000;
    await queue.writeNow(key, add());
    queue.writeSoon(key, partial(1));
    assert.deepEqual(delays, [800]);
    storage.takes = 1;
    await run();
    queue.writeSoon(key, partial(2));
    assert.deepEqual(delays, [800, 300]);
  });

  it('writes a delayed update together with an urgent one', async () => {
    await queue.writeNow(key, add());
    queue.writeSoon(key, partial(1));
    await queue.writeNow(key, label('mine'));
    const { record, result } = (await storage.read(key)) ?? {};
    assert.deepEqual([record?.label, result?.id, queue.hasUnsaved(key)], ['mine', 'id1', false]);
    await run();
    assert.equal(storage.updates.length, 2, 'nothing is left for the timer');
  });

  it('keeps an update that arrives during a write', async () => {
    await queue.writeNow(key, add());
    let end: () => void = () => undefined;
    storage.until = new Promise((resolve) => (end = resolve));
    queue.writeSoon(key, partial(1));
    const flushed = queue.flush();
    await settle();
    queue.writeSoon(key, partial(2));
    queue.writeSoon(key, label('late'));
    end();
    await flushed;
    assert.equal(queue.unsavedUpdates(key).length, 2);
    await queue.flush();
    const { record, result } = (await storage.read(key)) ?? {};
    assert.deepEqual([record?.label, result?.id, queue.hasUnsaved(key)], ['late', 'id2', false]);
  });

  it('resolves a flush when everything is saved, including a running write', async () => {
    let end: () => void = () => undefined;
    storage.until = new Promise((resolve) => (end = resolve));
    void queue.writeNow(key, add());
    let isFlushed = false;
    const flushed = queue.flush().then(() => (isFlushed = true));
    await settle();
    assert.equal(isFlushed, false);
    end();
    await flushed;
    assert.equal(storage.updates.length, 1);
    assert.ok(await storage.read(key));
  });

  describe('after a failed write', () => {
    beforeEach(async () => {
      await queue.writeNow(key, add());
      queue.writeSoon(key, label('kept'));
      storage.refusal = full;
    });

    it('keeps the update and reports the error', async () => {
      await queue.flush();
      assert.deepEqual([failures, saved, queue.hasUnsaved(key)], [[full], [], true]);
      await assert.rejects(queue.writeNow(key, label('more')), full);
      assert.equal((await storage.read(key))?.record.label, null);
    });

    it('retries as soon as any write succeeds', async () => {
      await queue.flush();
      storage.refusal = null;
      await queue.writeNow(other, add('other'));
      await settle();
      assert.equal((await storage.read(key))?.record.label, 'kept');
      assert.deepEqual([queue.hasUnsaved(key), saved], [false, [key]]);
      storage.updates.length = 0;
      await queue.writeNow(other, label('x'));
      await settle();
      assert.deepEqual(storage.updates, [other], 'and not again after that');
    });

    it('drops the update if a newer version has written the record', async () => {
      storage.refusal = new StorageFailed({ kind: 'newer', path: '/x', reason: 'format 2' });
      await queue.flush();
      storage.refusal = null;
      storage.updates.length = 0;
      await queue.writeNow(other, add('other'));
      await settle();
      assert.deepEqual(storage.updates, [other]);
      assert.equal(queue.hasUnsaved(key), false);
    });

    it('rethrows a programming error', async () => {
      storage.refusal = new TypeError('a bug');
      await queue.flush();
      assert.match(String(failures), /a bug/);
      storage.refusal = null;
      await queue.flush();
      assert.equal(queue.hasUnsaved(key), false);
    });
  });
});
