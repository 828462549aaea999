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
