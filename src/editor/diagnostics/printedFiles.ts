import type { CompilerDiagnostic } from '../../compiler';

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

/** The name that a printed file is looked for by, whatever system printed it; null: not to be found by its name. */
export function nameToFind(printed: string): string | null {
  const name = printed.split(/[\\/]/).pop() ?? '';
  return /\.\w+$/.test(name) && !/[*?{}[\]!]/.test(name) ? name : null;
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
