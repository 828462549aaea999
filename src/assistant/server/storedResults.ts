import { systemClock } from '../../base/ports';
import { keptTextHash, type KnownRecord, type StorageProblem, type StoredRecord } from '../../records';
import { HistoryFolder } from '../../records/disk/folder';
import { thisProcess } from '../../records/disk/fileLocks';
import { nodeFiles, type Files } from '../../records/disk/files';
import { safeName } from '../../records/disk/layout';
import { RecordFiles } from '../../records/disk/recordFiles';
import type { ResultSource } from '../source';

/**
 * Reads the results in a history folder, which windows of VS Code write. Never changes a file. Damaged files aren't
 * moved.
 */
export class StoredResults implements ResultSource {
  private readonly files: RecordFiles;
  private readonly stored = new WeakMap<KnownRecord, StoredRecord>();
  /** Keys of the records that contain a credential. */
  private withheld: ReadonlySet<string> = new Set();
  /** The scan in progress, which all callers share; null if none is running. */
  private scanning: Promise<readonly KnownRecord[]> | null = null;

  /** `folder`: absolute path. `onProblem` receives the files that can't be read. */
  constructor(folder: string, onProblem: (problem: StorageProblem) => void) {
    const options = { folder, files: readOnlyFiles, lockOwner: thisProcess(), clock: systemClock, onProblem };
    this.files = new RecordFiles(new HistoryFolder(options));
  }

  /** Reads the files that have changed since the last call. */
  records(): Promise<readonly KnownRecord[]> {
    return (this.scanning ??= this.scan().finally(() => (this.scanning = null)));
  }

  private async scan(): Promise<readonly KnownRecord[]> {
    const records: KnownRecord[] = [];
    for await (const chunk of this.files.scan()) {
      for (const stored of chunk) {
        this.stored.set(stored.record, stored);
        records.push(stored.record);
      }
    }
    // After the records: a mark is created before its record is written.
    this.withheld = await this.files.withheld();
    return records.sort((a, b) => b.addedAt - a.addedAt);
  }

  async envelope(record: KnownRecord) {
    const result = this.stored.get(record)?.result ?? null;
    return result && ((await this.files.readResult(record.key, result))?.envelope ?? null);
  }

  async judgedText(record: KnownRecord): Promise<string | null> {
    const hash = keptTextHash(record);
    return hash === null ? null : this.files.readSource(record.key, hash);
  }

  /** The extension marks these records, because this process has no credentials and can't recognize them. */
  isWithheld({ key }: KnownRecord): boolean {
    return this.withheld.has(safeName(key));
  }

  /** Returns the value itself: this process has no credentials. `isWithheld` excludes records that contain any. */
  redact<Value>(value: Value): Value {
    return value;
  }
}

/** Reads files, and rejects every change. */
const readOnlyFiles: Files = {
  ...nodeFiles,
  create: rejectChange,
  rename: rejectChange,
  remove: rejectChange,
  makeFolder: rejectChange,
  removeFolder: rejectChange,
};

async function rejectChange(): Promise<never> {
  throw Object.assign(new Error('The history is only read.'), { code: 'EROFS' });
}
