import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { RecordStore } from '../../../src/records';
import { nodeFiles } from '../../../src/records/disk/files';
import type { Files } from '../../../src/records/disk/files';
import { FileLeases } from '../../../src/records/disk/fileLeases';
import { openDisk } from '../../../src/records/disk/openDisk';
import { readIndex } from '../../../src/records/disk/readIndex';
import { ManualTimer, key, makeStore, newRecord, progressed } from './fixtures';
import { openWindow, refusal, temporaryFolder, waiting } from './folders';

describe('openDisk', () => {
  const folder = temporaryFolder();

  function open() {
    const timer = new ManualTimer();
    const problems: unknown[] = [];
    const onProblem = (problem: unknown) => problems.push(problem);
    const clock = { now: Date.now, after: timer.after };
    const options = { folder: folder(), clock, onProblem };
    return { disk: openDisk(options, []), timer, problems };
  }

  it('opens no file before its first use, even when the store is created', async () => {
    let opened = 0;
    const fail = () => assert.fail();
    const store = new RecordStore({
      openStorage: async () => {
        opened += 1;
        return open().disk.records;
      },
      limit: 500,
      uniqueId: () => 'id',
      clock: { now: Date.now, after: new ManualTimer().after },
      onProblem: fail,
      onError: fail,
    });
    assert.deepEqual(await readIndex(folder()), []);
    assert.deepEqual(store.records(), []);
    await store.close();
    assert.deepEqual([opened, fs.existsSync(folder())], [0, false]);
  });

  it('serves records and leases from its first use', async () => {
    const [first, second] = [open(), open()];
    const { store } = makeStore({ storage: first.disk.records });
    const other = makeStore({ storage: second.disk.records });
    await store.add(newRecord());
    const textHash = await store.keepSource(key, 'text');
    await store.update(key, { source: { uri: 'file:///a', how: 'tied', textHash } });
    await other.store.loadAll();
    assert.equal(await other.store.sourceText(key), 'text');

    assert.equal(await first.disk.leases.tryAcquire(key, 60_000), true);
    assert.equal(await second.disk.leases.tryAcquire(key, 60_000), false);
    assert.equal(await first.disk.leases.tryAcquire(key, 60_000), true);
    await first.disk.leases.release(key);
    await first.disk.sweep();
    await Promise.all([store.close(), other.store.close()]);
    assert.deepEqual([first.problems, second.problems], [[], []]);
  });

  it('reports changes of other windows from its first use', async () => {
    const [first, second] = [open(), open()];
    const { store } = makeStore({ storage: first.disk.records });
    let heard: () => void = () => undefined;
    const told = new Promise<void>((resolve) => (heard = resolve));
    const listening = second.disk.records.onDidChange(heard);
    let times = 0;
    const looking = setInterval(() => {
      times += 1;
      void store.add(newRecord(`r${times}`)); // The watcher may start late and miss the first changes.
      second.timer.run();
    }, 20);
    await told;
    clearInterval(looking);
    listening.dispose();
    await store.close();
  });

  it('reads records, results, and texts in any order on first use', async () => {
    const { store } = makeStore({ storage: open().disk.records });
    const how = { via: 'refresh', receivedAt: 1, add: newRecord() } as const;
    await store.receive(key, { envelope: progressed(2, 2, 2, 12) }, how);
    await store.close();
    const newest = await readIndex(folder());
    assert.deepEqual(
      newest.map(({ record }) => record.key),
      [key],
    );
    const id = newest[0]?.result?.id ?? '';
    assert.deepEqual(await open().disk.records.read(key), newest[0]);
    assert.equal(
      (await open().disk.records.readResult(key, { id, receivedAt: 0 }))?.envelope.data?.judge?.status,
      12,
    );

    const killed = join(folder(), 'records', '.writing.x.json');
    fs.writeFileSync(killed, '{');
    fs.utimesSync(killed, 0, 0);
    await open().disk.sweep();
    assert.equal(fs.existsSync(killed), false);
  });

  it('reports whether any window holds a lease', async () => {
    const [first, second] = [open(), open()];
    assert.equal(await second.disk.leases.isHeld(key), false);
    await first.disk.leases.tryAcquire(key, 60_000);
    assert.equal(await second.disk.leases.isHeld(key), true);
    await first.disk.leases.release(key);
    assert.equal(await second.disk.leases.isHeld(key), false);
  });
});

describe('FileLeases', () => {
  const folder = temporaryFolder();
  const until = waiting();

  it('report when another window acquires or releases a watched lease', async () => {
    const files = telling();
    const [mine, other] = [openWindow(folder(), { files }), openWindow(folder(), { files })];
    const [ours, theirs] = [new FileLeases(mine.history), new FileLeases(other.history)];
    let heard = 0;
    const listening = ours.onDidChange(key, () => (heard += 1));
    await until(() => files.watching() === 1);
    await theirs.tryAcquire('another', 60_000);
    mine.folderTimer.run();
    assert.equal(heard, 0);
    await theirs.tryAcquire(key, 60_000);
    mine.folderTimer.run();
    assert.equal(heard, 1);
    files.tell(null);
    mine.folderTimer.run();
    assert.equal(heard, 2, 'it may have been that one');
    listening.dispose();
    assert.equal(files.watching(), 0);
    await Promise.all([mine.store.close(), other.store.close()]);
  });

  it('count as free if the store can’t be notified of the holder’s changes', async () => {
    const unwatchable: Files = {
      ...nodeFiles,
      watch: () => {
        throw refusal('ENOSPC');
      },
    };
    const [deaf, other] = [openWindow(folder(), { files: unwatchable }), openWindow(folder())];
    const leases = new FileLeases(deaf.history);
    await new FileLeases(other.history).tryAcquire(key, 60_000);
    await deaf.store.loadAll();
    await until(() => deaf.history.isUnwatched);
    assert.equal(await leases.isHeld(key), false);
    assert.equal(await leases.tryAcquire(key, 60_000), false, 'but it is');
    await Promise.all([deaf.store.close(), other.store.close()]);
  });

  /** Wraps the file system: reports created files and events that the test sends. */
  function telling() {
    const watchers = new Set<{ readonly folder: string; readonly tell: (name: string | null) => void }>();
    const files: Files = {
      ...nodeFiles,
      async create(path, data, sync) {
        await nodeFiles.create(path, data, sync);
        for (const one of watchers)
          if (dirname(dirname(path)) === one.folder) one.tell(basename(dirname(path)));
      },
      watch(watched, tell) {
        const watcher = { folder: watched, tell };
        watchers.add(watcher);
        return { dispose: () => void watchers.delete(watcher) };
      },
    };
    const leases = () => [...watchers].filter((one) => basename(one.folder) === 'leases');
    return Object.assign(files, {
      watching: () => leases().length,
      tell: (name: string | null) => {
        for (const one of leases()) one.tell(name);
      },
    });
  }
});
