import { KeyedMutex } from '../../base/async';
import type { Disposable } from '../../base/emitter';
import type { Clock } from '../../base/ports';
import type { RecordKey } from '../record';
import {
  changePlan,
  inSequence,
  takeResult,
  type IncomingResult,
  type NewRecord,
  type PlanChange,
} from '../recordUpdates';
import { StorageFailed, type RecordStorage, type RecordUpdate, type StoredRecord } from '../storage';
import { MIN_WRITE_INTERVAL_MS } from '../limits';

/** A change of one record that will be written to the disk. */
export type Write =
  | { readonly kind: 'update'; readonly update: RecordUpdate }
  /** A result that arrived at `at` (ms since 1970). A later result replaces it while it waits. */
  | {
      readonly kind: 'result';
      readonly incoming: IncomingResult;
      /** Adds the record if it is unknown. If null, a result of an unknown record is ignored. */
      readonly added: NewRecord | null;
      readonly at: number;
    }
  /** Changes the plan, and possibly the state. A later plan replaces it while it waits. */
  | { readonly kind: 'plan'; readonly change: PlanChange };

export function updateOf(write: Write): RecordUpdate {
  switch (write.kind) {
    case 'update':
      return write.update;
    case 'result':
      return takeResult(write.incoming, write.added, write.at);
    case 'plan':
      return changePlan(write.change);
  }
}

/** Receives the outcome of delayed writes, which no caller waits for. */
export interface WriteOutcomes {
  /** `stored`: the record on disk; null if it was removed. */
  saved(key: RecordKey, stored: StoredRecord | null): Promise<void>;
  /** Called when a write failed. It is repeated later if the error is `StorageFailed`. */
  failed(key: RecordKey, error: unknown): Promise<void>;
}

interface Waiting {
  writes: readonly Write[];
  timer: Disposable | null;
  /** Duration of the last write, ms. */
  lastWriteMs: number;
}

/**
 * Writes changes to the disk, in order for each record. Partial results may wait, so that fifty results per second need
 * only a few writes. If the disk fails, all changes wait in memory for the next attempt.
 */
export class WriteQueue {
  private readonly records = new Map<RecordKey, Waiting>();
  private readonly mutex = new KeyedMutex();
  /** Records whose last write failed. They are written again when any other write succeeds. */
  private readonly failed = new Set<RecordKey>();

  constructor(
    private readonly openStorage: () => Promise<RecordStorage>,
    private readonly clock: Clock,
    private readonly outcomes: WriteOutcomes,
  ) {}

  /** Returns the unsaved changes of a record, oldest first. */
  unsavedUpdates(key: RecordKey): readonly RecordUpdate[] {
    return this.records.get(key)?.writes.map(updateOf) ?? [];
  }

  hasUnsaved(key: RecordKey): boolean {
    return this.unsavedUpdates(key).length > 0;
  }

  /**
   * Writes all waiting changes of this record, and then `last` (null: nothing else). Resolves to the record on disk
   * when they are saved. If it rejects with `StorageFailed`, `last` waits for the next attempt, unless a newer version
   * saved the record.
   */
  writeNow(key: RecordKey, last: Write | null): Promise<StoredRecord | null> {
    return this.mutex.run(key, async () => {
      const waiting = this.waitingOf(key);
      const batch = [...waiting.writes];
      const updates = [...batch, ...(last ? [last] : [])].map(updateOf);
      try {
        const storage = await this.openStorage();
        const begin = this.clock.now();
        const stored = await storage.update(key, inSequence(updates));
        waiting.lastWriteMs = this.clock.now() - begin;
        waiting.writes = waiting.writes.filter((write) => !batch.includes(write));
        this.retryFailed(key);
        if (stored === null) this.forget(key, waiting);
        return stored;
      } catch (error) {
        if (!(error instanceof StorageFailed)) throw error;
        if (error.problem.kind === 'newer') {
          // Only the newer version may change the record.
          waiting.writes = [];
        } else {
          if (last) this.enqueue(key, last);
          this.failed.add(key);
        }
        throw error;
      }
    });
  }

  /** Writes the change after a pause, together with the changes that arrive meanwhile. */
  writeSoon(key: RecordKey, write: Write): void {
    this.enqueue(key, write);
    const waiting = this.waitingOf(key);
    waiting.timer ??= this.clock.after(Math.max(MIN_WRITE_INTERVAL_MS, 4 * waiting.lastWriteMs), () => {
      waiting.timer = null;
      void this.flushOne(key);
    });
  }

  /** Tries to write all waiting changes. */
  async flush(): Promise<void> {
    await Promise.all([...this.records.keys()].map((key) => this.flushOne(key)));
    await this.mutex.idle(); // Waits for writes that were already running.
  }

  private enqueue(key: RecordKey, write: Write): void {
    const waiting = this.waitingOf(key);
    switch (write.kind) {
      case 'update':
        waiting.writes = [...waiting.writes, write];
        return;
      case 'result':
        waiting.writes = withResult(waiting.writes, write);
        return;
      case 'plan':
        waiting.writes = withPlan(waiting.writes, write.change);
        return;
    }
  }

  private async flushOne(key: RecordKey): Promise<void> {
    const waiting = this.records.get(key);
    waiting?.timer?.dispose();
    if (waiting) waiting.timer = null;
    if (!this.hasUnsaved(key)) return;
    try {
      await this.outcomes.saved(key, await this.writeNow(key, null));
    } catch (error) {
      await this.outcomes.failed(key, error);
    }
  }

  private retryFailed(written: RecordKey): void {
    this.failed.delete(written);
    const keys = [...this.failed];
    this.failed.clear();
    for (const key of keys) void this.flushOne(key);
  }

  /** Drops the entry of a removed record, unless the record is about to be added again. */
  private forget(key: RecordKey, { writes, timer }: Waiting): void {
    if (writes.length > 0) return;
    timer?.dispose();
    this.records.delete(key);
  }

  private waitingOf(key: RecordKey): Waiting {
    const known = this.records.get(key);
    if (known) return known;
    const waiting: Waiting = { writes: [], timer: null, lastWriteMs: 0 };
    this.records.set(key, waiting);
    return waiting;
  }
}

/** Replaces the waiting result at its position, or appends the new one. */
function withResult(writes: readonly Write[], later: Extract<Write, { kind: 'result' }>): readonly Write[] {
  const index = writes.findIndex(({ kind }) => kind === 'result');
  const earlier = writes[index];
  if (earlier?.kind !== 'result') return [...writes, later];
  return writes.with(index, { ...later, added: later.added ?? earlier.added });
}

/** Replaces the waiting plan. Keeps its state if the later change has none, and keeps the start of tracking. */
function withPlan(writes: readonly Write[], later: PlanChange): readonly Write[] {
  const earlier = writes.findLast((write) => write.kind === 'plan');
  if (!earlier) return [...writes, { kind: 'plan', change: later }];
  const { plan, state, begins } = earlier.change;
  const change = {
    plan: later.plan,
    state: later.state ?? state,
    begins: later.begins || (begins && plan !== null),
  };
  return [...writes.filter((write) => write !== earlier), { kind: 'plan', change }];
}
