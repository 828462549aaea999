import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { basename, dirname, join } from 'node:path';
import type { Disposable } from '../../base/emitter';
import { errorMessage } from '../../base/errors';
import { StorageFailed } from '../storage';
import type { StorageProblem } from '../storage';
import { FileLocks, safeName } from './fileLocks';
import type { LockOwner } from './fileLocks';
import { failedAt, nodeFiles } from './files';
import type { Files } from './files';
import type { ReadDocument } from './format';
import { HistoryLayout } from './layout';
import { KeyedMutex } from '../../base/keyedMutex';

export interface HistoryFolderOptions {
  /** absolute path of the folder that all windows share; made when it is first written to */
  readonly folder: string;
  readonly lockOwner: LockOwner;
  readonly files?: Files;
  /** ms since 1970 */
  readonly now: () => number;
  /** Calls `action` once after `delay` ms, unless disposed before. */
  readonly later: (delay: number, action: () => void) => Disposable;
  /** Something that was found on the disk is not as it should be; nothing was lost that could be kept. */
  readonly onProblem: (problem: StorageProblem) => void;
}

/** Longest time one change of one record may take before another process may think its window is gone, ms. */
const lockTime = 60_000;
/** Longest wait for another window's change, ms. */
const patience = 10_000;
/** How long changes that the file system tells are gathered, ms. */
const gathering = 50;

/** The folder on the disk: what its parts (records, pending requests, leases) have in common. */
export class HistoryFolder {
  readonly layout: HistoryLayout;
  readonly files: Files;
  /** between windows: who acts for a name */
  readonly leases: FileLocks;
  private readonly locks: FileLocks;
  private readonly turns = new KeyedMutex();
  private count = 0;
  /** the file system doesn't tell what other windows change */
  private deaf = false;

  constructor(readonly options: HistoryFolderOptions) {
    this.layout = new HistoryLayout(options.folder);
    this.files = options.files ?? nodeFiles;
    this.locks = new FileLocks(this.files, this.layout.locks, options.lockOwner);
    this.leases = new FileLocks(this.files, this.layout.leases, options.lockOwner);
  }

  get isDeaf(): boolean {
    return this.deaf;
  }

  /** Another one at each call, for the name of a file. */
  unique(): string {
    const { machine, pid, nonce } = this.options.lockOwner;
    return `${machine}-${pid}-${nonce}-${(this.count += 1)}`;
  }

  /** Runs `action` while no other process runs one under this name. Rejects with `StorageFailed` (`busy`, …). */
  async locked<Value>(name: string, action: () => Promise<Value>): Promise<Value> {
    return this.turns.run(name, async () => {
      await this.lock(name);
      try {
        return await action();
      } finally {
        await this.unlock(name);
      }
    });
  }

  /** A lock that cannot be removed runs out, or ends with this process: what was done under it is done. */
  private async unlock(name: string): Promise<void> {
    try {
      await this.locks.release(name);
    } catch (error) {
      if (!(error instanceof StorageFailed)) throw error;
      this.options.onProblem(error.problem);
    }
  }

  private async lock(name: string): Promise<void> {
    const { lockOwner } = this.options;
    const begin = lockOwner.elapsed();
    for (let wait = 5; !(await this.locks.tryAcquire(name, lockTime)); wait = Math.min(wait * 2, 200)) {
      if (lockOwner.elapsed() - begin > patience) {
        throw new StorageFailed({ kind: 'busy', path: join(this.layout.locks, safeName(name)) });
      }
      await lockOwner.sleep(wait * (0.5 + lockOwner.random()));
    }
  }

  /** A document's value; null: there is none. Rejects when it is `newer`, or was `broken` and is set aside now. */
  async readDocument<Value>(
    path: string,
    decode: (content: string) => ReadDocument<Value>,
  ): Promise<Value | null> {
    const content = await this.attempt(path, () => this.files.read(path));
    if (!content) return null;
    const read = decode(content.toString('utf8'));
    switch (read.kind) {
      case 'ok':
        return read.value;
      case 'newer':
        throw new StorageFailed({ kind: 'newer', path, format: read.format });
      case 'broken':
        throw new StorageFailed(await this.setAside(path, read.reason));
    }
  }

  /** Moves a damaged file out of the way, so that it is neither lost nor in the way. */
  async setAside(path: string, reason: string): Promise<StorageProblem> {
    const target = join(this.layout.broken, `${this.options.now()}-${this.unique()}-${placeOf(path)}`);
    try {
      await this.files.makeFolder(this.layout.broken);
      await this.files.rename(path, target);
      return { kind: 'broken', path, movedTo: target, reason };
    } catch {
      return { kind: 'broken', path, movedTo: null, reason }; // it stays where it is, and the user is told so
    }
  }

  /** Some window has set this file aside, and none has written or removed it since. */
  async wasSetAside(path: string): Promise<boolean> {
    return (await this.setAsideOf(path)).length > 0;
  }

  /** The file was written anew, or removed on purpose: what was set aside of it is history. */
  async settleSetAside(path: string): Promise<void> {
    for (const file of await this.setAsideOf(path)) {
      const from = join(this.layout.broken, file);
      await this.attempt(from, () => this.files.rename(from, `${from}.replaced`));
    }
  }

  private async setAsideOf(path: string): Promise<string[]> {
    const { broken } = this.layout;
    const files = await this.attempt(broken, () => this.files.list(broken));
    return files.filter((file) => file.endsWith(`-${placeOf(path)}`));
  }

  async attempt<Value>(path: string, action: () => Promise<Value>): Promise<Value> {
    try {
      return await action();
    } catch (error) {
      throw failedAt(path, error);
    }
  }

  /** Tells, a moment later and together, which files changed; null: not known which. */
  watch(folder: string, listener: (names: ReadonlySet<string> | null) => void): Disposable {
    let names: Set<string> | null = new Set();
    let timer: Disposable | null = null;
    let watcher: Disposable | null = null;
    let isDisposed = false;
    const onName = (name: string | null) => {
      if (name === null) names = null;
      else names?.add(name);
      timer ??= this.options.later(gathering, () => {
        const gathered = names;
        timer = null;
        names = new Set();
        listener(gathered);
      });
    };
    const onError = (error: unknown) => {
      watcher = null;
      this.deaf = true;
      this.options.onProblem({ kind: 'unwatched', path: folder, reason: errorMessage(error) });
    };
    const start = async () => {
      await this.files.makeFolder(folder);
      if (!isDisposed) watcher = this.files.watch(folder, onName, onError);
    };
    start().catch(onError);
    return {
      dispose: () => {
        isDisposed = true;
        timer?.dispose();
        watcher?.dispose();
      },
    };
  }
}

/** `records-<name>.json`: what a file is called among those set aside. */
function placeOf(path: string): string {
  return `${basename(dirname(path))}-${basename(path)}`;
}

const zip = promisify(gzip);
const unzip = promisify(gunzip);

/** Text of more than this many characters is compressed. */
const small = 4_096;

export async function packed(text: string): Promise<Buffer> {
  const plain = Buffer.from(text, 'utf8');
  return text.length <= small ? plain : zip(plain, { level: 1 });
}

/** Takes either form: gzip says what it is in its first bytes, and no JSON begins like that. */
export async function unpacked(content: Buffer): Promise<string> {
  const isZipped = content[0] === 0x1f && content[1] === 0x8b;
  return (isZipped ? await unzip(content) : content).toString('utf8');
}
