import type { CharacterReader } from './characterReader';

const LF = 10;

/**
 * Moves two readers over everything that is equal from their positions on, up to the start of a character.
 */
export function skipEqual(actual: CharacterReader, wanted: CharacterReader): void {
  let count = equalUnits(actual.text, wanted.text, actual.position, wanted.position);
  while (count > 0 && isInsideCharacter(actual.text, actual.position + count)) count -= 1;
  actual.moveTo(actual.position + count);
  wanted.moveTo(wanted.position + count);
}

/** Returns how many UTF-16 units or bytes are equal from these positions on. */
function equalUnits(
  text: string | Uint8Array,
  other: string | Uint8Array,
  position: number,
  otherPosition: number,
): number {
  const most = Math.min(text.length - position, other.length - otherPosition);
  if (typeof text === 'string')
    return typeof other === 'string'
      ? equalInStrings(text, other, position, otherPosition, most)
      : equalInMixed(other, text, otherPosition, position, most);
  return typeof other === 'string'
    ? equalInMixed(text, other, position, otherPosition, most)
    : equalInBytes(text, other, position, otherPosition, most);
}

function equalInStrings(
  text: string,
  other: string,
  position: number,
  otherPosition: number,
  most: number,
): number {
  let count = 0;
  while (count < most && text.charCodeAt(position + count) === other.charCodeAt(otherPosition + count))
    count += 1;
  return count;
}

function equalInBytes(
  text: Uint8Array,
  other: Uint8Array,
  position: number,
  otherPosition: number,
  most: number,
): number {
  let count = 0;
  while (count < most && text[position + count] === other[otherPosition + count]) count += 1;
  return count;
}

/** Stops at the first character that isn't ASCII. */
function equalInMixed(
  bytes: Uint8Array,
  other: string,
  position: number,
  otherPosition: number,
  most: number,
): number {
  let count = 0;
  for (; count < most; count += 1) {
    const byte = bytes[position + count] ?? 0;
    if (byte >= 0x80 || byte !== other.charCodeAt(otherPosition + count)) break;
  }
  return count;
}

function isInsideCharacter(text: string | Uint8Array, position: number): boolean {
  const unit = unitAt(text, position);
  return typeof text === 'string' ? unit >= 0xdc00 && unit <= 0xdfff : unit >= 0x80 && unit < 0xc0;
}

/** Returns the UTF-16 unit or the byte at an index. Something that isn't a digit, letter, or blank if there is none */
export function unitAt(text: string | Uint8Array, index: number): number {
  return typeof text === 'string' ? text.charCodeAt(index) : (text[index] ?? 0);
}

/** Returns the number of the line at a position. The first line is 1. */
export function lineAt(text: string | Uint8Array, position: number): number {
  let line = 1;
  for (let index = 0; index < position; index += 1) if (unitAt(text, index) === LF) line += 1;
  return line;
}
