import { errorMessage } from '../../base/errors';
import { decodeEnvelope } from '../../judge';
import type { Disposable } from '../../base/emitter';
import type { RecordKey } from '../record';
import { StorageFailed } from '../storage';
import type {
  RecordDraft,
  RecordChange,
  RecordStorage,
  StoredSnapshot,
  StoredRecord,
  StoredResult,
} from '../storage';
import { wireText } from '../wire';
import { safeName } from './fileLocks';
import { creating, failedAt, replaceFile } from './files';
import { packed, unpacked } from './folder';
import type { HistoryFolder } from './folder';
import { decodeRecord, encodeIndex, encodeRecord } from './format';
import { documentNames } from './layout';

/** Records read at once. */
const chunk = 64;

/**
 * Records on the disk: one file each with everything but the result, which is a file of its own that the record's
 * file names. So a record's file is small, and putting it in place makes both parts valid at one moment.
 */
export class RecordFiles implements RecordStorage {
  /** what the files said when they were last seen: tells other windows' changes from our own */
  private readonly seen = new Map<string, StoredRecord>();
  /** the versions of files as of `seen`, where a scan has read them: only the others are read again */
  private readonly versions = new Map<string, string>();

  /** `initial`: what the index said */
  constructor(
    private readonly folder: HistoryFolder,
    initial: readonly StoredRecord[] = [],
  ) {
    for (const stored of initial) this.seen.set(safeName(stored.record.key), stored);
  }

  async update(
    key: RecordKey,
    change: RecordChange,
    known: StoredRecord | null,
  ): Promise<StoredRecord | null> {
    const name = safeName(key);
    return this.folder.locked(name, async () => {
      const stored = await this.readOr(name, known);
      const draft = change(stored);
      if (draft === stored) return stored;
      if (!draft) {
        await this.removeFiles(name, stored);
        return null;
      }
      const revision = Math.max((stored?.revision ?? 0) + 1, this.folder.options.now());
      const written = await this.write(name, stored, draft, revision);
      const hadNoFile = !stored || stored === known;
      if (hadNoFile) await this.folder.settleSetAside(this.folder.layout.record(name));
      return written;
    });
  }

  async read(key: RecordKey, known: StoredRecord | null): Promise<StoredRecord | null> {
    return this.readOr(safeName(key), known);
  }

  async readResult(key: RecordKey, id: string): Promise<StoredResult | null> {
    const { files } = this.folder;
    const path = this.folder.layout.result(safeName(key), id);
    const content = await this.folder.attempt(path, () => files.read(path));
    if (!content) return null;
    try {
      const raw = await unpacked(content);
      const decoded = decodeEnvelope(JSON.parse(raw), 'stored');
      if (decoded.ok) return { envelope: decoded.envelope, raw };
      throw new Error(`${decoded.path}: ${decoded.found}`);
    } catch (error) {
      const reason = errorMessage(error);
      throw new StorageFailed(await this.folder.setAside(path, reason), { cause: error });
    }
  }

  async *scan(): AsyncIterable<readonly StoredRecord[]> {
    const { files, layout } = this.folder;
    const names = documentNames(await this.folder.attempt(layout.records, () => files.list(layout.records)));
    for (let at = 0; at < names.length; at += chunk) {
      const found = await Promise.all(names.slice(at, at + chunk).map((name) => this.lookAt(name)));
      yield found.filter((stored) => stored !== null && stored !== 'failed');
    }
  }

  async writeSource(key: RecordKey, hash: string, text: string): Promise<void> {
    const path = this.folder.layout.source(safeName(key), hash);
    await replaceFile(this.folder.files, path, await packed(text), this.folder.unique());
  }

  async readSource(key: RecordKey, hash: string): Promise<string | null> {
    const path = this.folder.layout.source(safeName(key), hash);
    const content = await this.folder.attempt(path, () => this.folder.files.read(path));
    if (!content) return null;
    try {
      return await unpacked(content);
    } catch (error) {
      throw new StorageFailed(await this.folder.setAside(path, errorMessage(error)), { cause: error });
    }
  }

  async writeIndex(newest: readonly StoredRecord[]): Promise<void> {
    const { files, layout } = this.folder;
    await replaceFile(files, layout.index, encodeIndex(newest), this.folder.unique());
  }

  onDidChange(listener: (seen: readonly StoredSnapshot[] | null) => void): Disposable {
    return this.folder.watch(this.folder.layout.records, (files) => {
      if (files)
        void this.snapshots(documentNames([...files])).then((all) => all.length > 0 && listener(all));
      else listener(null);
    });
  }

  private async write(
    name: string,
    stored: StoredRecord | null,
    { record, result, body }: RecordDraft,
    revision: number,
  ): Promise<StoredRecord> {
    const { files, layout } = this.folder;
    const written: StoredRecord = { record, result, revision };
    const path = result && body ? layout.result(name, result.id) : null;
    try {
      if (path && body) {
        await files.remove(path); // left by an attempt that failed
        await creating(files, path, await packed(body.raw ?? wireText(body.envelope)));
      }
      await replaceFile(files, layout.record(name), encodeRecord(written), this.folder.unique());
    } catch (error) {
      if (path) await files.remove(path).catch(() => undefined); // the next attempt removes it
      throw failedAt(path ?? layout.record(name), error);
    }
    this.note(name, written);
    await this.removeReplaced(name, stored, written);
    return written;
  }

  /** What the new state of a record no longer speaks of. */
  private async removeReplaced(
    name: string,
    before: StoredRecord | null,
    after: StoredRecord | null,
  ): Promise<void> {
    const { files, layout } = this.folder;
    const oldResult = before?.result?.id;
    if (oldResult && oldResult !== after?.result?.id) {
      const path = layout.result(name, oldResult);
      await this.folder.attempt(path, () => files.remove(path));
    }
    const oldSource = before?.record.source?.textHash;
    if (oldSource && oldSource !== after?.record.source?.textHash) {
      const path = layout.source(name, oldSource);
      await this.folder.attempt(path, () => files.remove(path));
    }
  }

  private async removeFiles(name: string, stored: StoredRecord | null): Promise<void> {
    const path = this.folder.layout.record(name);
    await this.folder.attempt(path, () => this.folder.files.remove(path));
    await this.folder.settleSetAside(path);
    this.forget(name);
    await this.removeReplaced(name, stored, null);
  }

  private async readRecord(name: string): Promise<StoredRecord | null> {
    const stored = await this.folder.readDocument(this.folder.layout.record(name), decodeRecord);
    if (stored) this.note(name, stored);
    return stored;
  }

  /** A damaged file, set aside by whichever window, doesn't end what this window knows. */
  private async readOr(name: string, known: StoredRecord | null): Promise<StoredRecord | null> {
    try {
      const stored = await this.readRecord(name);
      return (
        stored ?? (known && (await this.folder.wasSetAside(this.folder.layout.record(name))) ? known : null)
      );
    } catch (error) {
      if (!(error instanceof StorageFailed) || error.problem.kind !== 'broken') throw error;
      this.folder.options.onProblem(error.problem);
      return known;
    }
  }

  /** `failed`: it was reported, and says nothing about the record. */
  private async readOrReport(name: string): Promise<StoredRecord | null | 'failed'> {
    try {
      return await this.readRecord(name);
    } catch (error) {
      if (!(error instanceof StorageFailed)) throw error;
      this.folder.options.onProblem(error.problem);
      return 'failed';
    }
  }

  /** As `readOrReport`, from memory where the file is the one that was read before. */
  private async lookAt(name: string): Promise<StoredRecord | null | 'failed'> {
    const path = this.folder.layout.record(name);
    const version = (await this.folder.files.stat(path).catch(() => null))?.version;
    const before = this.seen.get(name);
    if (before && version !== undefined && this.versions.get(name) === version) return before;
    const stored = await this.readOrReport(name);
    if (version !== undefined) this.versions.set(name, version);
    return stored;
  }

  private note(name: string, stored: StoredRecord): void {
    this.versions.delete(name);
    this.seen.set(name, stored);
  }

  private forget(name: string): void {
    this.versions.delete(name);
    this.seen.delete(name);
  }

  /** What other windows have done to these since they were last seen. */
  private async snapshots(names: readonly string[]): Promise<StoredSnapshot[]> {
    const found = await Promise.all(
      names.map(async (name): Promise<StoredSnapshot | null> => {
        const before = this.seen.get(name);
        const stored = await this.readOrReport(name);
        if (stored === 'failed') return null;
        if (stored) return stored.revision === before?.revision ? null : [stored.record.key, stored];
        if (!before || (await this.folder.wasSetAside(this.folder.layout.record(name)))) return null;
        this.forget(name);
        return [before.record.key, null];
      }),
    );
    return found.filter((one) => one !== null);
  }
}
