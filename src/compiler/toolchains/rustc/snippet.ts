import { excerptOfColumns, offsetOfColumn } from '../../columns';

/** A source line in the message, with the lines of marks below it. */
export interface Row {
  readonly line: number;
  readonly sign: string;
  readonly content: string;
  /** the lines below the source line */
  readonly marks: string[];
}

/**
 * The text that a run of `^` or `-` marks. `start` and `end` are 0-based cells in the row's content, `end` is
 * exclusive.
 */
export interface Span {
  readonly row: Row;
  /** 1-based source line at which the span begins; a span of several lines belongs to the row at which it ends */
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly primary: boolean;
  readonly severalLines: boolean;
  /** the line of marks that contains the span */
  readonly marks: string;
  label: string;
}

const dash = 0x2d;
const caret = 0x5e;
const bar = 0x7c;
const underscore = 0x5f;
const blank = 0x20;
const slash = 0x2f;
/** Maximum number of labels in a line of marks. For each, all spans of the row are searched. */
const MAX_LABELS = 8;
/** Maximum number of spans of a row. All of them are searched for each label. */
const MAX_SPANS = 100;

/**
 * Reads the spans of source lines with their labels. `shift`: number of columns before the source text, which contain
 * the bars of spans of several lines.
 */
export function readSpans(rows: readonly Row[]): { spans: Span[]; shift: number } {
  const reader = new MarkReader();
  for (const row of rows) {
    reader.beginRow(row);
    for (const marks of row.marks) reader.read(row, marks);
  }
  if (reader.lastBarColumn < 0) return { spans: reader.spans, shift: 0 };
  const shift = reader.lastBarColumn + 2;
  // spans to the left of the bars occur only in damaged messages
  return { spans: reader.spans.filter(({ start }) => start >= shift), shift };
}

class MarkReader {
  readonly spans: Span[] = [];
  /** 0-based column of the rightmost bar of a span of several lines; -1: there is none */
  lastBarColumn = -1;
  /** 1-based line at which a span of several lines begins, by the column of its bar */
  private readonly longSpanLines = new Map<number, number>();
  /** number of spans in the rows above the current one */
  private spansAbove = 0;

  beginRow(row: Row): void {
    this.spansAbove = this.spans.length;
    for (let at = 0; at < row.content.length; at++) {
      const unit = row.content.charCodeAt(at);
      if (unit === slash) this.longSpanLines.set(at, row.line);
      if (unit !== blank && unit !== bar) break;
    }
  }

  read(row: Row, marks: string): void {
    let lastSpan: Span | undefined;
    let labels = 0;
    for (let at = 0; at < marks.length;) {
      const unit = marks.charCodeAt(at);
      if (unit === blank || (unit === bar && marks.charCodeAt(at + 1) !== underscore)) {
        at++;
      } else if (unit === bar || unit === underscore) {
        const [nextOffset, span] = this.readLongSpan(row, marks, at);
        lastSpan = span ?? lastSpan;
        at = nextOffset;
      } else if (unit === caret || unit === dash) {
        const end = endOfRun(marks, at, unit);
        lastSpan = this.add(row, row.line, at, end, false, marks);
        at = end;
      } else {
        const end = labels < MAX_LABELS ? this.endOfLabel(marks, at) : marks.length;
        const target = lastSpan ?? this.spanAt(at);
        if (target) target.label = marks.slice(at, end).trimEnd();
        lastSpan = undefined;
        at = end;
        labels++;
      }
    }
  }

  /** Returns the end of a label. Two or more blanks separate it from the marks or the label of the next span. */
  private endOfLabel(marks: string, at: number): number {
    for (let gap = marks.indexOf('  ', at); gap >= 0; gap = marks.indexOf('  ', gap)) {
      while (marks.charCodeAt(gap) === blank) gap++;
      if (isRun(marks, gap) || this.spanAt(gap)) return gap;
    }
    return marks.length;
  }

  /** Returns the first span of the current row that begins at `start`. Undefined: none. */
  private spanAt(start: number): Span | undefined {
    for (let i = this.spansAbove; i < this.spans.length; i++)
      if (this.spans[i]?.start === start) return this.spans[i];
    return undefined;
  }

  /**
   * Reads the beginning or the end of a span of several lines. ` ____^` begins a span and has no label; `|____^ label`
   * ends one. Returns the offset after the marks, and the span if it ends.
   */
  private readLongSpan(row: Row, marks: string, at: number): [number, Span | undefined] {
    const ends = marks.charCodeAt(at) === bar;
    const column = ends ? at : at - 1;
    let from = at + 1;
    while (marks.charCodeAt(from) === underscore) from++;
    const unit = marks.charCodeAt(from);
    if (unit !== caret && unit !== dash) return [from, undefined];
    this.lastBarColumn = Math.max(this.lastBarColumn, column);
    const end = endOfRun(marks, from, unit);
    if (ends) {
      const line = this.longSpanLines.get(column) ?? row.line;
      return [end, this.add(row, line, from, end, true, marks)];
    }
    this.longSpanLines.set(column, row.line);
    return [end, undefined];
  }

  private add(
    row: Row,
    line: number,
    start: number,
    end: number,
    severalLines: boolean,
    marks: string,
  ): Span {
    const primary = marks.charCodeAt(start) === caret;
    const span: Span = { row, line, start, end, primary, severalLines, marks, label: '' };
    if (this.spans.length - this.spansAbove < MAX_SPANS) this.spans.push(span);
    return span;
  }
}

/** Returns whether a run of marks begins at `from` and extends to a blank or the end of the text. */
function isRun(text: string, from: number): boolean {
  const unit = text.charCodeAt(from);
  const end = endOfRun(text, from, unit);
  return (unit === caret || unit === dash) && (end === text.length || text.charCodeAt(end) === blank);
}

function endOfRun(text: string, from: number, unit: number): number {
  let at = from;
  while (text.charCodeAt(at) === unit) at++;
  return at;
}

/**
 * Restores the full extent of a primary span. rustc draws nested spans over its carets: `^^^^-----^^^` or `-^^^^^`.
 * Includes dashes on the left only if the span then begins at the printed column. Excludes dashes at the right end,
 * because they usually belong to another span.
 *
 * @param begins returns whether a span from this offset begins at the printed column
 */
export function widen(span: Span, begins: (start: number) => boolean): Span {
  const { marks } = span;
  let { start, end } = span;
  for (let at = end; at > 0 && marks.charCodeAt(at) === dash;) {
    at = endOfRun(marks, at, dash);
    if (marks.charCodeAt(at) !== caret) break;
    at = end = endOfRun(marks, at, caret);
  }
  if (!begins(start)) {
    while (start > 0 && marks.charCodeAt(start - 1) === dash) start--;
    if (!begins(start)) ({ start } = span);
  }
  return { ...span, start, end };
}

/**
 * Locates a span in its source line. `start` and `end` are 0-based UTF-16 offsets. `column` (0-based) and `length`
 * count code points.
 */
export function locate(
  span: Span,
  shift: number,
): { text: string; start: number; end: number; column: number; length: number } {
  const text = span.row.content.slice(shift);
  const { start, end } = excerptOfColumns(text, span.start - shift, span.end - shift, 'cells');
  return { text, start, end, column: codePoints(text, 0, start), length: codePoints(text, start, end) };
}

/** Returns the 0-based column in code points at which a span begins in its source line. */
export function columnOf({ row, start }: Span, shift: number): number {
  const text = row.content.slice(shift);
  return codePoints(text, 0, offsetOfColumn(text, start - shift, 'cells'));
}

/** Counts the code points between two offsets. After the end of the text, each offset counts as one code point. */
export function codePoints(text: string, from: number, to: number): number {
  let count = to - from;
  for (let at = from; at < to && at < text.length; at++) {
    if ((text.charCodeAt(at) & 0xfc00) === 0xdc00) count--;
  }
  return count;
}
