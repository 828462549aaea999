import { sameJson } from '../../base/sameJson';
import type { Envelope } from '../../results';
import {
  detailsChange,
  reconcile,
  wholeRecordChange,
  type NodeChange,
  type StoreChangeEvent,
} from '../nodeChanges';
import type { Plan } from '../pollingPlan';
import { isNewer, type KnownRecord, type RecordKey } from '../record';
import { inSequence, sameDetails } from '../recordUpdates';
import { isSame, type RecordDraft, type ResultReference, type StoredRecord } from '../storage';
import { EnvelopeCache, type UnsavedChanges } from './envelopeCache';

interface CachedRecord {
  /** Its last seen state on disk; null if it isn't saved yet. */
  readonly stored: StoredRecord | null;
  /** `stored` with all unsaved changes. */
  readonly current: RecordDraft;
}

/** A result with its content, just received from the judge or read from the disk. */
export interface LoadedResult {
  readonly reference: ResultReference;
  readonly envelope: Envelope;
}

/**
 * All records, and the results in use. When a record is replaced, the nodes that differ are added to the caller's
 * event.
 */
export class RecordCache {
  /** In the order of the last sorted list, so that the next sort is fast. */
  private entries = new Map<RecordKey, CachedRecord>();
  private readonly envelopes: EnvelopeCache;
  private readonly tracked = new Set<RecordKey>();
  private sorted: readonly KnownRecord[] | null = null;

  /** `caseBudget`: see `EnvelopeCache` */
  constructor(
    initial: readonly StoredRecord[],
    caseBudget: number,
    private readonly unsaved: UnsavedChanges,
  ) {
    this.envelopes = new EnvelopeCache(caseBudget, unsaved);
    for (const stored of initial) {
      this.entries.set(stored.record.key, { stored, current: stored });
      if (stored.plan) this.tracked.add(stored.record.key);
    }
  }

  get size(): number {
    return this.entries.size;
  }

  keys(): RecordKey[] {
    return [...this.entries.keys()];
  }

  /** Returns a record with its unsaved changes. Null if the record is unknown. */
  current(key: RecordKey): RecordDraft | null {
    return this.entries.get(key)?.current ?? null;
  }

  /** Returns the last seen state of a record on disk. Null if it isn't saved. */
  stored(key: RecordKey): StoredRecord | null {
    return this.entries.get(key)?.stored ?? null;
  }

  trackedKeys(): readonly RecordKey[] {
    return [...this.tracked];
  }

  /** Returns all records, newest first. */
  records(): readonly KnownRecord[] {
    if (!this.sorted) {
      const entries = [...this.entries].sort(([, a], [, b]) =>
        newestFirst(a.current.record, b.current.record),
      );
      this.entries = new Map(entries);
      this.sorted = entries.map(([, { current }]) => current.record);
    }
    return this.sorted;
  }

  /** Returns the record's result. Null if it isn't in memory. */
  envelope(key: RecordKey): Envelope | null {
    const id = this.current(key)?.result?.id;
    return id === undefined ? null : this.envelopes.get(key, id);
  }

  /**
   * Adds a loaded result to the cache and returns the cached object. Null if the record's result was replaced
   * meanwhile.
   */
  keepEnvelope(key: RecordKey, id: string, envelope: Envelope): Envelope | null {
    if (this.current(key)?.result?.id !== id) return null;
    const known = this.envelopes.get(key, id) ?? envelope;
    this.envelopes.set(key, id, known);
    return known;
  }

  /** Drops results beyond the budget. Must be called after writes, because saved results can be dropped. */
  trim(): void {
    this.envelopes.trim();
  }

  /**
   * Applies the state of a record on disk, and then its unsaved changes. `loaded`: the result of `stored` if its
   * content is available. Content older than the last seen state is ignored.
   */
  takeStored(
    key: RecordKey,
    stored: StoredRecord | null,
    loaded: LoadedResult | null,
    event: StoreChangeEvent,
  ): void {
    const entry = this.entries.get(key);
    if (stored && entry?.stored) {
      if (stored.revision < entry.stored.revision) return;
      if (isSame(stored, entry.stored) && entry.current === entry.stored) return;
    }
    this.replace(key, stored, inSequence(this.unsaved.unsavedUpdates(key))(stored), loaded, event);
  }

  /** Sets the current state of a record that isn't written yet; null if it was removed. */
  takeUnsaved(
    key: RecordKey,
    current: RecordDraft | null,
    loaded: LoadedResult | null,
    event: StoreChangeEvent,
  ): void {
    this.replace(key, this.stored(key), current, loaded, event);
  }

  private replace(
    key: RecordKey,
    stored: StoredRecord | null,
    current: RecordDraft | null,
    loaded: LoadedResult | null,
    event: StoreChangeEvent,
  ): void {
    const before = this.current(key);
    this.comparePlans(key, before?.plan ?? null, current?.plan ?? null, event);
    if (before && current && differsOnlyInPlan(before, current)) {
      this.entries.set(key, withRecord(before.record, stored, current));
      return;
    }
    this.sorted = null;
    if (!current) {
      this.entries.delete(key);
      this.envelopes.delete(key);
      if (before) event.removed.add(key);
      return;
    }
    const change = before && this.compareNodes(key, before, current, loaded);
    this.entries.set(key, { stored, current });
    if (change) event.nodes.set(key, change);
    if (before) return;
    if (loaded) this.keepEnvelope(key, loaded.reference.id, loaded.envelope);
    event.added.add(key);
  }

  private comparePlans(
    key: RecordKey,
    before: Plan | null,
    after: Plan | null,
    event: StoreChangeEvent,
  ): void {
    if (after) this.tracked.add(key);
    else this.tracked.delete(key);
    if (sameJson(before, after)) return;
    event.plans.add(key);
    if (!before || !after) event.tracking = true;
  }

  /**
   * Returns the nodes that differ; null if none does. Caches the result of `after`, in which unchanged parts stay the
   * same objects.
   */
  private compareNodes(
    key: RecordKey,
    before: RecordDraft,
    after: RecordDraft,
    loaded: LoadedResult | null,
  ): NodeChange | null {
    const details = !sameDetails(before.record, after.record);
    const onlyDetails = details ? detailsChange : null;
    if (before.result?.id === after.result?.id) return onlyDetails;
    const old = before.result && this.envelopes.get(key, before.result.id);
    this.envelopes.delete(key);
    if (!after.result || loaded?.reference.id !== after.result.id) return { ...wholeRecordChange, details };
    const shared = old ? reconcile(old, loaded.envelope) : null;
    this.envelopes.set(key, after.result.id, shared?.envelope ?? loaded.envelope);
    if (!shared || !sameJson(before.record.rules, after.record.rules))
      return { ...wholeRecordChange, details };
    return shared.change ? { ...shared.change, details } : onlyDetails;
  }
}

/** Returns the new entry with the old record object, because views already use that object. */
function withRecord(record: KnownRecord, stored: StoredRecord | null, current: RecordDraft): CachedRecord {
  if (stored && stored === current) {
    const same = { ...stored, record };
    return { stored: same, current: same };
  }
  return { stored, current: { ...current, record } };
}

function differsOnlyInPlan(before: RecordDraft, after: RecordDraft): boolean {
  return (
    before.result?.id === after.result?.id &&
    before.record.addedAt === after.record.addedAt &&
    isNewer(before.record) === isNewer(after.record) &&
    sameJson(before.record.summary, after.record.summary) &&
    sameDetails(before.record, after.record)
  );
}

function newestFirst(a: KnownRecord, b: KnownRecord): number {
  return b.addedAt - a.addedAt || (a.key < b.key ? -1 : 1);
}
