import { columnOfOffset, locateColumn } from '../columns';
import type { ColumnUnit, SourceExcerpt } from '../diagnostic';
import { splitsWord } from '../caret';

export function excerptOf(text: string, start: number, caret: number, end: number): SourceExcerpt {
  return caret > start ? { text, start, end, caret } : { text, start, end };
}

/** The text that a caret marks, and the column unit that follows from it. */
export interface CaretLocation {
  readonly excerpt: SourceExcerpt;
  /** 0-based UTF-16 offset of the caret in the excerpt's text */
  readonly caret: number;
  /** the only unit that fits the printed column; null if several units fit or no column is printed */
  readonly unit: ColumnUnit | null;
}

/** The marks below a line: 0-based display columns in the message, or UTF-16 offsets in the text. */
export interface MarkedColumns {
  readonly start: number;
  readonly caret: number;
  readonly end: number;
}

/**
 * Finds the text that a caret of GCC marks in a line that isn't plain ASCII.
 *
 * GCC aligns carets by display cells, but versions before 10 align them by bytes. If the two differ, the printed column
 * and the marked text decide.
 *
 * @param column the printed column, 1-based; 0 if none is printed
 * @param countsCells true if other carets have shown that the message counts cells
 */
export function locateGccCaret(
  text: string,
  marks: MarkedColumns,
  column: number,
  message: string,
  countsCells = false,
): CaretLocation {
  const inCells = spanOf(text, marks, 'cells');
  if (column !== marks.caret + 1) return toCaretLocation(text, inCells, column > 0 ? 'bytes' : null);
  if (countsCells && inCells.exact) return toCaretLocation(text, inCells, 'cells');
  const inBytes = spanOf(text, marks, 'bytes');
  const columnInBytes = columnOfOffset(text, inCells.caret, 'bytes') + 1;
  const alike = inCells.exact && columnInBytes === column && inBytes.end === inCells.end;
  if (alike) return toCaretLocation(text, inCells, null);
  const cellsFit = rateSpan(text, inCells, message) >= rateSpan(text, inBytes, message);
  return cellsFit ? toCaretLocation(text, inCells, 'cells') : toCaretLocation(text, inBytes, 'bytes');
}

/**
 * Finds the text that a caret of Clang marks in a line that isn't plain ASCII. Clang's printed column counts bytes, and
 * is more reliable than the position of the caret: up to version 14 Clang counted an emoji as one cell. The position of
 * the caret only shows how many tabs the leading blanks replace.
 */
export function locateClangCaret(text: string, marks: MarkedColumns, column: number): CaretLocation {
  const caret =
    column > 0 ? byteOffsetNear(text, column, marks.caret) : locateColumn(text, marks.caret, 'cells').offset;
  const start = retreat(text, caret, marks.caret - marks.start);
  const end = caret + locateColumn(text.slice(caret), marks.end - marks.caret, 'cells').offset;
  return toCaretLocation(text, { start, caret, end: Math.max(end, caret + 1) }, null);
}

interface MarkedSpan extends MarkedColumns {
  /** start, caret, and end are character boundaries within the line */
  readonly exact: boolean;
}

function spanOf(text: string, marks: MarkedColumns, unit: ColumnUnit): MarkedSpan {
  const caret = locateColumn(text, marks.caret, unit);
  const start = marks.start === marks.caret ? caret : locateColumn(text, marks.start, unit);
  const end = locateColumn(text, marks.end, unit);
  return {
    start: start.offset,
    caret: caret.offset,
    end: Math.max(end.offset, caret.offset + 1),
    exact: start.exact && caret.exact && (end.exact || marks.end === marks.caret + 1),
  };
}

function toCaretLocation(
  text: string,
  { start, caret, end }: MarkedColumns,
  unit: ColumnUnit | null,
): CaretLocation {
  return { excerpt: excerptOf(text, start, caret, end), caret, unit };
}

/** Rates how well a span fits: whole characters, whole words, and text that the message contains get points. */
function rateSpan(text: string, span: MarkedSpan, message: string): number {
  if (!span.exact) return 0;
  const covered = text.slice(span.start, span.end);
  let points = 1;
  if (!splitsWord(text, span.start)) points++;
  if (!splitsWord(text, span.end)) points++;
  if (covered.trim() && message.includes(covered)) points += 2;
  return points;
}

/**
 * Converts Clang's byte column to an offset. Clang prints each leading tab as eight blanks, so this tries each possible
 * number of tabs, and returns the offset nearest to the caret.
 */
function byteOffsetNear(text: string, column: number, caretColumn: number): number {
  const lead = text.length - text.trimStart().length;
  // if no number of tabs fits, the source line has changed since the compilation: uses the caret alone
  let best = locateColumn(text, caretColumn, 'cells').offset;
  let distance = Infinity;
  const mostTabs = Math.min(lead >> 3, text.length > 4096 ? 2 : 16);
  for (let tabs = 0; tabs <= mostTabs; tabs++) {
    const { offset, exact } = locateColumn(text, column - 1 + 7 * tabs, 'bytes');
    const away = Math.abs(columnOfOffset(text, offset, 'cells') - caretColumn);
    if (exact && away < distance) {
      best = offset;
      distance = away;
    }
  }
  return Math.min(best, text.length);
}

/** Returns the offset that is `cells` cells before `from`. */
function retreat(text: string, from: number, cells: number): number {
  return locateColumn(text, columnOfOffset(text, from, 'cells') - cells, 'cells').offset;
}

/** A parsed `FILE:LINE:` or `FILE:LINE:COLUMN:` at the beginning of a line. */
export interface GnuPosition {
  readonly file: string;
  readonly line: number;
  /** 1-based; 0 if none is printed */
  readonly column: number;
  /** the text after the last colon */
  readonly rest: string;
  /** true if printed in the format of Microsoft's compiler, `FILE(LINE,COLUMN):` */
  readonly bracketed: boolean;
}

/**
 * `FILE:LINE:COLUMN:`, or `FILE +LINE:COLUMN:`, the format of editors' command lines. The file name may contain a colon
 * only after a drive letter, because lines of other tools contain colons.
 */
const colons = /^((?:[A-Za-z]:)??[^:]+?)(?: \+|:)(\d{1,9})(?::(\d{1,9})[:：]|:(?!\d)|：)/;
const brackets = /^((?:[A-Za-z]:)??[^:]+?)\((\d{1,9})(?:,(\d{1,9}))?\):/;

/**
 * Parses the position at the beginning of a line. Null if there is none.
 *
 * @param bracketsToo also accept `FILE(LINE,COLUMN):` and `FILE(LINE):`, which Clang prints with an option
 */
export function readPosition(text: string, bracketsToo = false): GnuPosition | null {
  const bracket = bracketsToo ? brackets.exec(text) : null;
  const hit = bracket ?? colons.exec(text);
  if (!hit) return null;
  const [matched, file = '', line, column = 0] = hit;
  return {
    file,
    line: Number(line),
    column: Number(column),
    rest: text.slice(matched.length),
    bracketed: bracket !== null,
  };
}
