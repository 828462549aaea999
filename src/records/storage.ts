import type { Plan } from './pollingPlan';
import { isNewer, type KnownRecord, type RecordKey } from './record';
import type { Envelope } from '../results';
import type { Disposable } from '../base/emitter';
import { encodeEnvelope } from '../results/model';

/** Identifies the current result of a record. */
export interface ResultReference {
  /** Unique among all results of the record, in all windows. */
  readonly id: string;
  /** ms since 1970 */
  readonly receivedAt: number;
  /** Encoding of its stored text; absent if an earlier version stored it, in either encoding. */
  readonly form?: ResultForm | undefined;
}

/** `received`: as sent by the judge. `own`: as written by `encodeEnvelope`, with additional fields. */
export type ResultForm = 'received' | 'own';

export interface StoredRecord {
  readonly record: KnownRecord;
  /** Null: no result yet. */
  readonly result: ResultReference | null;
  /** Its polling plan; null if it isn't tracked. */
  readonly plan: Plan | null;
  /**
   * Grows with each write, even if the record was removed and added again, so the newer of two copies has the higher
   * revision. 0 if never written.
   */
  readonly revision: number;
}

/** Returns whether both copies have the same revision, and this version can read both of them or neither. */
export function isSame(a: StoredRecord, b: StoredRecord): boolean {
  return a.revision === b.revision && isNewer(a.record) === isNewer(b.record);
}

/** A new state of a record that isn't written yet. */
export interface RecordDraft {
  readonly record: KnownRecord;
  readonly result: ResultReference | null;
  readonly plan: Plan | null;
  /** Content of `result`; absent if the stored content stays. */
  readonly body?: ResultBody;
}

export interface ResultBody {
  readonly envelope: Envelope;
  /** The response body as received; null if not available: then the encoded envelope is stored. */
  readonly raw: string | null;
}

/**
 * Change of one record: a pure function of its state at the time of the write, which another window may have changed.
 * It may run more than once. Returns null to remove the record, and the same object if nothing changes.
 */
export type RecordUpdate = (current: RecordDraft | null) => RecordDraft | null;

/** The stored data of one record; null if it doesn't exist or was removed. */
export type StoredSnapshot = readonly [key: RecordKey, stored: StoredRecord | null];

/** Stores records beyond the lifetime of a window. Methods reject with `StorageFailed` only. */
export interface RecordStorage {
  /**
   * Reads, changes, and writes one record under a lock. Resolves when the record is saved. Rejects (`newer`) if a newer
   * version saved the record, and leaves it unchanged.
   */
  update(key: RecordKey, update: RecordUpdate): Promise<StoredRecord | null>;
  /** Deletes the remaining files of removed records, including damaged files. */
  removeRest(keys: readonly RecordKey[]): Promise<void>;
  /**
   * Reads a record. Null if it isn't stored, or if it is damaged and was reported. A record that a newer version saved
   * has the state `newer`. Rejects (`newer`) if not even its judge and ID can be read.
   */
  read(key: RecordKey): Promise<StoredRecord | null>;
  /** Reads a result. Null if it was replaced or removed meanwhile. */
  readResult(key: RecordKey, result: ResultReference): Promise<ResultBody | null>;
  /** Reads all records, in chunks and in no particular order. Unreadable records are reported and omitted. */
  scan(): AsyncIterable<readonly StoredRecord[]>;
  /** Stores a text. It is deleted when the record no longer refers to its hash, see `keptTextHash`. */
  writeSource(key: RecordKey, hash: string, text: string): Promise<void>;
  /** Reads a text. Null if it isn't stored. */
  readSource(key: RecordKey, hash: string): Promise<string | null>;
  /**
   * Writes the rows that the next window shows first. This only makes its start faster: the write may be late or lost.
   */
  writeIndex(newest: readonly StoredRecord[]): Promise<void>;
  /**
   * Fires when another window changed something. `seen` is null if the changes are unknown, so everything must be read
   * again.
   */
  onDidChange(listener: (seen: readonly StoredSnapshot[] | null) => void): Disposable;
}

/** Why something couldn't be stored or read. Each kind needs a different remedy. */
export type StorageProblem =
  /** The disk is full, or the user's quota is used up. */
  | { readonly kind: 'full'; readonly path: string }
  /** The file system is read-only, or the operating system denies access. */
  | { readonly kind: 'readOnly'; readonly path: string }
  /** A file was damaged and moved to `movedTo`; null if it couldn't be moved. */
  | {
      readonly kind: 'broken';
      readonly path: string;
      readonly movedTo: string | null;
      readonly reason: string;
    }
  /**
   * A newer version of this extension saved the file, which is left unchanged. `reason`: the first unknown field or
   * value.
   */
  | { readonly kind: 'newer'; readonly path: string; readonly reason: string }
  /** The record's result no longer exists. */
  | { readonly kind: 'missing'; readonly path: string }
  /** The file system doesn't report changes by other windows. These changes are read when the window gets the focus. */
  | { readonly kind: 'unwatched'; readonly path: string; readonly reason: string }
  /** Another window held the lock for too long. */
  | { readonly kind: 'busy'; readonly path: string }
  /** `code`: the operating system's error code, such as `EIO`. */
  | { readonly kind: 'other'; readonly path: string; readonly code: string };

/** The only error that storage throws. `cause`: the original error. */
export class StorageFailed extends Error {
  override readonly name = 'StorageFailed';
  constructor(
    readonly problem: StorageProblem,
    options?: { cause?: unknown },
  ) {
    super(`storage failed: ${problem.kind} (${problem.path})`, options);
  }
}

/** Stores records until the window closes, in a browser and for tests. */
export class MemoryStorage implements RecordStorage {
  private readonly records = new Map<RecordKey, StoredRecord>();
  private readonly bodies = new Map<RecordKey, ResultBody>();
  /** Texts by record and hash. */
  private readonly sources = new Map<RecordKey, Map<string, string>>();

  async update(key: RecordKey, update: RecordUpdate): Promise<StoredRecord | null> {
    const stored = this.records.get(key) ?? null;
    const current: RecordDraft | null = stored;
    const draft = update(current);
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

  async readResult(key: RecordKey, { id }: ResultReference): Promise<ResultBody | null> {
    const body = this.bodies.get(key);
    if (!body || this.records.get(key)?.result?.id !== id) return null;
    return { envelope: body.envelope, raw: body.raw ?? encodeEnvelope(body.envelope) };
  }

  async writeSource(key: RecordKey, hash: string, text: string): Promise<void> {
    const texts = this.sources.get(key) ?? new Map<string, string>();
    this.sources.set(key, texts.set(hash, text));
  }

  async readSource(key: RecordKey, hash: string): Promise<string | null> {
    return this.sources.get(key)?.get(hash) ?? null;
  }

  async writeIndex(): Promise<void> {}

  /** Never fires, because no other window writes here. */
  onDidChange(): Disposable {
    return { dispose: () => undefined };
  }

  async *scan(): AsyncIterable<readonly StoredRecord[]> {
    yield [...this.records.values()];
  }
}
