import type { Envelope } from '../judge';
import { EnvelopeCache } from './envelopeCache';
import {
  detailsChange,
  reconcile,
  sameJson,
  wholeChange,
  type NodeChange,
  type StoreChangeEvent,
} from './nodeChanges';
import type { Plan } from './plan';
import { inSequence, sameDetails, type IncomingResult } from './recordUpdates';
import { isNewer, type KnownRecord, type RecordKey } from './record';
import { isSame, type RecordDraft, type RecordUpdate, type StoredRecord } from './storage';

/** A record in memory. */
export interface CachedRecord {
  /** as last seen on the disk; null: not there yet */
  readonly stored: StoredRecord | null;
  /** with what is not on the disk yet */
  readonly shown: RecordDraft;
}

/** A result that has just come, from the service or from the disk. */
export type ArrivedResult = Pick<IncomingResult, 'envelope' | 'reference'> | null;

/** What is in memory: all records, and the results in use. It knows what differs when one takes another's place. */
export class RecordCache {
  /** in the order of the last list, which so needs little sorting the next time */
  private entries = new Map<RecordKey, CachedRecord>();
  private readonly envelopes: EnvelopeCache;
  private readonly tracked = new Set<RecordKey>();
  private sorted: readonly KnownRecord[] | null = null;

  /** `unsaved`: the changes of a record that are on no disk yet */
  constructor(
    initial: readonly StoredRecord[],
    caseBudget: number,
    private readonly unsaved: (key: RecordKey) => readonly RecordUpdate[],
  ) {
    this.envelopes = new EnvelopeCache(caseBudget, (key) => unsaved(key).length > 0);
    for (const stored of initial) {
      this.entries.set(stored.record.key, { stored, shown: stored });
      if (stored.plan) this.tracked.add(stored.record.key);
    }
  }

  get size(): number {
    return this.entries.size;
  }

  keys(): RecordKey[] {
    return [...this.entries.keys()];
  }

  get(key: RecordKey): CachedRecord | null {
    return this.entries.get(key) ?? null;
  }

  /** Those that have a plan. */
  trackedKeys(): readonly RecordKey[] {
    return [...this.tracked];
  }

  /** Newest first. */
  records(): readonly KnownRecord[] {
    if (!this.sorted) {
      const entries = [...this.entries].sort(([, a], [, b]) => newestFirst(a.shown.record, b.shown.record));
      this.entries = new Map(entries);
      this.sorted = entries.map(([, { shown }]) => shown.record);
    }
    return this.sorted;
  }

  /** Where it is in memory. */
  envelope(key: RecordKey): Envelope | null {
    const id = this.entries.get(key)?.shown.result?.id;
    return id === undefined ? null : this.envelopes.get(key, id);
  }

  /** Keeps a loaded result in memory; null: it is not the record's any more. */
  keepEnvelope(key: RecordKey, id: string, envelope: Envelope): Envelope | null {
    if (this.entries.get(key)?.shown.result?.id !== id) return null;
    const kept = this.envelopes.get(key, id) ?? envelope;
    this.envelopes.set(key, id, kept);
    return kept;
  }

  /** Results that have reached the disk may be dropped now. */
  trim(): void {
    this.envelopes.trim();
  }

  /** Takes in what the disk has, with what has not reached it yet on top. */
  settle(key: RecordKey, stored: StoredRecord | null, arrived: ArrivedResult, to: StoreChangeEvent): void {
    const entry = this.entries.get(key);
    if (stored && entry?.stored) {
      if (stored.revision < entry.stored.revision) return;
      if (isSame(stored, entry.stored) && entry.shown === entry.stored) return;
    }
    this.show(key, stored, inSequence(this.unsaved(key))(stored), arrived, to);
  }

  /** Makes `shown` what is known (null: nothing), and notes which nodes differ from before. */
  show(
    key: RecordKey,
    stored: StoredRecord | null,
    shown: RecordDraft | null,
    arrived: ArrivedResult,
    to: StoreChangeEvent,
  ): void {
    const before = this.entries.get(key)?.shown ?? null;
    this.notePlan(key, before?.plan ?? null, shown?.plan ?? null, to);
    if (before && shown && isOnlyReplanned(before, shown)) {
      const same = stored && stored === shown ? { ...stored, record: before.record } : null;
      this.entries.set(key, { stored: same ?? stored, shown: same ?? { ...shown, record: before.record } });
      return;
    }
    this.sorted = null;
    if (!shown) {
      this.entries.delete(key);
      this.envelopes.delete(key);
      if (before) to.removed.add(key);
      return;
    }
    const change = before && this.compare(key, before, shown, arrived);
    this.entries.set(key, { stored, shown });
    if (change) to.nodes.set(key, change);
    if (before) return;
    if (arrived) this.keepEnvelope(key, arrived.reference.id, arrived.envelope);
    to.added.add(key);
  }

  private notePlan(key: RecordKey, before: Plan | null, after: Plan | null, to: StoreChangeEvent): void {
    if (after) this.tracked.add(key);
    else this.tracked.delete(key);
    if (sameJson(before, after)) return;
    to.plans.add(key);
    if (!before || !after) to.tracking = true;
  }

  /** Null: they say the same. Puts the result of `after` in memory, made of the parts of the one before. */
  private compare(
    key: RecordKey,
    before: RecordDraft,
    after: RecordDraft,
    arrived: ArrivedResult,
  ): NodeChange | null {
    const details = !sameDetails(before.record, after.record);
    const onlyDetails = details ? detailsChange : null;
    if (before.result?.id === after.result?.id) return onlyDetails;
    const old = before.result && this.envelopes.get(key, before.result.id);
    this.envelopes.delete(key);
    if (!after.result || arrived?.reference.id !== after.result.id) return { ...wholeChange, details };
    const shared = old ? reconcile(old, arrived.envelope) : null;
    this.envelopes.set(key, after.result.id, shared?.envelope ?? arrived.envelope);
    if (!shared || !sameJson(before.record.rules, after.record.rules)) return { ...wholeChange, details };
    return shared.change ? { ...shared.change, details } : onlyDetails;
  }
}

/** Nothing but the plan differs, if anything: views keep the record that they know. */
function isOnlyReplanned(before: RecordDraft, after: RecordDraft): boolean {
  const [one, other] = [before.record, after.record];
  return (
    before.result?.id === after.result?.id &&
    one.addedAt === other.addedAt &&
    isNewer(one) === isNewer(other) &&
    sameJson(one.summary, other.summary) &&
    sameDetails(one, other)
  );
}

function newestFirst(a: KnownRecord, b: KnownRecord): number {
  return b.addedAt - a.addedAt || (a.key < b.key ? -1 : 1);
}
