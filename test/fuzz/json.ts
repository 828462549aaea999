// JSON as text instead of values, so that it can contain repeated fields, huge numbers, and the key `__proto__`.
import fc from 'fast-check';
import { awkwardText } from './characters';

/** A part of a JSON text; null if it is omitted. */
export type Part = fc.Arbitrary<string | null>;

const utf16 = fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit));

/** Any text of a field: all UTF-16 units, escape sequences, and marks of text direction. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.string({ maxLength: 12 }) },
  { weight: 2, arbitrary: fc.string({ unit: utf16, maxLength: 12 }) },
  { weight: 2, arbitrary: awkwardText },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...[
        '',
        ' ',
        'ok accepted',
        'Wrong Answer. On line 1 column 6, read 1, expected 3.',
        '答案错误',
        '\n\n',
      ],
      ...['\ud800', '\udc00\ud800', '\u202e\u2066abc', '\x1b[31mred\x1b[0m', '\x1b]8;;http://x\x07', '\0'],
      ...['__proto__', '</script><img src=x onerror=alert(1)>', '[x](command:y)', '```', '{0}', '\u2028'],
    ),
  },
);

const quoted = anyText.map((text) => JSON.stringify(text));

/** Numbers, and texts that look like numbers. */
export const numberLike: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.nat(20).map(String) },
  { weight: 2, arbitrary: fc.integer().map(String) },
  { weight: 2, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }).map(String) },
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      ...['null', '-0', '-1', '1e308', '-1e308', '1e309', '-1e999', '5e-324', '1e-400', '0.1'],
      ...['9007199254740993', '123456789012345678901234567890', '1E+2', '2147483648'],
      ...['"7"', '" -3 "', '"1e400"', '"-0"', '"+5"', '"0012"', '".5"'],
    ),
  },
);

/** Values of other types in place of a number. */
export const noNumber: fc.Arbitrary<string> = fc.constantFrom(
  ...['""', '"NaN"', '"Infinity"', '"-Infinity"', '"0x10"', '"1,5"', '"١"', '"1e"', '"--1"', '"1_000"'],
  ...['true', 'false', '[]', '{}', '[1]', '{"valueOf":1}', '{"toString":1}'],
);

/** Nested lists and objects, far deeper than every limit. */
const deep: fc.Arbitrary<string> = fc
  .tuple(
    fc.oneof(
      { weight: 20, arbitrary: fc.integer({ min: 1, max: 80 }) },
      { weight: 1, arbitrary: fc.constantFrom(1000, 20_000) },
    ),
    fc.constantFrom<readonly [string, string]>(
      ['[', ']'],
      ['{"a":', '}'],
      ['{"__proto__":', '}'],
      ['[1,', ']'],
    ),
  )
  .map(([levels, [open, close]]) => `${open.repeat(levels)}0${close.repeat(levels)}`);

const long: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 17 })
  .map((power) => JSON.stringify('长x\t'.repeat(1 << power)));

/** Any JSON. */
export const anyJson: fc.Arbitrary<string> = fc.oneof(
  { weight: 20, arbitrary: numberLike },
  { weight: 20, arbitrary: noNumber },
  { weight: 20, arbitrary: quoted },
  { weight: 20, arbitrary: fc.json({ maxDepth: 3 }) },
  { weight: 5, arbitrary: deep },
  { weight: 1, arbitrary: long },
  {
    weight: 10,
    arbitrary: fc.constantFrom(
      ...['[]', '{}', 'null', '[[]]', '{"":0}', '{"length":3}', '{"__proto__":{"polluted":1}}'],
      '{"constructor":{"prototype":{"polluted":1}}}',
    ),
  },
);

const oddKey = fc.constantFrom(
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'extra', 'judger', '', '\ud800'],
  ...['id', 'status', 'cases', 'subtasks', 'data', 'compile', 'judge', 'type', 'message', '0', '-1', '1.5'],
);

/** Additional members: unknown ones, or a repeated one. */
const more: fc.Arbitrary<readonly (readonly [string, string])[]> = fc.oneof(
  { weight: 9, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.array(fc.tuple(oddKey, anyJson), { minLength: 1, maxLength: 3 }) },
);

/** An object with these fields, and sometimes additional ones before or after them. */
export function objectOf(fields: Readonly<Record<string, Part>>): fc.Arbitrary<string> {
  const names = Object.keys(fields);
  return fc.tuple(fc.tuple(...Object.values(fields)), more, fc.boolean()).map(([values, extra, first]) => {
    const own = values.flatMap((value, at) => (value === null ? [] : [member(names[at] ?? '', value)]));
    const others = extra.map(([key, value]) => member(key, value));
    return `{${(first ? [...others, ...own] : [...own, ...others]).join(',')}}`;
  });
}

function member(key: string, value: string): string {
  return `${JSON.stringify(key)}:${value}`;
}

/** A list of these items, or an object with IDs as keys. */
export function listOf(item: fc.Arbitrary<string>, maxLength: number): fc.Arbitrary<string> {
  const items = fc.array(item, { maxLength });
  const keys = fc.oneof(fc.nat(9).map(String), oddKey);
  return fc.oneof(
    { weight: 8, arbitrary: items.map((all) => `[${all.join(',')}]`) },
    {
      weight: 1,
      arbitrary: fc
        .array(fc.tuple(keys, item), { maxLength })
        .map((all) => `{${all.map(([key, value]) => member(key, value)).join(',')}}`),
    },
    { weight: 1, arbitrary: fc.constant('null') },
  );
}

/** A text damaged by a connection or a disk: truncated, doubled, or with other characters. */
export function damaged(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(text, fc.constantFrom('cut', 'twice', 'replaced', 'inserted'), fc.nat(), fc.nat(), anyText)
    .map(([whole, how, a, b, other]) => {
      const from = a % (whole.length + 1);
      const to = Math.min(whole.length, from + (b % 20));
      switch (how) {
        case 'cut':
          return whole.slice(0, from);
        case 'twice':
          return whole.slice(0, to) + whole.slice(from);
        case 'replaced':
          return whole.slice(0, from) + other + whole.slice(to);
        default:
          return whole.slice(0, from) + other + whole.slice(from);
      }
    });
}

/** Parses JSON; undefined if it isn’t valid. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
