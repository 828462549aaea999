import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { join } from 'node:path';
import type { StoreChangeEvent } from '../../../src/records';
import { key, newRecord, progressed } from './fixtures';
import { openWindow, temporaryFolder, watchable } from './folders';
import type { WindowUnderTest } from './folders';

describe('Several windows sharing one history', () => {
  const folder = temporaryFolder();
  let open: WindowUnderTest[] = [];
  let files = watchable();

  beforeEach(() => {
    files = watchable();
    open = [];
  });
  afterEach(async () => {
    await Promise.all(open.map(({ store }) => store.close()));
  });

  async function window(nonce: string, own = files): Promise<WindowUnderTest> {
    const made = openWindow(folder(), { files: own, lockOwner: { nonce } });
    open.push(made);
    await made.store.loadAll();
    return made;
  }

  /** Delivers all file-system events to a window. Returns the last change event. */
  async function hear(listening: WindowUnderTest): Promise<StoreChangeEvent | null> {
    const before = listening.events.length;
    const told = new Promise<void>((resolve) => listening.store.onDidChange(() => resolve()));
    assert.equal(listening.folderTimer.size, 1);
    listening.folderTimer.run();
    await told;
    return listening.events[before] ?? null;
  }

  it('show records that another window added, changed, or removed', async () => {
    const [a, b] = [await window('a'), await window('b')];
    await a.store.add(newRecord());
    assert.deepEqual((await hear(b))?.added, new Set([key]));
    await a.store.update(key, { label: 'mine' });
    const change = await hear(b);
    assert.equal(change?.nodes.get(key)?.details, true);
    assert.equal(b.store.get(key)?.label, 'mine');
    await a.store.remove([key]);
    assert.deepEqual((await hear(b))?.removed, new Set([key]));
    assert.deepEqual(b.problems, []);
  });

  it('refresh only the changed nodes of a record that is open in another window', async () => {
    const [a, b] = [await window('a'), await window('b')];
    await a.store.add(newRecord());
    await a.store.receive(key, { envelope: progressed(4, 9, 3) }, { via: 'ask', receivedAt: 1 });
    await a.store.flush();
    await hear(b);
    const before = await b.store.loadEnvelope(key);
    await a.store.receive(key, { envelope: progressed(5, 9, 3) }, { via: 'ask', receivedAt: 2 });
    await a.store.flush();
    const change = await hear(b);
    assert.deepEqual(change?.nodes.get(key)?.subtasks, [
      { identity: '1', row: true, caseList: false, cases: ['5'] },
    ]);
    const after = b.store.envelope(key);
    assert.equal(after?.data?.judge?.subtasks[0], before?.data?.judge?.subtasks[0]);
  });

  it('accept a result for a record that they haven’t read yet', async () => {
    const a = await window('a');
    await a.store.add(newRecord());
    const b = openWindow(folder(), { files, lockOwner: { nonce: 'b' } });
    open.push(b);
    assert.equal(b.store.get(key), null);
    const end = await b.store.receive(
      key,
      { envelope: progressed(9, 9, 9, 12) },
      { via: 'ask', receivedAt: 1 },
    );
    assert.equal(end.kind, 'taken');
    assert.equal(b.store.get(key)?.state.kind, 'finished');
  });

  it('set the state of a record that they haven’t read yet', async () => {
    const a = await window('a');
    await a.store.add(newRecord());
    const b = openWindow(folder(), { files, lockOwner: { nonce: 'b' } });
    open.push(b);
    await b.store.setState(key, { kind: 'failed', status: 404, reason: null });
    assert.equal(b.store.get(key)?.state.kind, 'failed');
    await a.store.remove([key]);
    assert.equal(await b.store.setState(key, { kind: 'finished' }), null);
    const accepted = await b.store.receive(
      key,
      { envelope: progressed(9, 9, 9, 12) },
      { via: 'ask', receivedAt: 1 },
    );
    assert.equal(accepted.kind, 'unknown');
  });

  it('receive no events about their own changes', async () => {
    const a = await window('a');
    await a.store.add(newRecord());
    const heard = a.events.length;
    a.folderTimer.run();
    await a.store.loadAll();
    assert.equal(a.events.length, heard);
    assert.equal(a.folderTimer.size, 0);
  });

  it('merge details that both change at once', async () => {
    const [a, b] = [await window('a'), await window('b')];
    await a.store.add(newRecord());
    await b.store.loadAll();
    await Promise.all([
      a.store.update(key, { label: 'from a' }),
      b.store.update(key, { folder: 'file:///b' }),
      a.store.update(key, { source: { uri: 'file:///a.cpp', how: 'tied', textHash: null } }),
    ]);
    await Promise.all([a.store.loadAll(), b.store.loadAll()]);
    for (const { store } of [a, b]) {
      const { label, folder: own, source } = store.get(key) ?? {};
      assert.deepEqual([label, own, source?.uri], ['from a', 'file:///b', 'file:///a.cpp']);
    }
  });

  it('keep the newer result, whichever window received it', async () => {
    const [a, b] = [await window('a'), await window('b')];
    await a.store.add(newRecord());
    await b.store.loadAll();
    await a.store.receive(key, { envelope: progressed(5, 9) }, { via: 'push', receivedAt: 1 });
    await b.store.receive(key, { envelope: progressed(3, 9) }, { via: 'push', receivedAt: 2 });
    assert.equal(b.store.get(key)?.summary?.progress.done, 3);
    await a.store.flush();
    await b.store.flush();
    assert.equal(b.store.get(key)?.summary?.progress.done, 5);
    assert.equal((await b.store.loadEnvelope(key))?.data?.judge?.subtasks[0]?.cases[4]?.status, 12);
    await b.store.receive(key, { envelope: progressed(9, 9, 9, 12) }, { via: 'ask', receivedAt: 3 });
    await a.store.receive(key, { envelope: progressed(8, 9) }, { via: 'push', receivedAt: 4 });
    await a.store.flush();
    assert.equal(a.store.get(key)?.state.kind, 'finished');
  });

  it('don’t restore a record removed by another window', async () => {
    const [a, b] = [await window('a'), await window('b')];
    await a.store.add(newRecord());
    await b.store.loadAll();
    await b.store.receive(key, { envelope: progressed(1, 9) }, { via: 'ask', receivedAt: 1 });
    await a.store.remove([key]);
    await b.store.flush();
    assert.equal(b.store.get(key), null);
    assert.deepEqual(fs.readdirSync(join(folder(), 'records')), []);
  });

  it('drop a record if another window moved its damaged file aside', async () => {
    const [a, b] = [await window('a'), await window('b')];
    await a.store.add(newRecord());
    await b.store.loadAll();
    const [file] = fs.readdirSync(join(folder(), 'records'));
    fs.writeFileSync(join(folder(), 'records', file ?? ''), 'rubbish');
    await a.store.loadAll();
    b.folderTimer.run();
    await b.store.loadAll();
    assert.deepEqual([a.store.get(key), b.store.get(key)], [null, null]);
    assert.deepEqual(
      [...a.problems, ...b.problems].map(({ kind }) => kind),
      ['broken'],
    );
  });

  it('detect changes through the file system', async () => {
    const [a, b] = [await window('a'), openWindow(folder(), { lockOwner: { nonce: 'b' } })];
    open.push(b);
    await b.store.loadAll();
    let written = 0;
    const heard = new Promise<void>((resolve) => b.store.onDidChange(() => resolve()));
    const looking = setInterval(() => {
      void a.store.add(newRecord(`r${(written += 1)}`)); // The watcher may start late and miss the first changes.
      b.folderTimer.run();
    }, 20);
    await heard;
    clearInterval(looking);
    assert.ok(b.store.records().length > 0);
  });

  it('find missed changes in the next full read', async () => {
    const deaf = { ...files, watch: () => ({ dispose: () => undefined }) };
    const [a, b] = [await window('a', deaf), await window('b', deaf)];
    await a.store.add(newRecord());
    await a.store.add(newRecord('r2'));
    await b.store.loadAll();
    assert.equal(b.store.records().length, 2);
    await a.store.remove([key]);
    await b.store.loadAll();
    assert.equal(b.store.records().length, 1);
  });

  it('report once that the file system can’t be watched, and keep working', async () => {
    const unwatchable = {
      ...files,
      watch: () => {
        throw Object.assign(new Error('too many watchers'), { code: 'ENOSPC' });
      },
    };
    const a = await window('a', unwatchable);
    await a.store.add(newRecord());
    assert.deepEqual(
      a.problems.map(({ kind }) => kind),
      ['unwatched'],
    );
  });

  it('set no timer while nothing happens', async () => {
    const a = await window('a');
    assert.deepEqual([a.timer.size, a.folderTimer.size], [0, 0]);
  });
});
