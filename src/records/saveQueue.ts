import type { Disposable } from '../base/emitter';
import type { Clock } from '../base/ports';
import { KeyedMutex } from '../base/async';
import {
  inSequence,
  changePlan,
  takeResult,
  type IncomingResult,
  type NewRecord,
  type PlanChange,
} from './recordUpdates';
import type { RecordKey } from './record';
import { StorageFailed, type RecordUpdate, type RecordStorage, type StoredRecord } from './storage';

/** One change that is on its way to the disk. */
export interface Operation {
  readonly change: RecordUpdate;
  /** present where it brings a result: a later one takes its place */
  readonly brings?: { readonly incoming: IncomingResult; readonly added: NewRecord | null };
  /** present where it is about the plan alone: a later one takes its place */
  readonly plans?: PlanChange;
}

export function bringing(incoming: IncomingResult, added: NewRecord | null, now: number): Operation {
  return { change: takeResult(incoming, added, now), brings: { incoming, added } };
}

export function replanning(plans: PlanChange): Operation {
  return { change: changePlan(plans), plans };
}

export interface SavingOptions {
  readonly openStorage: () => Promise<RecordStorage>;
  readonly clock: Clock;
  /** A delayed save came to its end. */
  readonly onSaved: (key: RecordKey, stored: StoredRecord | null) => Promise<void> | void;
  /** A delayed save failed; where the disk refused, it is tried again later. */
  readonly onFailed: (key: RecordKey, error: unknown) => Promise<void> | void;
}

/** What waits to be written of one record. */
interface Unsaved {
  waiting: Operation[];
  timer: Disposable | null;
  /** how long the last write took, ms */
  lastWrite: number;
}

/** Least time between two delayed writes of one record, ms. */
const pause = 300;

/**
 * Brings changes to the disk, one record's after each other. Partial results may wait, so that fifty a second
 * become a few writes; while the disk refuses, everything waits in memory for the next attempt.
 */
export class SaveQueue {
  private readonly records = new Map<RecordKey, Unsaved>();
  private readonly mutex = new KeyedMutex();
  /** the disk has refused these; they are tried again as soon as it takes anything */
  private readonly refused = new Set<RecordKey>();

  constructor(private readonly options: SavingOptions) {}

  /** Changes of a record that are on no disk yet, the oldest first. */
  unsaved(key: RecordKey): readonly RecordUpdate[] {
    return this.records.get(key)?.waiting.map(({ change }) => change) ?? [];
  }

  hasUnsaved(key: RecordKey): boolean {
    return this.unsaved(key).length > 0;
  }

  /**
   * On disk, with everything that waited for it (null: that alone), when it resolves. Rejects with `StorageFailed`; it
   * waits then for the next attempt, before whatever is written next of this record.
   */
  now(key: RecordKey, last: Operation | null): Promise<StoredRecord | null> {
    return this.mutex.run(key, async () => {
      const unsaved = this.of(key);
      const batch = [...unsaved.waiting];
      const changes = [...batch, ...(last ? [last] : [])].map(({ change }) => change);
      try {
        const storage = await this.options.openStorage();
        const begin = this.options.clock.now();
        const stored = await storage.update(key, inSequence(changes));
        unsaved.lastWrite = this.options.clock.now() - begin;
        unsaved.waiting = unsaved.waiting.filter((one) => !batch.includes(one));
        this.retryRefused(key);
        if (stored === null) this.forget(key, unsaved);
        return stored;
      } catch (error) {
        if (!(error instanceof StorageFailed)) throw error;
        if (error.problem.kind === 'newer') {
          // that version's record is what counts
          unsaved.waiting = [];
        } else {
          if (last) this.keep(key, last);
          this.refused.add(key);
        }
        throw error;
      }
    });
  }

  /** On disk soon. */
  soon(key: RecordKey, operation: Operation): void {
    this.keep(key, operation);
    const unsaved = this.of(key);
    unsaved.timer ??= this.options.clock.after(Math.max(pause, 4 * unsaved.lastWrite), () => {
      unsaved.timer = null;
      void this.flushOne(key);
    });
  }

  /** Waits for the next attempt. A result, or a plan, takes the place of the one that waits already. */
  keep(key: RecordKey, operation: Operation): void {
    const unsaved = this.of(key);
    if (operation.plans) {
      const earlier = unsaved.waiting.findLast(({ plans }) => plans);
      const begins =
        operation.plans.begins || (earlier?.plans?.begins === true && earlier.plans.plan !== null);
      unsaved.waiting = [
        ...unsaved.waiting.filter((one) => one !== earlier),
        replanning({
          ...operation.plans,
          state: operation.plans.state ?? earlier?.plans?.state ?? null,
          begins,
        }),
      ];
      return;
    }
    const at = operation.brings ? unsaved.waiting.findIndex(({ brings }) => brings) : -1;
    const before = unsaved.waiting[at]?.brings;
    if (!operation.brings || !before) {
      unsaved.waiting = [...unsaved.waiting, operation];
      return;
    }
    const { incoming, added } = operation.brings;
    unsaved.waiting = unsaved.waiting.with(
      at,
      bringing(incoming, added ?? before.added, this.options.clock.now()),
    );
  }

  /** Tries to bring everything to the disk that waits; what fails waits on. */
  async flush(): Promise<void> {
    await Promise.all([...this.records.keys()].map((key) => this.flushOne(key)));
    await this.mutex.idle(); // what was being written already
  }

  private async flushOne(key: RecordKey): Promise<void> {
    const unsaved = this.records.get(key);
    unsaved?.timer?.dispose();
    if (unsaved) unsaved.timer = null;
    if (!this.hasUnsaved(key)) return;
    try {
      await this.options.onSaved(key, await this.now(key, null));
    } catch (error) {
      await this.options.onFailed(key, error);
    }
  }

  private retryRefused(taken: RecordKey): void {
    this.refused.delete(taken);
    const keys = [...this.refused];
    this.refused.clear();
    for (const key of keys) void this.flushOne(key);
  }

  /** A record that is gone leaves nothing behind, unless it is about to come back. */
  private forget(key: RecordKey, { waiting, timer }: Unsaved): void {
    if (waiting.length > 0) return;
    timer?.dispose();
    this.records.delete(key);
  }

  private of(key: RecordKey): Unsaved {
    const known = this.records.get(key);
    if (known) return known;
    const unsaved: Unsaved = { waiting: [], timer: null, lastWrite: 0 };
    this.records.set(key, unsaved);
    return unsaved;
  }
}
