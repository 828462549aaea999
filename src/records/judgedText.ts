import { hashOf, keptTextHash, withLineFeeds, type KnownRecord } from './record';

/**
 * Returns whether a text is the stored text of a record. Some judges remove whitespace at the ends of a program and
 * return the rest, so texts that differ only in removed whitespace are equal. True if no text is stored.
 */
export async function isKeptText(record: KnownRecord, text: string): Promise<boolean> {
  const kept = keptTextHash(record);
  if (kept === null || (await hashOf(text)) === kept) return true;
  const lines = withLineFeeds(text);
  for (const shortened of [lines.trimEnd(), lines.trim()]) {
    if (shortened !== lines && (await hashOf(shortened)) === kept) return true;
  }
  return false;
}

/**
 * Adds the whitespace at the ends of the user's text to a judged text from which the judge removed it. An end that has
 * whitespace stays as it is.
 */
export function withEndsOf(judged: string, own: string): string {
  const core = own.trim();
  if (core === '' || judged.trim() === '') return judged;
  const isStartCut = judged.trimStart() === judged;
  const isEndCut = judged.trimEnd() === judged;
  const start = isStartCut ? own.slice(0, own.length - own.trimStart().length) : '';
  const end = isEndCut ? own.slice(own.trimEnd().length) : '';
  return start.replace(/^\ufeff/, '') + judged + end;
}
