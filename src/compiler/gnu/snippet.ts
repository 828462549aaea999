import { CaretScan } from '../caret';
import type { Cursor } from '../cursor';
import type { CodeUnits } from '../units';
import { isNestedNote } from './nested';
import { isDigit, NumberScan, space, tab } from './scan';

/** What may follow a source line that counts; null beneath others. */
type Awaited = 'marks' | 'offers' | null;

const bar = 0x7c;
const plus = 0x2b;
const dot = 0x2e;

/**
 * The source line that a diagnostic shows, with what is drawn beneath it. One object reads all of a message, since
 * there is one for nearly every diagnostic; what it found stands in it until it finds another.
 */
export class SnippetScan {
  /** offsets of the source line in the message */
  sourceStart = 0;
  sourceEnd = 0;
  /** what is drawn, in display columns from the source line's beginning; -1 for a caret that isn't */
  start = 0;
  caret = 0;
  end = 0;
  /** what stands beneath the caret line and is no label: offered text, or `-` under what is to go; null: nothing */
  offered: string[] | null = null;
  /** `    6 | ` stands before the source */
  gutter = false;

  private readonly drawn = new CaretScan();
  private readonly gutterScan = new GutterScan();

  /**
   * Passes over everything that is drawn beneath a header, the cursor being on the line behind it.
   *
   * @param line the header's 1-based line: of several source lines the one of that number counts, else the first
   * @param column the header's 1-based column, 0 where none is printed
   * @param margin how many characters stand before a source line without a gutter: 1 for GCC, 0 for Clang
   * @returns true where a source line with a caret was found
   */
  read(cursor: Cursor, line: number, column: number, margin: number): boolean {
    if (cursor.done) return false;
    this.offered = null;
    return this.gutterScan.read(cursor.units, cursor.start, cursor.end)
      ? this.readGuttered(cursor, line, column)
      : this.readBare(cursor, column, margin);
  }

  private readGuttered(cursor: Cursor, line: number, column: number): boolean {
    const { gutterScan } = this;
    const { text, units } = cursor;
    let found = false;
    let first = true;
    let awaited: Awaited = null;
    let sourceStart = 0;
    let sourceEnd = 0;
    for (; !cursor.done; cursor.advance()) {
      const { start, end } = cursor;
      if (!gutterScan.read(units, start, end)) {
        if (!belongs(text, units, start, end)) break;
        awaited = null;
      } else if (gutterScan.line >= 0) {
        awaited = first || gutterScan.line === line ? 'marks' : null;
        first = false;
        sourceStart = gutterScan.content;
        sourceEnd = end;
      } else if (gutterScan.added) {
        awaited = null;
      } else if (awaited === 'marks') {
        awaited = null;
        if (this.readCaret(units, gutterScan.content, end, column - 1)) {
          this.enter(sourceStart, sourceEnd, true);
          found = true;
          this.offered = null;
          awaited = 'offers';
        }
      } else if (awaited === 'offers') {
        if (isLabelLine(units, gutterScan.content, end)) {
          this.endAtLabel(units, gutterScan.content);
          awaited = null;
        } else (this.offered ??= []).push(text.slice(gutterScan.content, end));
      }
    }
    return found;
  }

  /** A source line may begin at the margin and look like anything: the caret beneath tells. */
  private readBare(cursor: Cursor, column: number, margin: number): boolean {
    const { text, units, start, end } = cursor;
    const nextEnd = cursor.endOfNext;
    const wanted = column - 1 + margin;
    const found = this.drawn.read(units, end + 1, nextEnd, wanted);
    if (!found && !belongs(text, units, start, end)) return false;
    cursor.advance();
    if (found) {
      this.enter(start, end, false);
      cursor.advance();
    }
    let above = cursor.start;
    for (; !cursor.done && belongs(text, units, cursor.start, cursor.end); cursor.advance()) {
      // what leads to the caret may be underlined further up
      if (this.caret < 0 && this.drawn.readAt(units, cursor.start, cursor.end, wanted)) {
        this.enter(above, cursor.start - 1, false);
        this.offered = null;
      } else {
        this.offered ??= [text.slice(cursor.start + (this.caret === column - 1 ? 0 : margin), cursor.end)];
      }
      above = cursor.start;
    }
    return found;
  }

  private readCaret(units: CodeUnits, start: number, end: number, wanted: number): boolean {
    return this.drawn.readAt(units, start, end, wanted) || this.drawn.read(units, start, end);
  }

  private enter(sourceStart: number, sourceEnd: number, gutter: boolean): void {
    const { start, caret, end } = this.drawn;
    this.sourceStart = sourceStart;
    this.sourceEnd = sourceEnd;
    this.start = start;
    this.caret = caret;
    this.end = end;
    this.gutter = gutter;
  }

  /** Ranges that touch are drawn as one; the next one's label tells where it begins. */
  private endAtLabel(units: CodeUnits, content: number): void {
    for (let at = this.caret + 1; this.caret >= 0 && at < this.end; at++) {
      if (units[content + at] === bar) this.end = at;
    }
  }
}

/** `   12 | `, `      | `, `  +++ |+` */
class GutterScan {
  /** the number in it; -1 where none is */
  line = -1;
  /** offset of the text behind it */
  content = 0;
  /** a line that is offered as a whole */
  added = false;
  private readonly number = new NumberScan();

  read(units: CodeUnits, start: number, end: number): boolean {
    let at = start;
    while (units[at] === space) at++;
    this.line = -1;
    this.added = false;
    if (isDigit(units[at])) {
      this.number.read(units, at);
      this.line = this.number.value;
      at = this.number.at;
    } else {
      while (units[at] === plus) at++;
      this.added = units[at - 1] === plus;
    }
    if (at === start) return false;
    while (units[at] === space) at++;
    if (units[at] !== bar) return false;
    this.content = Math.min(at + 2, end);
    return true;
  }
}

/** Everything indented belongs to the diagnostic above, and so does `......`, which stands for lines left out. */
function belongs(text: string, units: CodeUnits, start: number, end: number): boolean {
  const unit = units[start];
  if (unit === space || unit === tab) return !isNestedNote(units, start);
  return unit === dot && /^\.+$/.test(text.slice(start, Math.min(end, start + 9)));
}

/** Bars alone: they lead from a range to the label beneath. */
function isLabelLine(units: CodeUnits, start: number, end: number): boolean {
  let bars = 0;
  for (let at = start; at < end; at++) {
    const unit = units[at];
    if (unit === bar) bars++;
    else if (unit !== space) return false;
  }
  return bars > 0;
}
