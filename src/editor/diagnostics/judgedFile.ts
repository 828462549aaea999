import type { CompilerDiagnostic } from '../../compiler';

/**
 * Which of the printed files is the program that was handed in. A judge compiles it under a name of its own
 * (`/tmp/compiler_x/src`), so it can't be known by name: it is the file that most of the message is about, among
 * those that are no part of an installation. Null where the message names none.
 */
export function judgedFile(diagnostics: readonly CompilerDiagnostic[]): string | null {
  const counts = new Map<string, number>();
  for (const { file, line } of diagnostics) {
    if (file === null || line === null || isInstalled(file)) continue;
    counts.set(file, (counts.get(file) ?? 0) + 1);
  }
  const [first] = [...counts].sort(([a, many], [b, more]) => nameRank(a) - nameRank(b) || more - many);
  return first?.[0] ?? null;
}

/** A header of the compiler or the system, or a name that stands for no file. */
export function isInstalled(file: string): boolean {
  return (
    /^(?:\/usr\/|\/opt\/|\/lib\/|\/rustc\/|[A-Za-z]:\\Program Files|<)/.test(file) ||
    /\/(?:lib|include)\/(?:gcc|c\+\+|python[\d.]*|node)\//.test(file)
  );
}

/** Judges call it `src`; headers of a task (`grader.h`) come after programs. */
function nameRank(file: string): number {
  const name = file.split(/[\\/]/).pop() ?? file;
  if (/^src(?:\.\w+)?$/i.test(name)) return 0;
  return /\.(?:h|hh|hpp|inc)$/i.test(name) ? 2 : 1;
}
