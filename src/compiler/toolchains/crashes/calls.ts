import { isPosition, type DiagnosticDraft, type Note, type Report } from '../../report';

/** Maximum number of notes for one stack. A stack may be as deep as memory allows. */
const MAX_CALLS = 50;

/**
 * Adds a stack frame of the program. Frames must be added innermost first: the first one becomes the position of a
 * diagnostic without a position. Ignores a frame on the same line as the previous one, because recursion may repeat it
 * thousands of times.
 */
export function addOwnCall(draft: DiagnosticDraft, call: Note, report: Report): void {
  const previous = draft.related[draft.related.length - 1] ?? draft;
  const line = Number(call.line ?? 0);
  if (draft.line !== null && isPosition(line) && previous.line === line && previous.file === call.file)
    return;
  if (draft.related.length < MAX_CALLS) report.addCall(draft, call);
}
