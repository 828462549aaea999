import type { Clock, Leases } from '../../../src/base/ports';
import type { JudgeSemantics } from '../../../src/results';
import { RecordStore, type PollingSettings } from '../../../src/records';
import { MemoryStorage, type RecordStorage } from '../../../src/records/storage';
import { Tracker, type TrackOptions } from '../../../src/tracking';
import type { PolledJudge, PolledJudges } from '../../../src/tracking/ports';

/** A judge whose submissions are tracked. */
export type JudgeToTrack = PolledJudge & { readonly id: string; readonly rules: JudgeSemantics };

interface Parts {
  readonly clock: Clock;
  readonly random: () => number;
  readonly judges: PolledJudges;
  /** The user's settings. The pace of a judge limits them, as in the extension. */
  readonly settings: Pick<PollingSettings, 'interval' | 'maximumInterval' | 'giveUpAfter'>;
  /** Absent: all leases are granted. */
  readonly leases?: Leases;
  /** Absent: the records are only in memory. */
  readonly storage?: RecordStorage;
  /** Maximum number of records. */
  readonly limit?: number;
  /** Clock of the store; absent: the same as that of the tracker. */
  readonly storeClock?: Clock;
  readonly onPendingChanged?: () => void;
  readonly onError: (operation: string, error: unknown) => void;
}

/** The store and the tracker of a window, connected as in the extension, with judges and a clock of the test. */
export class TrackedWindow {
  readonly store: RecordStore;
  readonly tracker: Tracker;
  private lastId = 0;

  constructor(parts: Parts) {
    const { clock, random, judges, settings, storage = new MemoryStorage(), onError } = parts;
    const {
      leases = everyLease,
      onPendingChanged = () => undefined,
      storeClock = clock,
      limit = 500,
    } = parts;
    const own = Math.floor(random() * 1e9);
    this.store = new RecordStore({
      openStorage: async () => storage,
      limit,
      clock: storeClock,
      uniqueId: () => `${own}-${(this.lastId += 1)}`,
      onProblem: (problem) => onError('storing records', problem),
      onError: (error) => onError('announcing records', error),
    });
    this.tracker = new Tracker({
      store: this.store,
      judges,
      leases,
      clock,
      random,
      settings: {
        of: (pace) => ({
          interval: Math.max(settings.interval, pace?.interval ?? 0),
          maximumInterval: Math.min(settings.maximumInterval, pace?.maximum ?? Infinity),
          giveUpAfter: settings.giveUpAfter,
          besidePush: 0,
          early: pace?.early,
        }),
      },
      events: { onPendingChanged, onListed: () => undefined, onError },
    });
  }

  /** Reads the records, and starts polling those that other windows track. */
  async start(): Promise<void> {
    await this.store.loadAll();
    await this.tracker.start();
  }

  /** Adds the record of a request and tracks it. */
  async track(judge: JudgeToTrack, requestId: string, options: TrackOptions = {}): Promise<void> {
    const { id: service, rules } = judge;
    const record = await this.store.add({ service, requestId, rules, folder: null });
    if (!record) throw new Error(`${requestId} was removed`);
    await this.tracker.track(judge, record, options);
  }

  async close(): Promise<void> {
    await this.tracker.dispose();
    await this.store.close();
  }
}

const everyLease: Leases = { tryAcquire: async () => true, release: async () => undefined };
