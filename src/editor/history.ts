import { Uri, window, workspace, type ExtensionContext } from 'vscode';
import { errorStack } from '../base/errors';
import { RecordStore, type StorageProblem } from '../records';
import { diskOnDemand } from '../records/disk/onDemand';
import { readStart } from '../records/disk/start';
import type { LeaseSight } from '../service';
import type { Leases, TrackerParts } from '../tracking';
import { isPendingRequest } from '../tracking/pendingRequest';
import { later } from './later';
import type { Log } from './log';
import { historyLimit } from './settings';
import { storageProblemWords } from './storageWords';

/** What trackers share with those of other windows. */
export type SharedState = Pick<TrackerParts, 'storage'> & { readonly leases: Leases & LeaseSight };

export interface History {
  readonly store: RecordStore;
  /** what the tracker shares with other windows */
  readonly shared: SharedState;
  /** requests that are not at their end */
  readonly pending: number;
  /** Takes in what the index doesn't hold, and clears away what killed windows have left behind. */
  loadRest(): Promise<void>;
  /** Everything is on the disk when it resolves. */
  close(): Promise<void>;
}

/**
 * Opens what is kept on this computer, under the extension's global storage, which all windows share. Only the small
 * index is read here; the rest follows when the window has come to rest.
 */
export async function openHistory(context: ExtensionContext, log: Log): Promise<History> {
  const path = Uri.joinPath(context.globalStorageUri, 'history').fsPath;
  const problems = new ProblemTeller(log);
  const onProblem = (problem: StorageProblem): void => problems.tell(problem);
  const start = await readStart(path);
  const options = { folder: path, now: Date.now, later, onProblem };
  const disk = diskOnDemand(options, start.newest, isPendingRequest);
  const store = new RecordStore({
    storage: disk.records,
    initial: start.newest,
    limit: historyLimit(),
    now: Date.now,
    later,
    uniqueId: () => crypto.randomUUID(),
    onProblem,
    onListenerError: (error) => log.error(errorStack(error)),
  });
  const settingsWatch = workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration('judgeResults.history.limit')) void store.setLimit(historyLimit());
  });
  return {
    store,
    shared: { storage: disk.pending, leases: disk.leases },
    pending: start.pending,
    loadRest: async () => {
      await store.loadAll();
      await disk.sweep();
    },
    close: async () => {
      settingsWatch.dispose();
      await store.close();
    },
  };
}

/** Tells a problem of the disk once: a full disk is one problem, not one for each record. */
class ProblemTeller {
  private readonly told = new Set<string>();

  constructor(private readonly log: Log) {}

  tell(problem: StorageProblem): void {
    this.log.error(`storage: ${JSON.stringify(problem)}`);
    const cause = problem.kind === 'broken' || problem.kind === 'newer' ? problem.path : problem.kind;
    if (problem.kind === 'unwatched' || this.told.has(cause)) return;
    this.told.add(cause);
    void window.showWarningMessage(storageProblemWords(problem));
  }
}
