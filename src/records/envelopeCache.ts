import type { Envelope } from '../judge';
import type { RecordKey } from './record';

interface Held {
  readonly id: string;
  readonly envelope: Envelope;
  readonly cost: number;
}

interface Faded {
  readonly id: string;
  readonly envelope: WeakRef<Envelope>;
}

/**
 * The results that are in memory: those used last, within a budget of cases, and those that are on no disk yet.
 * One that was dropped is still found as long as a view holds it, so it never exists twice.
 */
export class EnvelopeCache {
  private readonly held = new Map<RecordKey, Held>();
  private readonly faded = new Map<RecordKey, Faded>();
  private cost = 0;

  /** `budget`: most cases held altogether; `mustStay`: this one exists nowhere else */
  constructor(
    private readonly budget: number,
    private readonly mustStay: (key: RecordKey) => boolean,
  ) {}

  /** The result `id` of a record, where it is in memory. */
  get(key: RecordKey, id: string): Envelope | null {
    const held = this.held.get(key);
    if (held?.id === id) {
      this.held.delete(key);
      this.held.set(key, held);
      return held.envelope;
    }
    const faded = this.faded.get(key);
    const envelope = faded?.id === id ? faded.envelope.deref() : undefined;
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
    this.faded.delete(key);
  }

  /** Drops what is over the budget, the longest unused first, but never `keep`. */
  trim(keep?: RecordKey): void {
    if (this.cost <= this.budget) return;
    for (const [key, held] of this.held) {
      if (this.cost <= this.budget) break;
      if (key === keep || this.mustStay(key)) continue;
      this.delete(key);
      this.faded.set(key, { id: held.id, envelope: new WeakRef(held.envelope) });
    }
    for (const [key, { envelope }] of this.faded) {
      if (!envelope.deref()) this.faded.delete(key);
    }
  }

  /** Number of cases in memory, for benchmarks and tests. */
  get size(): number {
    return this.cost;
  }
}

/** In cases; a record without any costs one, and a compile message a case for each 256 characters. */
function costOf({ data }: Envelope): number {
  const cases = data?.judge?.subtasks.reduce((sum, { cases }) => sum + cases.length, 0) ?? 0;
  return 1 + cases + Math.ceil((data?.compile?.message?.length ?? 0) / 256);
}
