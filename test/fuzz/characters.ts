// Characters that cleaning must remove: those that control a terminal or the text direction, or are invisible.
import fc from 'fast-check';

const points = Array.from({ length: 0x110000 }, (_, point) => point);

/** C0 and C1 controls, format characters, invisible characters, and line ends. */
const steering = points
  .map((point) => String.fromCodePoint(point))
  .filter((character) => /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/u.test(character));

/** Each of their UTF-16 units once, including single surrogates. */
const steeringUnits = [...new Set(steering.flatMap((character) => character.split('')))];

/** Escape sequences and strings of terminals: opened, closed, and truncated. */
const sequences = [
  ...['\x1b', '\x1b[', '\x1b[31m', '\x1b]8;;', '\x1b]0;', '\x1bP', '\x1b\\', '\x1b(B', '\x07'],
  ...['\x90', '\x98', '\x9b', '\x9b31m', '\x9c', '\x9d', '\x9e', '\x9f', '\x85'],
];

/** One or a few characters, most of which cleaning must remove. */
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
