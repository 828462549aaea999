import { excerptOfColumns, offsetOfColumn } from '../../columns';

/** A line of source as rustc shows it, with the lines of marks under it. */
export interface Row {
  readonly line: number;
  readonly sign: string;
  readonly content: string;
  /** the lines beneath */
  readonly marks: string[];
}

/** What a run of `^` or `-` covers; positions count from 0 in the row's content. */
export interface Span {
  readonly row: Row;
  /** 1-based line of source where the span begins: not the row's where it covers several */
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly primary: boolean;
  readonly severalLines: boolean;
  /** the line of marks it stands on */
  readonly marks: string;
  label: string;
}

const dash = 0x2d;
const caret = 0x5e;
const bar = 0x7c;
const under = 0x5f;
const blank = 0x20;
const slash = 0x2f;
/** on one line; each is looked for among the spans of its row */
const mostLabels = 8;
/** of one row: nobody reads more, and labels look for theirs among all of them */
const mostSpans = 100;

/** Finds what the marks cover and say, and by how much the bars of long spans have moved the source. */
export function readSpans(rows: readonly Row[]): { spans: Span[]; shift: number } {
  const reader = new MarkReader();
  for (const row of rows) {
    reader.beginRow(row);
    for (const marks of row.marks) reader.read(row, marks);
  }
  if (reader.deepest < 0) return { spans: reader.spans, shift: 0 };
  const shift = reader.deepest + 2;
  // nothing is drawn left of the bars but in a damaged message
  return { spans: reader.spans.filter(({ start }) => start >= shift), shift };
}

class MarkReader {
  readonly spans: Span[] = [];
  /** the rightmost bar that a long span is drawn with; -1 where there is none */
  deepest = -1;
  /** by the column of its bar, the line where a long span begins */
  private readonly begun = new Map<number, number>();
  /** how many spans the rows above have */
  private above = 0;

  beginRow(row: Row): void {
    this.above = this.spans.length;
    for (let at = 0; at < row.content.length; at++) {
      const unit = row.content.charCodeAt(at);
      if (unit === slash) this.begun.set(at, row.line);
      if (unit !== blank && unit !== bar) break;
    }
  }

  read(row: Row, marks: string): void {
    let last: Span | undefined;
    let labels = 0;
    for (let at = 0; at < marks.length;) {
      const unit = marks.charCodeAt(at);
      if (unit === blank || (unit === bar && marks.charCodeAt(at + 1) !== under)) {
        at++;
      } else if (unit === bar || unit === under) {
        const [next, span] = this.readLongSpan(row, marks, at);
        last = span ?? last;
        at = next;
      } else if (unit === caret || unit === dash) {
        const end = endOfRun(marks, at, unit);
        last = this.add(row, row.line, at, end, false, marks);
        at = end;
      } else {
        const end = labels < mostLabels ? this.endOfLabel(marks, at) : marks.length;
        const target = last ?? this.spanAt(at);
        if (target) target.label = marks.slice(at, end).trimEnd();
        last = undefined;
        at = end;
        labels++;
      }
    }
  }

  /** Where there is room, the marks or the label of the next span follow on the same line, far behind it. */
  private endOfLabel(marks: string, at: number): number {
    for (let gap = marks.indexOf('  ', at); gap >= 0; gap = marks.indexOf('  ', gap)) {
      while (marks.charCodeAt(gap) === blank) gap++;
      if (isRun(marks, gap) || this.spanAt(gap)) return gap;
    }
    return marks.length;
  }

  /** The first span of this row that begins there. */
  private spanAt(start: number): Span | undefined {
    for (let i = this.above; i < this.spans.length; i++)
      if (this.spans[i]?.start === start) return this.spans[i];
    return undefined;
  }

  /** `|____^ label` ends a long span; ` ____^` begins one, and says nothing yet. */
  private readLongSpan(row: Row, marks: string, at: number): [number, Span | undefined] {
    const ends = marks.charCodeAt(at) === bar;
    const column = ends ? at : at - 1;
    let from = at + 1;
    while (marks.charCodeAt(from) === under) from++;
    const unit = marks.charCodeAt(from);
    if (unit !== caret && unit !== dash) return [from, undefined];
    this.deepest = Math.max(this.deepest, column);
    const end = endOfRun(marks, from, unit);
    if (ends) {
      const line = this.begun.get(column) ?? row.line;
      return [end, this.add(row, line, from, end, true, marks)];
    }
    this.begun.set(column, row.line);
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
    if (this.spans.length - this.above < mostSpans) this.spans.push(span);
    return span;
  }
}

/** Nothing but marks, up to a blank or the end. */
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
 * The whole of a primary span. Others that lie within it are drawn over it: `^^^^-----^^^` or `-^^^^^`, where only the
 * printed column tells whether the dashes on its left are part of it. Those on its right mostly are not.
 *
 * @param begins whether a span from that offset begins at the printed column
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

/** Where a span stands in the row's source: UTF-16 offsets and the 0-based code point column. */
export function locate(
  span: Span,
  shift: number,
): { text: string; start: number; end: number; column: number; length: number } {
  const text = span.row.content.slice(shift);
  const { start, end } = excerptOfColumns(text, span.start - shift, span.end - shift, 'cells');
  return { text, start, end, column: codePoints(text, 0, start), length: codePoints(text, start, end) };
}

/** The 0-based code point column at which a span begins in the row's source. */
export function columnOf({ row, start }: Span, shift: number): number {
  const text = row.content.slice(shift);
  return codePoints(text, 0, offsetOfColumn(text, start - shift, 'cells'));
}

/** How many characters stand between two offsets; behind the end each offset counts one. */
export function codePoints(text: string, from: number, to: number): number {
  let count = to - from;
  for (let at = from; at < to && at < text.length; at++) {
    if ((text.charCodeAt(at) & 0xfc00) === 0xdc00) count--;
  }
  return count;
}
