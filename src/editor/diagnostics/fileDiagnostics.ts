import { presentText } from '../files';
import type { Uri } from 'vscode';
import type { CompilerDiagnostic } from '../../compiler';
import type { KnownRecord } from '../../records';
import { Locator, type KeptText } from './locator';
import { printedFiles } from './printedFiles';
import { type Sources } from './sources';

/** One of the user's files, and where what the judge says about it stands. */
export interface FileDiagnostics {
  readonly file: Uri;
  readonly locator: Locator;
}

/**
 * The user's files that the judge says something about, the program that was judged first; null where that isn't known or
 * can't be read.
 */
export async function filesOfDiagnostics(
  record: KnownRecord,
  diagnostics: readonly CompilerDiagnostic[],
  sources: Sources,
): Promise<readonly FileDiagnostics[] | null> {
  const { judged, others } = printedFiles(diagnostics);
  const file = await sources.fileOf(record, judged.name);
  if (!file) return null;
  const text = record.source && (await sources.judgedText(record));
  const kept = record.source && text !== null ? { text, how: record.source.how } : null;
  const own = await locateIn(file, kept, judged.diagnostics);
  if (!own || (!record.source && own.locator.isAnotherFile)) return null;
  const files = [own];
  for (const { name, diagnostics: theirs } of others) {
    const other = await sources.namedFile(name);
    if (!other || files.some(({ file: known }) => known.toString() === other.toString())) continue;
    const more = await locateIn(other, null, theirs);
    if (more && !more.locator.isAnotherFile) files.push(more);
  }
  return files;
}

/** Null where the file can't be read: there is nothing to mark then. */
async function locateIn(
  file: Uri,
  kept: KeptText | null,
  diagnostics: readonly CompilerDiagnostic[],
): Promise<FileDiagnostics | null> {
  const text = await presentText(file);
  return text === null ? null : { file, locator: new Locator(text, kept, diagnostics) };
}
