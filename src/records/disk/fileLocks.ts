import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { codeOf, creating, failedAt } from './files';
import type { Files } from './files';
import { KeyedMutex } from '../../base/keyedMutex';

/** Who claims, and what can be said about other claimants. */
export interface LockOwner {
  /** the computer (and process namespace) whose process IDs can be asked about; letters and digits */
  readonly machine: string;
  readonly pid: number;
  /** tells two claimants of one process apart; letters and digits */
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

/** Added to a claim's time before others take it over, ms: clocks of file systems are coarse. */
const grace = 2_000;
/** A claim younger than this may be another attempt that gives way as we do, ms. */
const contest = 250;

/**
 * FileLocks on names that hold for a time, between all processes that share a folder. A name is a folder, a claim an
 * empty file in it: `<machine>~<pid>~<nonce>~<number>~<duration>`; its age is its file's, so that only the file
 * system's clock counts. Whoever claims first creates its own file, then looks: any other living claim, and it
 * gives way. Of two processes the one that creates later sees the other one's file, so never do both win.
 * A claim is void when its time is over, when its process is gone, or when this process has watched it
 * unchanged for its whole time (clocks may be set back).
 */
export class FileLocks {
  private readonly owner: string;
  private readonly held = new Map<string, { readonly file: string; readonly until: number }>();
  /** the claim that was in our way, and since when, by `elapsed` */
  private readonly watched = new Map<string, { readonly name: string; readonly since: number }>();
  private readonly turns = new KeyedMutex();
  private count = 0;

  constructor(
    private readonly files: Files,
    private readonly folder: string,
    private readonly lockOwner: LockOwner,
  ) {
    this.owner = `${lockOwner.machine}~${lockOwner.pid}~${lockOwner.nonce}`;
  }

  /** True: ours for `duration` ms from now, also when it was ours before. Rejects with `StorageFailed`. */
  async tryAcquire(name: string, duration: number): Promise<boolean> {
    return this.inTurn(name, async (folder) => {
      for (let attempt = 0; ; attempt += 1) {
        const outcome = await this.attempt(folder, duration);
        if (outcome !== 'contested' || attempt === 4) return outcome === 'won';
        await this.lockOwner.sleep(5 + this.lockOwner.random() * 20 * (attempt + 1));
      }
    });
  }

  /** Prolongs ours; false: it was lost meanwhile. */
  async renew(name: string, duration: number): Promise<boolean> {
    return this.held.has(join(this.folder, safeName(name))) && (await this.tryAcquire(name, duration));
  }

  /** Whether anybody holds it, also we. Takes nothing, so it doesn't know the file system's clock: see `isVoid`. */
  async isHeld(name: string): Promise<boolean> {
    return this.inTurn(name, async (folder) => {
      const names = await this.files.list(folder);
      return names.some((one) =>
        this.isOwn(one) ? this.held.get(folder)?.file === one : !this.isVoid(folder, one, 0),
      );
    });
  }

  /** Fine when it isn't ours. */
  async release(name: string): Promise<void> {
    await this.inTurn(name, async (folder) => {
      this.held.delete(folder);
      await this.removeOwn(folder, await this.files.list(folder), null);
      await this.files.removeFolder(folder);
    });
  }

  private async inTurn<Value>(name: string, action: (folder: string) => Promise<Value>): Promise<Value> {
    const folder = join(this.folder, safeName(name));
    try {
      return await this.turns.run(folder, () => action(folder));
    } catch (error) {
      throw failedAt(folder, error);
    }
  }

  private async attempt(folder: string, duration: number): Promise<'won' | 'lost' | 'contested'> {
    const file = `${this.owner}~${(this.count += 1)}~${Math.ceil(duration)}`;
    await this.createIn(folder, file);
    const own = await this.files.stat(join(folder, file));
    const names = await this.files.list(folder);
    const before = this.held.get(folder);
    // Nobody can have taken over what has not run out: whoever came since saw our file and gives way.
    const isStillOurs = before && names.includes(before.file) && own && own.changedAt < before.until;
    const rival = isStillOurs || !own ? null : await this.findRival(folder, names, own.changedAt);
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

  /** The first claim of somebody else that holds at `now`; void ones are cleared away. */
  private async findRival(
    folder: string,
    names: readonly string[],
    now: number,
  ): Promise<{ readonly age: number } | null> {
    for (const name of names) {
      if (this.isOwn(name)) continue;
      const path = join(folder, name);
      const stat = await this.files.stat(path);
      if (!stat) continue;
      const age = now - stat.changedAt;
      if (!this.isVoid(folder, name, age)) return { age: Math.abs(age) };
      await this.files.remove(path);
    }
    return null;
  }

  private isVoid(folder: string, name: string, age: number): boolean {
    const [machine, pid, , , duration] = name.split('~');
    if (machine === this.lockOwner.machine && !this.lockOwner.isAlive(Number(pid))) return true;
    const time = (Number(duration) || 0) + grace;
    if (age > time) return true;
    const now = this.lockOwner.elapsed();
    const before = this.watched.get(folder);
    if (before?.name !== name) {
      this.watched.set(folder, { name, since: now });
      return false;
    }
    return now - before.since > time;
  }

  private async removeOwn(folder: string, names: readonly string[], keep: string | null): Promise<void> {
    const old = names.filter((name) => this.isOwn(name) && name !== keep);
    await Promise.all(old.map((name) => this.files.remove(join(folder, name))));
  }

  private isOwn(name: string): boolean {
    return name.startsWith(`${this.owner}~`);
  }

  /** Another process may remove the empty folder just before the file gets there. */
  private async createIn(folder: string, file: string): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await creating(this.files, join(folder, file), '', false);
      } catch (error) {
        if (codeOf(error) !== 'ENOENT' || attempt === 20) throw error;
      }
    }
  }
}

/** A file name for any text: what comes from a service or a setting never becomes part of a path. */
export function safeName(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
