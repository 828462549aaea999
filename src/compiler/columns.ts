import { eastAsianWidth } from 'get-east-asian-width';
import type { ColumnUnit, SourceExcerpt } from './diagnostic';

const tab = 0x09;
const tabStop = 8;
const noWidth = /^[\p{Mn}\p{Me}\p{Cf}\u1160-\u11ff]$/u;

export interface ColumnLocation {
  /** UTF-16 offset of the beginning of a character, or the length of the line */
  readonly offset: number;
  /** false: the column is inside the character at `offset`, or after the end of the line */
  readonly exact: boolean;
}

/** Finds the character at the 0-based column `columns`, counted in `unit`. */
export function locateColumn(text: string, columns: number, unit: ColumnUnit): ColumnLocation {
  let offset = 0;
  let counted = 0;
  while (offset < text.length) {
    const code = text.codePointAt(offset) ?? 0;
    const width = widthOf(code, counted, unit);
    // a character without width belongs to the previous one
    if (counted === columns && width > 0) return { offset, exact: true };
    if (counted + width > columns) return { offset, exact: false };
    counted += width;
    offset += code > 0xffff ? 2 : 1;
  }
  return { offset, exact: counted === columns };
}

/**
 * Converts a column to a 0-based UTF-16 offset.
 *
 * @param columns the 0-based column, counted in `unit`
 * @returns the offset of the character that covers the column. After the end of the line, `text.length` plus the number
 *   of missing columns
 */
export function offsetOfColumn(text: string, columns: number, unit: ColumnUnit): number {
  if (unit === 'utf16') return columns;
  const { offset } = locateColumn(text, columns, unit);
  return offset < text.length ? offset : offset + Math.max(0, columns - widthIn(text, unit));
}

/** Returns an excerpt that marks the text between two 0-based columns, at least one character. */
export function excerptOfColumns(text: string, from: number, to: number, unit: ColumnUnit): SourceExcerpt {
  const start = offsetOfColumn(text, from, unit);
  return { text, start, end: Math.max(start + 1, offsetOfColumn(text, to, unit)) };
}

/** Converts a 0-based UTF-16 offset to a 0-based column, counted in `unit`. */
export function columnOfOffset(text: string, offset: number, unit: ColumnUnit): number {
  if (unit === 'utf16') return offset;
  let counted = 0;
  let at = 0;
  while (at < offset && at < text.length) {
    const code = text.codePointAt(at) ?? 0;
    counted += widthOf(code, counted, unit);
    at += code > 0xffff ? 2 : 1;
  }
  return counted + Math.max(0, offset - text.length);
}

export function widthIn(text: string, unit: ColumnUnit): number {
  return columnOfOffset(text, text.length, unit);
}

/** Returns the number of columns that a character takes. The width of a tab depends on `precedingColumns`. */
export function widthOf(code: number, precedingColumns: number, unit: ColumnUnit): number {
  switch (unit) {
    case 'bytes':
      return bytesOf(code);
    case 'codePoints':
      return 1;
    case 'utf16':
      return code > 0xffff ? 2 : 1;
    case 'tabbed':
      return code === tab ? tabStop - (precedingColumns % tabStop) : 1;
    case 'tabbedBytes':
      return code === tab ? tabStop - (precedingColumns % tabStop) : bytesOf(code);
    case 'cells':
      return code === tab ? tabStop - (precedingColumns % tabStop) : cellsOf(code);
    case 'wide':
      return code < 0x300 ? 1 : eastAsianWidth(code);
  }
}

function bytesOf(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

function cellsOf(code: number): number {
  if (code < 0x300) return 1;
  // shortcut for the most frequent wide characters, katakana and CJK ideographs: avoids the regular expression
  if (code >= 0x30a0 && code <= 0x9fff) return 2;
  return noWidth.test(String.fromCodePoint(code)) ? 0 : eastAsianWidth(code);
}
