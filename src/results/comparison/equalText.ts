import type { CharacterReader } from './characterReader';

const LF = 10;

/**
 * Moves two readers over everything that is equal from their positions on, up to the start of a character. `isCaseless`: the
 * case of the letters A to Z is ignored
 */
export function skipEqual(actual: CharacterReader, wanted: CharacterReader, isCaseless = false): void {
  let count = equalUnits(actual.text, wanted.text, actual.position, wanted.position, isCaseless);
  while (count > 0 && isInsideCharacter(actual, actual.position + count)) count -= 1;
  actual.moveTo(actual.position + count);
  wanted.moveTo(wanted.position + count);
}

/** Returns how many UTF-16 units or bytes are equal from these positions on. */
function equalUnits(
  text: string | Uint8Array,
  other: string | Uint8Array,
  position: number,
  otherPosition: number,
  isCaseless: boolean,
): number {
  const most = Math.min(text.length - position, other.length - otherPosition);
  if (typeof text === 'string')
    return typeof other === 'string'
      ? equalInStrings(text, other, position, otherPosition, most, isCaseless)
      : equalInMixed(other, text, otherPosition, position, most, isCaseless);
  return typeof other === 'string'
    ? equalInMixed(text, other, position, otherPosition, most, isCaseless)
    : equalInBytes(text, other, position, otherPosition, most, isCaseless);
}

function equalInStrings(
  text: string,
  other: string,
  position: number,
  otherPosition: number,
  most: number,
  isCaseless: boolean,
): number {
  let count = 0;
  for (; count < most; count += 1) {
    const unit = text.charCodeAt(position + count);
    const wanted = other.charCodeAt(otherPosition + count);
    if (unit !== wanted && !(isCaseless && isSameLetter(unit, wanted))) break;
  }
  return count;
}

function equalInBytes(
  text: Uint8Array,
  other: Uint8Array,
  position: number,
  otherPosition: number,
  most: number,
  isCaseless: boolean,
): number {
  let count = 0;
  for (; count < most; count += 1) {
    const byte = text[position + count] ?? 0;
    const wanted = other[otherPosition + count] ?? 0;
    if (byte !== wanted && !(isCaseless && isSameLetter(byte, wanted))) break;
  }
  return count;
}

/** Like `equalUnits`, but stops at the first character that isn't ASCII. */
function equalInMixed(
  bytes: Uint8Array,
  other: string,
  position: number,
  otherPosition: number,
  most: number,
  isCaseless: boolean,
): number {
  let count = 0;
  for (; count < most; count += 1) {
    const byte = bytes[position + count] ?? 0;
    const unit = other.charCodeAt(otherPosition + count);
    if (byte >= 0x80 || (byte !== unit && !(isCaseless && isSameLetter(byte, unit)))) break;
  }
  return count;
}

/** Bit in which the lower case of a letter of ASCII differs from its upper case. */
const LOWER_CASE = 32;

/** Returns whether two different units are the same letter of ASCII. */
function isSameLetter(unit: number, other: number): boolean {
  const letter = unit | LOWER_CASE;
  return (unit ^ other) === LOWER_CASE && letter >= 97 && letter <= 122;
}

function isInsideCharacter(reader: CharacterReader, position: number): boolean {
  const unit = reader.unitAt(position);
  return typeof reader.text === 'string' ? unit >= 0xdc00 && unit <= 0xdfff : unit >= 0x80 && unit < 0xc0;
}

/** Returns the number of the line at a position. The first line is 1. */
export function lineAt(reader: CharacterReader, position: number): number {
  let line = 1;
  for (let index = 0; index < position; index += 1) if (reader.unitAt(index) === LF) line += 1;
  return line;
}
