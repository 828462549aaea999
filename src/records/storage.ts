import type { Plan } from './plan';
import { isNewer, type KnownRecord, type RecordKey } from './record';
import type { Envelope } from '../judge';
import type { Disposable } from '../base/emitter';
import { encodeEnvelope } from '../judge/model';

/** Which of a record's results is the current one. */
export interface ResultReference {
  /** unique among all results of the record, whichever window took them */
  readonly id: string;
  /** when it came, ms since 1970 */
  readonly receivedAt: number;
}

/** A record as it is kept. */
export interface StoredRecord {
  readonly record: KnownRecord;
  /** null as long as there is no result */
  readonly result: ResultReference | null;
  /** what polling remembers of it; null: it is not tracked */
  readonly plan: Plan | null;
  /** grows at each write (and over removals), so that of two copies the newer one is known; 0: never written */
  readonly revision: number;
}

/** Whether two copies of a record say the same, and can be read equally well. */
export function isSame(a: StoredRecord, b: StoredRecord): boolean {
  return a.revision === b.revision && isNewer(a.record) === isNewer(b.record);
}

/** What a record is to become. */
export interface RecordDraft {
  readonly record: KnownRecord;
  readonly result: ResultReference | null;
  /** see `StoredRecord` */
  readonly plan: Plan | null;
  /** present where `result` is new: what is to be kept for it */
  readonly body?: ResultBody;
}

export interface ResultBody {
  readonly envelope: Envelope;
  /** the body as received; null: not at hand, the envelope is written out instead */
  readonly raw: string | null;
}

/**
 * One change of one record, as a function of what is stored at that moment (another window may have changed it).
 * Null: the record is removed. The very draft that was given: nothing to do. Must be pure; it may run again.
 */
export type RecordUpdate = (current: RecordDraft | null) => RecordDraft | null;

/** What is stored of a record; null: nothing (any more). */
export type StoredSnapshot = readonly [key: RecordKey, stored: StoredRecord | null];

/** Where records outlive the window. Every method rejects with `StorageFailed` only. */
export interface RecordStorage {
  /**
   * Reads, changes and writes one record while no other window does. On disk when it resolves. One that a newer version
   * has written stays as it is: rejects (`newer`).
   */
  update(key: RecordKey, change: RecordUpdate): Promise<StoredRecord | null>;
  /** Removes everything else that was ever kept for records that are removed, also what was damaged. */
  removeRest(keys: readonly RecordKey[]): Promise<void>;
  /**
   * Null: not stored, or damaged, which was reported. What a newer version has written is in the state `newer`; it
   * rejects (`newer`) where not even its name can be read.
   */
  read(key: RecordKey): Promise<StoredRecord | null>;
  /** Null: that result is no longer there (replaced or removed meanwhile). */
  readResult(key: RecordKey, id: string): Promise<StoredResult | null>;
  /** All that is stored, in chunks and in no particular order. What can't be read is reported and left out. */
  scan(): AsyncIterable<readonly StoredRecord[]>;
  /** Keeps a text as long as the record names its hash: see `keptTextHash`. */
  writeSource(key: RecordKey, hash: string, text: string): Promise<void>;
  /** Null: not kept. */
  readSource(key: RecordKey, hash: string): Promise<string | null>;
  /** What the next window shows first. A help only: it may be late or lost. */
  writeIndex(newest: readonly StoredRecord[]): Promise<void>;
  /** Another window has changed something; null: `scan` tells what. */
  onDidChange(listener: (seen: readonly StoredSnapshot[] | null) => void): Disposable;
}

export interface StoredResult {
  readonly envelope: Envelope;
  /** as received */
  readonly raw: string;
}

/** Why something could not be kept or read. Each is told apart, because each has another remedy. */
export type StorageProblem =
  /** no space left, or the user's quota is used up */
  | { readonly kind: 'full'; readonly path: string }
  /** the storage may not be written */
  | { readonly kind: 'readOnly'; readonly path: string }
  /** a file was damaged; it was set aside as `movedTo` (null: it could not even be moved) */
  | {
      readonly kind: 'broken';
      readonly path: string;
      readonly movedTo: string | null;
      readonly reason: string;
    }
  /** written by a newer version of this extension: left as it is. `reason`: the first thing that isn't known */
  | { readonly kind: 'newer'; readonly path: string; readonly reason: string }
  /** the result that the record speaks of is not there any more */
  | { readonly kind: 'missing'; readonly path: string }
  /** the file system cannot tell what other windows change: they are looked at when the window gets the focus */
  | { readonly kind: 'unwatched'; readonly path: string; readonly reason: string }
  /** another window has kept it locked for too long */
  | { readonly kind: 'busy'; readonly path: string }
  /** `code` as the operating system names it: `EIO` */
  | { readonly kind: 'other'; readonly path: string; readonly code: string };

/** The one error class that leaves the disk; `problem` says everything, `cause` is what was caught. */
export class StorageFailed extends Error {
  override readonly name = 'StorageFailed';
  constructor(
    readonly problem: StorageProblem,
    options?: { cause?: unknown },
  ) {
    super(`storage failed: ${problem.kind} (${problem.path})`, options);
  }
}

/** Keeps records as long as the window lives: where nothing may be written, and for tests. */
export class MemoryStorage implements RecordStorage {
  private readonly records = new Map<RecordKey, StoredRecord>();
  private readonly bodies = new Map<RecordKey, ResultBody>();
  /** of each record, by their hashes */
  private readonly sources = new Map<RecordKey, Map<string, string>>();

  async update(key: RecordKey, change: RecordUpdate): Promise<StoredRecord | null> {
    const stored = this.records.get(key) ?? null;
    const current: RecordDraft | null = stored;
    const draft = change(current);
    if (draft === current) return stored;
    if (!draft) {
      this.records.delete(key);
      this.bodies.delete(key);
      return null;
    }
    const { record, result, plan, body } = draft;
    const written = { record, result, plan, revision: (stored?.revision ?? 0) + 1 };
    this.records.set(key, written);
    if (body) this.bodies.set(key, body);
    return written;
  }

  async removeRest(keys: readonly RecordKey[]): Promise<void> {
    for (const key of keys) this.sources.delete(key);
  }

  async read(key: RecordKey): Promise<StoredRecord | null> {
    return this.records.get(key) ?? null;
  }

  async readResult(key: RecordKey, id: string): Promise<StoredResult | null> {
    const body = this.bodies.get(key);
    if (!body || this.records.get(key)?.result?.id !== id) return null;
    return { envelope: body.envelope, raw: body.raw ?? encodeEnvelope(body.envelope) };
  }

  async writeSource(key: RecordKey, hash: string, text: string): Promise<void> {
    const own = this.sources.get(key) ?? new Map<string, string>();
    this.sources.set(key, own.set(hash, text));
  }

  async readSource(key: RecordKey, hash: string): Promise<string | null> {
    return this.sources.get(key)?.get(hash) ?? null;
  }

  async writeIndex(): Promise<void> {}

  /** Nobody else writes here. */
  onDidChange(): Disposable {
    return { dispose: () => undefined };
  }

  async *scan(): AsyncIterable<readonly StoredRecord[]> {
    yield [...this.records.values()];
  }
}
