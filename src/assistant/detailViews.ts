import { parseCompilerOutput, type CompilerDiagnostic } from '../compiler';
import {
  caseFacts,
  dialogOf,
  errorOutputOf,
  inputOf,
  outputsOf,
  caseText,
  type Case,
  type Compilation,
  type DialogTurn,
  type JudgeSemantics,
} from '../results';
import type { KnownRecord } from '../records';
import type { LocatedCase } from './caseLocation';
import {
  MAX_CASE_TEXT_LENGTH,
  MAX_CODE_LENGTH,
  MAX_COMPILER_OUTPUT_LENGTH,
  MAX_DIAGNOSTIC_LENGTH,
  MAX_LISTED_DIAGNOSTICS,
  MAX_LISTED_NOTES,
  MAX_MESSAGE_LENGTH,
  MAX_NAME_LENGTH,
} from './limits';
import { figures, statusView } from './resultView';
import type { UntrustedText } from './untrusted';

/** Returns everything that the judge sent about a case. */
export function caseView({ location, testCase }: LocatedCase, rules: JudgeSemantics, marks: UntrustedText) {
  // The outputs can be parts of the message, so credentials are replaced before it is split.
  const { description, extra } = marks.redact(testCase);
  const texts = { description, ...(extra && { extra }) };
  const outputs = outputsOf(texts);
  const { signal, exitCode } = caseFacts(testCase, rules);
  return {
    case: location,
    ...statusView(testCase.status, rules, marks),
    ...figures(testCase, rules, marks),
    signal: signal || null,
    exitCode: exitCode || null,
    message: marks.lines(description, MAX_MESSAGE_LENGTH),
    input: marks.lines(inputOf(texts), MAX_CASE_TEXT_LENGTH),
    isInputComplete: caseText(testCase, 'stdin').kind === 'whole',
    expectedOutput: outputs && marks.lines(outputs.expected, MAX_CASE_TEXT_LENGTH),
    actualOutput: outputs && marks.lines(outputs.actual, MAX_CASE_TEXT_LENGTH),
    dialogWithInteractor: marks.lines(dialogText(texts), MAX_CASE_TEXT_LENGTH),
    areOutputsComplete: outputs !== null && outputs.isWhole && outputs.omitted === undefined,
    errorOutput: marks.lines(errorOutputOf(texts), MAX_CASE_TEXT_LENGTH),
  };
}

/** Returns the turns of a dialog, each after the name of its author. Null: there was no interactor. */
function dialogText(testCase: Pick<Case, 'extra'>): string | null {
  const dialog = dialogOf(testCase);
  if (!dialog) return null;
  const turnText = ({ from, text }: DialogTurn): string => `${from}: ${text.trimEnd()}`;
  const { start, end } = dialog;
  return [...start.map(turnText), ...(end.length > 0 ? ['…'] : []), ...end.map(turnText)].join('\n');
}

/** Returns the diagnostics in the output of a compiler, and the output itself. */
export function compilerView(compile: Compilation | null, marks: UntrustedText) {
  const output = marks.redact(compile?.message ?? '');
  const diagnostics = parseCompilerOutput(output);
  return {
    compiled: compile?.success ?? null,
    diagnostics: diagnostics
      .slice(0, MAX_LISTED_DIAGNOSTICS)
      .map((diagnostic) => diagnosticView(diagnostic, marks)),
    moreDiagnostics: Math.max(diagnostics.length - MAX_LISTED_DIAGNOSTICS, 0),
    output: output.trim() === '' ? null : marks.lines(output, MAX_COMPILER_OUTPUT_LENGTH),
  };
}

/** Lines are 1-based. Columns are 1-based, as the compiler counts them. */
function diagnosticView(diagnostic: CompilerDiagnostic, marks: UntrustedText) {
  const { severity, file, line, column, message, code, toolchain, related } = diagnostic;
  return {
    severity,
    file: marks.line(file, MAX_NAME_LENGTH),
    line,
    column,
    message: marks.lines(message, MAX_DIAGNOSTIC_LENGTH),
    code: marks.line(code, MAX_NAME_LENGTH),
    toolchain,
    notes: related.slice(0, MAX_LISTED_NOTES).map((note) => ({
      file: marks.line(note.file, MAX_NAME_LENGTH),
      line: note.line,
      column: note.column,
      message: marks.lines(note.message, MAX_DIAGNOSTIC_LENGTH),
    })),
  };
}

/** Returns a part of the judged code, from the line `startLine` (1-based) on. */
export function codeView(record: KnownRecord, text: string, startLine: number, marks: UntrustedText) {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const rest = lines.slice(startLine - 1).join('\n');
  const { submission } = record;
  return {
    origin: originOf(record),
    language: marks.line(submission?.languageName ?? submission?.language, MAX_NAME_LENGTH),
    lines: lines.length,
    startLine,
    code: marks.lines(rest, MAX_CODE_LENGTH),
  };
}

/**
 * Returns the origin of the stored text. `judge`: the judge returned it. `submitted`: it was sent from VS Code. `linked`:
 * the user's file at the time when it was linked to the result, which may differ from the judged text.
 */
function originOf({ judgedHash, source }: KnownRecord): 'judge' | 'submitted' | 'linked' {
  if (judgedHash !== null) return 'judge';
  return source?.how === 'submitted' ? 'submitted' : 'linked';
}
