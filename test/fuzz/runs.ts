// A beginning that a reader knows, a run of one unit, and an end: where two parts of a pattern match the same, the run is
// divided between them in every way, which costs its square.
import fc from 'fast-check';
import { areLinear } from './growth';
import { textReaders } from './readers';
import { target } from './target';

/** What patterns repeat. */
const units = [
  ...[' ', '\t', '\n', '\r', '\x1b', '\u2028', ' \n', '\n\n'],
  ...['+', '-', '^', '~', '|', '*', '#', '@', '=', '_', '.', ',', ':', '：', ';', '!', '?', '%', '&', '$'],
  ...['"', "'", '`', '‘', '(', ')', '[', ']', '{', '}', '<', '>', '/', '\\', '│', '└'],
  ...['1', 'a', 'Z', '变', '\u0301', '😀', '1 ', 'a ', 'a.', 'a/', '1:', ': ', '://', '\\u'],
];
const tails = ['', 'x', '1', '!', ' ', '\n', '\nx', '"', ')', ':', '|', '\u2028'];

/** Characters at the beginning of a text after which a run may begin, and lines of it. */
const [farthest, mostLines] = [400, 12];

/** The beginnings of a text up to the end of each of its lines. */
export function wholeLines(text: string): string[] {
  const lines = text.split('\n').slice(0, mostLines);
  return lines.map((_, at) => `${lines.slice(0, at + 1).join('\n')}\n`);
}

/** The same up to where one kind of character follows another. */
function wholeWords(text: string): string[] {
  const words = text.slice(0, farthest).matchAll(/\p{L}+|\p{N}+|[^\p{L}\p{N}]/gu);
  return ['', ...Array.from(words, ({ index, 0: word }) => text.slice(0, index + word.length))];
}

/** Characters of a piece that is repeated: enough for a few words between two parts of a pattern. */
const longestPiece = 30;

/** Makes a text of about so many characters for each unit, by what it repeats: a run of it behind each of the heads. */
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
    /** null: behind the lines of the sample, else behind a few of its words */
    words: fc.option(fc.nat(), { freq: 2 }),
    tail: fc.constantFrom(...tails),
    /** pieces of the sample that are repeated as well, from `at` on */
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
  // each smaller one would take its time again
  fc.noShrink(run),
  ({ heads, tail, units: own, read }) => areLinear(runsBehind(heads, tail, own), read),
  { cost: 400 },
);
