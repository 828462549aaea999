import { locateColumn, widthOf } from './columns';
import type { ColumnUnit, CompilerDiagnostic, EditorRange, SourceExcerpt } from './diagnostic';
import { endOfWord, isWordAt, splitsWord } from './caret';

/** Fields of a diagnostic or note that determine its range. The message helps to choose the unit. */
export type ColumnsOfDiagnostic = Pick<CompilerDiagnostic, 'column' | 'endColumn' | 'unit' | 'excerpt'> &
  Partial<Pick<CompilerDiagnostic, 'message'>>;

/** A range in a line of the editor, and whether it is certain. */
export interface LocatedRange extends EditorRange {
  /**
   * True if the compiler meant these characters: either the line equals the source line in the message, or the message
   * has no source line and the column is the beginning of a character. False: a guess, or the whole line.
   */
  readonly exact: boolean;
}

/**
 * Returns the range of a diagnostic in a line of the editor: from the character at its column to the end of the text
 * that the compiler marked, or else to the end of the word. The range is empty if the column is after the end of the
 * line. Without a column, the range is the whole line except its indentation.
 *
 * - If the message shows the same line, its caret decides. Only exact columns in a unit other than cells take
 *   precedence.
 * - If the message shows a different line, searches `lineText` for the marked text.
 * - If the message shows no line, the printed column decides. If the column may count either cells or bytes (GCC),
 *   chooses the unit that leads to the beginning of a word, preferably of a word that the message contains.
 *
 * @param lineText the editor's line without its line break
 */
export function toEditorRange(diagnostic: ColumnsOfDiagnostic, lineText: string): LocatedRange {
  const { excerpt } = diagnostic;
  const counted = rangeOfColumns(diagnostic, lineText);
  if (!excerpt) return counted ?? wholeLine(lineText);
  const caret = excerpt.caret ?? excerpt.start;
  const aligned = alignOffsets(excerpt.text, lineText, [caret, excerpt.end], excerpt.trimmed);
  if (!aligned) return rangeOfMarked(excerpt, lineText, counted);
  // the line is the same, and bytes and characters are unambiguous
  if (counted?.exact && diagnostic.unit !== 'cells') return counted;
  const [start = 0, end = start] = aligned;
  return rangeOf(lineText, start, excerpt.end - caret > 1 ? end : null, true);
}

/** Determines the range from the printed columns alone. Null: no column was printed. */
function rangeOfColumns(diagnostic: ColumnsOfDiagnostic, line: string): LocatedRange | null {
  const { column, endColumn } = diagnostic;
  if (column === null) return null;
  const unit = bestUnit(diagnostic, line, column);
  const { offset, exact } = locateColumn(line, column - 1, unit);
  const marked = endColumn !== undefined && endColumn > column + 1;
  return rangeOf(line, offset, marked ? locateColumn(line, endColumn - 1, unit).offset : null, exact);
}

/** Finds the marked text in a changed line, nearest to the printed column. */
function rangeOfMarked(
  { text, caret, start, end }: SourceExcerpt,
  line: string,
  counted: LocatedRange | null,
): LocatedRange {
  const marked = text.slice(caret ?? start, end);
  const at = marked.trim() === '' ? -1 : nearestWords(line, marked, counted?.start ?? 0);
  if (at >= 0) return { start: at, end: at + marked.length, exact: false };
  return counted ? { ...counted, exact: false } : wholeLine(line);
}

/**
 * Returns the offset where `marked` occurs without splitting words. Prefers the occurrence nearest to
 * `preferredOffset`. -1: none.
 */
function nearestWords(line: string, marked: string, preferredOffset: number): number {
  let best = -1;
  for (let at = line.indexOf(marked); at >= 0; at = line.indexOf(marked, at + marked.length)) {
    if (splitsWord(line, at) || splitsWord(line, at + marked.length)) continue;
    if (best < 0 || Math.abs(at - preferredOffset) < Math.abs(best - preferredOffset)) best = at;
  }
  return best;
}

/**
 * Chooses between cells and bytes. GCC before 11 counts bytes, and a message without source lines doesn't show which
 * version printed it.
 */
function bestUnit(diagnostic: ColumnsOfDiagnostic, line: string, column: number): ColumnUnit {
  const { unit, message = '' } = diagnostic;
  if (unit !== 'cells') return unit;
  return rateColumn(message, line, column, 'bytes') > rateColumn(message, line, column, 'cells')
    ? 'bytes'
    : 'cells';
}

/**
 * Rates how well a column fits a line: 0 inside a character, 1 at a blank or inside a word, 2 at the beginning of a
 * word or at a sign, 3 at the beginning of a word that the message contains.
 */
function rateColumn(message: string, line: string, column: number, unit: ColumnUnit): number {
  const { offset, exact } = locateColumn(line, column - 1, unit);
  if (!exact) return 0;
  const word = line.slice(offset, endOfWord(line, offset));
  if (word.trim() === '' || splitsWord(line, offset)) return 1;
  return isWordAt(line, offset) && message.includes(word) ? 3 : 2;
}

/** Returns the range from `start` to `end`, or to the end of the word at `start` if `end` is null. */
function rangeOf(line: string, start: number, end: number | null, exact: boolean): LocatedRange {
  const from = Math.min(start, line.length);
  const until = end === null ? endOfWord(line, from) : Math.min(Math.max(end, from), line.length);
  return { start: from, end: until, exact };
}

function wholeLine(text: string): LocatedRange {
  const start = text.length - text.trimStart().length;
  return { start, end: Math.max(start, text.trimEnd().length), exact: false };
}

const tab = 0x09;
const space = 0x20;

/** Tab widths that compilers use when they print a source line; 1: a tab is printed as one blank. */
const tabStops = [8, 1, 4, 2];
const escapedCharacter = /<U\+([\dA-F]{4,6})>/y;

/**
 * Maps offsets in a printed source line to offsets in the line itself. Compilers print tabs as blanks. Some escape
 * invisible characters, or omit the indentation or trailing blanks. Takes linear time.
 *
 * @param drawn the line as the message shows it
 * @param offsets 0-based UTF-16 offsets in `drawn`, ascending
 * @param trimmed the message omits the indentation
 * @returns the offsets in `line`, or null if the two aren't the same line
 */
function alignOffsets(
  drawn: string,
  line: string,
  offsets: readonly number[],
  trimmed = false,
): number[] | null {
  if (trimmed) {
    const indent = line.length - line.trimStart().length;
    const lead = drawn.length - drawn.trimStart().length;
    const shifted = offsets.map((offset) => Math.max(0, offset - lead));
    return alignOffsets(drawn.trimStart(), line.slice(indent), shifted)?.map((at) => at + indent) ?? null;
  }
  for (const stop of line.includes('\t') ? tabStops : [8]) {
    const mapped = alignWithTabStop(drawn, line, offsets, stop);
    if (mapped) return mapped;
  }
  return null;
}

function alignWithTabStop(
  drawn: string,
  line: string,
  offsets: readonly number[],
  stop: number,
): number[] | null {
  const mapped: number[] = [];
  let at = 0;
  let next = 0;
  let cells = 0;
  while (at < drawn.length && next < line.length) {
    const code = line.codePointAt(next) ?? 0;
    const width = code === tab ? stop - (cells % stop) : widthOf(code, cells, 'cells');
    at = endOfPrinted(drawn, at, code, width);
    if (at < 0) return null;
    while (mapped.length < offsets.length && (offsets[mapped.length] ?? 0) < at) mapped.push(next);
    cells += width;
    next += code > 0xffff ? 2 : 1;
  }
  // trailing blanks may be missing; offsets after the end keep their distance from it
  if (drawn.slice(at).trim() || line.slice(next).trim()) return null;
  while (mapped.length < offsets.length) mapped.push(next + Math.max(0, (offsets[mapped.length] ?? 0) - at));
  return mapped;
}

/**
 * Returns the offset after the character `code` if it is printed at `at`, or else -1. A tab is printed as `width`
 * blanks, or fewer at the end of the line.
 */
function endOfPrinted(drawn: string, at: number, code: number, width: number): number {
  if (drawn.codePointAt(at) === code) return at + (code > 0xffff ? 2 : 1);
  if (code === tab) {
    let end = at;
    while (end < at + width && drawn.charCodeAt(end) === space) end++;
    return end === at + width || end === drawn.length ? end : -1;
  }
  escapedCharacter.lastIndex = at;
  const hit = escapedCharacter.exec(drawn);
  return hit && parseInt(hit[1] ?? '', 16) === code ? escapedCharacter.lastIndex : -1;
}
