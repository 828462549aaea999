import { encodeEnvelope } from '../judge/model';
import type { AboutResult, Compilation, Envelope, JudgingRules, RecordState } from '../judge';
import { KeptRecords } from './keptRecords';
import type { KeptRecordsOptions } from './keptRecords';
import { summarise } from './mergePolicy';
import type { MergeDecision, ResultOrigin } from './mergePolicy';
import { reconcile, sameJson, StoreChangeEvent } from './nodeChanges';
import { hashOf, isNewer, isPending, isRejudging, isTooLargeToKeep, keptTextHash, recordKey } from './record';
import type { Plan } from './plan';
import type { CompileErrors, KnownRecord, RecordKey } from './record';
import {
  addRecord,
  decideOn,
  addDetails,
  detailsOf,
  applyEvent,
  rereadResult,
  patchDetails,
  removeRecord,
} from './recordUpdates';
import type { IncomingResult, NewRecord, PlanChange, DetailsPatch } from './recordUpdates';
import { bringing, replanning } from './saveQueue';
import { StorageFailed } from './storage';
import type { RecordUpdate, RecordDraft } from './storage';

export interface RecordStoreOptions extends KeptRecordsOptions {
  /** most records kept; pending ones are kept beyond it */
  readonly limit: number;
  /** another name at each call, on the whole machine */
  readonly uniqueId: () => string;
  /** What its row says of a message of a compilation that may have failed; null: nothing. Absent: rows say nothing of any. */
  readonly compileErrors?: (compile: Compilation) => Promise<CompileErrors | null>;
}

export interface ReceivedResult {
  readonly envelope: Envelope;
  /** the body as received; null: not at hand */
  readonly raw?: string | null;
  /** what else the answer tells of the record */
  readonly about?: AboutResult | null;
}

export interface ReceiveOptions {
  readonly via: ResultOrigin;
  /** ms since 1970 */
  readonly receivedAt: number;
  /**
   * Makes the record known where it isn't; without it a result for an unknown record is not taken. A known one gets
   * the details that are given, and with a refresh the rules too: the user asked anew, by the settings of now.
   */
  readonly add?: NewRecord;
}

export type ReceiveOutcome =
  /** `record` is what is known now */
  | { readonly kind: 'taken' | 'unchanged' | Exclude<MergeDecision, 'take'>; readonly record: KnownRecord }
  /** nobody asked for such a record */
  | { readonly kind: 'unknown' };

/** A record that is asked for until its end, and what polling remembers of it. */
export interface TrackedRecord {
  readonly record: KnownRecord;
  readonly plan: Plan;
}

/** All that is kept of a record. */
interface RecordCopy {
  readonly draft: RecordDraft;
  /** the text that was judged; null: none is kept */
  readonly source: string | null;
}

/** Reads one part of a record, and decides what it is where it cannot be read. */
type Reading = <Part>(read: () => Promise<Part>) => Promise<Part | null>;

/** Records removed together: between them everything else has its turn. */
const removedAtOnce = 100;

/**
 * The one place that knows results. Whatever a result came by, it enters through `receive`; whoever shows one
 * listens to `onDidChange`. A record, a final result and every change of details are on the disk before they are
 * announced; a partial result is announced at once and reaches the disk a moment later.
 */
export class RecordStore {
  private readonly kept: KeptRecords;
  private limit: number;
  private isPruning = false;
  /** Told after each change, once for all that changed together; not where only plans have. */
  readonly onDidChange: KeptRecords['onDidChange'];
  /** Told after `onDidChange`: whose plans have changed, in this window or in another one. */
  readonly onDidPlan: KeptRecords['onDidPlan'];

  constructor(private readonly options: RecordStoreOptions) {
    this.limit = options.limit;
    this.kept = new KeptRecords({ ...options, onAnyChange: () => this.loadAll() });
    this.onDidChange = this.kept.onDidChange;
    this.onDidPlan = this.kept.onDidPlan;
  }

  /** Newest first. */
  records(): readonly KnownRecord[] {
    return this.kept.cache.records();
  }

  get(key: RecordKey): KnownRecord | null {
    return this.kept.cache.get(key)?.shown.record ?? null;
  }

  /** All records that are tracked, of all workspace folders. */
  tracked(): readonly TrackedRecord[] {
    return this.kept.cache.trackedKeys().flatMap((key) => this.trackedOne(key) ?? []);
  }

  /** Null: it is not tracked. */
  trackedOne(key: RecordKey): TrackedRecord | null {
    const { record, plan } = this.kept.cache.get(key)?.shown ?? {};
    return record && plan ? { record, plan } : null;
  }

  /**
   * Changes what polling remembers of a record (null: it is tracked no more) and, in the same write, its state where one
   * is told. A plan for what isn't tracked (any more) changes nothing, unless its tracking `begins`. On the disk when it
   * resolves; no view hears of a plan.
   */
  async setPlan(
    key: RecordKey,
    plan: Plan | null,
    { state = null, begins = false }: Partial<Omit<PlanChange, 'plan'>> = {},
  ): Promise<void> {
    await this.kept.lookFor(key);
    if (this.kept.cache.get(key)) await this.kept.commit(key, replanning({ plan, state, begins }), null);
  }

  /** The record's result where it is in memory; else null, and `loadEnvelope` fetches it. */
  envelope(key: RecordKey): Envelope | null {
    return this.kept.cache.envelope(key);
  }

  /** The record's result; null where it has none. Rejects with `StorageFailed` where it cannot be read. */
  async loadEnvelope(key: RecordKey): Promise<Envelope | null> {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const id = this.kept.cache.get(key)?.shown.result?.id;
      if (id === undefined) return null;
      const inMemory = this.kept.cache.envelope(key);
      if (inMemory) return inMemory;
      const stored = await (await this.kept.storage()).readResult(key, id);
      const loaded = stored && this.kept.cache.keepEnvelope(key, id, stored.envelope);
      if (loaded) return loaded;
      // replaced while it was read, maybe by another window: the record says by now what is there instead
      await this.kept.reread([key]);
    }
    throw new StorageFailed({ kind: 'missing', path: key });
  }

  /** The record's result; null where it has none, and where it cannot be read, which was reported then. */
  findEnvelope(key: RecordKey): Promise<Envelope | null> {
    return this.kept.reporting(() => this.loadEnvelope(key));
  }

  /**
   * The result as it was received, as JSON text; one that the disk has refused, written out anew. Null where there is
   * none. Rejects with `StorageFailed`.
   */
  async rawResult(key: RecordKey): Promise<string | null> {
    await this.kept.queue.flush();
    const id = this.kept.cache.get(key)?.shown.result?.id;
    if (id === undefined) return null;
    const stored = await (await this.kept.storage()).readResult(key, id);
    if (stored) return stored.raw;
    const refused = this.envelope(key);
    return refused && encodeEnvelope(refused);
  }

  /** Makes a record known (or takes it up again). It is on the disk before it is announced. */
  async add(added: NewRecord): Promise<KnownRecord | null> {
    const key = recordKey(added.service, added.requestId);
    await this.kept.commit(key, { change: addRecord(added, this.options.clock.now()) }, null);
    await this.prune();
    return this.get(key);
  }

  /** Every result comes in here: see `decideMerge` for which are taken. */
  async receive(key: RecordKey, result: ReceivedResult, given: ReceiveOptions): Promise<ReceiveOutcome> {
    await this.kept.lookFor(key);
    const how = result.about ? await this.describeBy(key, result.about, given) : given;
    if (how.add) await this.describe(key, how.add);
    // one that cannot be read any more only makes the change less precise
    await this.findEnvelope(key);
    const errors = await this.errorsIn(result.envelope);
    const known = this.kept.cache.get(key)?.shown ?? null;
    const rules = rulesFor(known?.record ?? null, how);
    if (!rules) return { kind: 'unknown' };
    if (known && isNewer(known.record)) {
      this.kept.reportNewer(known.record);
      return { kind: 'older', record: known.record };
    }

    const old = this.envelope(key);
    const shared = old && reconcile(old, result.envelope);
    if (known && shared && !shared.change && sameJson(rules, known.record.rules)) {
      if (isRejudging(known.record))
        await this.kept.commit(key, { change: applyEvent({ kind: 'rejudged' }) }, null);
      return { kind: 'unchanged', record: this.get(key) ?? known.record };
    }
    const envelope = shared?.envelope ?? result.envelope;
    const incoming: IncomingResult = {
      envelope,
      raw: result.raw ?? null,
      summary: summarise(envelope, rules, errors),
      rules,
      reference: { id: this.options.uniqueId(), receivedAt: how.receivedAt },
      via: how.via,
    };
    const decision = decideOn(known, incoming);
    if (known && decision !== 'take') {
      if (decision === 'rejudging')
        await this.kept.commit(key, { change: applyEvent({ kind: decision }) }, null);
      return { kind: decision, record: this.get(key) ?? known.record };
    }

    const operation = bringing(incoming, how.add ?? null, this.options.clock.now());
    if (known && incoming.summary.completion !== 'finished') this.kept.showFirst(key, operation, incoming);
    else await this.kept.commit(key, operation, incoming);
    if (!known) await this.prune();
    const after = this.kept.cache.get(key)?.shown;
    if (!after) return { kind: 'unknown' };
    return { kind: after.result?.id === incoming.reference.id ? 'taken' : 'older', record: after.record };
  }

  /** Changes details; null where the record is not known. On the disk when it resolves. */
  update(key: RecordKey, patch: DetailsPatch): Promise<KnownRecord | null> {
    return this.changeKnown(key, patchDetails(patch));
  }

  /** Polling has found this without a result, or a person has decided it; see `nextState`. Otherwise as `update`. */
  tell(key: RecordKey, state: RecordState): Promise<KnownRecord | null> {
    return this.changeKnown(key, applyEvent({ kind: 'told', state }));
  }

  /** The service has another ID now, because its name has changed: result and texts go with the record. */
  async move(key: RecordKey, service: string): Promise<void> {
    const copy = await this.kept.reporting(() => this.copyOf(key, (read) => read()));
    if (!copy) return;
    const { draft, source } = copy;
    const record = { ...draft.record, key: recordKey(service, draft.record.requestId), service };
    await this.putBack({ draft: { ...draft, record }, source });
    await this.remove([key]);
  }

  /** The service's codes or units have another meaning now: what is known is read anew. */
  async applyRules(key: RecordKey, rules: JudgingRules): Promise<void> {
    const record = this.get(key);
    if (!record || isNewer(record) || sameJson(record.rules, rules)) return;
    const envelope = await this.findEnvelope(key);
    const errors = envelope && (await this.errorsIn(envelope));
    const change = rereadResult(rules, envelope && summarise(envelope, rules, errors));
    await this.kept.commit(key, { change }, null);
  }

  /** Removes everything that is kept for these records, some at a time. */
  async remove(keys: Iterable<RecordKey>): Promise<void> {
    const left = [...keys];
    await this.removeAll(() => left.splice(0, removedAtOnce));
  }

  /** Removes these records; the function it gives puts back all that was kept of them, where it could be read. */
  async removeUndoably(keys: readonly RecordKey[]): Promise<() => Promise<void>> {
    const reading: Reading = (read) => this.kept.reporting(read);
    const copies = await Promise.all(keys.map((key) => this.copyOf(key, reading)));
    await this.remove(keys);
    return async () => {
      await Promise.all(copies.filter((copy) => copy !== null).map((copy) => this.putBack(copy)));
    };
  }

  /**
   * Keeps the text that is or was judged, for a source tie that will name it. Gives its SHA-256, to be put into the
   * tie; null: it is over 256 KiB, or the disk refused it (which was reported).
   */
  async keepSource(key: RecordKey, text: string): Promise<string | null> {
    if (isTooLargeToKeep(text)) return null;
    const hash = await hashOf(text);
    return this.kept.reporting(async () => {
      await (await this.kept.storage()).writeSource(key, hash, text);
      return hash;
    });
  }

  /** The text that was judged, or that of the moment of tying; null: none is kept. Rejects with `StorageFailed`. */
  async sourceText(key: RecordKey): Promise<string | null> {
    const record = this.get(key);
    const hash = record ? keptTextHash(record) : null;
    return hash === null ? null : (await this.kept.storage()).readSource(key, hash);
  }

  async setLimit(limit: number): Promise<void> {
    this.limit = limit;
    await this.prune();
  }

  /**
   * Takes in everything that is stored, and lets go of what another window has removed: after the start, and where
   * the file system may have kept changes to itself, when the window gets the focus.
   */
  async loadAll(): Promise<void> {
    if (await this.kept.readAll()) await this.prune();
  }

  /**
   * Takes in what is stored of these records, which may be gone: the list that a window starts with can be a moment
   * older than the last removal before it.
   */
  reread(keys: readonly RecordKey[]): Promise<void> {
    return this.kept.reread(keys);
  }

  /** Brings to the disk what waits, for example because it was full. */
  flush(): Promise<void> {
    return this.kept.flush();
  }

  close(): Promise<void> {
    return this.kept.close();
  }

  private async changeKnown(key: RecordKey, change: RecordUpdate): Promise<KnownRecord | null> {
    await this.kept.lookFor(key);
    if (!this.kept.cache.get(key)) return null;
    await this.kept.commit(key, { change }, null);
    return this.get(key);
  }

  private async describe(key: RecordKey, added: NewRecord): Promise<void> {
    const shown = this.kept.cache.get(key)?.shown;
    const change = addDetails(added);
    if (shown && change(shown) !== shown) await this.kept.commit(key, { change }, null);
  }

  /** Keeps what an answer tells besides its result. A record that isn't known yet is to be added with it. */
  private async describeBy(key: RecordKey, told: AboutResult, how: ReceiveOptions): Promise<ReceiveOptions> {
    const known = this.get(key);
    if (!known && !how.add) return how;
    const isKept = told.code === null || known?.judgedHash;
    const judgedHash = isKept ? null : await this.keepSource(key, told.code);
    const details = detailsOf(known, told, judgedHash);
    if (how.add) return { ...how, add: { ...how.add, ...details } };
    await this.update(key, details);
    return how;
  }

  /** Of what has compiled nobody asks for errors. */
  private async errorsIn({ data }: Envelope): Promise<CompileErrors | null> {
    const compile = data?.compile;
    if (!compile?.message || compile.success === true) return null;
    try {
      return (await this.options.compileErrors?.(compile)) ?? null;
    } catch (error) {
      // the row says less
      this.options.onError(error);
      return null;
    }
  }

  private async copyOf(key: RecordKey, reading: Reading): Promise<RecordCopy | null> {
    const shown = this.kept.cache.get(key)?.shown;
    if (!shown) return null;
    const { record, result } = shown;
    if (isNewer(record)) {
      // a copy of what can be read of it would lack the rest
      this.kept.reportNewer(record);
      return null;
    }
    const envelope = await reading(() => this.loadEnvelope(key));
    const raw = await reading(() => this.rawResult(key));
    const source = await reading(() => this.sourceText(key));
    return { draft: { record, result, plan: null, ...(envelope && { body: { envelope, raw } }) }, source };
  }

  private async putBack({ draft, source }: RecordCopy): Promise<void> {
    const { record, result, body } = draft;
    if (source !== null) await this.keepSource(record.key, source);
    const arrived = result && body ? { envelope: body.envelope, reference: result } : null;
    // asked for again meanwhile: what is there now is newer
    await this.kept.commit(record.key, { change: (current) => current ?? draft }, arrived);
  }

  /** Removes portion after portion, until `next` has none. A long list holds up neither views nor requests. */
  private async removeAll(next: () => readonly RecordKey[]): Promise<void> {
    for (let keys = next(); keys.length > 0; keys = next()) {
      await this.removeTogether(keys);
      if (keys.length < removedAtOnce) continue;
      await new Promise<void>((resolve) => void this.options.clock.after(0, resolve));
    }
  }

  private async removeTogether(keys: readonly RecordKey[]): Promise<void> {
    const announcement = new StoreChangeEvent();
    await Promise.all(keys.map((key) => this.kept.save(key, { change: removeRecord }, null, announcement)));
    this.kept.announce(announcement);
    const removed = keys.filter((key) => !this.kept.queue.hasUnsaved(key)); // else the disk has refused
    if (removed.length > 0)
      await this.kept.reporting(async () => (await this.kept.storage()).removeRest(removed));
  }

  /** Removes what is over the limit. Nobody waits for a run that is under way: it sees what has come, and the limit of now. */
  private async prune(): Promise<void> {
    if (this.isPruning || this.kept.cache.size <= this.limit) return;
    this.isPruning = true;
    const tried = new Set<RecordKey>();
    try {
      await this.removeAll(() => {
        const surplus = this.kept.isClosed ? [] : this.records().slice(this.limit);
        const next = surplus.filter(
          (record) => !isPending(record) && !isNewer(record) && !tried.has(record.key),
        );
        const keys = next.slice(0, removedAtOnce).map(({ key }) => key);
        for (const key of keys) tried.add(key);
        return keys;
      });
    } finally {
      this.isPruning = false;
    }
  }
}

function rulesFor(known: KnownRecord | null, how: ReceiveOptions): JudgingRules | null {
  const asked = how.add?.rules ?? null;
  return how.via === 'refresh' ? (asked ?? known?.rules ?? null) : (known?.rules ?? asked);
}
