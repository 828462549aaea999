import { Emitter } from '../base/emitter';
import type { Disposable } from '../base/emitter';
import type { Clock } from '../base/ports';
import { encodeEnvelope } from '../judge/encode';
import type { Envelope, JudgingRules, RecordState } from '../judge';
import { summarise } from './mergePolicy';
import type { MergeDecision, ResultOrigin } from './mergePolicy';
import { RecordsChange, reconcile, sameJson } from './nodeChanges';
import { hashOf, isNewer, isPending, isRejudging, isTooLargeToKeep, keptTextHash, recordKey } from './record';
import type { Plan } from './plan';
import type { KnownRecord, RecordKey } from './record';
import { RecordCache } from './recordCache';
import type { ArrivedResult } from './recordCache';
import { adding, decideOn, describing, happening, interpreting, patching, removing } from './recordChanges';
import type { IncomingResult, NewRecord, RecordUpdate } from './recordChanges';
import { SaveQueue, bringing, replanning } from './saveQueue';
import type { Operation } from './saveQueue';
import { StorageFailed } from './storage';
import type {
  RecordChange,
  RecordDraft,
  RecordStorage,
  StorageProblem,
  StoredRecord,
  StoredSnapshot,
} from './storage';

export interface RecordStoreOptions {
  /** Called with the first use: a window that is only started needs no more than `initial`. */
  readonly openStorage: () => Promise<RecordStorage>;
  /** what is known at the start, from the history's index; the rest comes with `loadAll` */
  readonly initial?: readonly StoredRecord[];
  /** most records kept; pending ones are kept beyond it */
  readonly limit: number;
  /** most cases in memory over all results that are on the disk; default 150,000 */
  readonly caseBudget?: number;
  readonly clock: Clock;
  /** another name at each call, on the whole machine */
  readonly uniqueId: () => string;
  /** The disk refused something. Memory goes on, and what was refused is tried again with the next change. */
  readonly onProblem: (problem: StorageProblem) => void;
  /** A listener threw, or something that nobody waits for failed. */
  readonly onError: (error: unknown) => void;
}

export interface ReceivedResult {
  readonly envelope: Envelope;
  /** the body as received; null: not at hand */
  readonly raw?: string | null;
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

/**
 * Rows that the index holds, and so the next window shows at once: what a tall window has room for. What is tracked is
 * there beyond them.
 */
const indexRows = 40;
/** Records removed together: between them everything else has its turn. */
const removedAtOnce = 100;
/** How long changes are gathered before the index is written, ms. */
const indexDelay = 1_000;

/**
 * The one place that knows results. Whatever a result came by, it enters through `receive`; whoever shows one
 * listens to `onDidChange`. A record, a final result and every change of details are on the disk before they are
 * announced; a partial result is announced at once and reaches the disk a moment later.
 */
export class RecordStore {
  private readonly cache: RecordCache;
  private readonly queue: SaveQueue;
  private readonly changes: Emitter<RecordsChange>;
  private opening: Promise<RecordStorage> | null = null;
  private watch: Disposable | null = null;
  private isClosed = false;
  private indexTimer: Disposable | null = null;
  private limit: number;
  private isPruning = false;
  /** for each reading of the disk under way: what has been removed since it began */
  private readonly readings = new Set<Set<RecordKey>>();
  private readonly planChanges: Emitter<ReadonlySet<RecordKey>>;
  /** Told after `onDidChange`: whose plans have changed, in this window or in another one. */
  readonly onDidPlan: Emitter<ReadonlySet<RecordKey>>['event'];
  /** Told after each change, once for all that changed together; not where only plans have. */
  readonly onDidChange: Emitter<RecordsChange>['event'];

  constructor(private readonly options: RecordStoreOptions) {
    this.limit = options.limit;
    this.changes = new Emitter(options.onError);
    this.onDidChange = this.changes.event;
    this.planChanges = new Emitter(options.onError);
    this.onDidPlan = this.planChanges.event;
    this.queue = new SaveQueue({
      openStorage: () => this.storage(),
      clock: options.clock,
      onSaved: (key, stored) => this.observe([[key, stored]]),
      onFailed: (key, error) => this.refused(key, error),
    });
    const budget = options.caseBudget ?? 150_000;
    this.cache = new RecordCache(options.initial ?? [], budget, (key) => this.queue.unsaved(key));
  }

  /** Newest first. */
  records(): readonly KnownRecord[] {
    return this.cache.records();
  }

  get(key: RecordKey): KnownRecord | null {
    return this.cache.get(key)?.shown.record ?? null;
  }

  /** All records that are tracked, of all workspace folders. */
  tracked(): readonly TrackedRecord[] {
    return this.cache.trackedKeys().flatMap((key) => this.trackedOne(key) ?? []);
  }

  /** Null: it is not tracked. */
  trackedOne(key: RecordKey): TrackedRecord | null {
    const { record, plan } = this.cache.get(key)?.shown ?? {};
    return record && plan ? { record, plan } : null;
  }

  /**
   * Changes what polling remembers of a record; null: it is tracked no more. Where it isn't tracked (any more) nothing is
   * done, unless its tracking `begins`. On the disk when it resolves; no view hears of it.
   */
  async setPlan(key: RecordKey, plan: Plan | null, { begins = false } = {}): Promise<void> {
    await this.lookFor(key);
    if (this.cache.get(key)) await this.commit(key, replanning({ plan, begins }), null);
  }

  /** The record's result where it is in memory; else null, and `loadEnvelope` fetches it. */
  envelope(key: RecordKey): Envelope | null {
    return this.cache.envelope(key);
  }

  /** The record's result; null where it has none. Rejects with `StorageFailed` where it cannot be read. */
  async loadEnvelope(key: RecordKey): Promise<Envelope | null> {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const id = this.cache.get(key)?.shown.result?.id;
      if (id === undefined) return null;
      const inMemory = this.cache.envelope(key);
      if (inMemory) return inMemory;
      const stored = await (await this.storage()).readResult(key, id);
      const loaded = stored && this.cache.keepEnvelope(key, id, stored.envelope);
      if (loaded) return loaded;
      // replaced while it was read, maybe by another window: the record says by now what is there instead
      await this.reread([key]);
    }
    throw new StorageFailed({ kind: 'missing', path: key });
  }

  /** The record's result; null where it has none, and where it cannot be read, which was reported then. */
  findEnvelope(key: RecordKey): Promise<Envelope | null> {
    return this.reporting(() => this.loadEnvelope(key));
  }

  /**
   * The result as it was received, as JSON text; one that the disk has refused, written out anew. Null where there is
   * none. Rejects with `StorageFailed`.
   */
  async rawResult(key: RecordKey): Promise<string | null> {
    await this.queue.flush();
    const id = this.cache.get(key)?.shown.result?.id;
    if (id === undefined) return null;
    const stored = await (await this.storage()).readResult(key, id);
    if (stored) return stored.raw;
    const refused = this.envelope(key);
    return refused && encodeEnvelope(refused);
  }

  /** Makes a record known (or takes it up again). It is on the disk before it is announced. */
  async add(added: NewRecord): Promise<KnownRecord | null> {
    const key = recordKey(added.service, added.requestId);
    await this.commit(key, { change: adding(added, this.options.clock.now()) }, null);
    await this.prune();
    return this.get(key);
  }

  /** Every result comes in here: see `decideMerge` for which are taken. */
  async receive(key: RecordKey, result: ReceivedResult, how: ReceiveOptions): Promise<ReceiveOutcome> {
    if (how.add) await this.describe(key, how.add);
    else await this.lookFor(key);
    // one that cannot be read any more only makes the change less precise
    await this.findEnvelope(key);
    const known = this.cache.get(key)?.shown ?? null;
    const rules = rulesFor(known?.record ?? null, how);
    if (!rules) return { kind: 'unknown' };
    if (known && isNewer(known.record)) {
      this.reportNewer(known.record);
      return { kind: 'older', record: known.record };
    }

    const old = this.envelope(key);
    const shared = old && reconcile(old, result.envelope);
    if (known && shared && !shared.change && sameJson(rules, known.record.rules)) {
      if (isRejudging(known.record))
        await this.commit(key, { change: happening({ kind: 'rejudged' }) }, null);
      return { kind: 'unchanged', record: this.get(key) ?? known.record };
    }
    const envelope = shared?.envelope ?? result.envelope;
    const incoming: IncomingResult = {
      envelope,
      raw: result.raw ?? null,
      summary: summarise(envelope, rules),
      rules,
      reference: { id: this.options.uniqueId(), receivedAt: how.receivedAt },
      via: how.via,
    };
    const decision = decideOn(known, incoming);
    if (known && decision !== 'take') {
      if (decision === 'rejudging') await this.commit(key, { change: happening({ kind: decision }) }, null);
      return { kind: decision, record: this.get(key) ?? known.record };
    }

    const operation = bringing(incoming, how.add ?? null, this.options.clock.now());
    if (known && incoming.summary.completion !== 'finished') this.showFirst(key, operation, incoming);
    else await this.commit(key, operation, incoming);
    if (!known) await this.prune();
    const after = this.cache.get(key)?.shown;
    if (!after) return { kind: 'unknown' };
    return { kind: after.result?.id === incoming.reference.id ? 'taken' : 'older', record: after.record };
  }

  /** Changes details; null where the record is not known. On the disk when it resolves. */
  update(key: RecordKey, patch: RecordUpdate): Promise<KnownRecord | null> {
    return this.changeKnown(key, patching(patch));
  }

  /** Polling has found this without a result, or a person has decided it; see `nextState`. Otherwise as `update`. */
  tell(key: RecordKey, state: RecordState): Promise<KnownRecord | null> {
    return this.changeKnown(key, happening({ kind: 'told', state }));
  }

  /** The service has another ID now, because its name has changed: result and texts go with the record. */
  async move(key: RecordKey, service: string): Promise<void> {
    const copy = await this.reporting(() => this.copyOf(key, (read) => read()));
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
    const change = interpreting(rules, envelope && summarise(envelope, rules));
    await this.commit(key, { change }, null);
  }

  /** Removes everything that is kept for these records, some at a time. */
  async remove(keys: Iterable<RecordKey>): Promise<void> {
    const left = [...keys];
    await this.removeAll(() => left.splice(0, removedAtOnce));
  }

  /** Removes these records; the function it gives puts back all that was kept of them, where it could be read. */
  async removeUndoably(keys: readonly RecordKey[]): Promise<() => Promise<void>> {
    const reading: Reading = (read) => this.reporting(read);
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
    return this.reporting(async () => {
      await (await this.storage()).writeSource(key, hash, text);
      return hash;
    });
  }

  /** The text that was judged, or that of the moment of tying; null: none is kept. Rejects with `StorageFailed`. */
  async sourceText(key: RecordKey): Promise<string | null> {
    const record = this.get(key);
    const hash = record ? keptTextHash(record) : null;
    return hash === null ? null : (await this.storage()).readSource(key, hash);
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
    await this.reporting(async () => {
      const missing = new Set(this.cache.keys());
      await this.takeIn(async (storage) => {
        const seen: StoredSnapshot[] = [];
        for await (const chunk of storage.scan()) {
          seen.push(...chunk.map((stored) => [stored.record.key, stored] as const));
        }
        for (const [key] of seen) missing.delete(key);
        return seen;
      });
      const gone = [...missing].filter((key) => !this.queue.hasUnsaved(key));
      if (gone.length > 0) await this.reread(gone);
      await this.prune();
    });
  }

  /**
   * Takes in what is stored of these records, which may be gone: the list that a window starts with can be a moment
   * older than the last removal before it.
   */
  async reread(keys: readonly RecordKey[]): Promise<void> {
    await this.reporting(() =>
      this.takeIn(async (storage) => {
        const read = (key: RecordKey) =>
          this.reporting(async (): Promise<StoredSnapshot> => [key, await storage.read(key)]);
        return (await Promise.all(keys.map(read))).filter((seen) => seen !== null);
      }),
    );
  }

  /** Brings to the disk what waits, for example because it was full. */
  async flush(): Promise<void> {
    await this.queue.flush();
    if (this.indexTimer) await this.writeIndex();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.watch?.dispose();
    await this.flush();
    this.changes.dispose();
    this.planChanges.dispose();
  }

  /** Other windows are listened to from the first use on. */
  private storage(): Promise<RecordStorage> {
    this.opening ??= this.options.openStorage().then((storage) => {
      if (this.isClosed) return storage;
      this.watch = storage.onDidChange((seen) => {
        (seen ? this.observe(seen) : this.loadAll()).catch((error: unknown) => this.options.onError(error));
      });
      return storage;
    });
    return this.opening;
  }

  private async changeKnown(key: RecordKey, change: RecordChange): Promise<KnownRecord | null> {
    await this.lookFor(key);
    if (!this.cache.get(key)) return null;
    await this.commit(key, { change }, null);
    return this.get(key);
  }

  private async describe(key: RecordKey, added: NewRecord): Promise<void> {
    const shown = this.cache.get(key)?.shown;
    const change = describing(added);
    if (shown && change(shown) !== shown) await this.commit(key, { change }, null);
  }

  /** Announced at once, on the disk soon. */
  private showFirst(key: RecordKey, operation: Operation, incoming: IncomingResult): void {
    const entry = this.cache.get(key);
    if (!entry) return;
    this.queue.soon(key, operation);
    const announcement = new RecordsChange();
    this.cache.show(key, entry.stored, operation.change(entry.shown), incoming, announcement);
    this.announce(announcement);
  }

  /** On the disk first, then announced. */
  private async commit(key: RecordKey, operation: Operation, incoming: ArrivedResult): Promise<void> {
    const announcement = new RecordsChange();
    await this.save(key, operation, incoming, announcement);
    this.announce(announcement);
  }

  /** On the disk, then in memory. Where the disk refuses, memory goes on and the disk is tried again later. */
  private async save(
    key: RecordKey,
    operation: Operation,
    incoming: ArrivedResult,
    announcement: RecordsChange,
  ): Promise<void> {
    try {
      this.settle(key, await this.queue.now(key, operation), incoming, announcement);
    } catch (error) {
      if (!(error instanceof StorageFailed)) throw error;
      if (await this.isOfNewerVersion(key, error)) return;
      const entry = this.cache.get(key);
      const shown = operation.change(entry?.shown ?? null);
      this.cache.show(key, entry?.stored ?? null, shown, incoming, announcement);
      if (incoming) this.cache.keepEnvelope(key, incoming.reference.id, incoming.envelope);
      this.options.onProblem(error.problem);
    }
  }

  /** A delayed save was refused. */
  private async refused(key: RecordKey, error: unknown): Promise<void> {
    if (!(error instanceof StorageFailed)) this.options.onError(error);
    else if (!(await this.isOfNewerVersion(key, error))) this.options.onProblem(error.problem);
  }

  /** Whether it was refused because a newer version has stored that record, which is shown then as it is. */
  private async isOfNewerVersion(key: RecordKey, refusal: StorageFailed): Promise<boolean> {
    if (refusal.problem.kind !== 'newer') return false;
    await this.reread([key]);
    const record = this.get(key);
    if (!record || !isNewer(record)) return false;
    this.options.onProblem(refusal.problem);
    return true;
  }

  private reportNewer({ key }: KnownRecord): void {
    this.options.onProblem({ kind: 'newer', path: key, reason: 'the record' });
  }

  private async copyOf(key: RecordKey, reading: Reading): Promise<RecordCopy | null> {
    const shown = this.cache.get(key)?.shown;
    if (!shown) return null;
    const { record, result } = shown;
    if (isNewer(record)) {
      // a copy of what can be read of it would lack the rest
      this.reportNewer(record);
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
    await this.commit(record.key, { change: (current) => current ?? draft }, arrived);
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
    const announcement = new RecordsChange();
    await Promise.all(keys.map((key) => this.save(key, { change: removing }, null, announcement)));
    this.announce(announcement);
    const removed = keys.filter((key) => !this.queue.hasUnsaved(key)); // else the disk has refused
    if (removed.length > 0) await this.reporting(async () => (await this.storage()).removeRest(removed));
  }

  /** Reads from the disk and takes that in, except what is removed meanwhile: it would come back. */
  private async takeIn(read: (storage: RecordStorage) => Promise<readonly StoredSnapshot[]>): Promise<void> {
    const removed = new Set<RecordKey>();
    this.readings.add(removed);
    try {
      await this.observe(await read(await this.storage()), removed);
    } finally {
      this.readings.delete(removed);
    }
  }

  /** Takes in what the disk has, wherever it came from. Results in use are loaded, so that the change is precise. */
  private async observe(
    seen: readonly StoredSnapshot[],
    removed: ReadonlySet<RecordKey> = new Set(),
  ): Promise<void> {
    const announcement = new RecordsChange();
    for (const [key, stored] of seen) {
      const reference = stored?.result ?? null;
      const isNews = reference && this.cache.get(key)?.shown.result?.id !== reference.id;
      const body =
        isNews && this.envelope(key)
          ? await this.reporting(async () => (await this.storage()).readResult(key, reference.id))
          : null;
      const arrived = body && reference ? { envelope: body.envelope, reference } : null;
      if (!removed.has(key)) this.settle(key, stored, arrived, announcement);
    }
    this.cache.trim();
    this.announce(announcement);
  }

  private settle(
    key: RecordKey,
    stored: StoredRecord | null,
    arrived: ArrivedResult,
    announcement: RecordsChange,
  ): void {
    if (!stored) for (const removed of this.readings) removed.add(key);
    this.cache.settle(key, stored, arrived, announcement);
  }

  /** Another window, or this one before it was killed, may have stored a record that nobody has read yet. */
  private async lookFor(key: RecordKey): Promise<void> {
    if (!this.cache.get(key)) await this.reread([key]);
  }

  private async reporting<Value>(action: () => Promise<Value>): Promise<Value | null> {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof StorageFailed)) throw error;
      this.options.onProblem(error.problem);
      return null;
    }
  }

  private report(error: unknown): void {
    if (error instanceof StorageFailed) this.options.onProblem(error.problem);
    else this.options.onError(error);
  }

  private announce(announcement: RecordsChange): void {
    if (!announcement.isEmpty || announcement.tracking) {
      this.indexTimer ??= this.options.clock.after(indexDelay, () => {
        this.writeIndex().catch((error: unknown) => this.report(error));
      });
    }
    if (!announcement.isEmpty) this.changes.fire(announcement);
    if (announcement.plans.size > 0) this.planChanges.fire(announcement.plans);
  }

  private async writeIndex(): Promise<void> {
    this.indexTimer?.dispose();
    this.indexTimer = null;
    const newest = this.records()
      .filter((record) => !isNewer(record))
      .flatMap(({ key }) => this.cache.get(key)?.stored ?? [])
      .filter(({ plan }, at) => at < indexRows || plan !== null);
    await this.reporting(async () => (await this.storage()).writeIndex(newest));
  }

  /** Removes what is over the limit. Nobody waits for a run that is under way: it sees what has come, and the limit of now. */
  private async prune(): Promise<void> {
    if (this.isPruning || this.cache.size <= this.limit) return;
    this.isPruning = true;
    const tried = new Set<RecordKey>();
    try {
      await this.removeAll(() => {
        const surplus = this.isClosed ? [] : this.records().slice(this.limit);
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
