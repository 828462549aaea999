import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Clock } from '../../../src/base/ports';
import type { JudgeSemantics } from '../../../src/results';
import { recordKey, type RecordKey } from '../../../src/records';
import type { ReceivedResult } from '../../../src/records/store';
import { thisProcess } from '../../../src/records/disk/fileLocks';
import { nodeFiles, type Files } from '../../../src/records/disk/files';
import { HistoryFolder } from '../../../src/records/disk/folder';
import { FileLeases } from '../../../src/records/disk/fileLeases';
import { RecordFiles } from '../../../src/records/disk/recordFiles';
import { luogu } from '../../support/profiles';
import type { Tracker } from '../../../src/tracking';
import { seededRandom } from '../../unit/support/fakeClock';
import { polledBy } from '../../unit/judges/asking';
import { TrackedWindow } from '../../unit/tracking/trackedWindow';

const service = 'https://judge.test';
/** Folder in memory, used if it exists: the benchmark isn’t about the disk. */
const inMemory = '/dev/shm';
const rules: JudgeSemantics = luogu.rules;

/** Tracker, store, and files, connected as in a window, with the clock of the caller and a temporary folder. */
export class LoadedWindow {
  private underWay = 0;
  private whenIdle: (() => void)[] = [];
  readonly tracker: Tracker;
  private readonly window: TrackedWindow;

  private constructor(
    private readonly folder: string,
    clock: Clock,
    poll: Parameters<typeof polledBy>[0],
  ) {
    const disk = new HistoryFolder({
      folder,
      files: this.counted(nodeFiles),
      lockOwner: thisProcess(),
      clock,
      onProblem: fail,
    });
    this.window = new TrackedWindow({
      clock,
      random: seededRandom(1),
      judges: polledBy(poll),
      leases: new FileLeases(disk),
      storage: new RecordFiles(disk),
      limit: 1_000_000,
      settings: { interval: 1000, maximumInterval: 30_000, giveUpAfter: 3_600_000 },
      onError: (_operation, error) => fail(error),
    });
    this.tracker = this.window.tracker;
  }

  static async open(clock: Clock, poll: Parameters<typeof polledBy>[0]): Promise<LoadedWindow> {
    const parent = await fs.access(inMemory).then(
      () => inMemory,
      () => os.tmpdir(),
    );
    return new LoadedWindow(await fs.mkdtemp(path.join(parent, 'judge-load-')), clock, poll);
  }

  track(requestId: string): Promise<void> {
    return this.window.track({ id: service, rules }, requestId);
  }

  pushLive(): void {
    this.tracker.setPushLive(service, true);
  }

  /** Receives a pushed result, as a window does. */
  async pushed(requestId: string, answer: ReceivedResult, at: number): Promise<void> {
    const key: RecordKey = recordKey(service, requestId);
    await this.window.store.receive(key, answer, { via: 'push', receivedAt: at });
  }

  /** Resolves when all file operations have finished, so that simulated time doesn’t run ahead of them. */
  async diskIdle(): Promise<void> {
    await settled();
    while (this.underWay > 0) {
      await new Promise<void>((resolve) => this.whenIdle.push(resolve));
      await settled();
    }
  }

  async close(): Promise<void> {
    await this.window.close();
    await fs.rm(this.folder, { recursive: true, force: true });
  }

  private counted(files: Files): Files {
    const count = async <Value>(work: Promise<Value>): Promise<Value> => {
      this.underWay += 1;
      try {
        return await work;
      } finally {
        this.underWay -= 1;
        if (this.underWay === 0) for (const resolve of this.whenIdle.splice(0)) resolve();
      }
    };
    return {
      read: (file) => count(files.read(file)),
      create: (file, data, sync) => count(files.create(file, data, sync)),
      rename: (from, to) => count(files.rename(from, to)),
      remove: (file) => count(files.remove(file)),
      list: (folder) => count(files.list(folder)),
      stat: (file) => count(files.stat(file)),
      makeFolder: (folder) => count(files.makeFolder(folder)),
      removeFolder: (folder) => count(files.removeFolder(folder)),
      watch: (folder, listener, onError) => files.watch(folder, listener, onError),
    };
  }
}

/** Resolves when the callbacks of finished file operations have run. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

function fail(problem: unknown): never {
  throw problem instanceof Error ? problem : new Error(JSON.stringify(problem));
}
