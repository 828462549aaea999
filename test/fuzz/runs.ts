// Texts with a beginning that a reader recognizes, a run of one unit, and an end. If two parts of a regular expression match
// the same characters, it tries every division of the run between them, which takes quadratic time.
import fc from 'fast-check';
import { areLinear } from './growth';
import { textReaders } from './readers';
import { target } from './target';

/** Characters that regular expressions repeat. */
const units = [
  ...[' ', '\t', '\n', '\r', '\x1b', '\u2028', ' \n', '\n\n'],
  ...['+', '-', '^', '~', '|', '*', '#', '@', '=', '_', '.', ',', ':', '：', ';', '!', '?', '%', '&', '$'],
  ...['"', "'", '`', '‘', '(', ')', '[', ']', '{', '}', '<', '>', '/', '\\', '│', '└'],
  ...['1', 'a', 'Z', '变', '\u0301', '😀', '1 ', 'a ', 'a.', 'a/', '1:', ': ', '://', '\\u'],
];
const tails = ['', 'x', '1', '!', ' ', '\n', '\nx', '"', ')', ':', '|', '\u2028'];

/** Maximum position of a run in characters, and in lines. */
const [farthest, mostLines] = [400, 12];

/** Returns the beginnings of a text up to the end of each of its lines. */
export function wholeLines(text: string): string[] {
  const lines = text.split('\n').slice(0, mostLines);
  return lines.map((_, at) => `${lines.slice(0, at + 1).join('\n')}\n`);
}

/** Returns the beginnings of a text up to the end of each of its words. */
function wholeWords(text: string): string[] {
  const words = text.slice(0, farthest).matchAll(/\p{L}+|\p{N}+|[^\p{L}\p{N}]/gu);
  return ['', ...Array.from(words, ({ index, 0: word }) => text.slice(0, index + word.length))];
}

/** Maximum length of a repeated piece: a few words between two parts of a regular expression. */
const longestPiece = 30;

/** Returns a function that makes a text for each unit, of about the given size: each head followed by a run of the unit. */
export function runsBehind(heads: readonly string[], tail: string, of: readonly string[]) {
  return (size: number): Record<string, string> =>
    Object.fromEntries(
      of.map((unit) => {
        const run = unit.repeat(Math.ceil(size / heads.length / unit.length)) + tail;
        return [
          `${JSON.stringify(unit)} before ${JSON.stringify(tail)}`,
          heads.map((head) => head + run).join('\n'),
        ];
      }),
    );
}

const run = fc
  .record({
    reader: fc.constantFrom(...textReaders),
    sample: fc.nat(),
    /** null: after the lines of the sample; else after some of its words */
    words: fc.option(fc.nat(), { freq: 2 }),
    tail: fc.constantFrom(...tails),
    /** additional units: pieces of the sample, beginning at `at` */
    pieces: fc.array(fc.record({ at: fc.nat(), length: fc.integer({ min: 1, max: longestPiece }) }), {
      maxLength: 6,
    }),
  })
  .map(({ reader: { samples, read }, sample, words, tail, pieces }) => {
    const text = samples[sample % samples.length] ?? '';
    const all = words === null ? wholeLines(text) : wholeWords(text);
    const from = (words ?? 0) % all.length;
    const repeated = pieces.map(({ at, length }) => text.slice(at % (text.length + 1)).slice(0, length));
    const own = [...units, ...repeated.filter((piece) => piece !== '')];
    return { read, heads: all.slice(from, from + mostLines), tail, units: own };
  });

export const runTimes = target(
  'time of runs',
  // shrinking would take too long
  fc.noShrink(run),
  ({ heads, tail, units: own, read }) => areLinear(runsBehind(heads, tail, own), read),
  { cost: 400 },
);
