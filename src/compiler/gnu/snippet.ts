import { type CaretSpan, readCaretAt, readCaretLine } from '../caret';
import type { Cursor } from '../cursor';
import type { RelatedNote } from '../diagnostic';
import { readPosition } from './place';

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
}

/** `   12 | `, `      | `, `  +++ |+`; a bar at the line's beginning is none. Without a number, one part takes all blanks */
const gutter = /^(?=[ \d+])(?: *(\d+))?[ +]*\|.?/;
/** bars alone: they lead from a range to the label beneath */
const labelBars = /^ *\|[ |]*$/;
const nestedNote = /^\s+• ?(?:note: )?(.*)/;

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
    if (number !== '') {
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

/** Passes over nested notes, their positions (each on a line of its own) and what is drawn beneath them. */
export function readNestedNotes(cursor: Cursor, add: (note: RelatedNote) => void): void {
  for (let hit = nestedNote.exec(cursor.content); hit; hit = nestedNote.exec(cursor.content)) {
    cursor.advance();
    const position = readPosition(cursor.content.trim());
    const { file = null, line = null, column = 0 } = position?.rest === '' ? position : {};
    add({ file, line, column: column || null, message: hit[1]?.trim() ?? '' });
    while (/^\s/.test(cursor.content) && !isNestedNote(cursor.content)) cursor.advance();
  }
}
