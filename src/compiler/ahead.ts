import { type CaretSpan, readCaretLine } from './caret';
import type { Cursor } from './cursor';

/** The lines behind the one at the cursor, at most `count` of them; the cursor stays. */
export function linesAhead(cursor: Cursor, count: number): string[] {
  const { text } = cursor;
  const lines: string[] = [];
  for (let start = cursor.end + 1; lines.length < count && start <= text.length;) {
    const end = cursor.endOfLine(start);
    lines.push(text.slice(start, end));
    start = end + 1;
  }
  return lines;
}

/**
 * The lines from the cursor's to the one that ends them, which is given apart; null where none of the next `reach`
 * does. The cursor stays.
 */
export function linesUntil(
  cursor: Cursor,
  reach: number,
  ends: (line: string) => boolean,
): { readonly lines: readonly string[]; readonly end: string } | null {
  const { text } = cursor;
  const lines: string[] = [];
  for (let { start } = cursor; lines.length <= reach && start <= text.length;) {
    const lineEnd = cursor.endOfLine(start);
    const line = text.slice(start, lineEnd);
    if (ends(line)) return { lines, end: line };
    lines.push(line);
    start = lineEnd + 1;
  }
  return null;
}

export function advanceBy(cursor: Cursor, lines: number): void {
  for (let i = 0; i < lines; i++) cursor.advance();
}

/** A source line with a caret line under it, and what stands before them. */
export interface Pointed {
  /** the lines between the cursor's and the source line */
  readonly before: readonly string[];
  readonly source: string;
  readonly caret: CaretSpan;
  /** how many lines behind the cursor's the caret line is */
  readonly caretLine: number;
}

/**
 * Looks for the first line of nothing but blanks and carets within the next `reach` lines.
 *
 * @param stop tells a line that belongs to something else: the search ends there
 */
export function findPointed(cursor: Cursor, reach: number, stop: (line: string) => boolean): Pointed | null {
  const { text } = cursor;
  const before: string[] = [];
  let source: string | null = null;
  let start = cursor.end + 1;
  for (let i = 1; i <= reach && start <= text.length; i++) {
    const end = cursor.endOfLine(start);
    const caret = source === null ? null : readCaretLine(text, start, end);
    if (caret && source !== null) return { before, source, caret, caretLine: i };
    if (source !== null) before.push(source);
    source = text.slice(start, end);
    if (stop(source)) return null;
    start = end + 1;
  }
  return null;
}
