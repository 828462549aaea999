import { type CaretSpan, readCaretAt, readCaretLine } from '../caret';
import type { Cursor } from '../cursor';
import type { RelatedNote, OfferedFix } from '../diagnostic';
import { readChainLine } from './header';
import { type CaretPlace, type GnuPosition, readPosition } from './place';
import { columnOfOffset, widthIn } from '../columns';
import type { DiagnosticDraft } from '../report';

/** The source line that a diagnostic shows, with what is drawn beneath it. */
export interface Snippet {
  /** without its gutter */
  readonly source: string;
  /** what is drawn, in display columns from the source line's beginning */
  drawn: CaretSpan;
  /** `    6 | ` stood before the source */
  readonly gutter: boolean;
  /** what stands beneath the caret line and is no label: offered text, or `-` under what is to go */
  offered: string | null;
  /** notes that Swift writes below the lines they are about; absent if there are none */
  readonly labels?: readonly SwiftLabel[];
}

/** A note below a source line of a drawing. */
export interface SwiftLabel {
  /** 1-based */
  readonly line: number;
  /** 1-based; null where characters beyond ASCII stand before it */
  readonly column: number | null;
  readonly message: string;
}

/** `   12 | `, `      | `, `  +++ |+`; a bar at the line's beginning is none. Without a number, one part takes all blanks */
const gutter = /^(?=[ \d+])(?: *(\d+))?[ +]*\|.?/;
/** bars alone: they lead from a range to the label beneath */
const labelBars = /^ *\|[ |]*$/;
/** Swift 6: `  |     `- note: TEXT` below the source line, `|- ` if another label of that column follows. */
const swiftLabel = /^([ |]*)[`|]- (error|warning|note|remark): (.*)/;
/** Most lines of the include chain in front of a nested note. */
const longestChain = 100;
/** In a locale without `•` GCC prints `*`, which comments have, too: only with words of its own. */
const nestedNote =
  /^\s+(?:• ?|\* (?=there (?:is|are) \d|candidate |no known conversion |required |template argument |constraints ))(?:note: )?(.*)/;

/**
 * Passes over everything that is drawn beneath a header, the cursor being on the line behind it.
 *
 * @param line the header's 1-based line: of several source lines the one of that number counts, else the first
 * @param column the header's 1-based column, 0 where none is printed
 * @param margin how many characters stand before a source line without a gutter: 1 for GCC, 0 for Clang
 * @returns null where no source line with a caret was found
 */
export function readSnippet(cursor: Cursor, line: number, column: number, margin: number): Snippet | null {
  if (cursor.done) return null;
  return gutter.test(cursor.content)
    ? readWithGutter(cursor, line, column)
    : readWithoutGutter(cursor, column, margin);
}

function readWithGutter(cursor: Cursor, line: number, column: number): Snippet | null {
  let found: Snippet | null = null;
  const labels: SwiftLabel[] = [];
  /** the source line above, and its number */
  let shown = { line: 0, text: '' };
  /** the source line that counts, until what follows it was read */
  let source: string | null = null;
  /** what is found, while there may be more of it */
  let below: Snippet | null = null;
  let first = true;
  for (; !cursor.done; cursor.advance()) {
    const { content } = cursor;
    const hit = gutter.exec(content);
    if (!hit && !belongs(content)) break;
    const [margin = '', number = ''] = hit ?? [];
    const text = content.slice(margin.length);
    const label = number === '' && text.includes('- ') ? swiftLabel.exec(text) : null;
    if (label) {
      const [, bars = '', word, said = ''] = label;
      const at = bars.length;
      if (word === 'note') {
        labels.push(labelAt(shown, at, said));
      } else if (shown.line === line && at === column - 1) {
        const drawn = { start: at, end: at + 1, caret: at };
        found = { source: shown.text, drawn, gutter: true, offered: null, labels };
      }
    } else if (number !== '') {
      shown = { line: Number(number), text };
      source = first || Number(number) === line ? text : null;
      first = false;
      below = null;
    } else if (!hit || margin.includes('+')) {
      source = below = null;
    } else if (source !== null) {
      const drawn = readCaretAt(text, column - 1) ?? readCaretLine(text);
      if (drawn) found = below = { source, drawn, gutter: true, offered: null };
      source = null;
    } else if (below && labelBars.test(text)) {
      endAtLabel(below, text);
      below = null;
    } else if (below) {
      below.offered ??= text;
    }
  }
  return found;
}

function labelAt(
  shown: { readonly line: number; readonly text: string },
  at: number,
  said: string,
): SwiftLabel {
  const isPlain = !/[^\0-\x7f]/.test(shown.text.slice(0, at));
  return { line: shown.line, column: isPlain ? at + 1 : null, message: said };
}

/** A source line may begin at the margin and look like anything: the caret beneath tells. */
function readWithoutGutter(cursor: Cursor, column: number, margin: number): Snippet | null {
  const wanted = column - 1 + margin;
  let above = cursor.content;
  const drawn = readCaretLine(cursor.peek() ?? '', wanted);
  if (!drawn && !belongs(above)) return null;
  let found: Snippet | null = drawn && { source: above, drawn, gutter: false, offered: null };
  cursor.advance(drawn ? 2 : 1);
  for (; !cursor.done && belongs(cursor.content); cursor.advance()) {
    const line = cursor.content;
    // what leads to the caret may be underlined further up
    const caret = found?.drawn.caret === null ? readCaretAt(line, wanted) : null;
    if (caret) found = { source: above, drawn: caret, gutter: false, offered: null };
    else if (found) found.offered ??= line.slice(found.drawn.caret === column - 1 ? 0 : margin);
    above = line;
  }
  return found;
}

/** Ranges that touch are drawn as one; the next one's label tells where it begins. */
function endAtLabel(snippet: Snippet, label: string): void {
  const { start, end, caret } = snippet.drawn;
  if (caret === null) return;
  const next = label.lastIndexOf('|', end - 1);
  if (next > caret) snippet.drawn = { start, end: label.indexOf('|', caret + 1), caret };
}

/** Everything indented belongs to the diagnostic above, and so does `......`, which stands for lines left out. */
function belongs(line: string): boolean {
  return line.startsWith(' ') || line.startsWith('\t') ? !isNestedNote(line) : /^\.{1,9}$/.test(line);
}

/** `  • candidate 1: …`: a note as newer GCCs indent them beneath their diagnostic. */
function isNestedNote(line: string): boolean {
  return nestedNote.test(line);
}

/**
 * Passes over nested notes, their positions (each on a line of its own) and what is drawn beneath them; also over an
 * include chain in front of one, which leads to the file of that note.
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

/** `      FILE:LINE:COLUMN:`; the last colon is missing if no source follows. */
function positionOfNote(line: string): GnuPosition | null {
  if (!/^\s/.test(line)) return null;
  const text = line.trim();
  return readPosition(text.endsWith(':') ? text : `${text}:`);
}

/** Moves the cursor to a nested note if only an include chain stands between them. */
function skipChainOfNote(cursor: Cursor): void {
  if (!readChainLine(cursor.content)) return;
  let lines = 1;
  for (const line of cursor.linesAhead(longestChain)) {
    if (isNestedNote(line)) return cursor.advance(lines);
    if (!readChainLine(line)) return;
    lines += 1;
  }
}

const longestFix = 200;
const longestMessage = 2000;
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Is this text fit to be offered: one line, not long, nothing in it that hides what it is? */
function isOfferable(text: string): boolean {
  return text.length <= longestFix && !unsafe.test(text);
}

/**
 * What the compiler itself offers to put at the place of a diagnostic: the text it draws beneath the caret, or the
 * name it suggests in the message. Only what is unmistakable: a drawing doesn't say whether it inserts or replaces.
 *
 * @param offered what is drawn beneath the caret line
 */
export function offeredFixes(
  draft: DiagnosticDraft,
  place: CaretPlace | null,
  offered: string | null,
): OfferedFix[] | undefined {
  const suggested = suggestionOf(draft.message);
  if (!suggested && offered === null) return undefined;
  const { line, column } = draft;
  if (line === null || column === null) return undefined;
  const fix = place
    ? drawnFix(draft, place, offered ?? '', suggested)
    : suggested && { expected: suggested.instead, replacement: suggested.name };
  if (!fix || !isOfferable(fix.replacement) || fix.expected === fix.replacement) return undefined;
  const endColumn = column + widthIn(fix.expected, draft.unit);
  return [{ line, column, endColumn, ...fix }];
}

type Edit = Pick<OfferedFix, 'replacement'> & { readonly expected: string };

function drawnFix(
  draft: DiagnosticDraft,
  { excerpt, caret }: CaretPlace,
  line: string,
  suggested: Suggestion | null,
): Edit | null {
  const drawn = line.trim();
  const covered = excerpt.text.slice(caret, excerpt.end);
  if (suggested && excerpt.start === caret) {
    const expected = excerpt.end - caret === 1 ? suggested.instead : covered;
    if (!excerpt.text.startsWith(expected, caret)) return null;
    return { expected, replacement: drawn && drawn.includes(suggested.name) ? drawn : suggested.name };
  }
  const aligned = columnOfOffset(excerpt.text, caret, 'cells') === line.length - line.trimStart().length;
  if (!drawn || !aligned || excerpt.start !== caret) return null;
  if (/^-+$/.test(drawn)) {
    const whole = drawn.length === widthIn(covered, 'cells');
    return whole && covered.trim() ? { expected: covered, replacement: '' } : null;
  }
  // nothing is marked but a place between two words
  const between = /^\s?$/.test(covered);
  return between && !/\s/.test(drawn) && draft.message.includes(drawn)
    ? { expected: '', replacement: drawn }
    : null;
}

interface Suggestion {
  readonly name: string;
  /** the name in the message that it is meant to replace */
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
/** The quotation that ends the question is at most this far from the question mark. */
const longestTail = 24;

/** `did you mean ‘x’?` in any language: the last thing quoted in a message that ends in a question. */
function suggestionOf(message: string): Suggestion | null {
  const end = message.length - 1;
  if (!/[?？]$/.test(message.slice(-1)) || message.length > longestMessage) return null;
  const quoted = quotedIn(message);
  const last = quoted.pop();
  if (!last || end - last.end > longestTail || !name.test(last.text)) return null;
  const instead = quoted.reverse().find(({ text }) => name.test(text));
  return instead ? { name: last.text, instead: instead.text } : null;
}

function quotedIn(message: string): { text: string; end: number }[] {
  const found: { text: string; end: number }[] = [];
  for (let at = 0; at < message.length; at++) {
    const closing = quotes[message.charAt(at)];
    if (closing === undefined) continue;
    let end = at + 1;
    while (end < message.length && !closing.includes(message.charAt(end))) end++;
    if (end === message.length) continue;
    found.push({ text: message.slice(at + 1, end).trim(), end });
    at = end;
  }
  return found;
}

/**
 * A line of `-fdiagnostics-parseable-fixits`: `fix-it:"FILE":{3:5-3:9}:"text"`, columns in bytes. Null where it is
 * no such line, spans lines or is for another file.
 */
export function readParseableFix(line: string, file: string | null): OfferedFix | null {
  const match =
    /^fix-it:"((?:[^"\\]|\\.)*)":\{(\d{1,9}):(\d{1,9})-(\d{1,9}):(\d{1,9})\}:"((?:[^"\\]|\\.)*)"$/.exec(line);
  const [, where = '', ...found] = match ?? [];
  if (!match || unescaped(where) !== file) return null;
  const text = found.pop() ?? '';
  const [startLine = 0, column = 0, endLine = 0, endColumn = 0] = found.map(Number);
  const replacement = unescaped(text);
  if (startLine !== endLine || endColumn < column || !isOfferable(replacement)) return null;
  return { line: startLine, column, endColumn, replacement, unit: 'bytes' };
}

const decoder = new TextDecoder();
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t' };

/** What both compilers escape in these lines, other bytes being octal. */
function unescaped(text: string): string {
  const plain = text.replace(/\\([0-7]{3}|.)/g, (_, found: string) =>
    found.length === 3 ? String.fromCharCode(parseInt(found, 8)) : (escapes[found] ?? found),
  );
  return /\\[0-7]{3}/.test(text) ? decoder.decode(Uint8Array.from(plain, (c) => c.charCodeAt(0))) : plain;
}
