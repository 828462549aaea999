import { readCaretLine } from '../../caret';
import { excerptOfColumns, locateColumn, widthIn } from '../../columns';
import type { ColumnUnit, SourceExcerpt } from '../../diagnostic';
import { type Fit, fitOfSyntaxError, fitsCall, type Span } from './rangeFit';
import { tokensOf } from './tokens';

/** A source line of a message, without its indentation, and the marks below it. */
export interface MarkedLine {
  readonly source: string;
  /** 0-based column of the first mark, in an unknown unit */
  readonly from: number;
  /** 0-based column after the last mark */
  readonly to: number;
  /** 0-based columns of the marks `^` among `~`: an operator or brackets; null without `~` */
  readonly anchor: { readonly from: number; readonly to: number } | null;
}

/**
 * Reads the marks below a source line.
 *
 * @param source the line without the four blanks before it
 * @param under the line of marks without the four blanks before it
 */
export function markedLine(source: string, under: string): MarkedLine {
  const span = readCaretLine(under);
  // for a range that ends on another line, only the blanks before its beginning are printed
  if (!span) return { source, from: under.length, to: under.length + 1, anchor: null };
  const { start: from, end: to } = span;
  const markedText = under.slice(from, to);
  const caret = markedText.indexOf('^');
  const hasAnchor = caret >= 0 && markedText.includes('~');
  return {
    source,
    from,
    to,
    anchor: hasAnchor ? { from: from + caret, to: from + markedText.lastIndexOf('^') + 1 } : null,
  };
}

/** Returns an excerpt that marks the complete line, for lines without marks or with ambiguous marks. */
export function wholeLine(source: string): SourceExcerpt {
  return { text: source, start: 0, end: Math.max(1, source.trimEnd().length), trimmed: true };
}

/**
 * Units of syntax errors. Python 3.8 and 3.13 count characters. 3.9 to 3.12 count bytes, or characters in a file with
 * an encoding cookie. Newer versions count cells.
 */
const unitsOfSyntaxErrors: readonly ColumnUnit[] = ['codePoints', 'bytes', 'wide'];
/** Units of errors from the tokenizer, which never count bytes. */
const unitsOfTokenErrors: readonly ColumnUnit[] = ['codePoints', 'wide'];
const bytes: readonly ColumnUnit[] = ['bytes'];
/** Units of tracebacks. Python 3.11.2 counts characters, later versions count cells. */
const unitsOfTracebacks: readonly ColumnUnit[] = ['codePoints', 'wide'];

const tokenError =
  /^SyntaxError: (?:closing parenthesis|unmatched '|invalid (?:non-printable )?character '|invalid \w{1,20} literal|unterminated )/;
/** Python 3.8 and older mark the end of the identifier, counted in characters. */
const badIdentifier = 'SyntaxError: invalid character in identifier';
/** These errors mark the end of the line, in different units. */
const unclosed = /^SyntaxError: (?:EO[FL] while scanning |unexpected EOF )/;

/** Returns the text that a syntax error marks. Returns the complete line if the marks are ambiguous. */
export function markedBySyntaxError(line: MarkedLine, message: string): SourceExcerpt {
  const { source, from, to } = line;
  if (isAscii(line) || message === badIdentifier)
    return { ...excerptOfColumns(source, from, to, 'codePoints'), trimmed: true };
  if (unclosed.test(message)) return wholeLine(source);
  // py_compile of 3.9 to 3.12 also prints marks after the end of the line here, counted in bytes
  const isAtEnd = from === widthIn(source, 'codePoints');
  const units = isAtEnd ? bytes : tokenError.test(message) ? unitsOfTokenErrors : unitsOfSyntaxErrors;
  const tokens = tokensOf(source);
  const fits = spansOf(line, units).map((span) => ({
    span,
    fit: fitOfSyntaxError(source, span, to === from + 1, tokens, message),
  }));
  const wantedFits: readonly Fit[] = isAtEnd ? ['message'] : ['message', 'tokens'];
  for (const wantedFit of wantedFits) {
    const [first, ...others] = fits.filter(({ fit }) => fit === wantedFit);
    if (first) return others.length > 0 ? wholeLine(source) : excerptOf(source, first.span);
  }
  return wholeLine(source);
}

/** Determines the text that the marks in a traceback mean. All marks of a message use the same unit. */
export class CallMarks {
  private units = unitsOfTracebacks;

  /** Rules out the units that don't fit this line. They are ruled out for all lines. */
  add(line: MarkedLine): void {
    if (isAscii(line)) return;
    const tokens = tokensOf(line.source);
    this.units = this.units.filter((unit) => {
      const span = spanIn(line, unit);
      const anchor = line.anchor && spanIn({ ...line, ...line.anchor }, unit);
      return (
        span !== null && (!line.anchor || anchor !== null) && fitsCall(line.source, span, anchor, tokens)
      );
    });
  }

  /** Returns the marked text of a line after all lines were added. Returns the complete line if no single unit fits. */
  markedIn(line: MarkedLine): SourceExcerpt {
    const { source, from, to } = line;
    if (isAscii(line)) return { ...excerptOfColumns(source, from, to, 'codePoints'), trimmed: true };
    const [first, ...others] = spansOf(line, this.units);
    return first && others.length === 0 ? excerptOf(source, first) : wholeLine(source);
  }
}

/** Returns whether a line is ASCII up to its last mark, so that all units agree. */
function isAscii({ source, to }: MarkedLine): boolean {
  return !/[^\0-\x7f]/.test(source.slice(0, to));
}

/** Returns the different ranges that the marks may mean. Omits ranges that begin or end inside a character. */
function spansOf(line: MarkedLine, units: readonly ColumnUnit[]): Span[] {
  const spans: Span[] = [];
  for (const unit of units) {
    const span = spanIn(line, unit);
    if (span && !spans.some(({ start, end }) => start === span.start && end === span.end)) spans.push(span);
  }
  return spans;
}

function spanIn({ source, from, to }: MarkedLine, unit: ColumnUnit): Span | null {
  const start = locateColumn(source, from, unit);
  if (!start.exact) return null;
  // a single mark may mark a character of any width
  if (to === from + 1) {
    const code = source.codePointAt(start.offset) ?? 0;
    return { start: start.offset, end: start.offset + (code > 0xffff ? 2 : 1) };
  }
  const end = locateColumn(source, to, unit);
  return end.exact ? { start: start.offset, end: end.offset } : null;
}

function excerptOf(source: string, { start, end }: Span): SourceExcerpt {
  return { text: source, start, end, trimmed: true };
}
