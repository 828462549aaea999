import type { Disposable } from '../../base/emitter';
import type { RecordStorage, StoredRecord } from '../storage';
import { thisProcess } from './lockOwner';
import { safeName, type FileLocks } from './fileLocks';
import { HistoryFolder } from './folder';
import type { HistoryFolderOptions } from './folder';
import { PendingFiles } from './pendingFiles';
import { RecordFiles } from './recordFiles';
import { sweep } from './sweep';

export type DiskOptions = Omit<HistoryFolderOptions, 'lockOwner' | 'files'>;

/** Everything that is kept in one folder, which all windows share. */
export interface Disk<Request> {
  readonly records: RecordStorage;
  readonly pending: Pick<PendingFiles<Request & Keyed>, keyof PendingFiles<Request & Keyed>>;
  readonly leases: SharedLeases;
  /** See `sweep`. */
  sweep(): Promise<void>;
}

export interface SharedLeases extends Pick<FileLocks, keyof FileLocks> {
  /** It was taken or given up by any window (may fire too often; a window that is killed gives nothing up). */
  onDidChange(name: string, listener: () => void): Disposable;
}

export interface Keyed {
  readonly key: string;
}

/** `initial`: what the index said; `isRequest`: what a pending request's file must say. */
export function openDisk<Request extends Keyed>(
  options: DiskOptions,
  initial: readonly StoredRecord[],
  isRequest: (json: unknown) => json is Request,
): Disk<Request> {
  const folder = new HistoryFolder({ ...options, lockOwner: thisProcess() });
  return {
    records: new RecordFiles(folder, initial),
    pending: new PendingFiles(folder, isRequest),
    leases: sharedLeases(folder),
    sweep: () => sweep(folder),
  };
}

/** The leases with what can be heard of other windows'. */
export function sharedLeases(folder: HistoryFolder): SharedLeases {
  const { leases, layout } = folder;
  return {
    tryAcquire: (name, duration) => leases.tryAcquire(name, duration),
    renew: (name, duration) => leases.renew(name, duration),
    release: (name) => leases.release(name),
    // what another window holds is of use here only where what it stores is heard of
    isHeld: async (name) => !folder.isDeaf && (await leases.isHeld(name)),
    onDidChange: (name, listener) =>
      folder.watch(layout.leases, (names) => {
        if (names === null || names.has(safeName(name))) listener();
      }),
  };
}
