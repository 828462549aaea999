import type { CompilerDiagnostic, RelatedNote } from '../../compiler';

/**
 * Returns the name, as printed, of the program that was judged. A judge compiles it under a name of its own
 * (`/tmp/compiler_x/src`), so only the message tells: it is the file that most of the message is about, or that leads to
 * it, and no part of an installation. Null if the message names none.
 */
export function judgedFile(diagnostics: readonly CompilerDiagnostic[]): string | null {
  const counts = new Map<string, number>();
  const count = (file: string | null, times: number): void => {
    if (file !== null && !isInstalled(file)) counts.set(file, (counts.get(file) ?? 0) + times);
  };
  for (const { file, line, related, outermostStepFirst } of diagnostics) {
    if (file === null || line === null) continue;
    count(file, 1);
    if (related.length === 0) continue;
    // what leads to a library is the program, what leads to a header may be; the outermost step is in the program
    const leading = related.filter(leads(file)).map((note) => note.file);
    if (!outermostStepFirst) leading.reverse();
    for (const name of new Set(leading)) count(name, isInstalled(file) ? 1 : 0);
  }
  const [first] = [...counts].sort(([a, many], [b, more]) => nameRank(a) - nameRank(b) || more - many);
  return first?.[0] ?? null;
}

/** Of a diagnostic in a library any note may be in the program; of another one only steps are. */
function leads(file: string): (note: RelatedNote) => boolean {
  const isLibrary = isInstalled(file);
  return ({ line, step }) => line !== null && (isLibrary || step !== undefined);
}

const installed = new RegExp(
  [
    '^(?:/usr/|/opt/|/lib/|/snap/|/nix/store/|/rustc/|<)',
    '^[a-z]:/(?:program files|windows kits)',
    '/usr/include/',
    '/(?:lib|include)/(?:gcc|c\\+\\+|clang|python[\\d.]*|node|rustlib|zig|std)/',
    '/vc/tools/msvc/',
    '/\\.(?:rustup|cargo)/',
  ].join('|'),
  'i',
);
/** Swift names its own files by their module. */
const swiftModule = /^(?:Swift|Foundation|FoundationEssentials|Dispatch|_[A-Z]\w{1,60})\/[^/]{1,200}\.swift$/;

/** A file of the compiler, a library or the system, or a name that stands for no file. */
export function isInstalled(file: string): boolean {
  return installed.test(file.replaceAll('\\', '/')) || swiftModule.test(file);
}

/** Judges call it `src`; headers of a task (`grader.h`) come after programs. */
function nameRank(file: string): number {
  const name = file.split(/[\\/]/).pop() ?? file;
  if (/^src(?:\.\w+)?$/i.test(name)) return 0;
  return /\.(?:h|hh|hpp|inc)$/i.test(name) ? 2 : 1;
}

/**
 * Moves each diagnostic of a library to the line of the program that leads there: the innermost one that uses the library,
 * else one that a note names. Its own place becomes its last related note.
 *
 * A line that only includes the library is taken for one error at most, and only if no other error is in the program.
 *
 * @param program name as printed; null: the message names none, and nothing is moved
 * @param isForeign whether the user can't edit a file of this name
 * @returns as many diagnostics, in the same order
 */
export function atUserLines(
  diagnostics: readonly CompilerDiagnostic[],
  program: string | null,
  isForeign: (file: string) => boolean = isInstalled,
): readonly CompilerDiagnostic[] {
  if (program === null) return diagnostics;
  const isMovable = ({ file, line }: CompilerDiagnostic): boolean =>
    file !== null && line !== null && file !== program && isForeign(file);
  const moved = diagnostics.map((one) => (isMovable(one) ? moveTo(one, placeIn(program, one)) : one));
  if (moved.some((one) => one.severity === 'error' && one.file === program && one.line !== null))
    return moved;
  for (const [index, one] of moved.entries()) {
    if (one.severity !== 'error' || !isMovable(one)) continue;
    const include = one.related.find(({ file, line }) => file === program && line !== null);
    if (include) return moved.with(index, moveTo(one, include));
  }
  return moved;
}

/** The place in the program that a diagnostic elsewhere is about; undefined if none is known, or only an include. */
function placeIn(
  program: string,
  { related, outermostStepFirst }: CompilerDiagnostic,
): RelatedNote | undefined {
  const own = related.filter(
    ({ file, line, step }) => file === program && line !== null && step !== 'include',
  );
  const uses = own.filter(({ step }) => step === 'use');
  return (outermostStepFirst ? uses.at(-1) : uses[0]) ?? own[0];
}

function moveTo(diagnostic: CompilerDiagnostic, place: RelatedNote | undefined): CompilerDiagnostic {
  if (!place) return diagnostic;
  const { file, line, column } = diagnostic;
  const origin: RelatedNote = {
    file,
    line,
    column,
    unit: diagnostic.unit,
    message: column === null ? `${file}:${line}` : `${file}:${line}:${column}`,
    step: 'use',
  };
  return {
    ...diagnostic,
    file: place.file,
    line: place.line,
    column: place.column,
    endColumn: undefined,
    startColumn: undefined,
    unit: place.unit ?? diagnostic.unit,
    excerpt: place.excerpt,
    // they are about the library's text
    fixes: undefined,
    related: [...diagnostic.related, origin],
  };
}
