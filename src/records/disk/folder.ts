import { basename, dirname, join } from 'node:path';
import type { Disposable } from '../../base/emitter';
import { errorMessage } from '../../base/log';
import type { Clock } from '../../base/ports';
import { StorageFailed, type StorageProblem } from '../storage';
import { FileLocks, type LockOwner } from './fileLocks';
import { attempt, NotAFile, nodeFiles, replaceFile, type Files } from './files';
import type { ReadDocument } from './document';
import { historyLayout, nameInPart, type HistoryLayout } from './layout';
import { FILE_CHANGES_PAUSE_MS } from '../limits';

export interface HistoryFolderOptions {
  /** Absolute path of the folder that all windows share. It is created by the first write. */
  readonly folder: string;
  readonly lockOwner: LockOwner;
  readonly files?: Files;
  readonly clock: Clock;
  /**
   * Returns whether a text contains a credential of the user. A record with such a text gets a mark, because other
   * programs that read the history can't recognize credentials. Absent: no text does.
   */
  readonly containsCredential?: (text: string) => boolean | Promise<boolean>;
  /** Reports a problem with the stored files. All data that could be kept was kept. */
  readonly onProblem: (problem: StorageProblem) => void;
}

/** The history folder on disk, with the functions that its parts (records, leases) share. */
export class HistoryFolder {
  readonly layout: HistoryLayout;
  readonly files: Files;
  private readonly locks: FileLocks;
  private count = 0;
  /** The file system doesn't report changes of other windows. */
  isUnwatched = false;

  constructor(readonly options: HistoryFolderOptions) {
    this.layout = historyLayout(options.folder);
    this.files = options.files ?? nodeFiles;
    this.locks = new FileLocks(this.files, this.layout.locks, options.lockOwner);
  }

  /** Returns a part of a file name that no other call returns, in any process. */
  unique(): string {
    const { machine, pid, nonce } = this.options.lockOwner;
    return `${machine}-${pid}-${nonce}-${(this.count += 1)}`;
  }

  /** Runs `action` while no other process runs one with this name. Rejects with `StorageFailed` (`busy`, …). */
  locked<Value>(name: string, action: () => Promise<Value>): Promise<Value> {
    return this.locks.exclusively(name, action, ({ problem }) => this.options.onProblem(problem));
  }

  replace(path: string, data: Buffer | string): Promise<void> {
    return replaceFile(this.files, path, data, this.unique());
  }

  list(folder: string): Promise<string[]> {
    return attempt(folder, () => this.files.list(folder));
  }

  remove(path: string): Promise<void> {
    return attempt(path, () => this.files.remove(path));
  }

  /**
   * Reads a document. Null if it doesn't exist, or if it is damaged: then it is reported and moved to `broken`. Rejects
   * with `StorageFailed`, for example if a newer version wrote the document, which stays unchanged.
   */
  async readDocument<Value>(
    path: string,
    decode: (content: string) => ReadDocument<Value>,
  ): Promise<Value | null> {
    const content = await this.readFile(path);
    if (!content) return null;
    if (content instanceof NotAFile) {
      this.options.onProblem(await this.setAside(path, content.message));
      return null;
    }
    const read = decode(content.toString('utf8'));
    switch (read.kind) {
      case 'ok':
        return read.value;
      case 'newer':
        throw new StorageFailed({ kind: 'newer', path, reason: read.reason });
      case 'broken':
        this.options.onProblem(await this.setAside(path, read.reason));
        return null;
    }
  }

  /**
   * Reads a file like `Files.read`, but returns `NotAFile` instead of throwing it. Rejects with `StorageFailed` only.
   */
  async readFile(path: string): Promise<Buffer | NotAFile | null> {
    return attempt(path, async () => {
      try {
        return await this.files.read(path);
      } catch (error) {
        if (error instanceof NotAFile) return error;
        throw error;
      }
    });
  }

  /**
   * Moves a damaged file, or a folder with the name of a file, to `broken`. It stays available there and no longer
   * prevents writes.
   */
  async setAside(path: string, reason: string): Promise<StorageProblem> {
    const file = `${this.options.clock.now()}-${this.unique()}-${basename(dirname(path))}-${basename(path)}`;
    const target = join(this.layout.broken, file);
    try {
      await this.files.makeFolder(this.layout.broken);
      await this.files.rename(path, target);
      return { kind: 'broken', path, movedTo: target, reason };
    } catch {
      // The file keeps its name.
      return { kind: 'broken', path, movedTo: null, reason };
    }
  }

  /** Returns the paths of the records' other files (results, source texts, and damaged files), by record name. */
  async partsOf(names: ReadonlySet<string>): Promise<ReadonlyMap<string, readonly string[]>> {
    const { results, sources, broken, withheld } = this.layout;
    const parts = new Map<string, string[]>();
    for (const folder of [results, sources, broken, withheld]) {
      for (const file of await this.list(folder)) {
        const name = nameInPart(file);
        if (names.has(name)) parts.set(name, [...(parts.get(name) ?? []), join(folder, file)]);
      }
    }
    return parts;
  }

  /** Collects changed file names for a short time and passes them to `listener`; null if they are unknown. */
  watch(folder: string, listener: (names: ReadonlySet<string> | null) => void): Disposable {
    let names: Set<string> | null = new Set();
    let timer: Disposable | null = null;
    let watcher: Disposable | null = null;
    let isDisposed = false;
    const onName = (name: string | null) => {
      if (name === null) names = null;
      else names?.add(name);
      timer ??= this.options.clock.after(FILE_CHANGES_PAUSE_MS, () => {
        const gathered = names;
        timer = null;
        names = new Set();
        listener(gathered);
      });
    };
    const onError = (error: unknown) => {
      watcher = null;
      this.isUnwatched = true;
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
