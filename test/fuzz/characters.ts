// The characters that cleaning is for: whatever steers a terminal or the reading direction, or can't be seen.
import fc from 'fast-check';

const points = Array.from({ length: 0x110000 }, (_, point) => point);

/** C0 and C1, what formats, what may be drawn as nothing, and the ends of lines. */
const steering = points
  .map((point) => String.fromCodePoint(point))
  .filter((character) => /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/u.test(character));

/** Each of their UTF-16 units once: halves of pairs come alone, too. */
const steeringUnits = [...new Set(steering.flatMap((character) => character.split('')))];

/** A terminal's strings and sequences, opened, closed and cut off. */
const sequences = [
  ...['\x1b', '\x1b[', '\x1b[31m', '\x1b]8;;', '\x1b]0;', '\x1bP', '\x1b\\', '\x1b(B', '\x07'],
  ...['\x90', '\x98', '\x9b', '\x9b31m', '\x9c', '\x9d', '\x9e', '\x9f', '\x85'],
];

/** A character or a few: most of them such as cleaning is for. */
export const awkward: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...steering) },
  { weight: 4, arbitrary: fc.constantFrom(...steeringUnits) },
  { weight: 4, arbitrary: fc.constantFrom(...sequences) },
  { weight: 2, arbitrary: fc.integer({ min: 0xd800, max: 0xdfff }).map((unit) => String.fromCharCode(unit)) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      'a',
      ' ',
      '\n',
      '\r\n',
      '\t',
      '😀',
      '变',
      '](',
      '$(',
      '`',
      '\\',
      'https://',
      '\\u0026',
    ),
  },
);

export const awkwardText: fc.Arbitrary<string> = fc
  .array(awkward, { maxLength: 40 })
  .map((parts) => parts.join(''));
