import { baseName } from '../../base/paths';
import { parseCompilerOutput, readsCrashes, type CompilerDiagnostic, type RelatedNote } from '../../compiler';
import {
  caseName,
  isTrouble,
  haveRepeatedCaseIds,
  subtasksOf,
  type Case,
  type Envelope,
  type JudgeSemantics,
} from '../../results';
import { printedFiles } from './fileDiagnostics';
import { isInPackage, isInstalled } from './userLines';
import { MAX_ERROR_CASES, MAX_CASE_ERRORS, MAX_ERROR_OUTPUT_LENGTH } from './limits';

export interface RuntimeError extends CompilerDiagnostic {
  /** the cases with this error: `2-1` */
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
/** Errors by case. An unchanged case is the same object in the next result. */
const knownOfCase = new WeakMap<Case, readonly CompilerDiagnostic[]>();

/**
 * Finds the errors in the error output of failed cases. Returns each error only once.
 * @param programFiles known names or paths of the program, on the user's computer and on the judge
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
  for (const { testCase, name, written } of failedCasesIn(envelope, rules)) {
    for (const error of errorsOfProgram(diagnosticsIn(testCase, written), names)) {
      const key = JSON.stringify([error.line, error.column, error.message]);
      const same = errors.get(key);
      errors.set(key, same ? { ...same, cases: [...same.cases, name] } : { ...error, cases: [name] });
    }
  }
  const all = [...errors.values()];
  known.set(envelope, { program, errors: all });
  return all;
}

/** File names that judges commonly use for the judged program. */
const usualName =
  /^(?:src|(?:src|main|script|solution|program|prog|source|submission|code|foo|a)\.\w{1,8})$/i;

interface FailedCase {
  readonly testCase: Case;
  readonly name: string;
  readonly written: string;
}

/** Returns the first failed cases with error output. */
function failedCasesIn(envelope: Envelope, rules: JudgeSemantics): FailedCase[] {
  const found: FailedCase[] = [];
  const subtasks = subtasksOf(envelope);
  for (const { id, cases } of subtasks) {
    for (const testCase of cases) {
      const written = testCase.extra?.['stderr'];
      if (typeof written !== 'string' || !isTrouble(testCase.status, rules)) continue;
      const name = caseName(id, testCase.id, haveRepeatedCaseIds(subtasks));
      if (found.push({ testCase, name, written }) === MAX_ERROR_CASES) return found;
    }
  }
  return found;
}

function diagnosticsIn(testCase: Case, written: string): readonly CompilerDiagnostic[] {
  const before = knownOfCase.get(testCase);
  if (before) return before;
  const all = parseCompilerOutput(written.slice(-MAX_ERROR_OUTPUT_LENGTH));
  const errors = all.filter(({ severity }) => severity === 'error');
  knownOfCase.set(testCase, errors);
  return errors;
}

/**
 * Returns the errors in the program. A program can print lines that look like compiler output. So a position only counts
 * if the file is the program, or if the whole error format is recognized.
 * @param names file names of the program, without folders
 */
function errorsOfProgram(
  all: readonly CompilerDiagnostic[],
  names: ReadonlySet<string>,
): CompilerDiagnostic[] {
  const isProgram = (file: string | null): boolean =>
    file !== null && !isInPackage(file) && (names.has(baseName(file)) || usualName.test(baseName(file)));
  const isLibrary = (file: string | null): boolean =>
    file !== null && isInstalled(file) && !isInPackage(file);
  const errors = all
    .filter(({ toolchain, file }) => readsCrashes(toolchain) || isProgram(file))
    .map((diagnostic) =>
      isProgram(diagnostic.file) || isLibrary(diagnostic.file) ? diagnostic : atCallOf(diagnostic, isProgram),
    );
  const { judged } = printedFiles(underOneName(errors));
  // the interpreter may use another name for the program than the compiler
  const own = <At extends { readonly file: string | null }>(at: At): At =>
    at.file === judged.name ? { ...at, file: null } : at;
  return judged.diagnostics
    .filter(({ line }) => line !== null)
    .slice(0, MAX_CASE_ERRORS)
    .map((diagnostic) => ({
      ...own(diagnostic),
      related: diagnostic.related.map(own),
      severity: 'information',
      // a runtime error isn't in the compiler output
      messageLine: -1,
      messageEndLine: -1,
    }));
}

/** Replaces paths that differ only in their folders with the path that was printed first. */
function underOneName(errors: readonly CompilerDiagnostic[]): CompilerDiagnostic[] {
  const known = new Map<string, string>();
  const renamed = <At extends { readonly file: string | null }>(at: At): At => {
    if (at.file === null || isInstalled(at.file)) return at;
    const file = known.get(baseName(at.file)) ?? at.file;
    known.set(baseName(file), file);
    return { ...at, file };
  };
  return errors.map((diagnostic) => ({ ...renamed(diagnostic), related: diagnostic.related.map(renamed) }));
}

/**
 * Moves the error to the innermost call in the program, if the stack trace has one, because the error itself can be in
 * a file of the judge.
 */
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
