import { Uri, type ExtensionContext } from 'vscode';
import type { LeaseSight, Leases } from '../base/ports';
import type { RecordStoreOptions, StorageProblem } from '../records';
import type { Disk } from '../records/disk/open';
import { readStart } from '../records/disk/start';
import type { PendingRequest, TrackerParts } from '../tracking';
import { pendingRequest } from '../tracking/pendingRequest';
import { systemClock } from './later';
import type { Log } from '../base/log';

/** What trackers share with those of other windows. */
export type SharedState = Pick<TrackerParts, 'storage'> & { readonly leases: Leases & LeaseSight };

/** Where records and pending requests are kept. */
export interface History {
  readonly records: Pick<RecordStoreOptions, 'openStorage' | 'initial' | 'onProblem'>;
  /** What the tracker shares with other windows. */
  openShared(): Promise<SharedState>;
  /** requests that are not at their end */
  readonly pending: number;
  /** Clears away what killed windows have left behind. */
  sweep(): Promise<void>;
}

/**
 * Opens what is kept on this computer, under the extension's global storage, which all windows share. Only the small
 * index is read here; the rest follows when the window has come to rest.
 */
export async function openHistory(context: ExtensionContext, log: Log): Promise<History> {
  const path = Uri.joinPath(context.globalStorageUri, 'history').fsPath;
  const onProblem = showingProblems(log);
  const start = await readStart(path);
  const options = { folder: path, clock: systemClock, onProblem };
  let opening: Promise<Disk<PendingRequest>> | null = null;
  const openDisk = () =>
    (opening ??= import('../records/disk/open').then((it) =>
      it.openDisk(options, start.newest, pendingRequest),
    ));
  return {
    records: { openStorage: async () => (await openDisk()).records, initial: start.newest, onProblem },
    openShared: async () => {
      const { pending, leases } = await openDisk();
      return { storage: pending, leases };
    },
    pending: start.pending,
    sweep: async () => (await openDisk()).sweep(),
  };
}

/** Shows a problem of the disk once: a full disk is one problem, not one for each record. */
export function showingProblems(log: Pick<Log, 'error'>): (problem: StorageProblem) => void {
  const shown = new Set<string>();
  const logged = new Set<string>();
  return (problem) => {
    const words = `storage: ${JSON.stringify(problem)}`;
    // what a newer version has written is met again and again
    if (problem.kind !== 'newer' || !logged.has(words)) log.error(words);
    logged.add(words);
    const cause = problem.kind === 'broken' ? problem.path : problem.kind;
    if (problem.kind === 'unwatched' || shown.has(cause)) return;
    shown.add(cause);
    void import('./prompts/storageWords').then((it) => it.showStorageProblem(problem));
  };
}
