import fs from 'node:fs/promises';
import path from 'node:path';
import type { KnownRecord, RecordKey } from '../../src/records';
import { temporaryPrefix } from '../../src/records/disk/files';
import { decodeRecord } from '../../src/records/disk/format';
import { documentNames, historyLayout } from '../../src/records/disk/layout';

/** The history on the disk, read without the extension. */
export interface HistoryOnDisk {
  readonly records: ReadonlyMap<RecordKey, KnownRecord>;
  /** time when the file of each record was last written, ms since 1970 */
  readonly writtenAt: ReadonlyMap<RecordKey, number>;
  /** number of tracked requests */
  readonly pending: number;
  /** documents that can’t be read, and records without their result */
  readonly problems: readonly string[];
  /** files of killed windows: results without a record, temporary files */
  readonly leftovers: readonly string[];
}

export async function readHistory(folder: string): Promise<HistoryOnDisk> {
  const layout = historyLayout(folder);
  const records = new Map<RecordKey, KnownRecord>();
  const writtenAt = new Map<RecordKey, number>();
  const problems = (await list(layout.broken)).map((file) => `moved to “broken”: ${file}`);
  let pending = 0;
  const results = new Set(await list(layout.results));
  for (const name of documentNames(await list(layout.records))) {
    const file = layout.record(name);
    const content = await fs.readFile(file, 'utf8').catch(() => null);
    const { mtimeMs } = (await fs.stat(file).catch(() => null)) ?? {};
    if (content === null || mtimeMs === undefined) continue; // removed in the meantime
    const read = decodeRecord(content);
    if (read.kind !== 'ok') {
      problems.push(`${name}: ${read.kind}`);
      continue;
    }
    const { record, result, plan } = read.value;
    if (plan) pending += 1;
    records.set(record.key, record);
    writtenAt.set(record.key, mtimeMs);
    if (!result) continue;
    const own = path.basename(layout.result(name, result.id));
    if (!results.delete(own)) problems.push(`${record.requestId} has no result on the disk`);
  }
  const half = await list(layout.records);
  const leftovers = [...results, ...half.filter((file) => file.startsWith(temporaryPrefix))];
  return { records, writtenAt, pending, problems, leftovers };
}

/** Makes all files older, because only old leftovers are removed. @param ms additional age */
export async function makeOlder(folder: string, ms: number): Promise<void> {
  const layout = historyLayout(folder);
  for (const parent of [layout.records, layout.results]) {
    for (const file of await list(parent)) {
      const own = path.join(parent, file);
      const { mtimeMs } = await fs.stat(own);
      await fs.utimes(own, new Date(mtimeMs - ms), new Date(mtimeMs - ms));
    }
  }
}

async function list(folder: string): Promise<string[]> {
  return fs.readdir(folder).catch(() => []);
}
