import { END, NOT_UTF8, type CharacterReader } from './characterReader';
import type { LinesRule, WordsRule } from './comparisonRule';

type BlanksKind = NonNullable<WordsRule['blanks'] | LinesRule['blanks']>;

/** Characters that separate words. */
export class Blanks {
  /** 1 for each blank of ASCII */
  private readonly ascii = new Uint8Array(0x80);

  constructor(private readonly kind: BlanksKind) {
    for (let code = 0; code < 0x80; code += 1) this.ascii[code] = isAsciiBlank(kind, code) ? 1 : 0;
  }

  has(code: number): boolean {
    return code < 0x80 ? this.ascii[code] === 1 : this.hasBeyondAscii(code);
  }

  private hasBeyondAscii(code: number): boolean {
    return this.kind === 'notNumeric' || (this.kind === 'unicode' && isUnicodeBlank(code));
  }

  /** Moves to the start of the current word, or to an earlier word if blanks that aren't ASCII separate them. */
  moveToWordStart(reader: CharacterReader): void {
    const { position } = reader;
    let start = position;
    while (start > 0 && !this.has(reader.unitAt(start - 1))) start -= 1;
    if (start < position) reader.moveTo(start);
  }

  skip(reader: CharacterReader): void {
    while (this.has(reader.current)) reader.advance();
  }

  skipWord(reader: CharacterReader): void {
    while (reader.current !== END && !this.has(reader.current)) reader.advance();
  }

  /** Reads the current word, shortened if it is long. Null at the end of the text. */
  readWord(reader: CharacterReader): string | null {
    if (reader.current === END) return null;
    let word = '';
    let length = 0;
    for (; reader.current !== END && !this.has(reader.current); length += 1, reader.advance()) {
      if (length === MAX_WORD_LENGTH) return `${word}…`;
      word += reader.current >= NOT_UTF8 ? '\ufffd' : String.fromCodePoint(reader.current);
    }
    return word;
  }
}

/** Maximum length of a word that `readWord` returns, characters. */
const MAX_WORD_LENGTH = 100;

function isAsciiBlank(kind: BlanksKind, code: number): boolean {
  switch (kind) {
    case 'testlib':
      return code === 9 || code === 10 || code === 13 || code === 32;
    case 'cOrNul':
      return code === 0 || isAsciiBlank('c', code);
    case 'notNumeric':
      return !'-.0123456789'.includes(String.fromCharCode(code));
    case 'c':
    case 'unicode':
      return (code >= 9 && code <= 13) || code === 32;
  }
}

/** Returns whether a character that isn't ASCII is a blank of Unicode. */
function isUnicodeBlank(code: number): boolean {
  if (code >= 0x2000 && code <= 0x200a) return true;
  return otherBlanks.has(code);
}

const otherBlanks: ReadonlySet<number> = new Set([
  0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000,
]);
