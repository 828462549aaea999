import { join } from 'node:path';
import { temporaryPrefix } from './files';
import type { HistoryFolder } from './folder';
import { decodeRecord } from './format';

const hour = 3_600_000;
const day = 24 * hour;

/**
 * Clears away what windows that were killed have left behind: files half-way written, results and source texts that
 * no record speaks of, claims of processes long gone. Touches nothing that may still be on its way. Rejects with
 * `StorageFailed`; that much stays for the next time.
 */
export async function sweep(folder: HistoryFolder): Promise<void> {
  const { layout } = folder;
  await removeOld(folder, layout.records, isTemporary, hour);
  await removeOld(folder, layout.pending, isTemporary, hour);
  await removeOld(folder, layout.sources, isTemporary, hour);
  await removeUnspoken(folder, layout.results);
  await removeUnspoken(folder, layout.sources);
  for (const claims of [layout.locks, layout.leases]) {
    for (const name of await listed(folder, claims)) {
      await removeOld(folder, join(claims, name), () => true, day);
      await folder.attempt(claims, () => folder.files.removeFolder(join(claims, name)));
    }
  }
}

function isTemporary(file: string): boolean {
  return file.startsWith(temporaryPrefix);
}

/** Files named `<record>.<what>.…` whose record names another one, or which have been without a record for long. */
async function removeUnspoken(folder: HistoryFolder, parts: string): Promise<void> {
  const files = (await listed(folder, parts)).filter((file) => !isTemporary(file));
  const records = new Set(await listed(folder, folder.layout.records));
  const perRecord = new Map<string, string[]>();
  for (const file of files) {
    const name = file.split('.')[0] ?? '';
    perRecord.set(name, [...(perRecord.get(name) ?? []), file]);
  }
  for (const [name, own] of perRecord) {
    if (!records.has(`${name}.json`)) {
      await removeOld(folder, parts, (file) => own.includes(file), 7 * day);
    } else if (own.length > 1) {
      const spoken = await namesSpokenOf(folder, name);
      if (spoken) await removeOld(folder, parts, (file) => own.includes(file) && !spoken.has(file), hour);
    }
  }
}

/** Null: the record cannot be read, so nothing of it is touched. */
async function namesSpokenOf(folder: HistoryFolder, name: string): Promise<ReadonlySet<string> | null> {
  const path = folder.layout.record(name);
  const content = await folder.attempt(path, () => folder.files.read(path));
  const read = content && decodeRecord(content.toString('utf8'));
  if (read?.kind !== 'ok') return null;
  const { result, record } = read.value;
  return new Set([`${name}.${result?.id}.json`, `${name}.${record.source?.textHash}.gz`]);
}

async function removeOld(
  folder: HistoryFolder,
  parent: string,
  isMeant: (file: string) => boolean,
  age: number,
): Promise<void> {
  const now = folder.options.now();
  for (const file of (await listed(folder, parent)).filter(isMeant)) {
    const path = join(parent, file);
    await folder.attempt(path, async () => {
      const stat = await folder.files.stat(path);
      if (stat && now - stat.changedAt > age) await folder.files.remove(path);
    });
  }
}

function listed(folder: HistoryFolder, parent: string): Promise<string[]> {
  return folder.attempt(parent, () => folder.files.list(parent));
}
