import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { join } from 'node:path';
import type { Leases } from '../../../src/base/ports';
import { StorageFailed } from '../../../src/records';
import { PendingFiles } from '../../../src/records/disk/pendingFiles';
import { RecordFiles } from '../../../src/records/disk/recordFiles';
import { SharedLeases } from '../../../src/records/disk/open';
import { pendingRequest } from '../../../src/tracking';
import * as v from 'valibot';
import { nodeFiles } from '../../../src/records/disk/files';
import type { Files } from '../../../src/records/disk/files';
import type { PendingRequest, PendingStorage } from '../../../src/tracking';
import { key } from './fixtures';
import { faulty, openWindow, refusal, temporaryFolder, watchable } from './folders';

describe('PendingFiles', () => {
  const folder = temporaryFolder();
  const request = { key, service: 'o', requestId: 'r1', dueAt: 5 };
  const schema = v.object({ key: v.string(), service: v.string(), requestId: v.string(), dueAt: v.number() });

  it('are there when they are saved, for every window, until they are removed', async () => {
    const files = watchable();
    const [a, b] = [openWindow(folder(), { files }), openWindow(folder(), { files })];
    const [mine, theirs] = [new PendingFiles(a.history, schema), new PendingFiles(b.history, schema)];
    let heard = 0;
    const listening = theirs.onDidChange(() => (heard += 1));
    assert.equal(await mine.save(request), false);
    await mine.add(request);
    assert.equal(await mine.save({ ...request, dueAt: 6 }), true);
    assert.deepEqual(await theirs.load(), [{ ...request, dueAt: 6 }]);
    assert.deepEqual(await theirs.read(key), { ...request, dueAt: 6 });
    b.folderTimer.run();
    assert.equal(heard, 1);
    await mine.remove(key);
    await mine.remove(key);
    assert.deepEqual([await theirs.load(), await theirs.read(key)], [[], null]);
    listening.dispose();
    await Promise.all([a.store.close(), b.store.close()]);
  });

  it('set aside what is damaged, leave what is newer, and give the rest', async () => {
    const window = openWindow(folder());
    const pending = new PendingFiles(window.history, schema);
    await pending.add(request);
    const write = (name: string, text: string) => {
      const path = join(folder(), 'pending', `${name}.json`);
      fs.writeFileSync(path, text);
      return path;
    };
    const half = write('a', '{"format":1,"requ');
    const other = write('b', '{"format":1,"request":{"key":"k"}}');
    const newer = write('c', '{"format":7}');
    assert.deepEqual(await pending.load(), [request]);
    assert.deepEqual(window.problems.map(({ kind, path }) => [kind, path]).sort(), [
      ['broken', half],
      ['newer', other],
      ['newer', newer],
    ]);
    assert.ok(fs.existsSync(other) && fs.existsSync(newer));
    assert.equal(fs.readdirSync(join(folder(), 'broken')).length, 1);
    await window.store.close();
  });

  it('fit what the tracker asks for', async () => {
    const window = openWindow(folder());
    const storage: PendingStorage = new PendingFiles<PendingRequest>(window.history, pendingRequest);
    const leases: Leases = new SharedLeases(window.history);
    assert.deepEqual(await storage.load(), []);
    assert.equal(await leases.tryAcquire(key, 1_000), true);
    await leases.release(key);
    assert.ok(new RecordFiles(window.history));
    await window.store.close();
  });

  function pendingOf(files: Files = nodeFiles) {
    const window = openWindow(folder(), { files });
    return { window, pending: new PendingFiles(window.history, schema) };
  }

  function fileOf(): string {
    const [file] = fs.readdirSync(join(folder(), 'pending'));
    return join(folder(), 'pending', file ?? '');
  }

  it('are believed to be ended by nothing but their end: a disk that cannot be read says so', async () => {
    let isRefusing = false;
    const files = faulty((method) => {
      if (isRefusing && method === 'read') throw refusal('EIO');
    });
    const { window, pending } = pendingOf(files);
    await pending.add(request);
    isRefusing = true;
    await assert.rejects(pending.read(key), StorageFailed);
    await assert.rejects(pending.load(), StorageFailed);
    isRefusing = false;
    assert.deepEqual(await pending.read(key), request);
    assert.deepEqual(window.problems, []);
    await window.store.close();
  });

  it('that are damaged are no longer pending, and can be made pending again', async () => {
    const { window, pending } = pendingOf();
    await pending.add(request);
    fs.writeFileSync(fileOf(), '{');
    assert.equal(await pending.read(key), null);
    assert.equal(await pending.save(request), false);
    await pending.add(request);
    assert.deepEqual(await pending.read(key), request);
    assert.deepEqual(
      window.problems.map(({ kind }) => kind),
      ['broken'],
    );
    await window.store.close();
  });

  it('that were damaged unnoticed are written over with the next change', async () => {
    const { window, pending } = pendingOf();
    await pending.add(request);
    fs.writeFileSync(fileOf(), '{');
    assert.equal(await pending.save({ ...request, dueAt: 9 }), true);
    assert.deepEqual(await pending.load(), [{ ...request, dueAt: 9 }]);
    assert.deepEqual(window.problems, []);
    await window.store.close();
  });

  it('are left alone where a newer version has written them, also by a window that knew them before', async () => {
    const { window, pending } = pendingOf();
    await pending.add(request);
    for (const newer of [
      '{"format":7}',
      JSON.stringify({ format: 1, request: { ...request, more: 1 } }),
      JSON.stringify({ format: 1, request: { ...request, dueAt: 'later' } }),
    ]) {
      window.problems.length = 0;
      fs.writeFileSync(fileOf(), newer);
      assert.equal(await pending.read(key), null);
      assert.deepEqual(
        window.problems.map(({ kind, path }) => [kind, path]),
        [['newer', fileOf()]],
      );
      assert.equal(await pending.save({ ...request, dueAt: 9 }), false);
      await assert.rejects(
        pending.add(request),
        (error) => error instanceof StorageFailed && error.problem.kind === 'newer',
      );
      await pending.remove(key);
      assert.equal(fs.readFileSync(fileOf(), 'utf8'), newer);
    }
    await window.store.close();
  });
});
