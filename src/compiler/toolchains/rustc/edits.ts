import type { OfferedFix } from '../../diagnostic';
import { codePoints, type Row } from './snippet';

const wordCharacter = /[\p{L}\p{N}_]/u;
const additions = /^[ +]+$/;
const replacements = /^[ ~]+$/;
/** What is longer is no edit that a menu could show. */
const longestFix = 200;

/**
 * Reads the replacements of a `help:` block: `- old` over `+ new`, or the new line with `+++` or `~~~` under what
 * changed. Alternatives are apart by a bare gutter line, or show the same line again; one that touches several lines is left
 * out, because half of it is no help.
 *
 * @param original the source of a line where the message shows it elsewhere
 */
export function readEdits(
  groups: readonly (readonly Row[])[],
  original: (line: number) => string | undefined,
): OfferedFix[] {
  return groups.flatMap((rows) => {
    const edits = rows.flatMap((row, i) => editOf(row, rows[i - 1], original) ?? []);
    return edits.length > 0 && rows.every((row) => row.line === rows[0]?.line) ? edits : [];
  });
}

function editOf(
  row: Row,
  above: Row | undefined,
  original: (line: number) => string | undefined,
): OfferedFix | null {
  if (row.sign === '+') {
    return above?.sign === '-' && above.line === row.line
      ? difference(row.line, above.content, row.content)
      : null;
  }
  const marks = row.marks[0]?.trimEnd();
  if (row.sign === '-' || !marks) return null;
  const before = original(row.line) ?? (additions.test(marks) ? withoutMarked(row.content, marks) : null);
  if (before === null || !(additions.test(marks) || row.sign === '~' || replacements.test(marks)))
    return null;
  return difference(row.line, before, row.content);
}

/** Null where a blank at either end might have been added too: it is not marked. */
function withoutMarked(content: string, marks: string): string | null {
  let kept = '';
  for (let at = 0; at < content.length; at++) {
    if (marks[at] !== '+') kept += content[at];
    else if (marks[at - 1] !== '+' && content[at - 1] === ' ') return null;
    else if (marks[at + 1] !== '+' && content[at + 1] === ' ') return null;
  }
  return kept;
}

/** The smallest replacement, in whole words, that makes `before` into `after`. Columns count code points. */
function difference(line: number, before: string, after: string): OfferedFix | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  while (head > 0 && (joins(before, head) || joins(after, head))) head--;
  while (tail > 0 && (joins(before, before.length - tail) || joins(after, after.length - tail))) tail--;
  // an insertion is only sure of its place with a neighbor to look at
  if (head + tail === before.length && head > 0) head--;
  else if (head + tail === before.length && tail > 0) tail--;
  const expected = before.slice(head, before.length - tail);
  const replacement = after.slice(head, after.length - tail);
  if (replacement.length > longestFix) return null;
  const column = codePoints(before, 0, head) + 1;
  return {
    line,
    column,
    endColumn: column + codePoints(expected, 0, expected.length),
    expected,
    replacement,
  };
}

/** A cut at `at` would go through a word or a character. */
function joins(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return false;
  if ((text.charCodeAt(at) & 0xfc00) === 0xdc00) return true;
  return wordCharacter.test(text.charAt(at - 1)) && wordCharacter.test(text.charAt(at));
}
