import type { NextOf } from './nextOf';
import { isDigit, numberAt, type CodeUnits } from './units';

const colon = 0x3a;
const slash = 0x2f;
const longestFile = 4096;
const longestNumber = 9;

/** A `file:line:` or `file:line:column:` at the beginning of a line. All offsets count in the message. */
export interface Place {
  /** where the file's name ends: at the colon before the line number */
  readonly fileEnd: number;
  /** 1-based as a rule; 0 where a compiler printed 0 */
  readonly line: number;
  /** null where none was printed */
  readonly column: number | null;
  /** behind the last colon, or the end of the line where nothing follows the numbers */
  readonly after: number;
}

/**
 * Finds the first `:number:` or `:number:number:` of the line `[start, end)` with something before it; a number may
 * also end the line. A Windows drive (`C:\a.c:3:`) belongs to the file. Time is linear in the line.
 *
 * @param colons where colons stand in the text
 */
export function readPlace(units: CodeUnits, start: number, end: number, colons: NextOf): Place | null {
  const limit = Math.min(end, start + longestFile);
  for (let at = colons.at(start + 1); at < limit; at = colons.at(at + 1)) {
    const lineEnd = endOfNumber(units, at + 1, end);
    if (lineEnd === at + 1) continue;
    if (!mayBeFile(units, start, at)) return null;
    const line = numberAt(units, at + 1, lineEnd);
    if (lineEnd === end) return { fileEnd: at, line, column: null, after: end };
    if (units[lineEnd] !== colon) continue;
    return withColumn(units, at, line, lineEnd, end);
  }
  return null;
}

/** Source that speaks of a compiler (`// a.c:3: error`, `"a.c:3:"`) is not a compiler speaking. */
function mayBeFile(units: CodeUnits, start: number, end: number): boolean {
  if (units[start] === slash && units[start + 1] === slash) return false;
  for (let at = start; at < end; at++) {
    const unit = units[at];
    // " * ` |
    if (unit === 0x22 || unit === 0x2a || unit === 0x60 || unit === 0x7c) return false;
  }
  return true;
}

function withColumn(units: CodeUnits, fileEnd: number, line: number, lineEnd: number, end: number): Place {
  const columnEnd = endOfNumber(units, lineEnd + 1, end);
  const bare = columnEnd === end;
  if (columnEnd === lineEnd + 1 || (!bare && units[columnEnd] !== colon)) {
    return { fileEnd, line, column: null, after: lineEnd + 1 };
  }
  const column = numberAt(units, lineEnd + 1, columnEnd);
  return { fileEnd, line, column, after: bare ? end : columnEnd + 1 };
}

/** The offset behind the digits at `from`; `from` itself where there are none or too many. */
function endOfNumber(units: CodeUnits, from: number, end: number): number {
  let at = from;
  while (at < end && isDigit(units[at])) at++;
  return at - from > longestNumber ? from : at;
}

/** A `file(line)`, `file(line,column)` or `file(line,column,line,column)` at the beginning of a line. */
export interface BracketPlace {
  readonly fileEnd: number;
  readonly line: number;
  readonly column: number | null;
  readonly endLine: number | null;
  readonly endColumn: number | null;
  /** behind the closing bracket */
  readonly after: number;
}

const close = 0x29;
const comma = 0x2c;
const blank = 0x20;

/**
 * Finds the first `(number)`, `(number,number)` or such a quadruple with a file before it and ` :`, `:` or ` Word:`
 * behind it: `main (1).cpp(2,10): error` and `src(3,5) Warning: x`. Time is linear in the line.
 *
 * @param brackets where opening brackets stand in the text
 */
export function readBracketPlace(
  units: CodeUnits,
  start: number,
  end: number,
  brackets: NextOf,
): BracketPlace | null {
  const limit = Math.min(end, start + longestFile);
  for (let at = brackets.at(start + 1); at < limit; at = brackets.at(at + 1)) {
    if (!isDigit(units[at + 1])) continue;
    const place = readBracket(units, at, end);
    if (place && isFollowed(units, place.after, end)) return mayBeFile(units, start, at) ? place : null;
  }
  return null;
}

function readBracket(units: CodeUnits, at: number, end: number): BracketPlace | null {
  const numbers: number[] = [];
  let from = at + 1;
  for (;;) {
    const to = endOfNumber(units, from, end);
    if (to === from) return null;
    numbers.push(numberAt(units, from, to));
    from = to + 1;
    const unit = units[to];
    if (unit === close) break;
    if (unit !== comma || numbers.length === 4) return null;
  }
  const [line, column = null, endLine = null, endColumn = null] = numbers;
  if (line === undefined) return null;
  return {
    fileEnd: units[at - 1] === blank ? at - 1 : at,
    line,
    column,
    endLine,
    endColumn,
    after: from,
  };
}

function isFollowed(units: CodeUnits, after: number, end: number): boolean {
  if (units[after] === colon) return true;
  if (units[after] !== blank) return false;
  let at = after + 1;
  while (at < end && at < after + 40 && isLetter(units[at])) at++;
  return units[at] === colon;
}

function isLetter(unit = 0): boolean {
  return (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a) || unit >= 0xc0;
}
