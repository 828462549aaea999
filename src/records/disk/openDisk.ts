import type { StoredRecord } from '../storage';
import { AssistantRulesFile } from './assistantRulesFile';
import { FileLeases } from './fileLeases';
import { thisProcess } from './fileLocks';
import { HistoryFolder, type HistoryFolderOptions } from './folder';
import { documentNames, nameInPart } from './layout';
import { RecordFiles } from './recordFiles';
import { join } from 'node:path';
import { attempt, NotAFile, temporaryPrefix } from './files';
import { decodeRecord } from './format';
import { keptTextHash } from '../record';
import {
  BROKEN_FILE_KEPT_MS,
  LOCK_FILE_KEPT_MS,
  ORPHAN_FILE_KEPT_MS,
  REPLACED_FILE_KEPT_MS,
  TEMPORARY_FILE_KEPT_MS,
} from '../limits';

/** Contents of the history folder, which all windows share. */
export interface Disk {
  readonly records: RecordFiles;
  readonly leases: FileLeases;
  readonly assistantRules: AssistantRulesFile;
  /** Removes leftover files, see the function `sweep`. */
  sweep(): Promise<void>;
}

/** Opens the history folder. `initial`: the contents of the index. */
export function openDisk(
  options: Omit<HistoryFolderOptions, 'lockOwner' | 'files'>,
  initial: readonly StoredRecord[],
): Disk {
  const folder = new HistoryFolder({ ...options, lockOwner: thisProcess() });
  return {
    records: new RecordFiles(folder, initial),
    leases: new FileLeases(folder),
    assistantRules: new AssistantRulesFile(folder),
    sweep: () => sweep(folder),
  };
}

/**
 * Removes files that killed windows have left behind: partly written files, results and source texts that no record
 * refers to, locks of ended processes, and old damaged files. Files that may still be in use stay. If it rejects with
 * `StorageFailed`, the remaining files stay until the next call.
 */
export async function sweep(folder: HistoryFolder): Promise<void> {
  const { layout } = folder;
  for (const parent of [layout.root, layout.records, layout.sources]) {
    await removeOld(folder, parent, isTemporary, TEMPORARY_FILE_KEPT_MS);
  }
  await removeUnreferenced(folder, layout.results);
  await removeUnreferenced(folder, layout.sources);
  await removeOrphanMarks(folder);
  for (const locks of [layout.locks, layout.leases]) {
    for (const name of await folder.list(locks)) {
      const state = await attempt(locks, () => folder.files.stat(join(locks, name)));
      if (!state?.isFolder) continue;
      await removeOld(folder, join(locks, name), () => true, LOCK_FILE_KEPT_MS);
      await attempt(locks, () => folder.files.removeFolder(join(locks, name)));
    }
  }
  await removeSetAside(folder);
}

/** Removes the marks of withheld records that haven't existed for a long time. */
async function removeOrphanMarks(folder: HistoryFolder): Promise<void> {
  const { records, withheld } = folder.layout;
  const names = new Set(documentNames(await folder.list(records)));
  await removeOld(folder, withheld, (file) => !names.has(nameInPart(file)), ORPHAN_FILE_KEPT_MS);
}

/** Removes damaged files 30 days after they were moved to `broken`. Until then, users can inspect them. */
async function removeSetAside(folder: HistoryFolder): Promise<void> {
  const { broken } = folder.layout;
  const now = folder.options.clock.now();
  for (const file of await folder.list(broken)) {
    if (now - Number.parseInt(file, 10) > BROKEN_FILE_KEPT_MS) await folder.remove(join(broken, file));
  }
}

function isTemporary(file: string): boolean {
  return file.startsWith(temporaryPrefix);
}

/** Removes files `<record>.<ID or hash>.…` that their record doesn't refer to, or whose record was removed long ago. */
async function removeUnreferenced(folder: HistoryFolder, parts: string): Promise<void> {
  const files = (await folder.list(parts)).filter((file) => !isTemporary(file));
  const records = new Set(await folder.list(folder.layout.records));
  const perRecord = new Map<string, string[]>();
  for (const file of files) {
    const name = file.split('.')[0] ?? '';
    perRecord.set(name, [...(perRecord.get(name) ?? []), file]);
  }
  for (const [name, recordParts] of perRecord) {
    if (!records.has(`${name}.json`)) {
      await removeOld(folder, parts, (file) => recordParts.includes(file), ORPHAN_FILE_KEPT_MS);
    } else if (recordParts.length > 1) {
      const referenced = await referencedFiles(folder, name);
      if (referenced)
        await removeOld(
          folder,
          parts,
          (file) => recordParts.includes(file) && !referenced.has(file),
          REPLACED_FILE_KEPT_MS,
        );
    }
  }
}

/** Returns the files that a record refers to. Null if the record can't be read: then all its files stay. */
async function referencedFiles(folder: HistoryFolder, name: string): Promise<ReadonlySet<string> | null> {
  const path = folder.layout.record(name);
  const content = await folder.readFile(path);
  const read = content && !(content instanceof NotAFile) ? decodeRecord(content.toString('utf8')) : null;
  if (read?.kind !== 'ok') return null;
  const { result, record } = read.value;
  return new Set([`${name}.${result?.id}.json`, `${name}.${keptTextHash(record)}.gz`]);
}

async function removeOld(
  folder: HistoryFolder,
  parent: string,
  isIncluded: (file: string) => boolean,
  age: number,
): Promise<void> {
  const now = folder.options.clock.now();
  for (const file of (await folder.list(parent)).filter(isIncluded)) {
    const path = join(parent, file);
    await attempt(path, async () => {
      const stat = await folder.files.stat(path);
      if (stat && now - stat.changedAt > age) await folder.files.remove(path);
    });
  }
}
