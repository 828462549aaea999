import type { Cursor } from '../cursor';
import type { RelatedNote } from '../diagnostic';
import { readPosition } from './position';

const nestedNote = /^\s+• ?(?:note: )?(.*)/;

/** `  • candidate 1: …`: a note as newer GCCs indent them beneath their diagnostic. */
export function isNestedNote(line: string): boolean {
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
