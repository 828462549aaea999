import type { RecordStorage, StoredRecord } from '../storage';
import { thisProcess } from './claimant';
import type { Claims } from './claims';
import { HistoryFolder } from './folder';
import type { HistoryFolderOptions } from './folder';
import { PendingFiles } from './pending';
import { RecordFiles } from './records';
import { sweep } from './sweep';

export type DiskOptions = Omit<HistoryFolderOptions, 'claimant' | 'files'>;

/** Everything that is kept in one folder, which all windows share. */
export interface Disk<Request> {
  readonly records: RecordStorage;
  readonly pending: Pick<PendingFiles<Request & Keyed>, keyof PendingFiles<Request & Keyed>>;
  readonly leases: Pick<Claims, keyof Claims>;
  /** See `sweep`. */
  sweep(): Promise<void>;
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
  const folder = new HistoryFolder({ ...options, claimant: thisProcess() });
  return {
    records: new RecordFiles(folder, initial),
    pending: new PendingFiles(folder, isRequest),
    leases: folder.leases,
    sweep: () => sweep(folder),
  };
}
