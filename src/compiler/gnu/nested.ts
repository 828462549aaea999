import type { Cursor } from '../cursor';
import type { RelatedNote } from '../diagnostic';
import type { Units } from '../units';
import { isBlank, PositionScan, skipBlanks } from './scan';

const bullet = 0x2022;
const position = new PositionScan();

/** `  • candidate 1: …`: a note as newer GCCs indent them beneath their diagnostic. */
export function isNestedNote(units: Units, start: number, end: number): boolean {
  const at = skipBlanks(units, start, end);
  return at > start && at < end && units[at] === bullet;
}

/** Passes over nested notes, their positions (each on a line of its own) and what is drawn beneath them. */
export function readNestedNotes(cursor: Cursor, add: (note: RelatedNote) => void): void {
  const { text, units } = cursor;
  while (!cursor.done && isNestedNote(units, cursor.start, cursor.end)) {
    const from = skipBlanks(units, cursor.start, cursor.end) + 1;
    const message = text
      .slice(from, cursor.end)
      .trim()
      .replace(/^note: /, '');
    cursor.advance();
    add({ file: null, line: null, column: null, ...readPlace(cursor), message });
    while (cursor.end > cursor.start && isBlank(units[cursor.start])) {
      if (isNestedNote(units, cursor.start, cursor.end)) break;
      cursor.advance();
    }
  }
}

/** A position and nothing else. */
function readPlace({ text, units, start, end }: Cursor): Omit<RelatedNote, 'message'> | null {
  const at = skipBlanks(units, start, end);
  if (at === start || !position.read(units, at, end) || text.slice(position.rest, end).trim()) return null;
  return { file: text.slice(at, position.fileEnd), line: position.line, column: position.column || null };
}
