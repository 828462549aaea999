import type { Cursor } from '../cursor';
import type { RelatedNote } from '../diagnostic';
import type { CodeUnits } from '../units';
import { isBlank, PositionScan, skipBlanks } from './scan';

const bullet = 0x2022;
const position = new PositionScan();

/** `  • candidate 1: …`: a note as newer GCCs indent them beneath their diagnostic. */
export function isNestedNote(units: CodeUnits, start: number): boolean {
  const at = skipBlanks(units, start);
  return at > start && units[at] === bullet;
}

/** Passes over nested notes, their positions (each on a line of its own) and what is drawn beneath them. */
export function readNestedNotes(cursor: Cursor, add: (note: RelatedNote) => void): void {
  const { text, units } = cursor;
  while (!cursor.done && isNestedNote(units, cursor.start)) {
    const from = skipBlanks(units, cursor.start) + 1;
    const message = text
      .slice(from, cursor.end)
      .trim()
      .replace(/^note: /, '');
    cursor.advance();
    add({ file: null, line: null, column: null, ...readPlace(cursor), message });
    while (isBlank(units[cursor.start])) {
      if (isNestedNote(units, cursor.start)) break;
      cursor.advance();
    }
  }
}

/** A position and nothing else. */
function readPlace({ text, units, start, end }: Cursor): Omit<RelatedNote, 'message'> | null {
  const at = skipBlanks(units, start);
  if (!position.read(units, at, end) || skipBlanks(units, position.rest) < end) return null;
  return { file: text.slice(at, position.fileEnd), line: position.line, column: position.column || null };
}
