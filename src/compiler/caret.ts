import type { CodeUnits } from './units';

const space = 0x20;
const tab = 0x09;
const caret = 0x5e;
const tilde = 0x7e;

/** What a caret line covers, as 0-based offsets in it; `caret` is null where only an underline is drawn. */
export interface CaretSpan {
  readonly start: number;
  /** exclusive */
  readonly end: number;
  readonly caret: number | null;
}

/**
 * Reads a line that is nothing but blanks, `^` and `~`: the first run of them, or the run that holds the caret.
 * Null for any other line. Time is linear.
 *
 * @param from where the line's own text begins (behind a gutter)
 */
export function readCaretLine(text: string, from = 0, end = text.length): CaretSpan | null {
  let span: CaretSpan | null = null;
  for (let at = from; at < end;) {
    const unit = text.charCodeAt(at);
    if (unit === space || unit === tab) {
      at++;
      continue;
    }
    if (!isDrawn(unit)) return null;
    const start = at;
    let found: number | null = null;
    for (; at < end && isDrawn(text.charCodeAt(at)); at++) {
      if (found === null && text.charCodeAt(at) === caret) found = at - from;
    }
    if (!span || (found !== null && span.caret === null)) {
      span = { start: start - from, end: at - from, caret: found };
    }
  }
  return span;
}

/** The same of code units, for those who read very many: one object for all of them. */
export class CaretScan {
  start = 0;
  /** exclusive */
  end = 0;
  /** -1 where only an underline is drawn */
  caret = -1;

  /**
   * True where what stands from `from` to `end` is a caret line; offsets then count from `from`.
   *
   * @param wanted the offset where the caret of interest stands: of several it is taken; -1: the first
   */
  read(units: CodeUnits, from: number, end: number, wanted = -1): boolean {
    this.start = -1;
    for (let at = from; at < end;) {
      const unit = units[at];
      if (unit === space || unit === tab) at++;
      else if (unit === caret || unit === tilde) at = this.readRun(units, from, at, end, wanted);
      else return false;
    }
    return this.start >= 0;
  }

  /**
   * True where a caret stands at `wanted`: its run is taken, and what stands before and behind it is not looked at.
   * For lines of which one knows what they are.
   */
  readAt(units: CodeUnits, from: number, end: number, wanted: number): boolean {
    const at = from + wanted;
    if (wanted < 0 || at >= end || units[at] !== caret) return false;
    let start = at;
    let until = at + 1;
    while (start > from && isDrawn(units[start - 1])) start--;
    while (until < end && isDrawn(units[until])) until++;
    this.start = start - from;
    this.end = until - from;
    this.caret = wanted;
    return true;
  }

  /** Takes the run of `^` and `~` at `at` where it is better than what was found before; returns its end. */
  private readRun(units: CodeUnits, from: number, at: number, end: number, wanted: number): number {
    let until = at;
    let found = -1;
    for (; until < end && isDrawn(units[until]); until++) {
      if (units[until] === caret && (found < 0 || until - from === wanted)) found = until - from;
    }
    if (this.start < 0 || (found >= 0 && (this.caret < 0 || found === wanted))) {
      this.start = at - from;
      this.end = until - from;
      this.caret = found;
    }
    return until;
  }
}

function isDrawn(unit: number | undefined): boolean {
  return unit === caret || unit === tilde;
}
