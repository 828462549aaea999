import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Disposable } from '../../base/emitter';
import { errorMessage } from '../../base/log';
import { decodeEnvelope, encodeEnvelope } from '../../results';
import { keptTextHash, type RecordKey } from '../record';
import {
  isSame,
  StorageFailed,
  type RecordUpdate,
  type RecordDraft,
  type RecordStorage,
  type ResultBody,
  type ResultReference,
  type StoredRecord,
  type StoredSnapshot,
} from '../storage';
import { attempt, creating, failedAt, NotAFile } from './files';
import type { HistoryFolder } from './folder';
import type { ReadDocument } from './document';
import { decodeIndex, decodeRecord, decodeListed, encodeIndex, encodeRecord } from './format';
import { documentNames, nameInPart, safeName } from './layout';
import { RECORDS_READ_TOGETHER, MAX_UNCOMPRESSED_LENGTH } from '../limits';

/**
 * Stores each record in two files: the record's file contains everything except the result, and refers to the file of
 * the result. The record's file is small, and replacing it makes both parts valid at the same moment.
 */
export class RecordFiles implements RecordStorage {
  /** The last seen content of each file, to distinguish changes of other windows from our own. */
  private readonly seen = new Map<string, StoredRecord>();
  /** The versions of the files in `seen` if a scan has read them. A scan skips files with an unchanged version. */
  private readonly versions = new Map<string, string>();
  /**
   * The version of the index that this window wrote last. While it is unchanged, the index isn't read before the next
   * write.
   */
  private ownIndex: string | null = null;

  /** `initial`: the contents of the index. */
  constructor(
    private readonly folder: HistoryFolder,
    initial: readonly StoredRecord[] = [],
  ) {
    for (const stored of initial) this.seen.set(safeName(stored.record.key), stored);
  }

  async update(key: RecordKey, change: RecordUpdate): Promise<StoredRecord | null> {
    const name = safeName(key);
    return this.folder.locked(name, async () => {
      const stored = this.remember(name, await this.readAs(decodeRecord, name));
      const draft = change(stored);
      if (draft === stored) return stored;
      if (draft) return this.write(name, stored, draft);
      await this.folder.remove(this.folder.layout.record(name));
      this.forget(name);
      await this.removeReplaced(name, stored, null);
      return null;
    });
  }

  async removeRest(keys: readonly RecordKey[]): Promise<void> {
    const parts = await this.folder.partsOf(new Set(keys.map(safeName)));
    for (const key of keys) {
      const name = safeName(key);
      const paths = parts.get(name);
      if (!paths) continue;
      await this.folder.locked(name, async () => {
        // The record was requested again meanwhile, so the files belong to the new record.
        if (await this.read(key)) return;
        for (const path of paths) await this.folder.remove(path);
      });
    }
  }

  async read(key: RecordKey): Promise<StoredRecord | null> {
    const name = safeName(key);
    return this.remember(name, await this.readAs(decodeListed, name));
  }

  async readResult(key: RecordKey, { id, form }: ResultReference): Promise<ResultBody | null> {
    const path = this.folder.layout.result(safeName(key), id);
    return this.readPart(path, (raw) => {
      const decoded = decodeEnvelope(JSON.parse(raw), form === 'received' ? 'service' : 'stored');
      if (decoded.ok) return { envelope: decoded.envelope, raw };
      throw new StorageFailed({ kind: 'newer', path, reason: `${decoded.path}: ${decoded.found}` });
    });
  }

  async *scan(): AsyncIterable<readonly StoredRecord[]> {
    const names = documentNames(await this.folder.list(this.folder.layout.records));
    for (let at = 0; at < names.length; at += RECORDS_READ_TOGETHER) {
      const storedRecords = await Promise.all(
        names.slice(at, at + RECORDS_READ_TOGETHER).map((name) => this.readIfChanged(name)),
      );
      yield storedRecords.filter((stored) => stored !== null && stored !== 'failed');
    }
  }

  async writeSource(key: RecordKey, hash: string, text: string): Promise<void> {
    const name = safeName(key);
    await this.withholdIfNeeded(name, text);
    await this.folder.replace(this.folder.layout.source(name, hash), await packed(text));
  }

  async readSource(key: RecordKey, hash: string): Promise<string | null> {
    return this.readPart(this.folder.layout.source(safeName(key), hash), (text) => text);
  }

  async writeIndex(newest: readonly StoredRecord[]): Promise<void> {
    const { layout } = this.folder;
    await attempt(layout.index, async () => {
      const isOwn = this.ownIndex !== null && (await this.versionOf(layout.index)) === this.ownIndex;
      const others = isOwn ? null : await this.folder.readFile(layout.index);
      if (others instanceof NotAFile) await this.folder.setAside(layout.index, others.message);
      else if (others && decodeIndex(others.toString('utf8')).kind === 'newer') return;
      await this.folder.replace(layout.index, encodeIndex(newest));
      this.ownIndex = await this.versionOf(layout.index);
    });
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
    { record, result, plan, body }: RecordDraft,
  ): Promise<StoredRecord> {
    const { files, layout, options } = this.folder;
    const revision = Math.max((stored?.revision ?? 0) + 1, options.clock.now());
    const written: StoredRecord = { record, result, plan, revision };
    const path = result && body ? layout.result(name, result.id) : null;
    const document = encodeRecord(written);
    const resultText = body ? (body.raw ?? encodeEnvelope(body.envelope)) : null;
    try {
      await this.withholdIfNeeded(name, document, resultText);
      if (path && resultText !== null) {
        await files.remove(path); // A failed attempt may have left it behind.
        await creating(files, path, await packed(resultText));
      }
      await this.folder.replace(layout.record(name), document);
    } catch (error) {
      if (path) await files.remove(path).catch(() => undefined); // If this fails, the next attempt removes it.
      throw failedAt(path ?? layout.record(name), error);
    }
    this.remember(name, written);
    await this.removeReplaced(name, stored, written);
    return written;
  }

  /** Returns the records, by name, whose data contain a credential of the user. */
  async withheld(): Promise<ReadonlySet<string>> {
    const files = await this.folder.list(this.folder.layout.withheld);
    return new Set(files.map(nameInPart));
  }

  /**
   * Marks a record if one of its texts contains a credential. Called before they are written, so no other program reads
   * them without the mark. The mark stays until the record is removed.
   */
  private async withholdIfNeeded(name: string, ...texts: readonly (string | null)[]): Promise<void> {
    const { files, layout, options } = this.folder;
    const present = texts.filter((text) => text !== null);
    const found = await Promise.all(
      present.map(async (text) => (await options.containsCredential?.(text)) === true),
    );
    if (!found.includes(true)) return;
    const path = layout.withheldMark(name);
    await attempt(path, async () => {
      if (!(await files.stat(path))) await creating(files, path, '');
    });
  }

  /** Removes the result and the text that the new state of a record no longer refers to. */
  private async removeReplaced(
    name: string,
    before: StoredRecord | null,
    after: StoredRecord | null,
  ): Promise<void> {
    const { layout } = this.folder;
    const oldResult = before?.result?.id;
    if (oldResult && oldResult !== after?.result?.id)
      await this.folder.remove(layout.result(name, oldResult));
    const oldText = before && keptTextHash(before.record);
    if (oldText && oldText !== (after && keptTextHash(after.record)))
      await this.folder.remove(layout.source(name, oldText));
  }

  /** Reads the record with that name. Null if there is none. */
  private async readAs(
    decode: (text: string) => ReadDocument<StoredRecord>,
    name: string,
  ): Promise<StoredRecord | null> {
    return this.folder.readDocument(this.folder.layout.record(name), (text) => {
      const read = decode(text);
      const isOther = read.kind === 'ok' && safeName(read.value.record.key) !== name;
      return isOther ? { kind: 'newer', reason: 'its name', content: null } : read;
    });
  }

  /**
   * Reads a result or a source text. Null if there is none. Moves a damaged file to `broken` and rejects with
   * `StorageFailed`.
   */
  private async readPart<Value>(path: string, decode: (text: string) => Value): Promise<Value | null> {
    const content = await this.folder.readFile(path);
    if (!content) return null;
    try {
      if (content instanceof NotAFile) throw content;
      return decode(await unpacked(content));
    } catch (error) {
      if (error instanceof StorageFailed) throw error;
      throw new StorageFailed(await this.folder.setAside(path, errorMessage(error)), { cause: error });
    }
  }

  /** Reads a record for the list. `failed`: the failure was reported, and the state of the record is unknown. */
  private async readOrReport(name: string): Promise<StoredRecord | null | 'failed'> {
    try {
      return this.remember(name, await this.readAs(decodeListed, name));
    } catch (error) {
      if (!(error instanceof StorageFailed)) throw error;
      this.folder.options.onProblem(error.problem);
      return 'failed';
    }
  }

  /** Like `readOrReport`, but returns the record in memory if its file is unchanged. */
  private async readIfChanged(name: string): Promise<StoredRecord | null | 'failed'> {
    const path = this.folder.layout.record(name);
    const version = await this.versionOf(path);
    const before = this.seen.get(name);
    if (before && version !== null && this.versions.get(name) === version) return before;
    const stored = await this.readOrReport(name);
    if (version !== null) this.versions.set(name, version);
    return stored;
  }

  /** Returns the version of a file. Null if it doesn't exist, or its state can't be read. */
  private async versionOf(path: string): Promise<string | null> {
    return (await this.folder.files.stat(path).catch(() => null))?.version ?? null;
  }

  private remember(name: string, stored: StoredRecord | null): StoredRecord | null {
    this.versions.delete(name);
    if (stored) this.seen.set(name, stored);
    return stored;
  }

  private forget(name: string): void {
    this.versions.delete(name);
    this.seen.delete(name);
  }

  /** Returns those of these records that other windows have changed or removed since this window last read them. */
  private async snapshots(names: readonly string[]): Promise<StoredSnapshot[]> {
    const snapshots = await Promise.all(
      names.map(async (name): Promise<StoredSnapshot | null> => {
        const before = this.seen.get(name);
        const stored = await this.readOrReport(name);
        if (stored === 'failed') return null;
        if (stored) return before && isSame(stored, before) ? null : [stored.record.key, stored];
        if (!before) return null;
        this.forget(name);
        return [before.record.key, null];
      }),
    );
    return snapshots.filter((snapshot) => snapshot !== null);
  }
}

const zip = promisify(gzip);
const unzip = promisify(gunzip);

export async function packed(text: string): Promise<Buffer> {
  const plain = Buffer.from(text, 'utf8');
  return text.length <= MAX_UNCOMPRESSED_LENGTH ? plain : zip(plain, { level: 1 });
}

/**
 * Decodes a stored text, which may be compressed. Gzip is recognized by its first two bytes, which never begin a JSON
 * text.
 */
export async function unpacked(content: Buffer): Promise<string> {
  const isZipped = content[0] === 0x1f && content[1] === 0x8b;
  return (isZipped ? await unzip(content) : content).toString('utf8');
}
