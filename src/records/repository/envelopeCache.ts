import type { Envelope } from '../../results';
import type { RecordKey } from '../record';
import type { RecordUpdate } from '../storage';

export interface UnsavedChanges {
  /** Returns the unsaved changes of a record, oldest first. */
  unsavedUpdates(key: RecordKey): readonly RecordUpdate[];
  hasUnsaved(key: RecordKey): boolean;
}

interface HeldResult {
  readonly id: string;
  readonly envelope: Envelope;
  /** Cost in cases, see `costOf`. */
  readonly cost: number;
}

/** A result that the cache has dropped. It still exists while a view uses it. */
interface DroppedResult {
  readonly id: string;
  readonly envelope: WeakRef<Envelope>;
}

/**
 * Results in memory: the most recently used ones within a budget, and those that aren't saved yet. While a view uses a
 * dropped result, the cache can still return it, so no result exists twice.
 */
export class EnvelopeCache {
  private readonly held = new Map<RecordKey, HeldResult>();
  private readonly dropped = new Map<RecordKey, DroppedResult>();
  private cost = 0;

  /** `budget`: maximum cost of all saved results, see `costOf`. */
  constructor(
    private readonly budget: number,
    private readonly unsaved: Pick<UnsavedChanges, 'hasUnsaved'>,
  ) {}

  /** Returns the result `id` of a record. Null if it isn't in memory. */
  get(key: RecordKey, id: string): Envelope | null {
    const held = this.held.get(key);
    if (held?.id === id) {
      // Moves it to the end, so that it is dropped last.
      this.held.delete(key);
      this.held.set(key, held);
      return held.envelope;
    }
    const dropped = this.dropped.get(key);
    const envelope = dropped?.id === id ? dropped.envelope.deref() : undefined;
    if (!envelope) return null;
    this.set(key, id, envelope);
    return envelope;
  }

  set(key: RecordKey, id: string, envelope: Envelope): void {
    this.delete(key);
    const cost = costOf(envelope);
    this.held.set(key, { id, envelope, cost });
    this.cost += cost;
    this.trim(key);
  }

  delete(key: RecordKey): void {
    this.cost -= this.held.get(key)?.cost ?? 0;
    this.held.delete(key);
    this.dropped.delete(key);
  }

  /**
   * Drops the least recently used results until the others are within the budget. Never drops `keep` or an unsaved
   * result.
   */
  trim(keep?: RecordKey): void {
    if (this.cost <= this.budget) return;
    for (const [key, held] of this.held) {
      if (this.cost <= this.budget) break;
      if (key === keep || this.unsaved.hasUnsaved(key)) continue;
      this.delete(key);
      this.dropped.set(key, { id: held.id, envelope: new WeakRef(held.envelope) });
    }
    for (const [key, { envelope }] of this.dropped) {
      if (!envelope.deref()) this.dropped.delete(key);
    }
  }

  /** Total cost of the results in memory, for benchmarks and tests. */
  get size(): number {
    return this.cost;
  }
}

/** Returns the cost of a result: 1, plus 1 for each case and for each 256 characters of compiler output. */
function costOf({ data }: Envelope): number {
  const cases = data?.judge?.subtasks.reduce((sum, { cases }) => sum + cases.length, 0) ?? 0;
  return 1 + cases + Math.ceil((data?.compile?.message?.length ?? 0) / 256);
}
