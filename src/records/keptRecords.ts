import { Emitter } from '../base/emitter';
import type { Disposable } from '../base/emitter';
import type { Clock } from '../base/ports';
import { StoreChangeEvent } from './nodeChanges';
import { isNewer } from './record';
import type { KnownRecord, RecordKey } from './record';
import { RecordCache } from './recordCache';
import type { ArrivedResult } from './recordCache';
import type { IncomingResult } from './recordUpdates';
import { SaveQueue } from './saveQueue';
import type { Operation } from './saveQueue';
import { StorageFailed } from './storage';
import type { RecordStorage, StorageProblem, StoredRecord, StoredSnapshot } from './storage';

export interface KeptRecordsOptions {
  /** Called with the first use: a window that is only started needs no more than `initial`. */
  readonly openStorage: () => Promise<RecordStorage>;
  /** what is known at the start, from the history's index; the rest comes with `readAll` */
  readonly initial?: readonly StoredRecord[];
  /** most cases in memory over all results that are on the disk; default 150,000 */
  readonly caseBudget?: number;
  readonly clock: Clock;
  /** The disk refused something. Memory goes on, and what was refused is tried again with the next change. */
  readonly onProblem: (problem: StorageProblem) => void;
  /** A listener threw, or something that nobody waits for failed. */
  readonly onError: (error: unknown) => void;
}

/**
 * Rows that the index holds, and so the next window shows at once: what a tall window has room for. What is tracked is
 * there beyond them.
 */
const indexRows = 40;
/** How long changes are gathered before the index is written, ms. A window that closes writes it at once. */
const indexDelay = 5_000;

/**
 * Records in memory, in step with the disk and with what other windows write there: each change goes to both, what
 * comes from either is announced once, and where the disk refuses, memory goes on.
 */
export class KeptRecords {
  readonly cache: RecordCache;
  readonly queue: SaveQueue;
  private readonly changes: Emitter<StoreChangeEvent>;
  private readonly planChanges: Emitter<ReadonlySet<RecordKey>>;
  /** Told after each change, once for all that changed together; not where only plans have. */
  readonly onDidChange: Emitter<StoreChangeEvent>['event'];
  /** Told after `onDidChange`: whose plans have changed, in this window or in another one. */
  readonly onDidPlan: Emitter<ReadonlySet<RecordKey>>['event'];
  private opening: Promise<RecordStorage> | null = null;
  private watch: Disposable | null = null;
  private closed = false;
  private indexTimer: Disposable | null = null;
  /** for each reading of the disk under way: what has been removed since it began */
  private readonly readings = new Set<Set<RecordKey>>();

  /** `onAnyChange`: another window has changed something, and the file system doesn't say what */
  constructor(private readonly options: KeptRecordsOptions & { readonly onAnyChange: () => Promise<void> }) {
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

  get isClosed(): boolean {
    return this.closed;
  }

  /** On the disk first, then announced. */
  async commit(key: RecordKey, operation: Operation, incoming: ArrivedResult): Promise<void> {
    const announcement = new StoreChangeEvent();
    await this.save(key, operation, incoming, announcement);
    this.announce(announcement);
  }

  /** Announced at once, on the disk soon. */
  showFirst(key: RecordKey, operation: Operation, incoming: IncomingResult): void {
    const entry = this.cache.get(key);
    if (!entry) return;
    this.queue.soon(key, operation);
    const announcement = new StoreChangeEvent();
    this.cache.show(key, entry.stored, operation.change(entry.shown), incoming, announcement);
    this.announce(announcement);
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

  /**
   * Takes in everything that is stored, and lets go of what another window has removed: after the start, and where
   * the file system may have kept changes to itself, when the window gets the focus. False: it could not be read, which
   * was reported.
   */
  async readAll(): Promise<boolean> {
    const done = await this.reporting(async () => {
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
      return true;
    });
    return done ?? false;
  }

  /** Another window, or this one before it was killed, may have stored a record that nobody has read yet. */
  async lookFor(key: RecordKey): Promise<void> {
    if (!this.cache.get(key)) await this.reread([key]);
  }

  async reporting<Value>(action: () => Promise<Value>): Promise<Value | null> {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof StorageFailed)) throw error;
      this.options.onProblem(error.problem);
      return null;
    }
  }

  /** Brings to the disk what waits, for example because it was full. */
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

  /** Other windows are listened to from the first use on. */
  storage(): Promise<RecordStorage> {
    this.opening ??= this.options.openStorage().then((storage) => {
      if (this.closed) return storage;
      this.watch = storage.onDidChange((seen) => {
        (seen ? this.observe(seen) : this.options.onAnyChange()).catch((error: unknown) =>
          this.options.onError(error),
        );
      });
      return storage;
    });
    return this.opening;
  }

  /** On the disk, then in memory. Where the disk refuses, memory goes on and the disk is tried again later. */
  async save(
    key: RecordKey,
    operation: Operation,
    incoming: ArrivedResult,
    announcement: StoreChangeEvent,
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
    const record = this.cache.get(key)?.shown.record;
    if (!record || !isNewer(record)) return false;
    this.options.onProblem(refusal.problem);
    return true;
  }

  reportNewer({ key }: KnownRecord): void {
    this.options.onProblem({ kind: 'newer', path: key, reason: 'the record' });
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
    const announcement = new StoreChangeEvent();
    for (const [key, stored] of seen) {
      const reference = stored?.result ?? null;
      const isNews = reference && this.cache.get(key)?.shown.result?.id !== reference.id;
      const body =
        isNews && this.cache.envelope(key)
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
    announcement: StoreChangeEvent,
  ): void {
    if (!stored) for (const removed of this.readings) removed.add(key);
    this.cache.settle(key, stored, arrived, announcement);
  }

  private report(error: unknown): void {
    if (error instanceof StorageFailed) this.options.onProblem(error.problem);
    else this.options.onError(error);
  }

  announce(announcement: StoreChangeEvent): void {
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
    const newest = this.cache
      .records()
      .filter((record) => !isNewer(record))
      .flatMap(({ key }) => this.cache.get(key)?.stored ?? [])
      .filter(({ plan }, at) => at < indexRows || plan !== null);
    await this.reporting(async () => (await this.storage()).writeIndex(newest));
  }
}
