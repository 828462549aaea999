import { placeOfColumn, widthOf } from './columns';
import type { ColumnUnit, CompilerDiagnostic, EditorRange, SourceExcerpt } from './diagnostic';
import { endOfWord, isWordAt, splitsWord } from './caret';

/** What a diagnostic or a note needs to be found in a line; the message helps where the unit is in doubt. */
export type ColumnsOfDiagnostic = Pick<CompilerDiagnostic, 'column' | 'endColumn' | 'unit' | 'excerpt'> &
  Partial<Pick<CompilerDiagnostic, 'message'>>;

/** A range on a line of the editor, and how far it is to be trusted. */
export interface PlacedRange extends EditorRange {
  /**
   * These are the characters that the compiler meant: the line is the one that the message shows, or it shows none
   * and the column falls on a character's beginning. False: a guess, or the whole line.
   */
  readonly exact: boolean;
}

/**
 * Where a diagnostic stands in the editor's line: from the character that its column means to the end of what the
 * compiler marked, or of the word there. Behind the line's last character the range is empty. Without a column it is
 * the whole line but its indentation.
 *
 * Where the message shows the line, that drawing decides, whatever the columns count; else the columns do, and where
 * GCC's may count cells as well as bytes, that way which meets a whole word, best one that the message quotes. Where
 * `lineText` is not the line that the message shows, what was marked there is looked for.
 *
 * @param lineText the line as the editor has it, without its line break
 */
export function toEditorRange(diagnostic: ColumnsOfDiagnostic, lineText: string): PlacedRange {
  const { excerpt } = diagnostic;
  const counted = rangeOfColumns(diagnostic, lineText);
  if (!excerpt) return counted ?? wholeLine(lineText);
  const caret = excerpt.caret ?? excerpt.start;
  const aligned = alignOffsets(excerpt.text, lineText, [caret, excerpt.end], excerpt.trimmed);
  if (!aligned) return rangeOfMarked(excerpt, lineText, counted);
  // of bytes or characters on the very line nothing is left to guess
  if (counted?.exact && diagnostic.unit !== 'cells') return counted;
  const [start = 0, end = start] = aligned;
  return rangeOf(lineText, start, excerpt.end - caret > 1 ? end : null, true);
}

/** From the printed columns alone; null where none is printed. */
function rangeOfColumns(diagnostic: ColumnsOfDiagnostic, line: string): PlacedRange | null {
  const { column, endColumn } = diagnostic;
  if (column === null) return null;
  const unit = bestUnit(diagnostic, line, column);
  const { offset, exact } = placeOfColumn(line, column - 1, unit);
  const marked = endColumn !== undefined && endColumn > column + 1;
  return rangeOf(line, offset, marked ? placeOfColumn(line, endColumn - 1, unit).offset : null, exact);
}

/** The line has changed: what was marked may still be on it, as near as can be to where it was. */
function rangeOfMarked(
  { text, caret, start, end }: SourceExcerpt,
  line: string,
  counted: PlacedRange | null,
): PlacedRange {
  const marked = text.slice(caret ?? start, end);
  const at = marked.trim() === '' ? -1 : nearestWords(line, marked, counted?.start ?? 0);
  if (at >= 0) return { start: at, end: at + marked.length, exact: false };
  return counted ? { ...counted, exact: false } : wholeLine(line);
}

/** Where `marked` stands in `line` as whole words, nearest to `around`; -1 where it doesn't. */
function nearestWords(line: string, marked: string, around: number): number {
  let best = -1;
  for (let at = line.indexOf(marked); at >= 0; at = line.indexOf(marked, at + marked.length)) {
    if (splitsWord(line, at) || splitsWord(line, at + marked.length)) continue;
    if (best < 0 || Math.abs(at - around) < Math.abs(best - around)) best = at;
  }
  return best;
}

/** GCC before 11 counted bytes, and where a message shows no source nothing tells which one spoke. */
function bestUnit(diagnostic: ColumnsOfDiagnostic, line: string, column: number): ColumnUnit {
  const { unit, message = '' } = diagnostic;
  if (unit !== 'cells') return unit;
  return fit(message, line, column, 'bytes') > fit(message, line, column, 'cells') ? 'bytes' : 'cells';
}

/** How much sense a column makes: a whole character, the beginning of a word, of one that the message quotes. */
function fit(message: string, line: string, column: number, unit: ColumnUnit): number {
  const { offset, exact } = placeOfColumn(line, column - 1, unit);
  if (!exact) return 0;
  const word = line.slice(offset, endOfWord(line, offset));
  if (word.trim() === '' || splitsWord(line, offset)) return 1;
  return isWordAt(line, offset) && message.includes(word) ? 3 : 2;
}

/** A range from `start` to `end`, or to the end of the word at `start`. */
function rangeOf(line: string, start: number, end: number | null, exact: boolean): PlacedRange {
  const from = Math.min(start, line.length);
  const until = end === null ? endOfWord(line, from) : Math.min(Math.max(end, from), line.length);
  return { start: from, end: until, exact };
}

function wholeLine(text: string): PlacedRange {
  const start = text.length - text.trimStart().length;
  return { start, end: Math.max(start, text.trimEnd().length), exact: false };
}

const tab = 0x09;
const space = 0x20;

/** Tab stops that a compiler may draw with; 1 stands for those who draw a tab as one blank. */
const tabStops = [8, 1, 4, 2];
const escapedCharacter = /<U\+([\dA-F]{4,6})>/y;

/**
 * Holds a source line that a message shows against the line itself. Compilers draw tabs as blanks, some spell out
 * what can't be seen, some leave the indentation or trailing blanks away. Time is linear.
 *
 * @param drawn the line as the message shows it
 * @param offsets 0-based UTF-16 offsets in `drawn`, ascending
 * @param trimmed the message leaves the indentation out
 * @returns where they are in `line`; null where the two are not the same line
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
    const found = walk(drawn, line, offsets, stop);
    if (found) return found;
  }
  return null;
}

function walk(drawn: string, line: string, offsets: readonly number[], stop: number): number[] | null {
  const found: number[] = [];
  let at = 0;
  let next = 0;
  let cells = 0;
  while (at < drawn.length && next < line.length) {
    const code = line.codePointAt(next) ?? 0;
    const width = code === tab ? stop - (cells % stop) : widthOf(code, cells, 'cells');
    at = endOfDrawn(drawn, at, code, width);
    if (at < 0) return null;
    while (found.length < offsets.length && (offsets[found.length] ?? 0) < at) found.push(next);
    cells += width;
    next += code > 0xffff ? 2 : 1;
  }
  // blanks at the end are not always drawn, and what is behind the end stays there
  if (drawn.slice(at).trim() || line.slice(next).trim()) return null;
  while (found.length < offsets.length) found.push(next + Math.max(0, (offsets[found.length] ?? 0) - at));
  return found;
}

/** The offset behind the character at `at`, where that is `code` drawn in `width` cells; -1 where it isn't. */
function endOfDrawn(drawn: string, at: number, code: number, width: number): number {
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
