import type { CompilerDiagnostic, RelatedNote } from '../../compiler';

/**
 * Returns the printed name of the judged program. Judges compile it under their own name (`/tmp/compiler_x/src`), so it
 * has to be derived from the output. It is the file that contains most of the diagnostics, or leads to them. Prefers
 * `src` to other names, and programs to headers. Ignores installed files. Null: no file name in the output. `isOther`:
 * whether a file with that name was sent along with the program.
 */
export function judgedFile(
  diagnostics: readonly CompilerDiagnostic[],
  isOther: (file: string) => boolean = () => false,
): string | null {
  const counts = new Map<string, number>();
  const count = (file: string | null, times: number): void => {
    if (file !== null && !isInstalled(file) && !isOther(file))
      counts.set(file, (counts.get(file) ?? 0) + times);
  };
  for (const { file, line, related, outermostStepFirst } of diagnostics) {
    if (file === null || line === null) continue;
    count(file, 1);
    if (related.length === 0) continue;
    // the program leads to libraries, and possibly to headers; the outermost step is in the program
    const leading = related.filter(leads(file)).map((note) => note.file);
    if (!outermostStepFirst) leading.reverse();
    for (const name of new Set(leading)) count(name, isInstalled(file) ? 1 : 0);
  }
  const [first] = [...counts].sort(([a, many], [b, more]) => nameRank(a) - nameRank(b) || more - many);
  return first?.[0] ?? null;
}

/**
 * Returns whether a note can be in the program that led to a diagnostic in `file`. Any note can if the file is in a
 * library. In other files, only steps can.
 */
function leads(file: string): (note: RelatedNote) => boolean {
  const isLibrary = isInstalled(file);
  return ({ line, step }) => line !== null && (isLibrary || step !== undefined);
}

/** Folders of packages that a package manager has installed. They may be inside of the program's folder. */
const inPackage = /(?:^|\/)(?:node_modules|(?:site|dist)-packages|gems|go\/pkg\/mod)\//;
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
/** Swift prints its own files with their module. */
const swiftModule = /^(?:Swift|Foundation|FoundationEssentials|Dispatch|_[A-Z]\w{1,60})\/[^/]{1,200}\.swift$/;

/** Returns whether a file belongs to the compiler, a library, or the system, or isn't a real file. */
export function isInstalled(file: string): boolean {
  return isInPackage(file) || installed.test(file.replaceAll('\\', '/')) || swiftModule.test(file);
}

/** Returns whether a file belongs to an installed package, whose files can have the name of the program. */
export function isInPackage(file: string): boolean {
  return inPackage.test(file.replaceAll('\\', '/'));
}

/**
 * Returns the rank of a candidate: judges often use `src`, and headers of a problem (`grader.h`) come after programs.
 */
function nameRank(file: string): number {
  const name = file.split(/[\\/]/).pop() ?? file;
  if (/^src(?:\.\w+)?$/i.test(name)) return 0;
  return /\.(?:h|hh|hpp|inc)$/i.test(name) ? 2 : 1;
}

/**
 * Moves each diagnostic in a library to the line of the program that caused it: the innermost line that uses the
 * library, or else the line of a note. Its own position becomes its last related note. A line that only includes the
 * library gets at most one error, and only if the program has no other errors.
 *
 * @param program name as printed; null: unknown, nothing is moved
 *
 * @param isForeign whether the user can't edit a file with this name
 *
 * @returns the same number of diagnostics, in the same order
 */
export function atUserLines(
  diagnostics: readonly CompilerDiagnostic[],
  program: string | null,
  isForeign: (file: string) => boolean = isInstalled,
): readonly CompilerDiagnostic[] {
  if (program === null) return diagnostics;
  const isMovable = ({ file, line }: CompilerDiagnostic): boolean =>
    file !== null && line !== null && file !== program && isForeign(file);
  const moved = diagnostics.map((diagnostic) =>
    isMovable(diagnostic) ? moveTo(diagnostic, placeIn(program, diagnostic)) : diagnostic,
  );
  if (
    moved.some(
      (diagnostic) =>
        diagnostic.severity === 'error' && diagnostic.file === program && diagnostic.line !== null,
    )
  )
    return moved;
  for (const [index, error] of moved.entries()) {
    if (error.severity !== 'error' || !isMovable(error)) continue;
    const include = error.related.find(({ file, line }) => file === program && line !== null);
    if (include) return moved.with(index, moveTo(error, include));
  }
  return moved;
}

/** Returns the position in the program that caused a diagnostic elsewhere; undefined: unknown, or only an include. */
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
    // fixes would change the library
    fixes: undefined,
    related: [...diagnostic.related, origin],
  };
}
