import { Uri } from 'vscode';
import type { KnownRecord } from '../../records';
import type { ServiceProfile } from '../../service';
import type { Uses } from '../extensionServices';
import type { ChosenFile } from './choose';
import { findSourceFile } from './find';

/** Ties the one file that a record was made from, where it is found. True: the record has a file now. */
export async function tieFoundFile(
  extension: Uses<'diagnostics' | 'store'>,
  { key }: KnownRecord,
  profile: ServiceProfile,
): Promise<boolean> {
  const record = extension.store.get(key);
  if (!record || record.source) return record !== null;
  const found = await search(extension, record, profile);
  // it may be removed by now, or tied by hand
  const now = extension.store.get(key);
  if (found.kind !== 'one' || !now || now.source) return Boolean(now?.source);
  const { sources } = await extension.diagnostics();
  await sources.tie(now, Uri.parse(found.file.uri, true));
  return true;
}

/** The files that a record may have been made from, as far as that can be told; none where its service is gone. */
export async function likelyFiles(
  extension: Uses<'diagnostics' | 'services'>,
  record: KnownRecord,
): Promise<readonly Uri[]> {
  const profile = await extension.services.profileOf(record.service);
  if (!profile) return [];
  const found = await search(extension, record, profile);
  const files = found.kind === 'one' ? [found.file] : found.kind === 'several' ? found.files : [];
  return files.map(({ uri }) => Uri.parse(uri, true));
}

async function search(
  extension: Uses<'diagnostics'>,
  record: KnownRecord,
  profile: ServiceProfile,
): Promise<ChosenFile> {
  const { sources } = await extension.diagnostics();
  const text = record.judgedHash === null ? null : await sources.judgedText(record);
  return findSourceFile(record, profile, text);
}
