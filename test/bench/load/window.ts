import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { storedPendingRequests } from '../../../src/editor/pending/storedPendingRequests';
import type { Clock } from '../../../src/base/ports';
import type { JudgeSemantics } from '../../../src/results';
import { RecordStore, recordKey, type RecordKey } from '../../../src/records';
import { thisProcess } from '../../../src/records/disk/fileLocks';
import { nodeFiles, type Files } from '../../../src/records/disk/files';
import { HistoryFolder } from '../../../src/records/disk/folder';
import { SharedLeases } from '../../../src/records/disk/openDisk';
import { RecordFiles } from '../../../src/records/disk/recordFiles';
import { luogu } from '../../support/profiles';
import { Tracker, type PollAnswer, type PollingJudges, type StoredOutcome } from '../../../src/tracking';
import { seededRandom } from '../../unit/support/fakeClock';
import { polledBy } from '../../unit/judges/asking';

const service = 'https://judge.test';
/** Folder in memory, used if it exists: the benchmark isn’t about the disk. */
const inMemory = '/dev/shm';
const rules: JudgeSemantics = luogu.rules;

/** Tracker, store, and files, connected as in a window, with the clock of the caller and a temporary folder. */
export class LoadedWindow {
  private underWay = 0;
  private whenIdle: (() => void)[] = [];
  readonly tracker: Tracker;
  readonly store: RecordStore;

  private constructor(
    private readonly folder: string,
    clock: Clock,
    poll: PollingJudges['poll'],
  ) {
    const disk = new HistoryFolder({
      folder,
      files: this.counted(nodeFiles),
      lockOwner: thisProcess(),
      clock,
      onProblem: fail,
    });
    const store = new RecordStore({
      openStorage: async () => new RecordFiles(disk),
      limit: 1_000_000,
      clock,
      uniqueId: randomUUID,
      onProblem: fail,
      onError: fail,
    });
    this.store = store;
    this.tracker = new Tracker({
      clock,
      random: seededRandom(1),
      judges: polledBy(poll),
      storage: storedPendingRequests(
        store,
        async () => ({ pace: null, batchInterval: null }),
        (_operation, error) => fail(error),
      ),
      leases: new SharedLeases(disk),
      settings: {
        of: () => ({ interval: 1000, maximumInterval: 30_000, giveUpAfter: 3_600_000, besidePush: 0 }),
      },
      sink: {
        onResult: async ({ key }, answer) => {
          const how = { via: 'ask', receivedAt: clock.now() } as const;
          const accepted = await store.receive(key, answer, how);
          if (accepted.kind === 'unknown') throw new Error(`${key} is not known`);
          return standingOf(accepted.record, accepted.kind === 'taken');
        },
        onPendingChanged: () => undefined,
        onError: (_what, error) => fail(error),
      },
    });
  }

  static async open(clock: Clock, poll: PollingJudges['poll']): Promise<LoadedWindow> {
    const parent = await fs.access(inMemory).then(
      () => inMemory,
      () => os.tmpdir(),
    );
    return new LoadedWindow(await fs.mkdtemp(path.join(parent, 'judge-load-')), clock, poll);
  }

  async track(requestId: string): Promise<void> {
    const key = recordKey(service, requestId);
    await this.store.add({ service, requestId, rules, folder: null });
    await this.tracker.track({
      key,
      service,
      requestId,
      folder: null,
      lifetime: null,
      pace: null,
      batchInterval: null,
      known: false,
    });
  }

  pushLive(): void {
    this.tracker.setPushLive(service, true);
  }

  /** Receives a pushed result, as a window does. */
  async pushed(
    requestId: string,
    answer: Extract<PollAnswer, { kind: 'result' }>,
    at: number,
  ): Promise<void> {
    const key: RecordKey = recordKey(service, requestId);
    const accepted = await this.store.receive(key, answer, { via: 'push', receivedAt: at });
    if (accepted.kind === 'unknown') throw new Error(`${requestId} is not known`);
    this.tracker.onRecordUpdated(key, standingOf(accepted.record, accepted.kind === 'taken'));
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
    await this.tracker.dispose();
    await this.store.close();
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

function standingOf(
  { summary }: { readonly summary: Omit<StoredOutcome, 'changed'> | null },
  changed: boolean,
): StoredOutcome {
  if (!summary) throw new Error('a result without a summary');
  return { completion: summary.completion, progress: summary.progress, compiled: summary.compiled, changed };
}

/** Resolves when the callbacks of finished file operations have run. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

function fail(problem: unknown): never {
  throw problem instanceof Error ? problem : new Error(JSON.stringify(problem));
}
