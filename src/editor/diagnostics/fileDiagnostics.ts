import { baseName } from '../../base/paths';
import { presentText } from '../shared/files/files';
import { Uri } from 'vscode';
import type { CompilerDiagnostic } from '../../compiler';
import type { KnownRecord } from '../../records';
import { CurrentPositions, type KeptText } from './currentPositions';
import type { LinkedSources } from './linkedSources';
import { atUserLines, isInstalled, judgedFile } from './userLines';
import { MAX_FILE_DIAGNOSTICS, MAX_OTHER_FILES } from './limits';

/** One of the user's files, with the positions of its diagnostics. */
export interface FileDiagnostics {
  readonly file: Uri;
  readonly positions: CurrentPositions;
}

/** Returns the user's files that the diagnostics refer to, the judged program first; null: unknown or unreadable. */
export async function filesOfDiagnostics(
  record: KnownRecord,
  diagnostics: readonly CompilerDiagnostic[],
  sources: LinkedSources,
): Promise<readonly FileDiagnostics[] | null> {
  const sent = sentFiles(record);
  const isOther = (name: string): boolean => sent.has(baseName(name));
  const printed = printedFiles(diagnostics, isInstalled, isOther);
  const file = await sources.fileOf(record, printed.judged.name);
  if (!file) return null;
  const others = await foundFiles(printed.others, sent, sources);
  const isMissing = printed.others.some(({ name }) => !others.has(name));
  const { judged } = isMissing
    ? printedFiles(diagnostics, (name) => isInstalled(name) || !others.has(name), isOther)
    : printed;
  const text = record.source && (await sources.judgedText(record));
  const kept = record.source && text !== null ? { text, how: record.source.how } : null;
  const own = await locateIn(file, kept, judged.diagnostics);
  if (!own || (!record.source && own.positions.isAnotherFile)) return null;
  const files = [own];
  for (const { name, diagnostics: theirs } of printed.others) {
    const other = others.get(name);
    if (!other || files.some(({ file: known }) => known.toString() === other.toString())) continue;
    const more = await locateIn(other, null, theirs);
    if (more && !more.positions.isAnotherFile) files.push(more);
  }
  return files;
}

/** Returns the files that were sent along with the program, by name. */
function sentFiles({ source }: KnownRecord): ReadonlyMap<string, Uri> {
  const uris = (source?.others ?? []).map((uri) => Uri.parse(uri, true));
  return new Map(uris.map((uri) => [baseName(uri.path), uri]));
}

/**
 * Finds the user's files by the printed paths, first among those that were sent along with the program (`sent`). Omits
 * unknown files.
 */
async function foundFiles(
  printed: readonly PrintedFile[],
  sent: ReadonlyMap<string, Uri>,
  sources: LinkedSources,
): Promise<ReadonlyMap<string, Uri>> {
  const found = new Map<string, Uri>();
  for (const { name } of printed) {
    const file = sent.get(baseName(name)) ?? (await sources.namedFile(name));
    if (file) found.set(name, file);
  }
  return found;
}

/** Resolves to null if the file can't be read, so nothing can be marked in it. */
async function locateIn(
  file: Uri,
  kept: KeptText | null,
  diagnostics: readonly CompilerDiagnostic[],
): Promise<FileDiagnostics | null> {
  const text = await presentText(file);
  return text === null ? null : { file, positions: new CurrentPositions(text, kept, diagnostics) };
}

export interface PrintedFile<Name = string> {
  /** name as printed */
  readonly name: Name;
  readonly diagnostics: readonly CompilerDiagnostic[];
}

/**
 * Groups the diagnostics by file: the judged program, whose name is null if the output doesn't contain it, and the
 * user's other files. Diagnostics in a file that the user can't edit are moved to the line of the program that leads
 * there. `isOther`: whether a file with that name was sent along with the program.
 */
export function printedFiles(
  diagnostics: readonly CompilerDiagnostic[],
  isForeign: (file: string) => boolean = isInstalled,
  isOther: (file: string) => boolean = () => false,
): {
  readonly judged: PrintedFile<string | null>;
  readonly others: readonly PrintedFile[];
} {
  const judged = judgedFile(diagnostics, isOther);
  const own: CompilerDiagnostic[] = [];
  const others = new Map<string, CompilerDiagnostic[]>();
  for (const diagnostic of atUserLines(diagnostics, judged, isForeign)) {
    const { file } = diagnostic;
    if (file === null || file === judged) own.push(diagnostic);
    else if (others.has(file)) others.get(file)?.push(diagnostic);
    else if (others.size < MAX_OTHER_FILES && !isForeign(file)) others.set(file, [diagnostic]);
  }
  return {
    judged: { name: judged, diagnostics: mostSevere(own) },
    others: [...others].map(([name, theirs]) => ({ name, diagnostics: mostSevere(theirs) })),
  };
}

/** Returns the most severe diagnostics, up to the limit, in the order of the output. */
function mostSevere(diagnostics: readonly CompilerDiagnostic[]): readonly CompilerDiagnostic[] {
  if (diagnostics.length <= MAX_FILE_DIAGNOSTICS) return diagnostics;
  const kept = (['error', 'warning', 'information'] as const)
    .flatMap((severity) => diagnostics.filter((diagnostic) => diagnostic.severity === severity))
    .slice(0, MAX_FILE_DIAGNOSTICS);
  return kept.sort((a, b) => a.messageLine - b.messageLine);
}
