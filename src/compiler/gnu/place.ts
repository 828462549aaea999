import { columnOfOffset, placeOfColumn } from '../columns';
import type { ColumnUnit, SourceExcerpt } from '../diagnostic';
import { splitsWord } from '../caret';

export function excerptOf(text: string, start: number, caret: number, end: number): SourceExcerpt {
  return caret > start ? { text, start, end, caret } : { text, start, end };
}

/** Where a snippet's caret points, and what that says about the columns that this compiler prints. */
export interface CaretPlace {
  readonly excerpt: SourceExcerpt;
  /** offset in the excerpt's text of the caret itself */
  readonly caret: number;
  /** the unit that the printed column gives away; null where all units agree */
  readonly unit: ColumnUnit | null;
}

/** What is drawn beneath a line, in display columns. */
export interface Drawing {
  readonly start: number;
  readonly caret: number;
  readonly end: number;
}

/**
 * Finds the text beneath which GCC draws its caret, where the line is not plain ASCII.
 *
 * Terminals draw in cells, so carets are; but GCC before 10 drew them in bytes. Where the two differ, the printed
 * column and the text that each way meets decide.
 *
 * @param column the printed column, 1-based; 0 where none is printed
 * @param known the rest of the message has left no doubt that it counts cells
 */
export function placeGccCaret(
  text: string,
  drawn: Drawing,
  column: number,
  message: string,
  known = false,
): CaretPlace {
  const inCells = spanOf(text, drawn, 'cells');
  if (column !== drawn.caret + 1) return placed(text, inCells, column > 0 ? 'bytes' : null);
  if (known && inCells.exact) return placed(text, inCells, 'cells');
  const inBytes = spanOf(text, drawn, 'bytes');
  const columnInBytes = columnOfOffset(text, inCells.caret, 'bytes') + 1;
  const alike = inCells.exact && columnInBytes === column && inBytes.end === inCells.end;
  if (alike) return placed(text, inCells, null);
  const cellsFit = fit(text, inCells, message) >= fit(text, inBytes, message);
  return cellsFit ? placed(text, inCells, 'cells') : placed(text, inBytes, 'bytes');
}

/**
 * The same for Clang, whose printed column counts bytes: it is surer than the drawing (up to Clang 14 an emoji was
 * one cell), which only tells how many of the leading blanks were tabs.
 */
export function placeClangCaret(text: string, drawn: Drawing, column: number): CaretPlace {
  const caret =
    column > 0 ? byteOffsetNear(text, column, drawn.caret) : placeOfColumn(text, drawn.caret, 'cells').offset;
  const start = retreat(text, caret, drawn.caret - drawn.start);
  const end = caret + placeOfColumn(text.slice(caret), drawn.end - drawn.caret, 'cells').offset;
  return placed(text, { start, caret, end: Math.max(end, caret + 1) }, null);
}

interface DrawnSpan extends Drawing {
  /** none of the three falls inside a character or behind the line */
  readonly exact: boolean;
}

function spanOf(text: string, drawn: Drawing, unit: ColumnUnit): DrawnSpan {
  const caret = placeOfColumn(text, drawn.caret, unit);
  const start = drawn.start === drawn.caret ? caret : placeOfColumn(text, drawn.start, unit);
  const end = placeOfColumn(text, drawn.end, unit);
  return {
    start: start.offset,
    caret: caret.offset,
    end: Math.max(end.offset, caret.offset + 1),
    exact: start.exact && caret.exact && (end.exact || drawn.end === drawn.caret + 1),
  };
}

function placed(text: string, { start, caret, end }: Drawing, unit: ColumnUnit | null): CaretPlace {
  return { excerpt: excerptOf(text, start, caret, end), caret, unit };
}

/** How much sense a span makes: whole characters, whole words, text that the message quotes. */
function fit(text: string, span: DrawnSpan, message: string): number {
  if (!span.exact) return 0;
  const covered = text.slice(span.start, span.end);
  let points = 1;
  if (!splitsWord(text, span.start)) points++;
  if (!splitsWord(text, span.end)) points++;
  if (covered.trim() && message.includes(covered)) points += 2;
  return points;
}

/** Each leading tab was drawn as eight blanks: tries how many there were and takes what comes nearest the caret. */
function byteOffsetNear(text: string, column: number, drawn: number): number {
  const lead = text.length - text.trimStart().length;
  // nothing fits where the line isn't the one that was compiled: then the drawing alone tells
  let best = placeOfColumn(text, drawn, 'cells').offset;
  let distance = Infinity;
  const mostTabs = Math.min(lead >> 3, text.length > 4096 ? 2 : 16);
  for (let tabs = 0; tabs <= mostTabs; tabs++) {
    const { offset, exact } = placeOfColumn(text, column - 1 + 7 * tabs, 'bytes');
    const away = Math.abs(columnOfOffset(text, offset, 'cells') - drawn);
    if (exact && away < distance) {
      best = offset;
      distance = away;
    }
  }
  return Math.min(best, text.length);
}

/** The offset `cells` further back. */
function retreat(text: string, from: number, cells: number): number {
  return placeOfColumn(text, columnOfOffset(text, from, 'cells') - cells, 'cells').offset;
}

/** `FILE:LINE:` or `FILE:LINE:COLUMN:` at the beginning of a line. */
export interface GnuPosition {
  readonly file: string;
  readonly line: number;
  /** 0 where none is printed */
  readonly column: number;
  /** what stands behind the last colon */
  readonly rest: string;
  /** it was the form of Microsoft's compiler */
  readonly bracketed: boolean;
}

/**
 * Also `FILE +LINE:COLUMN:`, as editors take it on their command line. A colon in what would be the file's name is only
 * understood behind a drive letter: else it is another tool's line.
 */
const colons = /^((?:[A-Za-z]:)??[^:]+?)(?: \+|:)(\d{1,9})(?::(\d{1,9})[:：]|:(?!\d)|：)/;
const brackets = /^((?:[A-Za-z]:)??[^:]+?)\((\d{1,9})(?:,(\d{1,9}))?\):/;

/** @param bracketsToo also `FILE(LINE,COLUMN):` and `FILE(LINE):`, as Clang prints them where Microsoft's form is asked for */
export function readPosition(text: string, bracketsToo = false): GnuPosition | null {
  const bracket = bracketsToo ? brackets.exec(text) : null;
  const hit = bracket ?? colons.exec(text);
  if (!hit) return null;
  const [all, file = '', line, column = 0] = hit;
  return {
    file,
    line: Number(line),
    column: Number(column),
    rest: text.slice(all.length),
    bracketed: bracket !== null,
  };
}
