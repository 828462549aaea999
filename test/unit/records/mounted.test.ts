import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordKey } from '../../../src/records';
import { readIndex } from '../../../src/records/disk/readIndex';
import { newRecord, service, progressed } from './fixtures';
import { openWindow } from './folders';
import type { WindowUnderTest } from './folders';

// Mounting a disk requires root on Linux. On other systems, disk.test.ts makes each call of the file system fail.
if (process.platform === 'linux' && process.getuid?.() === 0 && mounted()) {
  describe('A real file system', () => {
    let disk = '';
    const remount = (options: string) =>
      void execFileSync('mount', ['-o', `remount,${options}`, disk], { stdio: 'ignore' });
    beforeEach(() => {
      disk = mkdtempSync(join(tmpdir(), 'judge-disk-'));
      mount(disk, '64k');
    });
    afterEach(() => {
      execFileSync('umount', ['--lazy', disk]);
      rmSync(disk, { recursive: true, force: true });
    });
    const open = () => openWindow(join(disk, 'history'));
    const ids = ({ store }: WindowUnderTest) => store.records().map(({ requestId }) => requestId);

    it('keeps stored records when it is full, stores no partial files, and saves the rest when space is available', async () => {
      const window = open();
      const kept: string[] = [];
      for (let at = 0; window.problems.length === 0; at += 1) {
        assert.ok(at < 100, '64 KiB are not full');
        await fetched(window, `r${at}`);
        if (window.problems.length === 0) kept.push(`r${at}`);
      }
      await fetched(window, 'late');
      assert.ok(kept.length > 0);
      assert.deepEqual([...new Set(window.problems.map(({ kind }) => kind))], ['full']);
      assert.equal(ids(window).length, kept.length + 2, 'this window goes on with all of them');

      const other = open();
      await other.store.loadAll();
      assert.deepEqual(ids(other).sort(), kept.sort());
      for (const id of kept) await whole(other, id);
      assert.deepEqual(other.problems, []);

      remount('size=4m');
      await window.store.flush();
      await other.store.loadAll();
      assert.deepEqual(ids(other).sort(), ids(window).sort());
      for (const id of ids(window)) await whole(other, id);
      await Promise.all([window.store.close(), other.store.close()]);
    });

    it('shows stored records while it is read-only, reports the problem, and saves the rest when it is writable', async () => {
      const first = open();
      for (const id of ['r1', 'r2']) await fetched(first, id);
      await first.store.close();
      remount('ro');

      const start = await readIndex(join(disk, 'history'));
      assert.equal(start.length, 2);
      const window = open();
      await window.store.loadAll();
      for (const id of ['r1', 'r2']) await whole(window, id);
      await fetched(window, 'r3');
      await whole(window, 'r3');
      const kinds = new Set(window.problems.map(({ kind }) => kind));
      kinds.delete('unwatched');
      assert.deepEqual([...kinds], ['readOnly']);

      remount('rw');
      await window.store.flush();
      await window.store.close();
      const next = open();
      await next.store.loadAll();
      assert.deepEqual(ids(next).sort(), ['r1', 'r2', 'r3']);
      for (const id of ['r1', 'r2', 'r3']) await whole(next, id);
      await next.store.close();
    });
  });
}

async function fetched({ store }: WindowUnderTest, requestId: string): Promise<void> {
  const how = { via: 'refresh', receivedAt: 7, add: newRecord(requestId) } as const;
  const result = { envelope: progressed(3, 3, 3, 12) };
  assert.equal((await store.receive(recordKey(service, requestId), result, how)).kind, 'taken');
}

async function whole({ store }: WindowUnderTest, requestId: string): Promise<void> {
  const envelope = await store.loadEnvelope(recordKey(service, requestId));
  assert.equal(envelope?.data?.judge?.status, 12, requestId);
}

function mount(folder: string, size: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'ignore' });
}

/** Mounts a small disk. Returns false if that isn't allowed, as for root in a container. */
function mounted(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'judge-disk-'));
  try {
    mount(folder, '4k');
    execFileSync('umount', [folder]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
