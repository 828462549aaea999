import { constants, watch, type Stats } from 'node:fs';
import * as fs from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Disposable } from '../../base/emitter';
import { codeOf, withRetries } from '../../base/fileErrors';
import { StorageFailed } from '../storage';

/**
 * The file system operations that storage needs. Tests pass an implementation in which each of them can fail. Paths are
 * absolute.
 */
export interface Files {
  /**
   * Reads a file. Null if it doesn't exist. Rejects with `NotAFile` for a folder, a pipe, or a device, and never blocks
   * on one.
   */
  read(path: string): Promise<Buffer | null>;
  /**
   * Writes a new file that only its owner can read. Rejects with `EEXIST` if it exists. `sync`: the file survives a
   * power failure.
   */
  create(path: string, data: Buffer | string, sync: boolean): Promise<void>;
  /** Replaces the file `to` with the file `from` in one step. */
  rename(from: string, to: string): Promise<void>;
  /** Removes a file. No-op if it doesn't exist or is a folder. */
  remove(path: string): Promise<void>;
  /** Returns all files and folders in a folder, by name. Empty if the folder doesn't exist. */
  list(folder: string): Promise<string[]>;
  /** Returns the state of a file or folder. Null if it doesn't exist. */
  stat(path: string): Promise<FileState | null>;
  /** Creates a folder and its parents, accessible to the owner only. No-op if it exists. */
  makeFolder(path: string): Promise<void>;
  /** Removes a folder. No-op if it doesn't exist, isn't empty, or is open in another program. */
  removeFolder(path: string): Promise<void>;
  /**
   * Reports the name of each changed file in a folder; null if the system doesn't provide it. Stops after `onError`.
   */
  watch(
    folder: string,
    listener: (name: string | null) => void,
    onError: (error: unknown) => void,
  ): Disposable;
}

export interface FileState {
  /** Time of the last change according to the file system's clock, ms since 1970. */
  readonly changedAt: number;
  /** A different value after each replacement of the file. */
  readonly version: string;
  readonly isFolder: boolean;
}

/** Thrown if the path of a stored file leads to a folder, a pipe, or a device. */
export class NotAFile extends Error {
  override readonly name = 'NotAFile';
  readonly code = 'ENOTFILE';

  constructor() {
    super('not a file');
  }
}

interface OpenFile {
  stat(): Promise<Pick<Stats, 'isFile'>>;
  readFile(): Promise<Buffer>;
  writeFile(data: Buffer | string): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

interface FileSystem {
  mkdir(path: string, options: { readonly mode: number }): Promise<unknown>;
  open(path: string, flags: string | number, mode?: number): Promise<OpenFile>;
  readdir(path: string): Promise<string[]>;
  rename(from: string, to: string): Promise<void>;
  rmdir(path: string): Promise<void>;
  stat(path: string): Promise<Pick<Stats, 'mtimeMs' | 'ino' | 'size' | 'isFile' | 'isDirectory'>>;
  unlink(path: string): Promise<void>;
}

/** Node's functions and the operating system. Tests pass an object that behaves like another operating system. */
export interface System {
  readonly platform: NodeJS.Platform;
  readonly fs: FileSystem;
  sleep(ms: number): Promise<void>;
}

export function filesOf(system: System): Files {
  const { fs } = system;
  const retrying = <Value>(action: () => Promise<Value>): Promise<Value> => withRetries(action, system);
  const retryingUnlessMissing = <Value>(action: () => Promise<Value>, otherwise: Value): Promise<Value> =>
    unlessMissing(retrying(action), otherwise);
  return {
    read: (path) => retryingUnlessMissing(() => readRegular(system, path), null),
    async create(path, data, sync) {
      const file = await retrying(() => fs.open(path, 'wx', 0o600));
      try {
        await file.writeFile(data);
        if (sync) await file.sync();
      } finally {
        await file.close();
      }
    },
    async rename(from, to) {
      await retrying(() => fs.rename(from, to));
      await syncFolder(system, dirname(to));
    },
    async remove(path) {
      try {
        await retryingUnlessMissing(() => fs.unlink(path), undefined);
      } catch (error) {
        const stat = ['EISDIR', 'EPERM'].includes(codeOf(error))
          ? await fs.stat(path).catch(() => null)
          : null;
        if (!stat?.isDirectory()) throw error;
      }
    },
    list: (folder) => retryingUnlessMissing(() => fs.readdir(folder), []),
    async stat(path) {
      const stat = await retryingUnlessMissing(() => fs.stat(path), null);
      return (
        stat && {
          changedAt: stat.mtimeMs,
          version: `${stat.ino} ${stat.mtimeMs} ${stat.size}`,
          isFolder: stat.isDirectory(),
        }
      );
    },
    makeFolder: (path) => retrying(() => makeFolder(system, path)),
    removeFolder: (path) =>
      unlessMissing(fs.rmdir(path), undefined, ['ENOENT', 'ENOTEMPTY', 'EEXIST', 'EPERM', 'EBUSY']),
    watch(folder, listener, onError) {
      const watcher = watch(folder, { persistent: false }, (_event, name) => listener(name));
      watcher.on('error', (error) => {
        watcher.close();
        onError(error);
      });
      return { dispose: () => watcher.close() };
    },
  };
}

/** Opens without blocking: a blocking open of a pipe waits for a writer. */
const READING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

async function readRegular(system: System, path: string): Promise<Buffer> {
  const file = await openToRead(system, path);
  try {
    if (!(await file.stat()).isFile()) throw new NotAFile();
    return await file.readFile();
  } finally {
    await file.close();
  }
}

async function openToRead({ fs }: System, path: string): Promise<OpenFile> {
  try {
    return await fs.open(path, READING);
  } catch (error) {
    // Windows can't open a folder, and no system can open a socket.
    const stat = codeOf(error) === 'ENOENT' ? null : await fs.stat(path).catch(() => null);
    throw stat?.isFile() === false ? new NotAFile() : error;
  }
}

/**
 * Replaces a file so that at each moment, even after a crash, either the complete old file or the complete new one
 * exists.
 */
export async function replaceFile(
  files: Files,
  path: string,
  data: Buffer | string,
  unique: string,
): Promise<void> {
  const temporary = join(dirname(path), `${temporaryPrefix}${unique}.${basename(path)}`);
  try {
    await creating(files, temporary, data);
    await files.rename(temporary, path);
  } catch (error) {
    await files.remove(temporary).catch(() => undefined); // The disk that rejected the write may also reject this.
    throw failedAt(path, error);
  }
}

/** Writes a new file, and creates its folder if that is missing. */
export async function creating(
  files: Files,
  path: string,
  data: Buffer | string,
  sync = true,
): Promise<void> {
  try {
    await files.create(path, data, sync);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    await files.makeFolder(dirname(path));
    await files.create(path, data, sync);
  }
}

/** Prefix of a file that is still being written. */
export const temporaryPrefix = '.writing.';

/** Runs `action`. Rejects with `StorageFailed` only. */
export async function attempt<Value>(path: string, action: () => Promise<Value>): Promise<Value> {
  try {
    return await action();
  } catch (error) {
    throw failedAt(path, error);
  }
}

/** Converts an error of the operating system to `StorageFailed`. */
export function failedAt(path: string, error: unknown): StorageFailed {
  if (error instanceof StorageFailed) return error;
  const code = codeOf(error);
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new StorageFailed({ kind: 'full', path }, { cause: error });
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return new StorageFailed({ kind: 'readOnly', path }, { cause: error });
    default:
      return new StorageFailed({ kind: 'other', path, code }, { cause: error });
  }
}

/**
 * Creates missing parents one at a time. If the parent isn't writable, Node's recursive `mkdir` reports `ENOENT`
 * instead of the cause.
 */
async function makeFolder({ fs }: Pick<System, 'fs'>, path: string, isParentThere = false): Promise<void> {
  try {
    await fs.mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return;
    const parent = dirname(path);
    // An existing parent may still be unusable: a link to a disk that isn't mounted.
    if (codeOf(error) !== 'ENOENT' || isParentThere || parent === path) throw error;
    await makeFolder({ fs }, parent);
    await makeFolder({ fs }, path, true);
  }
}

async function unlessMissing<Value, Other>(
  value: Promise<Value>,
  otherwise: Other,
  fine: readonly string[] = ['ENOENT'],
): Promise<Value | Other> {
  try {
    return await value;
  } catch (error) {
    if (fine.includes(codeOf(error))) return otherwise;
    throw error;
  }
}

/**
 * Makes a rename survive a power failure if the file system supports that. Never rejects, because the rename itself has
 * succeeded.
 */
async function syncFolder({ fs, platform }: System, folder: string): Promise<void> {
  if (platform === 'win32') return;
  const handle = await fs.open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close().catch(() => undefined);
}

export const nodeFiles = filesOf({
  platform: process.platform,
  fs,
  sleep: (ms) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
});
