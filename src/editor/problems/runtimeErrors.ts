import { parseCompilerOutput, readsCrashes, type CompilerDiagnostic, type RelatedNote } from '../../compiler';
import {
  caseName,
  isTrouble,
  haveRepeatedCaseIds,
  subtasksOf,
  type Case,
  type Envelope,
  type JudgeSemantics,
} from '../../judge';
import { printedFiles } from './fileDiagnostics';
import { isInstalled } from './userLines';
import { MAX_ERROR_CASES, MAX_CASE_ERRORS, MAX_ERROR_OUTPUT_LENGTH } from './limits';

/** What a program died of, where it names a line of itself. */
export interface RuntimeError extends CompilerDiagnostic {
  /** the names of the cases in which it did: `2-1` */
  readonly cases: readonly string[];
}

export function isRuntimeError(diagnostic: CompilerDiagnostic): diagnostic is RuntimeError {
  return 'cases' in diagnostic;
}

interface KnownErrors {
  readonly program: string;
  readonly errors: readonly RuntimeError[];
}

const known = new WeakMap<Envelope, KnownErrors>();
/** a case that says the same in the next result is the same object there */
const knownOfCase = new WeakMap<Case, readonly CompilerDiagnostic[]>();

/**
 * What the cases that failed wrote to standard error, each fault once. Below whatever the compiler says.
 *
 * @param programFiles names or paths of the program, as its author and the compiler call it, as far as they are known
 */
export function runtimeErrorsIn(
  envelope: Envelope | null,
  rules: JudgeSemantics,
  programFiles: readonly string[] = [],
): readonly RuntimeError[] {
  if (!envelope) return [];
  const names = new Set(programFiles.map(baseName));
  const program = JSON.stringify([...names]);
  const before = known.get(envelope);
  if (before?.program === program) return before.errors;
  const errors = new Map<string, RuntimeError>();
  for (const { one, name, written } of failedCasesIn(envelope, rules)) {
    for (const error of errorsOfProgram(diagnosticsIn(one, written), names)) {
      const key = JSON.stringify([error.line, error.column, error.message]);
      const same = errors.get(key);
      errors.set(key, same ? { ...same, cases: [...same.cases, name] } : { ...error, cases: [name] });
    }
  }
  const all = [...errors.values()];
  known.set(envelope, { program, errors: all });
  return all;
}

/** Names that judges give to the program that they run. */
const usualName =
  /^(?:src|(?:src|main|script|solution|program|prog|source|submission|code|foo|a)\.\w{1,8})$/i;

function baseName(path: string): string {
  return path.split(/[\\/]/).pop() ?? path;
}

interface FailedCase {
  readonly one: Case;
  readonly name: string;
  readonly written: string;
}

/** The first cases that failed and wrote something. */
function failedCasesIn(envelope: Envelope, rules: JudgeSemantics): FailedCase[] {
  const found: FailedCase[] = [];
  const subtasks = subtasksOf(envelope);
  for (const { id, cases } of subtasks) {
    for (const one of cases) {
      const written = one.extra?.['stderr'];
      if (typeof written !== 'string' || !isTrouble(one.status, rules)) continue;
      const name = caseName(id, one.id, haveRepeatedCaseIds(subtasks));
      if (found.push({ one, name, written }) === MAX_ERROR_CASES) return found;
    }
  }
  return found;
}

function diagnosticsIn(one: Case, written: string): readonly CompilerDiagnostic[] {
  const before = knownOfCase.get(one);
  if (before) return before;
  const all = parseCompilerOutput(written.slice(-MAX_ERROR_OUTPUT_LENGTH));
  const errors = all.filter(({ severity }) => severity === 'error');
  knownOfCase.set(one, errors);
  return errors;
}

/**
 * The errors in the program. A program may print what looks like a compiler's line, so a place counts only if the file
 * is the program, or if the whole shape shows what it died of.
 *
 * @param names of the program, without folders
 */
function errorsOfProgram(
  all: readonly CompilerDiagnostic[],
  names: ReadonlySet<string>,
): CompilerDiagnostic[] {
  const isProgram = (file: string | null): boolean =>
    file !== null && (names.has(baseName(file)) || usualName.test(baseName(file)));
  const isLibrary = (file: string | null): boolean => file !== null && isInstalled(file);
  const errors = all
    .filter(({ toolchain, file }) => readsCrashes(toolchain) || isProgram(file))
    .map((one) => (isProgram(one.file) || isLibrary(one.file) ? one : atCallOf(one, isProgram)));
  const { judged } = printedFiles(underOneName(errors));
  // the interpreter calls the program otherwise than the compiler does: it is the one that was judged
  const own = <At extends { readonly file: string | null }>(at: At): At =>
    at.file === judged.name ? { ...at, file: null } : at;
  return judged.diagnostics
    .filter(({ line }) => line !== null)
    .slice(0, MAX_CASE_ERRORS)
    .map((one) => ({
      ...own(one),
      related: one.related.map(own),
      severity: 'information',
      // in no line of the compile message
      messageLine: -1,
      messageEndLine: -1,
    }));
}

/** A stack may have the whole path of a file that a message names without folders. */
function underOneName(errors: readonly CompilerDiagnostic[]): CompilerDiagnostic[] {
  const known = new Map<string, string>();
  const renamed = <At extends { readonly file: string | null }>(at: At): At => {
    if (at.file === null || isInstalled(at.file)) return at;
    const file = known.get(baseName(at.file)) ?? at.file;
    known.set(baseName(file), file);
    return { ...at, file };
  };
  return errors.map((one) => ({ ...renamed(one), related: one.related.map(renamed) }));
}

/** The same at the innermost call of the program, if the stack has one: the judge's own file may have been called. */
function atCallOf(
  error: CompilerDiagnostic,
  isProgram: (file: string | null) => boolean,
): CompilerDiagnostic {
  // Python prints the outermost call first
  const calls = error.toolchain === 'python' ? [...error.related].reverse() : error.related;
  const call = calls.find(({ file, line }) => line !== null && isProgram(file));
  if (!call) return error;
  const origin: RelatedNote = {
    file: error.file,
    line: error.line,
    column: error.column,
    unit: error.unit,
    message: `${error.file ?? ''}:${error.line ?? ''}`,
  };
  return {
    ...error,
    file: call.file,
    line: call.line,
    column: call.column,
    endColumn: undefined,
    startColumn: undefined,
    unit: call.unit ?? error.unit,
    excerpt: undefined,
    related: [...error.related.filter((note) => note !== call), origin],
  };
}
