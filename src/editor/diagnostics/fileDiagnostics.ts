import { presentText } from '../files';
import type { Uri } from 'vscode';
import type { CompilerDiagnostic } from '../../compiler';
import type { KnownRecord } from '../../records';
import { Locator, type KeptText } from './locator';
import type { Sources } from './sources';

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

/** What a compile message says about one of the files that it names. */
export interface PrintedFile<Name = string> {
  /** as printed */
  readonly name: Name;
  readonly diagnostics: readonly CompilerDiagnostic[];
}

/** Most diagnostics of one file that are placed in it: a message may hold thousands of the same. */
const mostDiagnostics = 1000;
/** Most other files that are looked for: each takes a search through the workspace. */
const mostOthers = 20;

/**
 * The files that a message is about: the program that was handed in, whose name is null where the message names none,
 * and others of its author's.
 */
export function printedFiles(diagnostics: readonly CompilerDiagnostic[]): {
  readonly judged: PrintedFile<string | null>;
  readonly others: readonly PrintedFile[];
} {
  const judged = judgedFile(diagnostics);
  const own: CompilerDiagnostic[] = [];
  const others = new Map<string, CompilerDiagnostic[]>();
  for (const one of diagnostics) {
    const { file } = one;
    if (file === null || file === judged) own.push(one);
    else if (others.has(file)) others.get(file)?.push(one);
    else if (others.size < mostOthers && !isInstalled(file)) others.set(file, [one]);
  }
  return {
    judged: { name: judged, diagnostics: mostSevere(own) },
    others: [...others].map(([name, theirs]) => ({ name, diagnostics: mostSevere(theirs) })),
  };
}

/**
 * Which of the printed files is the program that was handed in. A judge compiles it under a name of its own
 * (`/tmp/compiler_x/src`), so it can't be known by name: it is the file that most of the message is about, among
 * those that are no part of an installation. Null where the message names none.
 */
function judgedFile(diagnostics: readonly CompilerDiagnostic[]): string | null {
  const counts = new Map<string, number>();
  for (const { file, line } of diagnostics) {
    if (file === null || line === null || isInstalled(file)) continue;
    counts.set(file, (counts.get(file) ?? 0) + 1);
  }
  const [first] = [...counts].sort(([a, many], [b, more]) => nameRank(a) - nameRank(b) || more - many);
  return first?.[0] ?? null;
}

/** A header of the compiler or the system, or a name that stands for no file. */
function isInstalled(file: string): boolean {
  const path = file.replaceAll('\\', '/');
  return (
    /^(?:\/usr\/|\/opt\/|\/lib\/|\/rustc\/|<)/.test(path) ||
    /^[a-z]:\/(?:program files|windows kits)/i.test(path) ||
    /\/(?:lib|include)\/(?:gcc|c\+\+|clang|python[\d.]*|node)\//i.test(path)
  );
}

/** Judges call it `src`; headers of a task (`grader.h`) come after programs. */
function nameRank(file: string): number {
  const name = file.split(/[\\/]/).pop() ?? file;
  if (/^src(?:\.\w+)?$/i.test(name)) return 0;
  return /\.(?:h|hh|hpp|inc)$/i.test(name) ? 2 : 1;
}

/** The first of them, errors before warnings, in the order of the message. */
function mostSevere(diagnostics: readonly CompilerDiagnostic[]): readonly CompilerDiagnostic[] {
  if (diagnostics.length <= mostDiagnostics) return diagnostics;
  const kept = (['error', 'warning', 'information'] as const)
    .flatMap((severity) => diagnostics.filter((one) => one.severity === severity))
    .slice(0, mostDiagnostics);
  return kept.sort((a, b) => a.messageLine - b.messageLine);
}
