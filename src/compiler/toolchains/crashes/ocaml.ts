import type { Cursor } from '../../cursor';
import type { DiagnosticDraft, Note, Report } from '../../report';
import { detectByText, type Toolchain } from '../../toolchain';
import { endOfCharacters } from '../ocaml';
import { addOwnCall } from './calls';

/** Header of an exception. The interactive system prints the second form. */
const head = /^(?:Fatal error: exception |Exception: )(.*)$/;
const compiled = /^Fatal error: exception /;
const call =
  /^(?:Raised|Re-raised|Called from)(?: .{0,2000})? file "([^"]{1,4096})"(?: \(inlined\))?, lines? (\d{1,9})(?:-(\d{1,9}))?, characters (\d{1,9})-(\d{1,9})$/;
const isCall = /^(?:Raised|Re-raised|Called from) /;
/** Exceptions that contain their position, with a 0-based column. */
const placed =
  /^(?:Assert_failure|Match_failure|Undefined_recursive_module) ?\("([^"]{1,4096})", (\d{1,9}), (\d{1,9})\)/;
const linesOfMessage = 20;
const callsRead = 1100;

/** Exceptions of OCaml: `Fatal error: exception …`, and the calls, innermost first, if the judge enables backtraces. */
export const ocamlException: Toolchain = {
  name: 'ocaml-exception',
  lines: { initials: 'FE' },
  readsCrashes: true,
  detect: detectByText(
    /^Fatal error: exception /m,
    /^Exception: (?:Assert_failure|Match_failure|Undefined_recursive_module) ?\(/m,
  ),
  open: (cursor, report) => () => {
    const { content } = cursor;
    const text = head.exec(content)?.[1];
    if (text === undefined) return false;
    const [, file, line, column] = placed.exec(text) ?? [];
    if (!compiled.test(content) && line === undefined) return false;
    const linesBelow = cursor.linesBelow(
      linesOfMessage,
      (ahead) => isCall.test(ahead) || compiled.test(ahead),
    );
    // only calls mark the end of the message
    const lines = isCall.test(linesBelow?.pop() ?? '') ? (linesBelow ?? []) : [];
    const at = line === undefined ? null : { file, line, column: Number(column) + 1 };
    const draft = report.add({ severity: 'error', message: [text, ...lines].join('\n'), at });
    cursor.advance(lines.length + 1);
    readCalls(draft, cursor, report);
    return true;
  },
};

interface Call extends Note {
  readonly endColumn: number | undefined;
}

/**
 * Reads the calls. Uses only calls in the file of the outermost call, because paths don't show whether a file belongs
 * to the program or to a library.
 */
function readCalls(draft: DiagnosticDraft, cursor: Cursor, report: Report): void {
  const calls: Call[] = [];
  for (let read = 0; read < callsRead && isCall.test(cursor.content); read++, cursor.advance()) {
    const [, file, line, lastLine, start, end] = call.exec(cursor.content) ?? [];
    if (line === undefined) continue;
    const isOneLine = lastLine === undefined || lastLine === line;
    calls.push({
      file,
      line,
      column: Number(start) + 1,
      endColumn: isOneLine ? endOfCharacters(start, end) : undefined,
      message: 'called from here',
    });
  }
  const program = calls[calls.length - 1]?.file;
  for (const { endColumn, ...ownCall } of calls) {
    if (ownCall.file !== program) continue;
    if (draft.line === null) draft.endColumn = endColumn;
    addOwnCall(draft, ownCall, report);
  }
}
