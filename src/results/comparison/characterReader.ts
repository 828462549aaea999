/** A value of `CharacterReader.current` after the last character. */
export const END = -1;

/** Bytes that aren't UTF-8 are this number plus the byte, so they differ from all characters. */
export const NOT_UTF8 = 0x110000;

/** Reads the characters of a text one after the other, without copying it. */
export interface CharacterReader {
  /** code point of the current character, `END` after the last one */
  readonly current: number;
  /** index of the current character in the text */
  readonly position: number;
  /** the whole text */
  readonly text: string | Uint8Array;
  /** Returns the UTF-16 unit or the byte at an index. Something that isn't a digit, letter, or blank if there is none */
  unitAt(index: number): number;
  advance(): void;
  /** Continues at the character that begins at this index. */
  moveTo(position: number): void;
}

/** Returns a reader at the first character. */
export function readerOf(text: string | Uint8Array): CharacterReader {
  return typeof text === 'string' ? new StringReader(text) : new Utf8Reader(text);
}

class StringReader implements CharacterReader {
  current = END;
  position = 0;
  private next = 0;
  private readonly length: number;

  constructor(readonly text: string) {
    this.length = text.length;
    this.advance();
  }

  unitAt(index: number): number {
    return this.text.charCodeAt(index);
  }

  advance(): void {
    const position = this.next;
    this.position = position;
    if (position >= this.length) {
      this.current = END;
      return;
    }
    const unit = this.text.charCodeAt(position);
    this.next = position + 1;
    this.current = unit;
    if (unit >= 0xd800 && unit <= 0xdbff) this.addLowSurrogate(unit);
  }

  moveTo(position: number): void {
    this.next = position;
    this.advance();
  }

  private addLowSurrogate(unit: number): void {
    const low = this.text.charCodeAt(this.next);
    if (!(low >= 0xdc00 && low <= 0xdfff)) return;
    this.next += 1;
    this.current = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
  }
}

class Utf8Reader implements CharacterReader {
  current = END;
  position = 0;
  private next = 0;
  private readonly length: number;

  constructor(readonly text: Uint8Array) {
    this.length = text.length;
    this.advance();
  }

  unitAt(index: number): number {
    return this.text[index] ?? 0;
  }

  advance(): void {
    const position = this.next;
    this.position = position;
    if (position >= this.length) {
      this.current = END;
      return;
    }
    const byte = this.text[position] ?? 0;
    this.next = position + 1;
    this.current = byte;
    if (byte >= 0x80) this.decode(byte);
  }

  moveTo(position: number): void {
    this.next = position;
    this.advance();
  }

  /** Decodes the character that begins with the byte `first` (0x80 or higher). `next` is the index of the byte after it. */
  private decode(first: number): void {
    this.current = NOT_UTF8 + first;
    if (first < 0xc2 || first > 0xf4) return;
    const count = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
    let code = first & (0x3f >> count);
    for (let index = 0; index < count; index += 1) {
      const byte = this.text[this.next + index] ?? 0;
      if ((byte & 0xc0) !== 0x80) return;
      code = (code << 6) | (byte & 0x3f);
    }
    const smallest = count === 3 ? 0x10000 : count === 2 ? 0x800 : 0x80;
    const isSurrogate = code >= 0xd800 && code <= 0xdfff;
    if (code < smallest || code > 0x10ffff || isSurrogate) return;
    this.current = code;
    this.next += count;
  }
}
