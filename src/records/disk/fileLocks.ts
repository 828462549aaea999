import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { KeyedMutex } from '../../base/async';
import { StorageFailed } from '../storage';
import { attempt, codeOf, creating, type Files } from './files';
import { safeName } from './layout';

/** Who takes locks, and what can be found out about other owners. */
export interface LockOwner {
  /** the computer (and process namespace) whose process IDs can be asked about; letters and digits */
  readonly machine: string;
  readonly pid: number;
  /** tells two owners of one process apart; letters and digits */
  readonly nonce: string;
  /** Whether a process of this machine exists. In doubt: true. */
  isAlive(pid: number): boolean;
  /** ms on a clock that no one sets */
  elapsed(): number;
  /** Waits `ms`. */
  sleep(ms: number): Promise<void>;
  /** evenly distributed in [0, 1) */
  random(): number;
}

/**
 * Added to a lock's time before others take it over: clocks of file systems are coarse. At most so many ms, and this part
 * of its time, or who waits for a short turn would wait twice as long.
 */
const grace = { most: 2_000, part: 1 / 8 };
/** A lock younger than this may be another attempt that gives way as we do, ms. */
const contest = 250;
/** Longest time that one `exclusively` may take before another process may think its owner is gone, ms. */
const exclusiveTime = 60_000;
/** Longest wait of `exclusively` for another process, ms. */
const patience = 10_000;

/**
 * Locks on names, each held for a time, between all processes that share a folder. A name is a folder, a lock an
 * empty file in it: `<machine>~<pid>~<nonce>~<number>~<duration>`. Its age is the file's, so that only the file
 * system's clock counts. Each process first creates its own file and then looks for others: where another lock holds,
 * it removes its own. Of two processes the one that creates later sees the other's file, so never do both get the lock.
 * A lock no longer holds when its time is over, when its process is gone (and the rest that was asked for is over), or
 * when this process has watched it unchanged for its whole time (clocks may be set back).
 */
export class FileLocks {
  private readonly prefix: string;
  private readonly held = new Map<string, { readonly file: string; readonly until: number }>();
  /** the lock that was in our way, and since when, by `elapsed` */
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
   * True: ours for `duration` ms from now, also when it was ours before. What a process that is gone took less than `rest`
   * ms ago is left to it. Rejects with `StorageFailed`.
   */
  async tryAcquire(name: string, duration: number, rest = 0): Promise<boolean> {
    return this.inTurn(name, (folder) => this.acquire(folder, duration, rest));
  }

  /** Whether anybody holds it, also we. Takes nothing, so it doesn't know the file system's clock: see `isOver`. */
  async isHeld(name: string): Promise<boolean> {
    return this.inTurn(name, async (folder) => {
      const names = await this.files.list(folder);
      return names.some((one) =>
        this.isOwn(one) ? this.held.get(folder)?.file === one : !this.isOver(folder, one, 0, 0),
      );
    });
  }

  /** Fine when it isn't ours. */
  async release(name: string): Promise<void> {
    await this.inTurn(name, (folder) => this.giveUp(folder));
  }

  /**
   * Runs `action` while nobody else runs one under this name, in this process or another. Rejects with
   * `StorageFailed` (`busy`, …). A lock that can't be removed afterwards is told to `onError`: it runs out, or ends with
   * this process, and what was done under it is done.
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
        await attempt(folder, () => this.giveUp(folder)).catch(onError);
      }
    });
  }

  private folderOf(name: string): string {
    return join(this.folder, safeName(name));
  }

  private inTurn<Value>(name: string, action: (folder: string) => Promise<Value>): Promise<Value> {
    const folder = this.folderOf(name);
    return this.mutex.run(folder, () => attempt(folder, () => action(folder)));
  }

  private async waitFor(folder: string): Promise<void> {
    const { owner } = this;
    const begin = owner.elapsed();
    for (let wait = 5; !(await this.acquire(folder, exclusiveTime, 0)); wait = Math.min(wait * 2, 200)) {
      if (owner.elapsed() - begin > patience) throw new StorageFailed({ kind: 'busy', path: folder });
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
    const own = await this.files.stat(join(folder, file));
    const names = await this.files.list(folder);
    const before = this.held.get(folder);
    // Nobody can have taken over what has not run out: whoever came since saw our file and gives way.
    const isStillOurs = before && names.includes(before.file) && own && own.changedAt < before.until;
    const rival = isStillOurs || !own ? null : await this.findRival(folder, names, own.changedAt, rest);
    if (!own || rival) {
      await this.removeOwn(folder, names, null);
      await this.files.remove(join(folder, file));
      this.held.delete(folder);
      return !rival || rival.age < contest ? 'contested' : 'lost';
    }
    this.watched.delete(folder);
    this.held.set(folder, { file, until: own.changedAt + duration });
    await this.removeOwn(folder, names, file);
    return 'won';
  }

  /** The first lock of somebody else that holds at `now`; those that are over are removed. */
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
    // a time far in the future is of before the clock was set back
    if (isGone && Math.abs(age) >= rest) return true;
    const given = Number(duration) || 0;
    const time = given + Math.min(grace.most, given * grace.part);
    if (age > time) return true;
    const now = this.owner.elapsed();
    const before = this.watched.get(folder);
    if (before?.name !== name) {
      this.watched.set(folder, { name, since: now });
      return false;
    }
    return now - before.since > time;
  }

  private async giveUp(folder: string): Promise<void> {
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

  /** Another process may remove the empty folder just before the file gets there. */
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

/** This process as an owner of locks. */
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
 * The same for all processes whose IDs can be told apart here, and for no others: computers (and containers) that
 * share a network folder may share a host name too, so their boot, process namespace and network cards count.
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

/** Only Linux has these files. */
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
