import { Uri, type ExtensionContext } from 'vscode';
import type { AssistantRulesStorage, RecordStoreOptions, StorageProblem } from '../records';
import type { Disk } from '../records/disk/openDisk';
import { readIndex } from '../records/disk/readIndex';
import { systemClock, type LeaseObserver, type Leases } from '../base/ports';
import type { Log } from '../base/log';
import { showStorageProblem } from './shared/storage/storageProblems';

/** Storage of records, and the leases that coordinate the windows. */
export interface History {
  readonly records: Pick<RecordStoreOptions, 'openStorage' | 'initial' | 'onProblem'>;
  openLeases(): Promise<Leases & LeaseObserver>;
  openAssistantRules(): Promise<AssistantRulesStorage>;
  /** Removes files that closed windows left behind. */
  sweep(): Promise<void>;
}

/**
 * Opens the history in the extension's global storage, which all windows share. Only reads the small index. The rest is
 * read when the window is idle.
 */
export async function openHistory(
  context: ExtensionContext,
  log: Log,
  containsCredential: (text: string) => Promise<boolean>,
): Promise<History> {
  const path = Uri.joinPath(context.globalStorageUri, 'history').fsPath;
  const onProblem = showingProblems(log);
  const newest = await readIndex(path);
  const options = { folder: path, clock: systemClock, onProblem, containsCredential };
  let opening: Promise<Disk> | null = null;
  const openDisk = () =>
    (opening ??= import('../records/disk/openDisk').then((it) => it.openDisk(options, newest)));
  return {
    records: { openStorage: async () => (await openDisk()).records, initial: newest, onProblem },
    openLeases: async () => (await openDisk()).leases,
    openAssistantRules: async () => (await openDisk()).assistantRules,
    sweep: async () => (await openDisk()).sweep(),
  };
}

/**
 * Returns a function that logs storage problems and shows each one only once, because a full disk would cause one per
 * record.
 */
export function showingProblems(log: Pick<Log, 'error'>): (problem: StorageProblem) => void {
  const shown = new Set<string>();
  const logged = new Set<string>();
  return (problem) => {
    const words = `storage: ${JSON.stringify(problem)}`;
    // the same problem occurs at every read of a newer version's file
    if (problem.kind !== 'newer' || !logged.has(words)) log.error(words);
    logged.add(words);
    const cause = problem.kind === 'broken' ? problem.path : problem.kind;
    if (problem.kind === 'unwatched' || shown.has(cause)) return;
    shown.add(cause);
    showStorageProblem(problem);
  };
}
