import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { StorageFailed } from '../../../src/records';
import { thisProcess } from '../../../src/records/disk/fileLocks';
import type { LockOwner } from '../../../src/records/disk/fileLocks';
import { FileLocks } from '../../../src/records/disk/fileLocks';
import { safeName } from '../../../src/records/disk/layout';
import { nodeFiles } from '../../../src/records/disk/files';
import type { Files } from '../../../src/records/disk/files';
import { faulty, refusal, temporaryFolder } from './folders';

const minute = 60_000;

describe('FileLocks between processes', () => {
  const folder = temporaryFolder();
  let alive: Set<number>;
  let elapsed: number;

  beforeEach(() => {
    alive = new Set([1, 2, 3]);
    elapsed = 0;
  });

  function locks(pid: number, more: Partial<LockOwner> = {}, files: Files = nodeFiles): FileLocks {
    return new FileLocks(files, folder(), {
      ...thisProcess(),
      machine: 'here',
      pid,
      nonce: `n${pid}`,
      isAlive: (other) => alive.has(other),
      elapsed: () => elapsed,
      sleep: () => Promise.resolve(),
      ...more,
    });
  }

  function files(name = 'x'): string[] {
    return fs.readdirSync(join(folder(), safeName(name)));
  }

  /** Backdates all locks of a name by `ms` (negative: into the future). */
  function age(ms: number): void {
    const then = new Date(Date.now() - ms);
    for (const file of files()) fs.utimesSync(join(folder(), safeName('x'), file), then, then);
  }

  it('are visible to every process, which can check them without acquiring them', async () => {
    const [a, b] = [locks(1), locks(2)];
    assert.equal(await b.isHeld('x'), false);
    await a.tryAcquire('x', minute);
    assert.deepEqual([await a.isHeld('x'), await b.isHeld('x')], [true, true]);
    assert.equal(files().length, 1);
    await a.release('x');
    assert.deepEqual([await a.isHeld('x'), await b.isHeld('x')], [false, false]);
    await a.tryAcquire('x', minute);
    alive.delete(1);
    assert.equal(await b.isHeld('x'), false, 'its process is gone');
    assert.equal(files().length, 1);
  });

  it('are ignored if their owner is unknown and they stayed unchanged for their duration', async () => {
    const [a, b] = [locks(1, { machine: 'there' }), locks(2)];
    await a.tryAcquire('x', minute);
    assert.equal(await b.isHeld('x'), true);
    elapsed += minute;
    assert.equal(await b.isHeld('x'), true);
    elapsed += minute;
    assert.equal(await b.isHeld('x'), false);
    await a.tryAcquire('x', minute);
    assert.equal(await b.isHeld('x'), true);
  });

  it('belong to the first process until it releases them', async () => {
    const [a, b] = [locks(1), locks(2)];
    assert.equal(await a.tryAcquire('x', minute), true);
    assert.equal(await a.tryAcquire('x', minute), true);
    assert.equal(await b.tryAcquire('x', minute), false);
    assert.equal(await b.tryAcquire('y', minute), true);
    await b.release('x');
    assert.equal(await a.tryAcquire('x', minute), true);
    assert.equal(files().length, 1);
    await a.release('x');
    assert.equal(fs.existsSync(join(folder(), safeName('x'))), false);
    assert.equal(await b.tryAcquire('x', minute), true);
  });

  it('end immediately when their process on this machine vanishes, but not one on another machine', async () => {
    assert.equal(await locks(1).tryAcquire('x', minute), true);
    assert.equal(await locks(3, { machine: 'there' }).tryAcquire('y', minute), true);
    alive = new Set([2]);
    const b = locks(2);
    assert.equal(await b.tryAcquire('x', minute), true);
    assert.equal(await b.tryAcquire('y', minute), false);
  });

  it('can be taken over from a vanished process only after the delay that the caller requests', async () => {
    assert.equal(await locks(1).tryAcquire('x', minute), true);
    alive.delete(1);
    age(1_000);
    assert.equal(await locks(2).tryAcquire('x', minute, 2_000), false);
    age(-60 * minute);
    assert.equal(await locks(2).tryAcquire('x', minute, 2_000), true, 'the clock was set back');
    alive.delete(2);
    age(2_500);
    assert.equal(await locks(3).tryAcquire('x', minute, 2_000), true);
  });

  it('have a short grace period if their duration is short', async () => {
    assert.equal(await locks(1).tryAcquire('x', 2_000), true);
    age(2_100);
    assert.equal(await locks(2).tryAcquire('x', 2_000), false);
    age(2_400);
    assert.equal(await locks(2).tryAcquire('x', 2_000), true);
  });

  it('expire after their duration and a grace period, after which the old owner can’t renew them', async () => {
    const [a, b] = [locks(1), locks(2)];
    assert.equal(await a.tryAcquire('x', minute), true);
    age(minute + 1_000);
    assert.equal(await b.tryAcquire('x', minute), false);
    age(minute + 3_000);
    assert.equal(await b.tryAcquire('x', minute), true);
    assert.equal(await a.tryAcquire('x', minute), false);
    assert.equal(await b.tryAcquire('x', minute), true);
  });

  it('can be renewed after their duration if no other process has acquired them', async () => {
    const a = locks(1);
    assert.equal(await a.tryAcquire('x', minute), true);
    age(10 * minute);
    assert.equal(await a.tryAcquire('x', minute), true);
    assert.equal(await locks(2).tryAcquire('x', minute), false);
  });

  it('expire for a process that saw them unchanged for their duration, even if the clock was set back', async () => {
    const [a, b] = [locks(1), locks(2)];
    assert.equal(await a.tryAcquire('x', minute), true);
    age(-60 * minute);
    assert.equal(await b.tryAcquire('x', minute), false);
    elapsed = minute;
    assert.equal(await b.tryAcquire('x', minute), false);
    elapsed = minute + 3_000;
    assert.equal(await b.tryAcquire('x', minute), true);
  });

  it('expire later after each renewal', async () => {
    const [a, b] = [locks(1), locks(2)];
    assert.equal(await a.tryAcquire('x', minute), true);
    assert.equal(await b.tryAcquire('x', minute), false);
    elapsed = minute;
    assert.equal(await a.tryAcquire('x', minute), true);
    elapsed = minute + 3_000;
    assert.equal(await b.tryAcquire('x', minute), false);
    assert.equal(await a.tryAcquire('x', minute), true);
  });

  it('stay with the process that renews them while another process tries to acquire them', async () => {
    const [a, b] = [locks(1), locks(2)];
    assert.equal(await a.tryAcquire('x', minute), true);
    for (let round = 0; round < 50; round += 1) {
      const [kept, stolen] = await Promise.all([a.tryAcquire('x', minute), b.tryAcquire('x', minute)]);
      assert.deepEqual([kept, stolen], [true, false]);
    }
  });

  it('are acquired by at most one of several concurrent processes', async () => {
    const all = Array.from({ length: 12 }, (_, at) => locks(1, { nonce: `n${at}` }));
    for (let round = 0; round < 30; round += 1) {
      const won = await Promise.all(all.map((one) => one.tryAcquire(`x${round}`, minute)));
      assert.ok(won.filter((one) => one).length <= 1);
    }
  });

  it('report the disk’s error if they can’t be created', async () => {
    const refusing = faulty((method) => {
      if (method === 'create') throw refusal('EROFS');
    });
    await assert.rejects(locks(1, {}, refusing).tryAcquire('x', minute), (error) => {
      return error instanceof StorageFailed && error.problem.kind === 'readOnly';
    });
  });

  describe('requested by two processes at once', () => {
    let slept: number[];
    /** Clock of the file system, ms. */
    let clock: number;
    let made: Map<string, number>;
    beforeEach(() => {
      slept = [];
      clock = 0;
      made = new Map();
    });
    const sleep = (ms: number) => {
      slept.push(ms);
      return Promise.resolve();
    };
    const clocked: Files = {
      ...nodeFiles,
      async create(path, data, sync) {
        await nodeFiles.create(path, data, sync);
        made.set(path, clock);
      },
      async stat(path) {
        const state = await nodeFiles.stat(path);
        return state && { ...state, changedAt: made.get(path) ?? 0 };
      },
    };
    const meeting = (pid: number, more: Partial<LockOwner> = {}, own: Partial<Files> = {}) =>
      locks(pid, { sleep, random: () => 0.5, ...more }, { ...clocked, ...own });

    it('let the losing process retry a limited number of times, with growing waits', async () => {
      await meeting(1).tryAcquire('x', minute);
      clock += 249;
      assert.equal(await meeting(2).tryAcquire('x', minute), false);
      assert.deepEqual(slept, [15, 25, 35, 45]);
      assert.equal(files().length, 1, 'nothing of it is left');
    });

    it('make no process wait if one of the locks is no longer new', async () => {
      await meeting(1).tryAcquire('x', minute);
      clock += 250;
      assert.equal(await meeting(2).tryAcquire('x', minute), false);
      assert.deepEqual(slept, []);
    });

    it('let the second process acquire the lock when it retries after the first has released it', async () => {
      const a = meeting(1);
      await a.tryAcquire('x', minute);
      const b = meeting(2, { sleep: () => a.release('x') });
      assert.equal(await b.tryAcquire('x', minute), true);
      assert.equal(await a.tryAcquire('x', minute), false);
    });

    it('are created again if another process deleted one before it was checked', async () => {
      let lost = 1;
      const stat: Files['stat'] = (path) => (lost-- > 0 ? Promise.resolve(null) : clocked.stat(path));
      assert.equal(await meeting(1, {}, { stat }).tryAcquire('x', minute), true);
      assert.deepEqual([slept.length, files().length], [1, 1]);
    });

    it('go to only one process if the owner of an expired lock wakes up during a takeover', async () => {
      const a = meeting(1);
      await a.tryAcquire('x', minute);
      clock += minute + 3_000;
      let woken: boolean | null = null;
      const remove = async (path: string) => {
        woken ??= await a.tryAcquire('x', minute);
        await nodeFiles.remove(path);
      };
      const taken = await meeting(2, {}, { remove }).tryAcquire('x', minute);
      assert.deepEqual([woken, taken], [false, true]);
      assert.equal(await a.tryAcquire('x', minute), false);
    });
  });

  it('are created although other processes keep deleting their empty folder, up to a retry limit', async () => {
    let vanishing = 30;
    let tries = 0;
    const racing = faulty((method) => {
      if (method !== 'create') return;
      tries += 1;
      if (vanishing-- > 0) throw refusal('ENOENT');
    });
    assert.equal(await locks(1, {}, racing).tryAcquire('x', minute), true);
    tries = 0;
    vanishing = Infinity;
    await assert.rejects(locks(1, {}, racing).tryAcquire('y', minute), StorageFailed);
    assert.equal(tries, 42);
  });

  it('are released even if their file can’t be deleted, but block others until they expire', async () => {
    let isRefusing = false;
    const refusing = faulty((method) => {
      if (isRefusing && method === 'remove') throw refusal('EIO');
    });
    const a = locks(1, {}, refusing);
    await a.tryAcquire('x', minute);
    isRefusing = true;
    await assert.rejects(a.release('x'), StorageFailed);
    assert.equal(await a.isHeld('x'), false);
    assert.equal(await locks(2).tryAcquire('x', minute), false);
  });

  it('are written without syncing to disk', async () => {
    const synced: unknown[] = [];
    const watched: Files = {
      ...nodeFiles,
      create: (path, data, sync) => {
        synced.push(sync);
        return nodeFiles.create(path, data, sync);
      },
    };
    await locks(1, {}, watched).tryAcquire('x', minute);
    assert.deepEqual([...new Set(synced)], [false]);
  });
});
