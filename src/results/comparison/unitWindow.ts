/** Number of units that are copied at first, and after one that isn't ASCII. */
const MIN_LENGTH = 256;

/** Maximum number of units that are copied at once. */
const MAX_LENGTH = 32 * 1024;

const encoder = new TextEncoder();

/**
 * Reads the UTF-16 units or the bytes of a text, best in ascending order. Strings are read through a small copy of a part of
 * them, because code that reads both bytes and strings takes twice the time.
 */
export class UnitWindow {
  /** a part of the text */
  bytes: Uint8Array;
  /** index of this part in the text */
  start = 0;
  /** number of units or bytes in this part; of a string, all are ASCII */
  length: number;
  private nextLength = MIN_LENGTH;

  constructor(private readonly text: string | Uint8Array) {
    if (typeof text === 'string') {
      this.bytes = new Uint8Array(Math.min(text.length, MAX_LENGTH));
      this.length = 0;
    } else {
      // the same class, although a text can be a `Buffer`
      this.bytes = new Uint8Array(text.buffer, text.byteOffset, text.length);
      this.length = text.length;
    }
  }

  /** Returns the unit or byte at an index; 0 after the end. */
  unitAt(index: number): number {
    const offset = index - this.start;
    return offset >= 0 && offset < this.length ? (this.bytes[offset] ?? 0) : this.unitOutside(index);
  }

  /** Moves to this part of a string, unless it begins with a unit that isn't ASCII. */
  private unitOutside(index: number): number {
    const { text } = this;
    if (typeof text !== 'string' || index >= text.length) return 0;
    const unit = text.charCodeAt(index);
    if (unit >= 0x80) return unit;
    const { read, written } = encoder.encodeInto(text.slice(index, index + this.nextLength), this.bytes);
    const isAscii = read === written;
    this.start = index;
    this.length = isAscii ? read : this.bytes.findIndex((byte) => byte >= 0x80);
    this.nextLength = isAscii ? Math.min(2 * this.nextLength, MAX_LENGTH) : MIN_LENGTH;
    return unit;
  }
}
