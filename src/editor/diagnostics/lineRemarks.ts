import type { CompilerDiagnostic } from '../../compiler';
import type { Envelope, Judgement, Remark } from '../../results';

/** A remark about a line of the program, in the form of a diagnostic. */
export interface RemarkDiagnostic extends CompilerDiagnostic {
  /** null: unknown */
  readonly author: string | null;
}

export function isRemark(diagnostic: CompilerDiagnostic): diagnostic is RemarkDiagnostic {
  return 'author' in diagnostic;
}

const none: readonly RemarkDiagnostic[] = [];
/** Remarks are immutable, so each list is only converted once. */
const known = new WeakMap<NonNullable<Judgement['remarks']>, readonly RemarkDiagnostic[]>();

/** Returns the remarks of a result, always the same list for the same result. */
export function remarksIn(envelope: Envelope | null): readonly RemarkDiagnostic[] {
  const remarks = envelope?.data?.judge?.remarks;
  if (!remarks) return none;
  const before = known.get(remarks);
  if (before) return before;
  const diagnostics = remarks.map(diagnosticOf);
  known.set(remarks, diagnostics);
  return diagnostics;
}

function diagnosticOf({ author, line, code, text }: Remark): RemarkDiagnostic {
  const end = code.trimEnd().length;
  return {
    author,
    severity: 'information',
    file: null,
    line,
    column: null,
    unit: 'utf16',
    message: text,
    code: null,
    related: [],
    toolchain: '',
    ...(end === 0 ? {} : { excerpt: { text: code, start: end - code.trim().length, end } }),
    // a remark isn't in the compiler output
    messageLine: -1,
    messageEndLine: -1,
  };
}
