import type { WordsRule } from './comparisonRule';

/** Returns whether two code points are equal, or are the same letter. */
export function isSameCharacter(code: number, other: number, caseless: WordsRule['caseless']): boolean {
  if (code === other) return true;
  return caseless !== undefined && folded(code, caseless) === folded(other, caseless);
}

/** Returns the letter in the form in which upper and lower case are equal. */
function folded(code: number, caseless: 'ascii' | 'unicode'): number {
  if (code < 0x80) return code >= 65 && code <= 90 ? code + 32 : code;
  if (caseless === 'ascii' || code > 0x10ffff || code === DOTLESS_I) return code;
  return codeOf(
    String.fromCodePoint(codeOf(String.fromCodePoint(code).toUpperCase(), code)).toLowerCase(),
    code,
  );
}

/** Its upper case is that of `i`, but simple case folding keeps it. */
const DOTLESS_I = 0x131;

/** Returns the code point of a text of one character. `otherwise`: the result if there are several */
function codeOf(text: string, otherwise: number): number {
  const code = text.codePointAt(0) ?? otherwise;
  return text.length === (code > 0xffff ? 2 : 1) ? code : otherwise;
}
