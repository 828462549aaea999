import { isDigit, type CodeUnits } from '../units';

export { isDigit };

/** Unit by unit, because a regular expression over a long line is either slow or a trap. */

export const space = 0x20;
export const tab = 0x09;
export const colon = 0x3a;
export const wideColon = 0xff1a;
const noBreakSpace = 0xa0;
const narrowNoBreakSpace = 0x202f;
const plus = 0x2b;
const comma = 0x2c;
const openBracket = 0x28;
const closeBracket = 0x29;

/** Nine digits: enough for every file, and never more than 2^31. */
const mostDigits = 9;

export function isColon(unit: number | undefined): boolean {
  return unit === colon || unit === wideColon;
}

export function isBlank(unit: number | undefined): boolean {
  return unit === space || unit === tab || unit === noBreakSpace || unit === narrowNoBreakSpace;
}

/** Nothing indented is a header, and most lines are: source excerpts. An empty line is none either. */
export function isIndented(units: CodeUnits, start: number, end: number): boolean {
  return start >= end || isBlank(units[start]);
}

/** Behind the blanks at `from`: the end of the line is none. */
export function skipBlanks(units: CodeUnits, from: number): number {
  let at = from;
  while (isBlank(units[at])) at++;
  return at;
}

/** Where what stands before `until` ends without the blanks behind it. */
export function trimmedEnd(units: CodeUnits, from: number, until: number): number {
  let end = until;
  while (end > from && isBlank(units[end - 1])) end--;
  return end;
}

/** The next colon of either width; -1 where none stands before `end`. */
export function findColon(units: CodeUnits, from: number, end: number): number {
  for (let at = from; at < end; at++) {
    const unit = units[at];
    if (unit === colon || unit === wideColon) return at;
  }
  return -1;
}

/** Are these plain ASCII, each a byte, a cell and a character? */
export function isAscii(units: CodeUnits, from: number, until: number): boolean {
  for (let at = from; at < until; at++) if ((units[at] ?? 0) > 0x7f) return false;
  return true;
}

/** Reads digits from `at` on; `at` is then behind them. `value` is -1 where there are none or too many. */
export class NumberScan {
  value = -1;
  at = 0;

  read(units: CodeUnits, from: number): boolean {
    let at = from;
    let value = 0;
    for (let unit = units[at]; isDigit(unit); unit = units[at]) {
      value = value * 10 + (unit ?? 0) - 0x30;
      at++;
    }
    this.at = at;
    this.value = at > from && at - from <= mostDigits ? value : -1;
    return this.value >= 0;
  }
}

/**
 * `FILE:LINE:` or `FILE:LINE:COLUMN:` at the beginning of a line, or `FILE +LINE:COLUMN:`, as editors take it on
 * their command line.
 */
export class PositionScan {
  /** offset behind the file's name */
  fileEnd = 0;
  line = 0;
  /** 0 where none is printed */
  column = 0;
  /** offset behind the position's last colon */
  rest = 0;
  /** it was the form of Microsoft's compiler */
  bracketed = false;
  private readonly number = new NumberScan();

  /** @param brackets also `FILE(LINE,COLUMN):` and `FILE(LINE):`, as Clang prints them where Microsoft's form is asked for */
  constructor(private readonly brackets = false) {}

  /**
   * True where a position begins at `start`. A colon in what would be the file's name is only understood behind a
   * drive letter: else it is another tool's line. Linear.
   */
  read(units: CodeUnits, start: number, end: number): boolean {
    this.bracketed = false;
    for (let at = start + 1; at < end; at++) {
      const unit = units[at] ?? 0;
      if (unit > colon) continue;
      if (unit === openBracket && this.brackets && this.readBracket(units, at)) return true;
      if (unit === colon) {
        if (isDigit(units[at + 1]) && this.readNumbers(units, at)) return true;
        if (at > start + 1 || !isLetter(units[start] ?? 0)) return false;
      } else if (unit === plus && units[at - 1] === space && isDigit(units[at + 1])) {
        if (this.readNumbers(units, at)) {
          this.fileEnd = at - 1;
          return true;
        }
      }
    }
    return false;
  }

  /** `(LINE):`, `(LINE,COLUMN):` at `mark`, which ends the file's name. */
  private readBracket(units: CodeUnits, mark: number): boolean {
    const { number } = this;
    if (!number.read(units, mark + 1)) return false;
    const line = number.value;
    let column = 0;
    if (units[number.at] === comma) {
      if (!number.read(units, number.at + 1)) return false;
      column = number.value;
    }
    if (units[number.at] !== closeBracket || units[number.at + 1] !== colon) return false;
    this.fileEnd = mark;
    this.line = line;
    this.column = column;
    this.rest = number.at + 2;
    this.bracketed = true;
    return true;
  }

  /** `LINE:`, `LINE:COLUMN:` behind the character at `mark`, which ends the file's name. */
  readNumbers(units: CodeUnits, mark: number): boolean {
    const { number } = this;
    if (!number.read(units, mark + 1)) return false;
    const line = number.value;
    let column = 0;
    if (units[number.at] === colon && isDigit(units[number.at + 1])) {
      if (!number.read(units, number.at + 1)) return false;
      column = number.value;
    }
    if (!isColon(units[number.at])) return false;
    this.fileEnd = mark;
    this.line = line;
    this.column = column;
    this.rest = number.at + 1;
    return true;
  }
}

function isLetter(unit: number): boolean {
  const lower = unit | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}
