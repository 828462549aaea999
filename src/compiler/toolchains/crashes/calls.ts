import { isPosition, type DiagnosticDraft, type Note, type Report } from '../../report';

/** Notes of one stack. It may be as deep as the memory allows. */
const mostCalls = 50;

/**
 * Adds a call in the program's own file, the innermost one first: it is the place of a diagnostic that has none. A call
 * of the same line as the one before it isn't added: a function may call itself thousands of times.
 */
export function addOwnCall(draft: DiagnosticDraft, call: Note, report: Report): void {
  const before = draft.related[draft.related.length - 1] ?? draft;
  const line = Number(call.line ?? 0);
  if (draft.line !== null && isPosition(line) && before.line === line && before.file === call.file) return;
  if (draft.related.length < mostCalls) report.addCall(draft, call);
}
