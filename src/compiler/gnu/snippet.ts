import { type CaretSpan, readCaretAt, readCaretLine } from '../caret';
import type { Cursor } from '../cursor';
import type { RelatedNote, OfferedFix } from '../diagnostic';
import { readChainLine } from './header';
import { type CaretLocation, type GnuPosition, readPosition } from './location';
import { columnOfOffset, widthIn } from '../columns';
import type { DiagnosticDraft } from '../report';

export interface Snippet {
  /** without its gutter */
  readonly source: string;
  /** the marks, in display columns from the beginning of the source line */
  marks: CaretSpan;
  /** a gutter like `    6 | ` is before the source line */
  readonly gutter: boolean;
  /** the text below the caret line, unless it is a label: a suggested text, or `-` below text to remove */
  offered: string | null;
  /** notes that Swift prints below source lines; absent if there are none */
  readonly labels?: readonly SwiftLabel[];
}

export interface SwiftLabel {
  /** 1-based */
  readonly line: number;
  /** 1-based; null if characters beyond ASCII precede it */
  readonly column: number | null;
  readonly message: string;
}

/**
 * `   12 | `, `      | ` or `  +++ |+`. A bar at the beginning of the line isn't a gutter. Without a number, `[ +]*`
 * matches all blanks, so that only one part of the pattern can match them.
 */
const gutter = /^(?=[ \d+])(?: *(\d+))?[ +]*\|.?/;
/** A line with only bars, which connect a range with the label below. */
const labelBars = /^ *\|[ |]*$/;
/** Swift 6: `  |     `- note: TEXT` below the source line, or `|- ` if another label for the same column follows. */
const swiftLabel = /^([ |]*)[`|]- (error|warning|note|remark): (.*)/;
/** Maximum length of the include chain before a nested note, in lines. */
const MAX_CHAIN_LENGTH = 100;
/** In a locale without `•`, GCC prints `*`. Comments contain `*` as well, so words of such a note must follow it. */
const nestedNote =
  /^\s+(?:• ?|\* (?=there (?:is|are) \d|candidate |no known conversion |required |template argument |constraints ))(?:note: )?(.*)/;

/**
 * Reads the snippet below a header, and moves the cursor from the line after the header to the line after the snippet.
 *
 * @param line 1-based line of the header. If several source lines have carets, the snippet of this line is returned, or
 *   else that of the first
 * @param column 1-based column of the header, 0 if none is printed
 * @param margin number of characters before a source line without a gutter: 1 for GCC, 0 for Clang
 * @returns null if there is no source line with a caret
 */
export function readSnippet(cursor: Cursor, line: number, column: number, margin: number): Snippet | null {
  if (cursor.done) return null;
  return gutter.test(cursor.content)
    ? readWithGutter(cursor, line, column)
    : readWithoutGutter(cursor, column, margin);
}

function readWithGutter(cursor: Cursor, line: number, column: number): Snippet | null {
  let snippet: Snippet | null = null;
  const labels: SwiftLabel[] = [];
  let lastSource = { line: 0, text: '' };
  /** the last source line, if it is the first one or the header's; null after the line below it was read */
  let source: string | null = null;
  /** the last snippet, while more lines may belong to it */
  let openSnippet: Snippet | null = null;
  let isFirst = true;
  for (; !cursor.done; cursor.advance()) {
    const { content } = cursor;
    const hit = gutter.exec(content);
    if (!hit && !belongs(content)) break;
    const [margin = '', number = ''] = hit ?? [];
    const text = content.slice(margin.length);
    const label = number === '' && text.includes('- ') ? swiftLabel.exec(text) : null;
    if (label) {
      const [, bars = '', word, message = ''] = label;
      const at = bars.length;
      if (word === 'note') {
        labels.push(labelAt(lastSource, at, message));
      } else if (lastSource.line === line && at === column - 1) {
        const marks = { start: at, end: at + 1, caret: at };
        snippet = { source: lastSource.text, marks, gutter: true, offered: null, labels };
      }
    } else if (number !== '') {
      lastSource = { line: Number(number), text };
      source = isFirst || Number(number) === line ? text : null;
      isFirst = false;
      openSnippet = null;
    } else if (!hit || margin.includes('+')) {
      source = openSnippet = null;
    } else if (source !== null) {
      const marks = readCaretAt(text, column - 1) ?? readCaretLine(text);
      if (marks) snippet = openSnippet = { source, marks, gutter: true, offered: null };
      source = null;
    } else if (openSnippet && labelBars.test(text)) {
      endAtLabel(openSnippet, text);
      openSnippet = null;
    } else if (openSnippet) {
      openSnippet.offered ??= text;
    }
  }
  return snippet;
}

function labelAt(
  lastSource: { readonly line: number; readonly text: string },
  at: number,
  message: string,
): SwiftLabel {
  const isPlain = !/[^\0-\x7f]/.test(lastSource.text.slice(0, at));
  return { line: lastSource.line, column: isPlain ? at + 1 : null, message };
}

/** Reads a snippet without gutters. Its first line can contain anything, so only the caret line below identifies it. */
function readWithoutGutter(cursor: Cursor, column: number, margin: number): Snippet | null {
  const caretOffset = column - 1 + margin;
  let previousLine = cursor.content;
  const marks = readCaretLine(cursor.peek() ?? '', caretOffset);
  if (!marks && !belongs(previousLine)) return null;
  let snippet: Snippet | null = marks && { source: previousLine, marks, gutter: false, offered: null };
  cursor.advance(marks ? 2 : 1);
  for (; !cursor.done && belongs(cursor.content); cursor.advance()) {
    const line = cursor.content;
    // a line with only an underline may be above the line with the caret
    const caret = snippet?.marks.caret === null ? readCaretAt(line, caretOffset) : null;
    if (caret) snippet = { source: previousLine, marks: caret, gutter: false, offered: null };
    else if (snippet) snippet.offered ??= line.slice(snippet.marks.caret === column - 1 ? 0 : margin);
    previousLine = line;
  }
  return snippet;
}

/**
 * Shortens a mark if the next range follows it directly. Their underlines touch, and only the bars of their labels show
 * the boundary.
 */
function endAtLabel(snippet: Snippet, label: string): void {
  const { start, end, caret } = snippet.marks;
  if (caret === null) return;
  const nextLabel = label.lastIndexOf('|', end - 1);
  if (nextLabel > caret) snippet.marks = { start, end: label.indexOf('|', caret + 1), caret };
}

/**
 * Returns whether a line belongs to the diagnostic above: an indented line that isn't a nested note, or `......`, which
 * replaces omitted lines.
 */
function belongs(line: string): boolean {
  return line.startsWith(' ') || line.startsWith('\t') ? !isNestedNote(line) : /^\.{1,9}$/.test(line);
}

/** Returns whether a line is a note that newer versions of GCC indent below a diagnostic: `  • candidate 1: …`. */
function isNestedNote(line: string): boolean {
  return nestedNote.test(line);
}

/**
 * Reads nested notes and their positions, which are on separate lines. Skips their snippets, and an include chain
 * before a note, which leads to the file of that note.
 */
export function readNestedNotes(cursor: Cursor, add: (note: RelatedNote) => void): void {
  for (;;) {
    skipChainOfNote(cursor);
    const hit = nestedNote.exec(cursor.content);
    if (!hit) return;
    cursor.advance();
    const position = positionOfNote(cursor.content);
    const { file = null, line = null, column = 0 } = position?.rest === '' ? position : {};
    add({ file, line, column: column || null, message: hit[1]?.trim() ?? '' });
    while (/^\s/.test(cursor.content) && !isNestedNote(cursor.content)) cursor.advance();
  }
}

/** Parses `      FILE:LINE:COLUMN:`. The last colon is missing if no source follows. Null for any other line. */
function positionOfNote(line: string): GnuPosition | null {
  if (!/^\s/.test(line)) return null;
  const text = line.trim();
  return readPosition(text.endsWith(':') ? text : `${text}:`);
}

/** Skips an include chain that leads to a nested note. Leaves the cursor unchanged if no such note follows. */
function skipChainOfNote(cursor: Cursor): void {
  if (!readChainLine(cursor.content)) return;
  let lines = 1;
  for (const line of cursor.linesAhead(MAX_CHAIN_LENGTH)) {
    if (isNestedNote(line)) return cursor.advance(lines);
    if (!readChainLine(line)) return;
    lines += 1;
  }
}

const MAX_FIX_LENGTH = 200;
const MAX_MESSAGE_LENGTH = 2000;
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Returns whether a replacement is safe to offer: one short line without control or bidirectional characters. */
function isOfferable(text: string): boolean {
  return text.length <= MAX_FIX_LENGTH && !unsafe.test(text);
}

/**
 * Returns the fix that the compiler suggests: the text below the caret, or the name that the message suggests.
 * Undefined: none, or an ambiguous one, because a snippet doesn't show whether text is to be inserted or replaced.
 *
 * @param offered the text below the caret line
 */
export function offeredFixes(
  draft: DiagnosticDraft,
  caretLocation: CaretLocation | null,
  offered: string | null,
): OfferedFix[] | undefined {
  const suggested = suggestionOf(draft.message);
  if (!suggested && offered === null) return undefined;
  const { line, column } = draft;
  if (line === null || column === null) return undefined;
  const fix = caretLocation
    ? drawnFix(draft, caretLocation, offered ?? '', suggested)
    : suggested && { expected: suggested.instead, replacement: suggested.name };
  if (!fix || !isOfferable(fix.replacement) || fix.expected === fix.replacement) return undefined;
  const endColumn = column + widthIn(fix.expected, draft.unit);
  return [{ line, column, endColumn, ...fix }];
}

type Edit = Pick<OfferedFix, 'replacement'> & { readonly expected: string };

function drawnFix(
  draft: DiagnosticDraft,
  { excerpt, caret }: CaretLocation,
  line: string,
  suggested: Suggestion | null,
): Edit | null {
  const replacement = line.trim();
  const covered = excerpt.text.slice(caret, excerpt.end);
  if (suggested && excerpt.start === caret) {
    const expected = excerpt.end - caret === 1 ? suggested.instead : covered;
    if (!excerpt.text.startsWith(expected, caret)) return null;
    return {
      expected,
      replacement: replacement && replacement.includes(suggested.name) ? replacement : suggested.name,
    };
  }
  const aligned = columnOfOffset(excerpt.text, caret, 'cells') === line.length - line.trimStart().length;
  if (!replacement || !aligned || excerpt.start !== caret) return null;
  if (/^-+$/.test(replacement)) {
    const isComplete = replacement.length === widthIn(covered, 'cells');
    return isComplete && covered.trim() ? { expected: covered, replacement: '' } : null;
  }
  // the caret marks at most one blank
  const between = /^\s?$/.test(covered);
  return between && !/\s/.test(replacement) && draft.message.includes(replacement)
    ? { expected: '', replacement }
    : null;
}

interface Suggestion {
  readonly name: string;
  /** the name in the message that it replaces */
  readonly instead: string;
}

const quotes: Readonly<Record<string, string>> = {
  '‘': '’',
  '“': '”',
  '«': '»',
  '»': '«',
  '„': '“”',
  '”': '”',
  '「': '」',
  "'": "'",
  '"': '"',
  '`': "'",
};
const name = /^[\p{L}_$~][\p{L}\p{M}\p{N}_$:~]*$/u;
/** Maximum distance between the last quotation and the question mark, in UTF-16 units. */
const MAX_TAIL_LENGTH = 24;

/**
 * Parses `did you mean ‘x’?` in any language: returns the last quoted name of a message that ends with a question mark.
 */
function suggestionOf(message: string): Suggestion | null {
  const end = message.length - 1;
  if (!/[?？]$/.test(message.slice(-1)) || message.length > MAX_MESSAGE_LENGTH) return null;
  const quoted = quotedIn(message);
  const lastQuotation = quoted.pop();
  if (!lastQuotation || end - lastQuotation.end > MAX_TAIL_LENGTH || !name.test(lastQuotation.text))
    return null;
  const instead = quoted.reverse().find(({ text }) => name.test(text));
  return instead ? { name: lastQuotation.text, instead: instead.text } : null;
}

function quotedIn(message: string): { text: string; end: number }[] {
  const quotations: { text: string; end: number }[] = [];
  for (let at = 0; at < message.length; at++) {
    const closing = quotes[message.charAt(at)];
    if (closing === undefined) continue;
    let end = at + 1;
    while (end < message.length && !closing.includes(message.charAt(end))) end++;
    if (end === message.length) continue;
    quotations.push({ text: message.slice(at + 1, end).trim(), end });
    at = end;
  }
  return quotations;
}

/**
 * Parses a line of `-fdiagnostics-parseable-fixits`: `fix-it:"FILE":{3:5-3:9}:"text"`, with columns in bytes. Null if
 * it has another format, affects several lines, is for another file, or isn't safe to offer.
 */
export function readParseableFix(line: string, file: string | null): OfferedFix | null {
  const match =
    /^fix-it:"((?:[^"\\]|\\.)*)":\{(\d{1,9}):(\d{1,9})-(\d{1,9}):(\d{1,9})\}:"((?:[^"\\]|\\.)*)"$/.exec(line);
  const [, where = '', ...numbers] = match ?? [];
  if (!match || unescaped(where) !== file) return null;
  const text = numbers.pop() ?? '';
  const [startLine = 0, column = 0, endLine = 0, endColumn = 0] = numbers.map(Number);
  const replacement = unescaped(text);
  if (startLine !== endLine || endColumn < column || !isOfferable(replacement)) return null;
  return { line: startLine, column, endColumn, replacement, unit: 'bytes' };
}

const decoder = new TextDecoder();
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t' };

/** Decodes the escapes in a parseable fix. GCC and Clang print bytes in octal. */
function unescaped(text: string): string {
  const decoded = text.replace(/\\([0-7]{3}|.)/g, (_, escaped: string) =>
    escaped.length === 3 ? String.fromCharCode(parseInt(escaped, 8)) : (escapes[escaped] ?? escaped),
  );
  return /\\[0-7]{3}/.test(text) ? decoder.decode(Uint8Array.from(decoded, (c) => c.charCodeAt(0))) : decoded;
}
