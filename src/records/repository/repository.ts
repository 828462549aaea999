import { Emitter } from '../../base/emitter';
import type { Disposable } from '../../base/emitter';
import { errorMessage } from '../../base/log';
import type { Clock } from '../../base/ports';
import { encodeEnvelope } from '../../results/model';
import type { Envelope } from '../../results';
import { StoreChangeEvent } from '../nodeChanges';
import { isNewer } from '../record';
import type { KnownRecord, RecordKey } from '../record';
import { removeRecord } from '../recordUpdates';
import { StorageFailed } from '../storage';
import type { RecordDraft, RecordStorage, StorageProblem, StoredRecord, StoredSnapshot } from '../storage';
import { RecordCache } from './recordCache';
import type { LoadedResult } from './recordCache';
import { updateOf, WriteQueue } from './writeQueue';
import type { Write } from './writeQueue';
import { MAX_CACHED_CASES, INDEX_ROWS, INDEX_DELAY_MS, MAX_READ_ATTEMPTS } from '../limits';

export interface RepositoryOptions {
  /** Opens the storage at its first use. A window that only starts needs only `initial`. */
  readonly openStorage: () => Promise<RecordStorage>;
  /** Records that are known at the start, from the index. `readAll` reads the others. */
  readonly initial?: readonly StoredRecord[];
  /** Maximum number of cases in memory that belong to saved results; default: `MAX_CACHED_CASES`. */
  readonly caseBudget?: number;
  readonly clock: Clock;
  /**
   * Called when reading or writing files failed. A failed change stays in memory, and its write is repeated with the
   * next change.
   */
  readonly onProblem: (problem: StorageProblem) => void;
  /** Called when a listener threw, or when a task failed that no caller waits for. */
  readonly onError: (error: unknown) => void;
}

/**
 * All records, in memory and on disk. Applies every change to both, adopts the changes of other windows, and announces
 * each change once. If a write fails, the change stays in memory, and the write is repeated later. Methods without a
 * comment are described at `RecordStore`.
 */
export class RecordRepository {
  readonly onDidChange: Emitter<StoreChangeEvent>['event'];
  readonly onDidPlan: Emitter<ReadonlySet<RecordKey>>['event'];
  private readonly cache: RecordCache;
  private readonly queue: WriteQueue;
  private readonly changes: Emitter<StoreChangeEvent>;
  private readonly planChanges: Emitter<ReadonlySet<RecordKey>>;
  private opening: Promise<RecordStorage> | null = null;
  private watch: Disposable | null = null;
  private closed = false;
  private indexTimer: Disposable | null = null;
  /** For each read in progress, the records removed since it began. */
  private readonly removedDuringReads = new Set<Set<RecordKey>>();

  constructor(private readonly options: RepositoryOptions) {
    this.changes = new Emitter(options.onError);
    this.onDidChange = this.changes.event;
    this.planChanges = new Emitter(options.onError);
    this.onDidPlan = this.planChanges.event;
    this.queue = new WriteQueue(() => this.storage(), options.clock, {
      saved: (key, stored) => this.takeFromDisk([[key, stored]]),
      failed: (key, error) => this.delayedWriteFailed(key, error),
    });
    this.cache = new RecordCache(options.initial ?? [], options.caseBudget ?? MAX_CACHED_CASES, this.queue);
  }

  get isClosed(): boolean {
    return this.closed;
  }

  get size(): number {
    return this.cache.size;
  }

  records(): readonly KnownRecord[] {
    return this.cache.records();
  }

  /** Returns the record with all changes, including unsaved ones. Null if the record is unknown. */
  get(key: RecordKey): RecordDraft | null {
    return this.cache.current(key);
  }

  /** Returns the keys of the records that have a plan. */
  trackedKeys(): readonly RecordKey[] {
    return this.cache.trackedKeys();
  }

  hasUnsaved(key: RecordKey): boolean {
    return this.queue.hasUnsaved(key);
  }

  /** Writes the change to the disk, then announces it. */
  async update(key: RecordKey, write: Write): Promise<void> {
    const event = new StoreChangeEvent();
    await this.write(key, write, event);
    this.announce(event);
  }

  /** Announces the change immediately, and writes it to the disk soon. No-op if the record isn't known. */
  updateSoon(key: RecordKey, write: Write): void {
    const current = this.get(key);
    if (!current) return;
    const changed = updateOf(write)(current);
    this.queue.writeSoon(key, write);
    const event = new StoreChangeEvent();
    this.cache.takeUnsaved(key, changed, resultIn(changed), event);
    this.announce(event);
  }

  /** Removes the records and everything stored for them. Announces their removal once. */
  async remove(keys: readonly RecordKey[]): Promise<void> {
    const event = new StoreChangeEvent();
    const removal: Write = { kind: 'update', update: removeRecord };
    await Promise.all(keys.map((key) => this.write(key, removal, event)));
    this.announce(event);
    const removed = keys.filter((key) => !this.queue.hasUnsaved(key)); // The other records are still on disk.
    if (removed.length > 0) await this.orReport(async () => (await this.storage()).removeRest(removed));
  }

  envelope(key: RecordKey): Envelope | null {
    return this.cache.envelope(key);
  }

  async loadEnvelope(key: RecordKey): Promise<Envelope | null> {
    for (let attempt = 0; attempt < MAX_READ_ATTEMPTS; attempt += 1) {
      const result = this.get(key)?.result;
      if (!result) return null;
      const inMemory = this.cache.envelope(key);
      if (inMemory) return inMemory;
      const body = await (await this.storage()).readResult(key, result);
      const loaded = body && this.cache.keepEnvelope(key, result.id, body.envelope);
      if (loaded) return loaded;
      // The result was replaced during the read, possibly by another window.
      await this.reread([key]);
    }
    throw new StorageFailed({ kind: 'missing', path: key });
  }

  async rawResult(key: RecordKey): Promise<string | null> {
    await this.queue.flush();
    const result = this.get(key)?.result;
    if (!result) return null;
    const body = await (await this.storage()).readResult(key, result);
    const envelope = body?.envelope ?? this.envelope(key);
    return body?.raw ?? (envelope && encodeEnvelope(envelope));
  }

  async writeSource(key: RecordKey, hash: string, text: string): Promise<void> {
    await (await this.storage()).writeSource(key, hash, text);
  }

  /** Reads a source text. Null if it isn't stored. */
  async readSource(key: RecordKey, hash: string): Promise<string | null> {
    return (await this.storage()).readSource(key, hash);
  }

  /** Reads the record if it is unknown. Another window may have stored it, or this one in an earlier session. */
  async ensureRead(key: RecordKey): Promise<void> {
    if (!this.get(key)) await this.reread([key]);
  }

  async reread(keys: readonly RecordKey[]): Promise<void> {
    await this.orReport(() =>
      this.takeFrom(async (storage) => {
        const read = (key: RecordKey) =>
          this.orReport(async (): Promise<StoredSnapshot> => [key, await storage.read(key)]);
        return (await Promise.all(keys.map(read))).filter((seen) => seen !== null);
      }),
    );
  }

  /**
   * Reads all records from the disk, and drops those that another window removed. Resolves to false and reports the
   * problem if the disk couldn't be read.
   */
  async readAll(): Promise<boolean> {
    const done = await this.orReport(async () => {
      const missing = new Set(this.cache.keys());
      await this.takeFrom(async (storage) => {
        const seen: StoredSnapshot[] = [];
        for await (const chunk of storage.scan()) {
          seen.push(...chunk.map((stored) => [stored.record.key, stored] as const));
        }
        for (const [key] of seen) missing.delete(key);
        return seen;
      });
      const gone = [...missing].filter((key) => !this.queue.hasUnsaved(key));
      if (gone.length > 0) await this.reread(gone);
      return true;
    });
    return done ?? false;
  }

  async flush(): Promise<void> {
    await this.queue.flush();
    if (this.indexTimer) await this.writeIndex();
  }

  async close(): Promise<void> {
    this.closed = true;
    this.watch?.dispose();
    await this.flush();
    this.changes.dispose();
    this.planChanges.dispose();
  }

  /** Runs `action`. If it fails with `StorageFailed`, reports the problem and returns null. */
  async orReport<Value>(action: () => Promise<Value>): Promise<Value | null> {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof StorageFailed)) throw error;
      this.options.onProblem(error.problem);
      return null;
    }
  }

  /** Reports that only a newer version can use this record. */
  reportNewer({ key }: KnownRecord): void {
    this.options.onProblem({ kind: 'newer', path: key, reason: 'the record' });
  }

  /** Opens the storage at its first use, and listens to other windows from then on. */
  private storage(): Promise<RecordStorage> {
    if (this.opening) return this.opening;
    const opening = this.open();
    this.opening = opening;
    opening.catch(() => (this.opening = null));
    return opening;
  }

  /**
   * Opens the storage. Rejects with `StorageFailed` only. After a failure, the memory stays usable, and the next use
   * tries again.
   */
  private async open(): Promise<RecordStorage> {
    let storage: RecordStorage;
    try {
      storage = await this.options.openStorage();
    } catch (error) {
      if (error instanceof StorageFailed) throw error;
      this.options.onError(error);
      throw new StorageFailed({ kind: 'other', path: '', code: errorMessage(error) }, { cause: error });
    }
    if (this.closed) return storage;
    this.watch = storage.onDidChange((seen) => {
      const taken = seen ? this.takeFromDisk(seen) : this.readAll();
      taken.catch((error: unknown) => this.options.onError(error));
    });
    return storage;
  }

  /**
   * Changes the disk first, then the memory. If the disk fails, only the memory changes, and the write is repeated
   * later.
   */
  private async write(key: RecordKey, write: Write, event: StoreChangeEvent): Promise<void> {
    const update = updateOf(write);
    const loaded = resultIn(update(this.get(key)));
    try {
      this.takeStored(key, await this.queue.writeNow(key, write), loaded, event);
    } catch (error) {
      if (!(error instanceof StorageFailed)) throw error;
      if (await this.belongsToNewerVersion(key, error)) return;
      const changed = update(this.get(key));
      this.cache.takeUnsaved(key, changed, resultIn(changed), event);
      if (loaded) this.cache.keepEnvelope(key, loaded.reference.id, loaded.envelope);
      this.options.onProblem(error.problem);
    }
  }

  private async delayedWriteFailed(key: RecordKey, error: unknown): Promise<void> {
    if (!(error instanceof StorageFailed)) this.options.onError(error);
    else if (!(await this.belongsToNewerVersion(key, error))) this.options.onProblem(error.problem);
  }

  /**
   * Returns whether the write failed because a newer version saved the record. If so, the record gets the state
   * `newer`.
   */
  private async belongsToNewerVersion(key: RecordKey, failure: StorageFailed): Promise<boolean> {
    if (failure.problem.kind !== 'newer') return false;
    await this.reread([key]);
    const record = this.get(key)?.record;
    if (!record || !isNewer(record)) return false;
    this.options.onProblem(failure.problem);
    return true;
  }

  /**
   * Reads from the disk and applies everything except records that were removed meanwhile, because that would restore
   * them.
   */
  private async takeFrom(
    read: (storage: RecordStorage) => Promise<readonly StoredSnapshot[]>,
  ): Promise<void> {
    const removed = new Set<RecordKey>();
    this.removedDuringReads.add(removed);
    try {
      await this.takeFromDisk(await read(await this.storage()), removed);
    } finally {
      this.removedDuringReads.delete(removed);
    }
  }

  /**
   * Applies the states of records on disk. If an old result is in memory, reads the new one, so that the event contains
   * only the nodes that changed.
   */
  private async takeFromDisk(
    seen: readonly StoredSnapshot[],
    removed: ReadonlySet<RecordKey> = new Set(),
  ): Promise<void> {
    const event = new StoreChangeEvent();
    for (const [key, stored] of seen) {
      const loaded = stored && (await this.loadIfInUse(key, stored));
      if (!removed.has(key)) this.takeStored(key, stored, loaded, event);
    }
    this.cache.trim();
    this.announce(event);
  }

  /** Reads the stored result if it differs from the known result, and the known result is in memory. */
  private async loadIfInUse(key: RecordKey, { result }: StoredRecord): Promise<LoadedResult | null> {
    const isSame = this.get(key)?.result?.id === result?.id;
    if (!result || isSame || !this.cache.envelope(key)) return null;
    const body = await this.orReport(async () => (await this.storage()).readResult(key, result));
    return body && { reference: result, envelope: body.envelope };
  }

  private takeStored(
    key: RecordKey,
    stored: StoredRecord | null,
    loaded: LoadedResult | null,
    event: StoreChangeEvent,
  ): void {
    if (!stored) for (const removed of this.removedDuringReads) removed.add(key);
    this.cache.takeStored(key, stored, loaded, event);
  }

  private announce(event: StoreChangeEvent): void {
    if (!event.isEmpty || event.tracking) this.writeIndexSoon();
    if (!event.isEmpty) this.changes.fire(event);
    if (event.plans.size > 0) this.planChanges.fire(event.plans);
  }

  private writeIndexSoon(): void {
    this.indexTimer ??= this.options.clock.after(INDEX_DELAY_MS, () => {
      this.writeIndex().catch((error: unknown) => this.options.onError(error));
    });
  }

  private async writeIndex(): Promise<void> {
    this.indexTimer?.dispose();
    this.indexTimer = null;
    const newest = this.cache
      .records()
      .filter((record) => !isNewer(record))
      .flatMap(({ key }) => this.cache.stored(key) ?? [])
      .filter(({ plan }, index) => index < INDEX_ROWS || plan !== null);
    await this.orReport(async () => (await this.storage()).writeIndex(newest));
  }
}

/** Returns the new result of a draft. Null if the draft has no result, or doesn't contain its content. */
function resultIn(draft: RecordDraft | null): LoadedResult | null {
  if (!draft?.result || !draft.body) return null;
  return { reference: draft.result, envelope: draft.body.envelope };
}
