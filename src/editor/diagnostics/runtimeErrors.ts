import { parseCompilerOutput, type CompilerDiagnostic } from '../../compiler';
import {
  caseName,
  isTrouble,
  numberAnew,
  subtasksOf,
  type Case,
  type Envelope,
  type JudgingRules,
} from '../../judge';
import { printedFiles } from './fileDiagnostics';

/** What a program died of, where it names a line of itself. */
export interface RuntimeError extends CompilerDiagnostic {
  /** the names of the cases in which it did: `2-1` */
  readonly cases: readonly string[];
}

export function isRuntimeError(diagnostic: CompilerDiagnostic): diagnostic is RuntimeError {
  return 'cases' in diagnostic;
}

/** Cases that are read, and characters of what one wrote: what a program dies of comes last. */
const mostCases = 200;
const longest = 16 * 1024;

const known = new WeakMap<Envelope, readonly RuntimeError[]>();
/** a case that says the same in the next result is the same object there */
const knownOfCase = new WeakMap<Case, readonly CompilerDiagnostic[]>();

/** What the cases that failed wrote to standard error, each fault once. Below whatever the compiler says. */
export function runtimeErrorsIn(envelope: Envelope | null, rules: JudgingRules): readonly RuntimeError[] {
  if (!envelope) return [];
  const before = known.get(envelope);
  if (before) return before;
  const errors = new Map<string, RuntimeError>();
  for (const { one, name, written } of failedCasesIn(envelope, rules)) {
    for (const error of errorsOf(one, written)) {
      const key = JSON.stringify([error.line, error.column, error.message]);
      const same = errors.get(key);
      errors.set(key, same ? { ...same, cases: [...same.cases, name] } : { ...error, cases: [name] });
    }
  }
  const all = [...errors.values()];
  known.set(envelope, all);
  return all;
}

interface FailedCase {
  readonly one: Case;
  readonly name: string;
  readonly written: string;
}

/** The first cases that failed and wrote something. */
function failedCasesIn(envelope: Envelope, rules: JudgingRules): FailedCase[] {
  const found: FailedCase[] = [];
  const subtasks = subtasksOf(envelope);
  for (const { id, cases } of subtasks) {
    for (const one of cases) {
      const written = one.extra?.['stderr'];
      if (typeof written !== 'string' || !isTrouble(one.status, rules)) continue;
      const name = caseName(id, one.id, numberAnew(subtasks));
      if (found.push({ one, name, written }) === mostCases) return found;
    }
  }
  return found;
}

function errorsOf(one: Case, written: string): readonly CompilerDiagnostic[] {
  const before = knownOfCase.get(one);
  if (before) return before;
  const errors = readErrors(written.slice(-longest));
  knownOfCase.set(one, errors);
  return errors;
}

function readErrors(text: string): CompilerDiagnostic[] {
  const { judged } = printedFiles(parseCompilerOutput(text).filter(({ severity }) => severity === 'error'));
  // the interpreter calls the program otherwise than the compiler does: it is the one that was judged
  const own = <At extends { readonly file: string | null }>(at: At): At =>
    at.file === judged.name ? { ...at, file: null } : at;
  return judged.diagnostics
    .filter(({ line }) => line !== null)
    .map((one) => ({
      ...own(one),
      related: one.related.map(own),
      severity: 'information',
      // in no line of the compile message
      messageLine: -1,
      messageEndLine: -1,
    }));
}
