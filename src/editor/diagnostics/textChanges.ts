import { diffArrays } from 'diff';
import { MAX_CHANGED_LINES } from './limits';

/** A position in a text, as in VS Code: 0-based, characters in UTF-16 units. */
export interface TextPosition {
  readonly line: number;
  readonly character: number;
}

export interface TextSpan {
  readonly start: TextPosition;
  readonly end: TextPosition;
}

/** A replacement of the text in `range` with `text`. Same form as VS Code's change events. */
export interface TextEdit {
  readonly range: TextSpan;
  readonly text: string;
}

/**
 * Edits of one text, with positions relative to the original. Converts positions in the original to positions after the
 * edits.
 */
export class TextChanges {
  /** in the order of the text, with their positions after all edits */
  private readonly edits: (TextSpan & { readonly newStart: TextPosition; readonly newEnd: TextPosition })[] =
    [];

  constructor(edits: readonly TextEdit[]) {
    for (const { range, text } of [...edits].sort((a, b) => compare(a.range.start, b.range.start))) {
      const before = this.edits.at(-1);
      const newStart = before ? moved(range.start, before.end, before.newEnd) : range.start;
      this.edits.push({ start: range.start, end: range.end, newStart, newEnd: endOf(newStart, text) });
    }
  }

  /**
   * Converts a span. Text inserted at its ends stays outside. If an edit overlaps the span, the span then includes the
   * edit's new text.
   */
  move(span: TextSpan): TextSpan {
    const isEmpty = compare(span.start, span.end) === 0;
    // an empty span at the beginning of a line moves with the line
    const end = this.at(span.end, isEmpty && span.end.character === 0 ? 'start' : 'end');
    const start = isEmpty ? end : this.at(span.start, 'start');
    return start === span.start && end === span.end ? span : { start, end };
  }

  private at(place: TextPosition, side: 'start' | 'end'): TextPosition {
    const edit = this.edits.findLast(({ start }) => compare(start, place) < (side === 'start' ? 1 : 0));
    if (!edit) return place;
    if (compare(edit.end, place) <= 0) return moved(place, edit.end, edit.newEnd);
    return side === 'start' ? edit.newStart : edit.newEnd;
  }
}

/**
 * Computes the edits between two texts when they weren't observed. Ignores whitespace at the end of lines. Null: the
 * texts are too different.
 */
export function differences(before: readonly string[], after: readonly string[]): TextEdit[] | null {
  const trimmed = (lines: readonly string[]) => lines.map((line) => line.trimEnd());
  const parts = diffArrays(trimmed(before), trimmed(after), { maxEditLength: MAX_CHANGED_LINES });
  if (!parts) return null;
  const edits: TextEdit[] = [];
  // current block of changed lines, in the old and the new text
  let [from, to, fromAfter, toAfter] = [0, 0, 0, 0];
  for (const { removed, added, count } of [...parts, { removed: false, added: false, count: 0 }]) {
    if (removed) to += count;
    else if (added) toAfter += count;
    else {
      edits.push(...editsOf(from, before.slice(from, to), after.slice(fromAfter, toAfter)));
      from = to += count;
      fromAfter = toAfter += count;
    }
  }
  return edits;
}

/** Splits a text into lines like VS Code. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}

/**
 * Creates one edit per line if the number of lines is the same. If not, creates one edit without the common start and
 * end.
 */
function editsOf(line: number, before: readonly string[], after: readonly string[]): TextEdit[] {
  if (before.length === after.length) {
    return before.map((text, index) => editOf(line + index, text, after[index] ?? ''));
  }
  const joined = (lines: readonly string[]) => lines.map((text) => `${text}\n`).join('');
  return [editOf(line, joined(before), joined(after))];
}

function editOf(line: number, before: string, after: string): TextEdit {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let same = 0;
  while (same < most - start && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  const placeOf = (offset: number) => endOf({ line, character: 0 }, before.slice(0, offset));
  return {
    range: { start: placeOf(start), end: placeOf(before.length - same) },
    text: after.slice(start, after.length - same),
  };
}

function endOf(start: TextPosition, text: string): TextPosition {
  const lines = linesOf(text);
  const last = lines.at(-1) ?? '';
  return lines.length === 1
    ? { line: start.line, character: start.character + last.length }
    : { line: start.line + lines.length - 1, character: last.length };
}

/** Converts a position after an edit that ended at `end` and now ends at `newEnd`. */
function moved(at: TextPosition, end: TextPosition, newEnd: TextPosition): TextPosition {
  if (at.line === end.line) {
    const character = at.character - end.character + newEnd.character;
    return { line: newEnd.line, character };
  }
  return end.line === newEnd.line ? at : { line: at.line + newEnd.line - end.line, character: at.character };
}

function compare(a: TextPosition, b: TextPosition): number {
  return a.line - b.line || a.character - b.character;
}
