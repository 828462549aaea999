import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { KeyedMutex } from '../../base/async';
import { codeOf } from '../../base/fileErrors';
import { StorageFailed } from '../storage';
import { attempt, creating, type Files } from './files';
import { safeName } from './layout';
import { LOCK_GRACE, MAX_CONTENTION_AGE_MS, EXCLUSIVE_DURATION_MS, MAX_LOCK_WAIT_MS } from '../limits';

/** The process that takes locks, and its information about other processes. */
export interface LockOwner {
  /** ID of the computer and process namespace in which `pid` is unique. Letters and digits. */
  readonly machine: string;
  readonly pid: number;
  /** Distinguishes two owners in one process. Letters and digits. */
  readonly nonce: string;
  /** Returns whether a process of this computer exists. If unknown, returns true. */
  isAlive(pid: number): boolean;
  /** Returns the time of a monotonic clock, ms. */
  elapsed(): number;
  sleep(ms: number): Promise<void>;
  /** Returns an evenly distributed random number in [0, 1). */
  random(): number;
}

/**
 * Named locks with a duration, for all processes that share a folder. Each name has a subfolder, and each lock is an
 * empty file in it: `<machine>~<pid>~<nonce>~<number>~<duration>`. The age of a lock is the age of its file, so that
 * only the clock of the file system matters.
 *
 * To take a lock, a process first creates its own file and then looks for others. If another lock is valid, the process
 * removes its own file. If two processes try, the one that creates its file later sees the other file, so at most one
 * of them gets the lock.
 *
 * A lock ends when its duration is over, when its process has ended (and the requested `rest` is over), or when this
 * process has seen it unchanged for its whole duration, because clocks may be set back.
 */
export class FileLocks {
  private readonly prefix: string;
  private readonly held = new Map<string, { readonly file: string; readonly until: number }>();
  /** The lock that prevented the last attempt in each folder, and the time at which it was first seen, by `elapsed`. */
  private readonly watched = new Map<string, { readonly name: string; readonly since: number }>();
  private readonly mutex = new KeyedMutex();
  private count = 0;

  constructor(
    private readonly files: Files,
    private readonly folder: string,
    private readonly owner: LockOwner,
  ) {
    this.prefix = `${owner.machine}~${owner.pid}~${owner.nonce}~`;
  }

  /**
   * Tries to take or extend a lock for `duration` ms from now. Returns whether this process has it. A lock of a process
   * that has ended stays valid for `rest` ms after it was taken. Rejects with `StorageFailed`.
   */
  async tryAcquire(name: string, duration: number, rest = 0): Promise<boolean> {
    return this.withMutex(name, (folder) => this.acquire(folder, duration, rest));
  }

  /**
   * Returns whether any process holds the lock, including this one. Creates no file, so it can't read the file system's
   * clock. It treats each lock as new until this process has seen it for its whole duration, see `isOver`.
   */
  async isHeld(name: string): Promise<boolean> {
    return this.withMutex(name, async (folder) => {
      const names = await this.files.list(folder);
      return names.some((file) =>
        this.isOwn(file) ? this.held.get(folder)?.file === file : !this.isOver(folder, file, 0, 0),
      );
    });
  }

  /** Releases the lock. No-op if this process doesn't have it. */
  async release(name: string): Promise<void> {
    await this.withMutex(name, (folder) => this.releaseFolder(folder));
  }

  /**
   * Runs `action` while no other action with this name runs, in any process. Rejects with `StorageFailed` (`busy`, …).
   * If the lock can't be removed afterwards, calls `onError` and doesn't reject. The lock then ends when its duration
   * is over or this process ends.
   */
  async exclusively<Value>(
    name: string,
    action: () => Promise<Value>,
    onError: (error: StorageFailed) => void,
  ): Promise<Value> {
    const folder = this.folderOf(name);
    return this.mutex.run(folder, async () => {
      await attempt(folder, () => this.waitFor(folder));
      try {
        return await action();
      } finally {
        await attempt(folder, () => this.releaseFolder(folder)).catch(onError);
      }
    });
  }

  private folderOf(name: string): string {
    return join(this.folder, safeName(name));
  }

  private withMutex<Value>(name: string, action: (folder: string) => Promise<Value>): Promise<Value> {
    const folder = this.folderOf(name);
    return this.mutex.run(folder, () => attempt(folder, () => action(folder)));
  }

  private async waitFor(folder: string): Promise<void> {
    const { owner } = this;
    const begin = owner.elapsed();
    for (
      let wait = 5;
      !(await this.acquire(folder, EXCLUSIVE_DURATION_MS, 0));
      wait = Math.min(wait * 2, 200)
    ) {
      if (owner.elapsed() - begin > MAX_LOCK_WAIT_MS) throw new StorageFailed({ kind: 'busy', path: folder });
      await owner.sleep(wait * (0.5 + owner.random()));
    }
  }

  private async acquire(folder: string, duration: number, rest: number): Promise<boolean> {
    for (let attempts = 1; ; attempts += 1) {
      const outcome = await this.tryOnce(folder, duration, rest);
      if (outcome !== 'contested' || attempts === 5) return outcome === 'won';
      await this.owner.sleep(5 + this.owner.random() * 20 * attempts);
    }
  }

  private async tryOnce(
    folder: string,
    duration: number,
    rest: number,
  ): Promise<'won' | 'lost' | 'contested'> {
    const file = `${this.prefix}${(this.count += 1)}~${Math.ceil(duration)}`;
    await this.createIn(folder, file);
    const ownFile = await this.files.stat(join(folder, file));
    const names = await this.files.list(folder);
    const before = this.held.get(folder);
    // Before its expiry, no process can have taken over the lock: later processes saw our file and backed off.
    const isStillOurs = before && names.includes(before.file) && ownFile && ownFile.changedAt < before.until;
    const rival =
      isStillOurs || !ownFile ? null : await this.findRival(folder, names, ownFile.changedAt, rest);
    if (!ownFile || rival) {
      await this.removeOwn(folder, names, null);
      await this.files.remove(join(folder, file));
      this.held.delete(folder);
      return !rival || rival.age < MAX_CONTENTION_AGE_MS ? 'contested' : 'lost';
    }
    this.watched.delete(folder);
    this.held.set(folder, { file, until: ownFile.changedAt + duration });
    await this.removeOwn(folder, names, file);
    return 'won';
  }

  /** Returns the first valid lock of another process at `now`, and removes the locks that have ended. */
  private async findRival(
    folder: string,
    names: readonly string[],
    now: number,
    rest: number,
  ): Promise<{ readonly age: number } | null> {
    for (const name of names) {
      if (this.isOwn(name)) continue;
      const path = join(folder, name);
      const stat = await this.files.stat(path);
      if (!stat) continue;
      const age = now - stat.changedAt;
      if (!this.isOver(folder, name, age, rest)) return { age: Math.abs(age) };
      await this.files.remove(path);
    }
    return null;
  }

  private isOver(folder: string, name: string, age: number, rest: number): boolean {
    const [machine, pid, , , duration] = name.split('~');
    const isGone = machine === this.owner.machine && !this.owner.isAlive(Number(pid));
    // A time far in the future is from before the clock was set back.
    if (isGone && Math.abs(age) >= rest) return true;
    const given = Number(duration) || 0;
    const time = given + Math.min(LOCK_GRACE.most, given * LOCK_GRACE.part);
    if (age > time) return true;
    const now = this.owner.elapsed();
    const before = this.watched.get(folder);
    if (before?.name !== name) {
      this.watched.set(folder, { name, since: now });
      return false;
    }
    return now - before.since > time;
  }

  private async releaseFolder(folder: string): Promise<void> {
    this.held.delete(folder);
    await this.removeOwn(folder, await this.files.list(folder), null);
    await this.files.removeFolder(folder);
  }

  private async removeOwn(folder: string, names: readonly string[], keep: string | null): Promise<void> {
    const old = names.filter((name) => this.isOwn(name) && name !== keep);
    await Promise.all(old.map((name) => this.files.remove(join(folder, name))));
  }

  private isOwn(name: string): boolean {
    return name.startsWith(this.prefix);
  }

  /** Creates a lock file. Retries, because another process may remove the empty folder just before. */
  private async createIn(folder: string, file: string): Promise<void> {
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await creating(this.files, join(folder, file), '', false);
      } catch (error) {
        if (codeOf(error) !== 'ENOENT' || attempts > 20) throw error;
      }
    }
  }
}

export function thisProcess(): LockOwner {
  return {
    machine: machineName(),
    pid: process.pid,
    nonce: randomBytes(6).toString('hex'),
    isAlive,
    elapsed: () => performance.now(),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    random: () => Math.random(),
  };
}

/**
 * Returns an ID shared by exactly those processes whose `pid`s can be compared. Computers and containers that share a
 * network folder may have the same host name, so the ID also depends on the boot, the process namespace, and the
 * network cards.
 */
function machineName(): string {
  const cards = Object.values(networkInterfaces()).flatMap((some) => some?.map(({ mac }) => mac) ?? []);
  const facts = [
    hostname(),
    unlessAbsent(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
    unlessAbsent(() => readlinkSync('/proc/self/ns/pid')),
    ...(process.platform === 'linux' ? [] : [...new Set(cards)].sort()),
  ];
  return createHash('sha256').update(facts.join('\n')).digest('hex').slice(0, 12);
}

/** Returns an empty string if the file doesn't exist. Only Linux has these files. */
function unlessAbsent(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
