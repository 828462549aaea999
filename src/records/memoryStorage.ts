import { encodeEnvelope } from '../judge/encode';
import type { Disposable } from '../base/emitter';
import type { RecordKey } from './record';
import type {
  RecordDraft,
  RecordChange,
  RecordStorage,
  ResultBody,
  StoredRecord,
  StoredResult,
} from './storage';

/** Keeps records as long as the window lives: where nothing may be written, and for tests. */
export class MemoryStorage implements RecordStorage {
  private readonly records = new Map<RecordKey, StoredRecord>();
  private readonly bodies = new Map<RecordKey, ResultBody>();
  /** of each record, by their hashes */
  private readonly sources = new Map<RecordKey, Map<string, string>>();

  async update(key: RecordKey, change: RecordChange): Promise<StoredRecord | null> {
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
