/** What a caret line covers, as 0-based offsets in it; `caret` is null where only an underline is drawn. */
export interface CaretSpan {
  readonly start: number;
  /** exclusive */
  readonly end: number;
  readonly caret: number | null;
}

const blanksAndMarks = /^[ \t^~]+$/;
const marks = /[\^~]+/y;

/**
 * Reads a line that is nothing but blanks, `^` and `~`: the run that holds the caret, or the first run of them. Null for
 * any other line.
 *
 * @param wanted the offset where the caret of interest stands: of several it is taken
 */
export function readCaretLine(line: string, wanted = -1): CaretSpan | null {
  if (!blanksAndMarks.test(line)) return null;
  const there = readCaretAt(line, wanted);
  if (there) return there;
  const caret = line.indexOf('^');
  if (caret >= 0) return runAround(line, caret, caret);
  const underline = line.indexOf('~');
  return underline >= 0 ? runAround(line, underline, null) : null;
}

/** The run around the caret at `at`, whatever else the line holds; null where none stands there. */
export function readCaretAt(line: string, at: number): CaretSpan | null {
  return line.charAt(at) === '^' ? runAround(line, at, at) : null;
}

function runAround(line: string, at: number, caret: number | null): CaretSpan {
  let start = at;
  while (isMark(line.charAt(start - 1))) start--;
  marks.lastIndex = at;
  const end = at + (marks.exec(line)?.[0].length ?? 1);
  return { start, end, caret };
}

function isMark(character: string): boolean {
  return character === '^' || character === '~';
}

/** A source line with a caret line under it, and what stands before them. */
export interface PointedSource {
  /** the lines between the header and the source line */
  readonly before: readonly string[];
  readonly source: string;
  readonly caret: CaretSpan;
  /** how many lines below the header the caret line is */
  readonly caretLine: number;
}

/**
 * Looks for the first line of nothing but blanks and carets.
 *
 * @param lines what stands below a header
 * @param ends tells a line that belongs to something else: the search ends there
 */
export function findPointedSource(
  lines: Iterable<string>,
  ends: (line: string) => boolean = () => false,
): PointedSource | null {
  const above: string[] = [];
  for (const line of lines) {
    const source = above[above.length - 1];
    const caret = source === undefined ? null : readCaretLine(line);
    if (source !== undefined && caret) {
      return { before: above.slice(0, -1), source, caret, caretLine: above.length + 1 };
    }
    if (ends(line)) return null;
    above.push(line);
  }
  return null;
}

const first = /^[\p{L}\p{M}\p{N}_$]/u;
const last = /[\p{L}\p{M}\p{N}_$]$/u;
const rest = /[\p{L}\p{M}\p{N}_$]*/uy;

/** Does a letter, a digit or the like stand at this 0-based UTF-16 offset? */
export function isWordAt(text: string, at: number): boolean {
  return first.test(text.slice(at, at + 2));
}

/** Are the characters on both sides of an offset of the same word? */
export function splitsWord(text: string, at: number): boolean {
  return isWordAt(text, at) && last.test(text.slice(Math.max(0, at - 2), at));
}

/** The end of the word that begins at `at`; of the one character there where none begins; `at` behind the text. */
export function endOfWord(text: string, at: number): number {
  const code = text.codePointAt(at);
  if (code === undefined) return at;
  const end = at + (code > 0xffff ? 2 : 1);
  if (!isWordAt(text, at) || splitsWord(text, at)) return end;
  rest.lastIndex = end;
  return end + (rest.exec(text)?.[0].length ?? 0);
}
