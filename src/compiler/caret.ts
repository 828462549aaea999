/** Span that a caret line marks, as 0-based UTF-16 offsets. `caret` is null if the line contains only an underline. */
export interface CaretSpan {
  readonly start: number;
  /** exclusive */
  readonly end: number;
  readonly caret: number | null;
}

const blanksAndMarks = /^[ \t^~]+$/;
const marks = /[\^~]+/y;

/**
 * Reads a line that consists of blanks, `^` and `~`. Returns the run of marks around the caret, or the first run if the
 * line has no caret. Null if the line has other characters, or no marks.
 * @param caretOffset offset of the preferred caret, if the line contains several
 */
export function readCaretLine(line: string, caretOffset = -1): CaretSpan | null {
  if (!blanksAndMarks.test(line)) return null;
  const preferred = readCaretAt(line, caretOffset);
  if (preferred) return preferred;
  const caret = line.indexOf('^');
  if (caret >= 0) return runAround(line, caret, caret);
  const underline = line.indexOf('~');
  return underline >= 0 ? runAround(line, underline, null) : null;
}

/**
 * Returns the run of marks around the caret at offset `at`, even if the line contains other text. Null: no caret there.
 */
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

/** A source line with a caret line below it, and the lines above it. */
export interface PointedSource {
  /** the lines between the header and the source line */
  readonly linesAbove: readonly string[];
  readonly source: string;
  readonly caret: CaretSpan;
  /** position of the caret line below the header; 1 is the line after the header */
  readonly caretLine: number;
}

/**
 * Finds the first caret line and the source line above it. Null: none.
 *
 * @param lines the lines below a header
 * @param ends returns true for a line that no longer belongs to the header; the search ends there
 */
export function findPointedSource(
  lines: Iterable<string>,
  ends: (line: string) => boolean = () => false,
): PointedSource | null {
  const previousLines: string[] = [];
  for (const line of lines) {
    const source = previousLines[previousLines.length - 1];
    const caret = source === undefined ? null : readCaretLine(line);
    if (source !== undefined && caret) {
      return { linesAbove: previousLines.slice(0, -1), source, caret, caretLine: previousLines.length + 1 };
    }
    if (ends(line)) return null;
    previousLines.push(line);
  }
  return null;
}

const startsWithWord = /^[\p{L}\p{M}\p{N}_$]/u;
const endsWithWord = /[\p{L}\p{M}\p{N}_$]$/u;
const restOfWord = /[\p{L}\p{M}\p{N}_$]*/uy;

/**
 * Returns whether the character at a 0-based UTF-16 offset can be part of a word: a letter, digit, mark, `_` or `$`.
 */
export function isWordAt(text: string, at: number): boolean {
  return startsWithWord.test(text.slice(at, at + 2));
}

/** Returns whether an offset is inside a word. */
export function splitsWord(text: string, at: number): boolean {
  return isWordAt(text, at) && endsWithWord.test(text.slice(Math.max(0, at - 2), at));
}

/** Returns the end of the word that begins at `at`. If none begins there, returns the end of the character at `at`. */
export function endOfWord(text: string, at: number): number {
  const code = text.codePointAt(at);
  if (code === undefined) return at;
  const end = at + (code > 0xffff ? 2 : 1);
  if (!isWordAt(text, at) || splitsWord(text, at)) return end;
  restOfWord.lastIndex = end;
  return end + (restOfWord.exec(text)?.[0].length ?? 0);
}
