import { readCaretLine } from '../../caret';
import { excerptOfColumns, placeOfColumn, widthIn } from '../../columns';
import type { ColumnUnit, SourceExcerpt } from '../../diagnostic';
import { type Fit, fitOfSyntaxError, fitsCall, type Span } from './fit';
import { tokensOf } from './tokens';

/** A source line of a message, without its indentation, and the marks below it. */
export interface MarkedLine {
  readonly source: string;
  /** 0-based column of the first mark, in a unit that the message doesn't name */
  readonly from: number;
  /** column behind the last mark */
  readonly to: number;
  /** the columns of the marks `^` where `~` are drawn too: of the operator or the brackets; else null */
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
  // a range that ends on another line is drawn as blanks up to where it begins
  if (!span) return { source, from: under.length, to: under.length + 1, anchor: null };
  const { start: from, end: to } = span;
  const drawn = under.slice(from, to);
  const caret = drawn.indexOf('^');
  const hasAnchor = caret >= 0 && drawn.includes('~');
  return {
    source,
    from,
    to,
    anchor: hasAnchor ? { from: from + caret, to: from + drawn.lastIndexOf('^') + 1 } : null,
  };
}

/** The whole line: nothing on it is marked, or the marks can be read in two ways. */
export function wholeLine(source: string): SourceExcerpt {
  return { text: source, start: 0, end: Math.max(1, source.trimEnd().length), trimmed: true };
}

/**
 * What syntax errors count: 3.8 and 3.13 characters, 3.9 to 3.12 bytes or, in a file with an encoding cookie, characters,
 * newer versions cells.
 */
const unitsOfSyntaxErrors: readonly ColumnUnit[] = ['codePoints', 'bytes', 'wide'];
/** What errors count that are found while a line is split into tokens: never bytes. */
const unitsOfTokenErrors: readonly ColumnUnit[] = ['codePoints', 'wide'];
const bytes: readonly ColumnUnit[] = ['bytes'];
/** What tracebacks count: 3.11.2 characters, later versions cells. */
const unitsOfTracebacks: readonly ColumnUnit[] = ['codePoints', 'wide'];

const tokenError =
  /^SyntaxError: (?:closing parenthesis|unmatched '|invalid (?:non-printable )?character '|invalid \w{1,20} literal|unterminated )/;
/** 3.8 and older: at the end of the identifier, in characters */
const badIdentifier = 'SyntaxError: invalid character in identifier';
/** at the end of the line, in units that differ */
const unclosed = /^SyntaxError: (?:EO[FL] while scanning |unexpected EOF )/;

/** What a syntax error marks; the whole line if its columns can be read in two ways. */
export function markedBySyntaxError(line: MarkedLine, message: string): SourceExcerpt {
  const { source, from, to } = line;
  if (isAscii(line) || message === badIdentifier)
    return { ...excerptOfColumns(source, from, to, 'codePoints'), trimmed: true };
  if (unclosed.test(message)) return wholeLine(source);
  // the module py_compile of 3.9 to 3.12 also draws here what is behind the line, counted in bytes
  const isAtEnd = from === widthIn(source, 'codePoints');
  const units = isAtEnd ? bytes : tokenError.test(message) ? unitsOfTokenErrors : unitsOfSyntaxErrors;
  const tokens = tokensOf(source);
  const fits = spansOf(line, units).map((span) => ({
    span,
    fit: fitOfSyntaxError(source, span, to === from + 1, tokens, message),
  }));
  const wantedFits: readonly Fit[] = isAtEnd ? ['message'] : ['message', 'tokens'];
  for (const wanted of wantedFits) {
    const [first, ...others] = fits.filter(({ fit }) => fit === wanted);
    if (first) return others.length > 0 ? wholeLine(source) : excerptOf(source, first.span);
  }
  return wholeLine(source);
}

/** What the calls of one message mark. All of them count the same. */
export class CallMarks {
  private units = unitsOfTracebacks;

  /** Rules out the units that don't fit a line: those of the other lines, too. */
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

  /** What a line marks, once all are added; the whole line if its columns can be read in two ways, or in none. */
  markedIn(line: MarkedLine): SourceExcerpt {
    const { source, from, to } = line;
    if (isAscii(line)) return { ...excerptOfColumns(source, from, to, 'codePoints'), trimmed: true };
    const [first, ...others] = spansOf(line, this.units);
    return first && others.length === 0 ? excerptOf(source, first) : wholeLine(source);
  }
}

/** Whether all units agree. */
function isAscii({ source, to }: MarkedLine): boolean {
  return !/[^\0-\x7f]/.test(source.slice(0, to));
}

/** The ranges that the columns may mean, each once: none that begins or ends inside a character or behind the line. */
function spansOf(line: MarkedLine, units: readonly ColumnUnit[]): Span[] {
  const found: Span[] = [];
  for (const unit of units) {
    const span = spanIn(line, unit);
    if (span && !found.some(({ start, end }) => start === span.start && end === span.end)) found.push(span);
  }
  return found;
}

function spanIn({ source, from, to }: MarkedLine, unit: ColumnUnit): Span | null {
  const start = placeOfColumn(source, from, unit);
  if (!start.exact) return null;
  // one mark may stand for a character of any width
  if (to === from + 1) {
    const code = source.codePointAt(start.offset) ?? 0;
    return { start: start.offset, end: start.offset + (code > 0xffff ? 2 : 1) };
  }
  const end = placeOfColumn(source, to, unit);
  return end.exact ? { start: start.offset, end: end.offset } : null;
}

function excerptOf(source: string, { start, end }: Span): SourceExcerpt {
  return { text: source, start, end, trimmed: true };
}
