/**
 * The UTF-16 code units of a text. Asking a string for one unit after the other costs several times what an array
 * takes, and a message can be 50 MB.
 */
export type CodeUnits = Uint16Array;

const littleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
/** Node copies the memory as it is. */
const copies = littleEndian && typeof Buffer === 'function';

/** Copies the units of a text; two bytes each. */
export function unitsOf(text: string): CodeUnits {
  if (copies) {
    const bytes = Buffer.from(text, 'utf16le');
    return new Uint16Array(bytes.buffer, bytes.byteOffset, text.length);
  }
  const units = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at);
  return units;
}

const shared = copies ? Buffer.allocUnsafeSlow(128 * 1024) : null;

/**
 * The same as `unitsOf` for one message at a time, without memory of its own for a short one, as most are: good until
 * it is called again.
 */
export function borrowUnits(text: string): CodeUnits {
  if (!shared || text.length * 2 > shared.length) return unitsOf(text);
  shared.write(text, 'utf16le');
  return new Uint16Array(shared.buffer, shared.byteOffset, text.length);
}

export function isDigit(unit: number | undefined): boolean {
  return unit !== undefined && unit >= 0x30 && unit <= 0x39;
}

/** The number that the digits from `from` to `end` write, which are at most nine. */
export function numberAt(units: CodeUnits, from: number, end: number): number {
  let value = 0;
  for (let at = from; at < end; at++) value = value * 10 + (units[at] ?? 0) - 0x30;
  return value;
}
