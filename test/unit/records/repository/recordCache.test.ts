import assert from 'node:assert/strict';
import { StorageFailed, recordKey, type StoredRecord } from '../../../../src/records';
import { StoreChangeEvent } from '../../../../src/records/nodeChanges';
import { Emitter } from '../../../../src/base/emitter';
import { MemoryStorage, type RecordUpdate } from '../../../../src/records/storage';
import { addRecord, patchDetails, removeRecord } from '../../../../src/records/recordUpdates';
import { RecordCache, type LoadedResult } from '../../../../src/records/repository/recordCache';
import { hashOf, isTooLargeToKeep } from '../../../../src/records/record';
import { key, newRecord, service, progressed, rules } from '../fixtures';

function stored(revision: number, label: string, resultId: string | null = null, id = 'r1'): StoredRecord {
  const draft = addRecord(newRecord(id, { label }), 1)(null);
  assert.ok(draft);
  const result = resultId === null ? null : { id: resultId, receivedAt: 1 };
  return { record: draft.record, result, plan: null, revision };
}

function arrived(id: string, done: number): LoadedResult {
  return { envelope: progressed(done, 9, 3), reference: { id, receivedAt: 1 } };
}

describe('RecordCache', () => {
  let unsaved: RecordUpdate[];
  beforeEach(() => {
    unsaved = [];
  });
  const shelfOf = (...initial: StoredRecord[]) =>
    new RecordCache(initial, 1_000, {
      unsavedUpdates: () => unsaved,
      hasUnsaved: () => unsaved.length > 0,
    });
  const labelOf = (cache: RecordCache) => cache.current(key)?.record.label;
  function settle(
    cache: RecordCache,
    seen: StoredRecord | null,
    came: LoadedResult | null = null,
  ): StoreChangeEvent | null {
    const change = new StoreChangeEvent();
    cache.takeStored(key, seen, came, change);
    return change.isEmpty ? null : change;
  }

  it('starts with the rows of the index', () => {
    const cache = shelfOf(stored(1, 'a'), stored(1, 'b', null, 'r2'));
    assert.deepEqual([cache.size, cache.keys().length, labelOf(cache)], [2, 2, 'a']);
  });

  it('ignores older and repeated revisions', () => {
    const cache = shelfOf(stored(5, 'new'));
    assert.equal(settle(cache, stored(4, 'old')), null);
    assert.equal(labelOf(cache), 'new');
    assert.equal(settle(cache, stored(5, 'the same')), null);
    assert.equal(labelOf(cache), 'new');
    assert.ok(settle(cache, stored(6, 'newer'))?.nodes.has(key));
    assert.equal(labelOf(cache), 'newer');
  });

  it('shows unsaved updates on top of the stored record until it is removed from disk', () => {
    const disk = stored(5, 'disk');
    const cache = shelfOf(disk);
    unsaved = [patchDetails({ label: 'not saved' })];
    const ours = patchDetails({ label: 'not saved', folder: 'file:///w' })(disk);
    cache.takeUnsaved(key, ours, null, new StoreChangeEvent());
    const change = settle(cache, stored(6, 'of another window'));
    assert.deepEqual([change?.nodes.has(key), labelOf(cache)], [true, 'not saved']);
    unsaved = [];
    assert.deepEqual([settle(cache, stored(6, 'disk'))?.nodes.has(key), labelOf(cache)], [true, 'disk']);
    unsaved = [patchDetails({ label: 'too late' })];
    assert.deepEqual([settle(cache, null)?.removed, cache.current(key)], [new Set([key]), null]);
    assert.equal(settle(cache, null), null, 'told already');
  });

  it('reports new records as added and changed records as changed', () => {
    const cache = shelfOf();
    const came = settle(cache, stored(1, 'a', 'id1'), arrived('id1', 2));
    assert.deepEqual([came?.added, came?.nodes, came?.removed], [new Set([key]), new Map(), new Set()]);
    assert.equal(cache.envelope(key)?.data?.judge?.subtasks.length, 3);
    const changed = settle(cache, stored(2, 'a', 'id2'), arrived('id2', 3));
    assert.deepEqual([changed?.added, changed?.nodes.has(key)], [new Set(), true]);
    assert.deepEqual(
      changed?.nodes.get(key)?.subtasks.map(({ identity }) => identity),
      ['0'],
    );
  });

  it('reports that anything may have changed if the new result isn’t loaded', () => {
    const cache = shelfOf();
    settle(cache, stored(1, 'a', 'id1'), arrived('id1', 2));
    for (const [revision, came] of [
      [2, null],
      [3, arrived('another', 5)],
    ] as const) {
      const change = settle(cache, stored(revision, 'a', `id${revision}`), came)?.nodes.get(key);
      assert.deepEqual(change, {
        wholeRecord: true,
        details: false,
        summary: true,
        compile: true,
        subtaskList: false,
        subtasks: [],
      });
      assert.equal(cache.envelope(key), null, 'the old one is not the record’s any more');
    }
    const gone = settle(cache, stored(4, 'b', null))?.nodes.get(key);
    assert.deepEqual([gone?.wholeRecord, gone?.details], [true, true]);
  });

  it('reports that anything may have changed if the verdict table differs', () => {
    const cache = shelfOf();
    settle(cache, stored(1, 'a', 'id1'), arrived('id1', 2));
    const other = stored(2, 'a', 'id2');
    const reread = { ...other, record: { ...other.record, rules: { ...rules, profile: 'other' } } };
    assert.equal(settle(cache, reread, arrived('id2', 2))?.nodes.get(key)?.wholeRecord, true);
  });

  it('reports nothing for an equal result, or only the details if only they differ', () => {
    const cache = shelfOf();
    settle(cache, stored(1, 'a', 'id1'), arrived('id1', 2));
    const before = cache.envelope(key);
    assert.equal(settle(cache, stored(2, 'a', 'id2'), arrived('id2', 2)), null);
    assert.equal(cache.envelope(key), before);
    const change = settle(cache, stored(3, 'b', 'id3'), arrived('id3', 2))?.nodes.get(key);
    assert.deepEqual(change, {
      wholeRecord: false,
      details: true,
      summary: false,
      compile: false,
      subtaskList: false,
      subtasks: [],
    });
    assert.equal(cache.envelope(key), before);
  });

  it('returns no result for another ID', () => {
    const cache = shelfOf(stored(1, 'a', 'id1'));
    assert.equal(cache.keepEnvelope(key, 'another', progressed(1, 1)), null);
    assert.equal(cache.keepEnvelope(recordKey(service, 'nobody'), 'id1', progressed(1, 1)), null);
    const envelope = progressed(1, 1);
    assert.equal(cache.keepEnvelope(key, 'id1', envelope), envelope);
    assert.equal(cache.keepEnvelope(key, 'id1', progressed(1, 1)), envelope, 'the same one is there once');
  });

  it('lists the newest record first, in a stable order for equal times', () => {
    const rows = ['b', 'c', 'a'].map((id) => stored(1, id, null, id));
    const newest = stored(1, 'newest', null, 'z');
    rows.push({ ...newest, record: { ...newest.record, addedAt: 2 } });
    for (const order of [rows, rows.toReversed()]) {
      const labels = shelfOf(...order)
        .records()
        .map(({ label }) => label);
      assert.deepEqual(labels, ['newest', 'a', 'b', 'c']);
    }
  });
});

describe('StoreChangeEvent and Emitter', () => {
  it('report an event as empty only if it contains no change', () => {
    const node = {
      wholeRecord: true,
      details: false,
      summary: true,
      compile: true,
      subtaskList: false,
      subtasks: [],
    };
    const [nothing, came, went, changed, replaced] = Array.from({ length: 5 }, () => new StoreChangeEvent());
    came?.added.add('a');
    went?.removed.add('b');
    changed?.nodes.set('c', node);
    replaced?.added.add('a');
    replaced?.removed.add('b');
    const isEmpty = [nothing, came, went, changed, replaced].map((one) => one?.isEmpty);
    assert.deepEqual(isEmpty, [true, false, false, false, false]);
  });

  it('notify every remaining listener even if a listener throws', () => {
    const errors: unknown[] = [];
    const heard: string[] = [];
    const emitter = new Emitter<string>((error) => errors.push(error));
    const first = emitter.event((text) => heard.push(`first ${text}`));
    emitter.event(() => {
      throw new Error('no');
    });
    emitter.event((text) => heard.push(`last ${text}`));
    emitter.fire('a');
    assert.deepEqual([heard, errors.map(String)], [['first a', 'last a'], ['Error: no']]);
    first.dispose();
    emitter.fire('b');
    assert.deepEqual(heard.slice(2), ['last b']);
    emitter.dispose();
    emitter.fire('c');
    assert.equal(heard.length, 3);
  });
});

describe('MemoryStorage', () => {
  it('stores records with results and texts as a disk does', async () => {
    const storage = new MemoryStorage();
    assert.deepEqual(
      [await storage.read(key), await storage.readResult(key, { id: 'id', receivedAt: 0 })],
      [null, null],
    );
    const first = await storage.update(key, addRecord(newRecord(), 1));
    const body = { envelope: progressed(1, 1), raw: '{"as":"received"}' };
    const second = await storage.update(
      key,
      (draft) => draft && { ...draft, result: { id: 'id', receivedAt: 1 }, body },
    );
    assert.ok(first && second && second.revision > first.revision);
    assert.equal(await storage.update(key, (draft) => draft), second);
    await storage.update(key, patchDetails({ label: 'x' }));
    assert.deepEqual(await storage.readResult(key, { id: 'id', receivedAt: 0 }), body);
    assert.equal(await storage.readResult(key, { id: 'another', receivedAt: 0 }), null);
    const written = (draft: Parameters<RecordUpdate>[0]) =>
      draft && { ...draft, result: { id: 'id2', receivedAt: 1 }, body: { ...body, raw: null } };
    await storage.update(key, written);
    assert.match((await storage.readResult(key, { id: 'id2', receivedAt: 0 }))?.raw ?? '', /"type":"judge"/);

    await storage.writeSource(key, 'a', 'text');
    assert.deepEqual(
      [await storage.readSource(key, 'a'), await storage.readSource(key, 'b')],
      ['text', null],
    );
    const all: StoredRecord[] = [];
    for await (const chunk of storage.scan()) all.push(...chunk);
    assert.deepEqual(
      all.map(({ record }) => record.label),
      ['x'],
    );
    assert.equal(await storage.update(key, removeRecord), null);
    assert.deepEqual(
      [await storage.read(key), await storage.readResult(key, { id: 'id2', receivedAt: 0 })],
      [null, null],
    );
    storage.onDidChange().dispose();
  });
});

describe('The judged text', () => {
  it('is identified by its SHA-256', async () => {
    const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
    assert.equal(await hashOf(''), empty);
    assert.equal(await hashOf('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it('has the same hash with other line endings or a byte order mark', async () => {
    assert.equal(await hashOf('\ufeffa\r\nb\rc\n'), await hashOf('a\nb\nc\n'));
    assert.notEqual(await hashOf('a\n\n'), await hashOf('a\n'));
  });

  it('is stored up to 256 KiB of UTF-8', () => {
    assert.deepEqual(
      [262_144, 262_145].map((length) => isTooLargeToKeep('x'.repeat(length))),
      [false, true],
    );
    assert.deepEqual(
      [131_072, 131_073].map((length) => isTooLargeToKeep('é'.repeat(length))),
      [false, true],
    );
  });
});

it('StorageFailed includes kind and path in its message', () => {
  const failed = new StorageFailed({ kind: 'full', path: '/a' });
  assert.equal(String(failed), 'StorageFailed: storage failed: full (/a)');
});
