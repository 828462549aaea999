/**
 * The UTF-16 code units of a text. Asking a string for one unit after the other costs several times what an array
 * takes, and a message can be 50 MB.
 */
export type Units = Uint16Array;

const littleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
/** Node copies the memory as it is. */
const copies = littleEndian && typeof Buffer === 'function';

/** Copies the units of a text; two bytes each. */
export function unitsOf(text: string): Units {
  if (copies) {
    const bytes = Buffer.from(text, 'utf16le');
    return new Uint16Array(bytes.buffer, bytes.byteOffset, text.length);
  }
  const units = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at);
  return units;
}
