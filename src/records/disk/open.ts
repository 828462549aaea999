import type { Disposable } from '../../base/emitter';
import type { StoredRecord } from '../storage';
import { FileLocks, thisProcess } from './fileLocks';
import { HistoryFolder } from './folder';
import type { HistoryFolderOptions } from './folder';
import { safeName } from './layout';
import { RecordFiles } from './recordFiles';
import { sweep } from './sweep';

/** Everything that is kept in one folder, which all windows share. */
export interface Disk {
  readonly records: RecordFiles;
  readonly leases: SharedLeases;
  /** See `sweep`. */
  sweep(): Promise<void>;
}

/** `initial`: what the index said. */
export function openDisk(
  options: Omit<HistoryFolderOptions, 'lockOwner' | 'files'>,
  initial: readonly StoredRecord[],
): Disk {
  const folder = new HistoryFolder({ ...options, lockOwner: thisProcess() });
  return {
    records: new RecordFiles(folder, initial),
    leases: new SharedLeases(folder),
    sweep: () => sweep(folder),
  };
}

/** Between windows: which of them acts for a name. */
export class SharedLeases extends FileLocks {
  constructor(private readonly history: HistoryFolder) {
    super(history.files, history.layout.leases, history.options.lockOwner);
  }

  /** False also where nothing is heard of other windows: what they hold is of no use here then. */
  override async isHeld(name: string): Promise<boolean> {
    return !this.history.isUnwatched && (await super.isHeld(name));
  }

  /** It was taken or given up by any window (may fire too often; a window that is killed gives nothing up). */
  onDidChange(name: string, listener: () => void): Disposable {
    return this.history.watch(this.history.layout.leases, (names) => {
      if (names === null || names.has(safeName(name))) listener();
    });
  }
}
