import fs from 'node:fs/promises';
import path from 'node:path';
import type { KnownRecord } from '../../src/records';
import { decodeRecord } from '../../src/records/disk/format';
import { Layout } from '../../src/records/disk/layout';

/** What the product keeps on the disk, read as it lies there, without the product. */
export interface HistoryOnDisk {
  /** by request ID */
  readonly records: ReadonlyMap<string, KnownRecord>;
  /** requests that are still to be asked for */
  readonly pending: number;
  /** what is not as it should be: documents that don't read, records whose result is missing, results of no record */
  readonly problems: readonly string[];
}

export async function readHistory(folder: string): Promise<HistoryOnDisk> {
  const layout = new Layout(folder);
  const records = new Map<string, KnownRecord>();
  const problems = (await list(layout.broken)).map((file) => `set aside: ${file}`);
  const results = new Set(await list(layout.results));
  for (const file of (await list(layout.records)).filter((name) => /^[0-9a-f]+\.json$/.test(name))) {
    const content = await fs.readFile(path.join(layout.records, file), 'utf8').catch(() => null);
    if (content === null) continue; // replaced or removed this moment
    const read = decodeRecord(content);
    if (read.kind !== 'ok') {
      problems.push(`${file}: ${read.kind}`);
      continue;
    }
    const { record, result } = read.value;
    records.set(record.requestId, record);
    if (!result) continue;
    const own = path.basename(layout.result(path.basename(file, '.json'), result.id));
    if (!results.delete(own)) problems.push(`${record.requestId} has no result on the disk`);
  }
  for (const orphan of results) problems.push(`a result of no record: ${orphan}`);
  const pending = (await list(layout.pending)).filter((name) => name.endsWith('.json')).length;
  return { records, pending, problems };
}

async function list(folder: string): Promise<string[]> {
  return fs.readdir(folder).catch(() => []);
}
