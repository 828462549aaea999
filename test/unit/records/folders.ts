import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { HistoryFolder } from '../../../src/records/disk/folder';
import { RecordFiles } from '../../../src/records/disk/recordFiles';
import { thisProcess } from '../../../src/records/disk/fileLocks';
import { recordKey } from '../../../src/records';
import type { StorageProblem, StoredRecord } from '../../../src/records';
import { addRecord } from '../../../src/records/recordUpdates';
import { safeName } from '../../../src/records/disk/layout';
import type { LockOwner } from '../../../src/records/disk/fileLocks';
import { nodeFiles } from '../../../src/records/disk/files';
import type { Files } from '../../../src/records/disk/files';
import { settle } from '../support/fakeClock';
import { ManualTimer, makeStore, newRecord, service } from './fixtures';
import type { StoreUnderTest } from './fixtures';

/** Creates a temporary folder for each test and removes it afterwards. */
export function temporaryFolder(): () => string {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'judge-records-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  return () => join(folder, 'history');
}

/** Waits until `done` returns true, or the test ends. */
export function waiting(): (done: () => boolean) => Promise<void> {
  let isOver = false;
  beforeEach(() => {
    isOver = false;
  });
  afterEach(() => {
    isOver = true;
  });
  return async (done) => {
    while (!isOver && !done()) await settle();
  };
}

export interface WindowUnderTest extends StoreUnderTest {
  readonly history: HistoryFolder;
  /** Runs the delayed handling of file-system events. */
  readonly folderTimer: ManualTimer;
}

export interface WindowOptions {
  readonly files?: Files;
  readonly lockOwner?: Partial<LockOwner>;
  readonly limit?: number;
  readonly caseBudget?: number;
}

/** Opens a window with its own store on a folder. Several windows share it as several processes would. */
export function openWindow(folder: string, options: WindowOptions = {}): WindowUnderTest {
  const folderTimer = new ManualTimer();
  const problems: StorageProblem[] = [];
  const history = new HistoryFolder({
    folder,
    lockOwner: { ...thisProcess(), ...options.lockOwner },
    files: options.files ?? nodeFiles,
    clock: { now: Date.now, after: folderTimer.after },
    onProblem: (problem) => problems.push(problem),
  });
  const under = makeStore({
    storage: new RecordFiles(history),
    limit: options.limit ?? 500,
    caseBudget: options.caseBudget ?? 150_000,
    onProblem: (problem) => problems.push(problem),
  });
  return Object.assign(under, { history, folderTimer, problems });
}

export interface RecordFilesUnderTest {
  readonly problems: StorageProblem[];
  /** Runs the delayed handling of file-system events. */
  readonly timer: ManualTimer;
  /** Clock of every window, ms since 1970. */
  now: number;
  /** `initial`: content of the index. */
  window(files?: Files, initial?: readonly StoredRecord[]): RecordFiles;
  /** Adds a record. */
  added(files: RecordFiles, id?: string): Promise<StoredRecord>;
  fileOf(id?: string): string;
}

/** Creates record files without a store, shared by several windows. */
export function recordFilesIn(folder: () => string): RecordFilesUnderTest {
  const problems: StorageProblem[] = [];
  const timer = new ManualTimer();
  const under: RecordFilesUnderTest = {
    problems,
    timer,
    now: 1_000,
    window(files = nodeFiles, initial = []) {
      const clock = { now: () => under.now, after: timer.after };
      const options = { folder: folder(), lockOwner: thisProcess(), files, clock };
      const onProblem = (problem: StorageProblem) => problems.push(problem);
      return new RecordFiles(new HistoryFolder({ ...options, onProblem }), initial);
    },
    async added(files, id = 'r1') {
      const stored = await files.update(recordKey(service, id), addRecord(newRecord(id), under.now));
      if (!stored) throw new Error('not added');
      return stored;
    },
    fileOf: (id = 'r1') => join(folder(), 'records', `${safeName(recordKey(service, id))}.json`),
  };
  return under;
}

/** Wraps the file system. `fault` runs before each call and may throw. */
export function faulty(fault: (method: keyof Files, path: string) => void): Files {
  return new Proxy(nodeFiles, {
    get(files, method: keyof Files) {
      const real = Reflect.get(files, method) as (path: string, ...rest: unknown[]) => unknown;
      const checked = (path: string, ...rest: unknown[]) => {
        fault(method, path);
        return real(path, ...rest);
      };
      return method === 'watch' ? checked : async (...all: [string]) => checked(...all);
    },
  });
}

/** Wraps the file system so that all watchers of the same object are notified reliably and immediately. */
export function watchable(): Files {
  const watchers = new Set<{ readonly folder: string; readonly tell: (name: string) => void }>();
  const tell = (...paths: string[]) => {
    for (const path of paths) {
      for (const one of watchers) if (one.folder === dirname(path)) one.tell(basename(path));
    }
  };
  return {
    ...nodeFiles,
    async rename(from, to) {
      await nodeFiles.rename(from, to);
      tell(from, to);
    },
    async remove(path) {
      await nodeFiles.remove(path);
      tell(path);
    },
    watch(folder, listener) {
      const watcher = { folder, tell: listener };
      watchers.add(watcher);
      return { dispose: () => void watchers.delete(watcher) };
    },
  };
}

export function refusal(code: string): Error {
  return Object.assign(new Error(`${code}: refused for the test`), { code });
}
