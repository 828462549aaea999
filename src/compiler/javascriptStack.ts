import type { Cursor } from './cursor';
import { pathOf } from './fileUrl';
import type { DiagnosticDraft, Position, Report } from './report';

/**
 * `at f (FILE:LINE:COLUMN)` or `at FILE:LINE:COLUMN`, of Node.js, Deno, and Bun. In Node.js, the properties of the error
 * may begin on the line of its last call.
 */
const call =
  /^ {3,8}at (?:(?:[^(]{0,1000} )?\((.{1,4096}):(\d{1,9}):(\d{1,9})\)|(?:async )?(.{1,4096}):(\d{1,9}):(\d{1,9}))(?: \{)?$/;
const anyCall = /^ {3,8}at /;
const callsRead = 100;

/** Returns whether a line is part of a stack, with or without a position. */
export function isCall(line: string): boolean {
  return anyCall.test(line);
}

interface CallPosition extends Position {
  readonly file: string;
}

/** Returns the position of a call. Null: the line isn't a call with a position. */
export function positionOfCall(line: string): CallPosition | null {
  const [file, lineNumber, column] = call.exec(line)?.slice(1).filter(Boolean) ?? [];
  return file === undefined ? null : { file, line: lineNumber, column };
}

/**
 * Reads the stack at the cursor. The innermost call in the user's code becomes the position of the error.
 *
 * @param foreign files that aren't the user's
 */
export function readCalls(draft: DiagnosticDraft, cursor: Cursor, report: Report, foreign: RegExp): void {
  for (let read = 0; isCall(cursor.content) && read < callsRead; read++, cursor.advance()) {
    const position = positionOfCall(cursor.content);
    if (!position || foreign.test(position.file)) continue;
    const file = pathOf(position.file);
    report.addCall(draft, { ...position, file, message: cursor.content.trim(), unit: 'utf16' });
  }
}
