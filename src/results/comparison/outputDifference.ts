import { Blanks } from './blanks';
import { END, readerOf, type CharacterReader } from './characterReader';
import type { Tolerance } from './comparisonRule';
import { lineAt } from './equalText';
import { WordComparison } from './wordComparison';

/** The only kind of difference between two outputs. `number`: numbers that differ by at most `SMALL_ERROR` */
export type SmallDifference = 'blanks' | 'letterCase' | 'number' | 'order';

export interface Difference {
  readonly kind: SmallDifference | 'word';
  /** line of the output; the first one is 1 */
  readonly line: number;
  /** start of the word; null: no more words are expected, or only blanks differ */
  readonly expected: string | null;
  /** start of the word; null: the output has no more words, or only blanks differ */
  readonly actual: string | null;
}

/** The absolute and relative error that a judge is likely to accept. */
export const SMALL_ERROR = 1e-6;

const blanks = new Blanks('c');

/**
 * Compares the rest of two texts more generously than any rule, and returns the first word that differs. If there is none,
 * returns the first small difference. `tolerance`: that of the rule; absent: it has none, and integers must be equal
 */
export function findDifference(
  actual: CharacterReader,
  wanted: CharacterReader,
  tolerance: Tolerance | undefined,
): Difference {
  const generous = {
    unit: 'tokens',
    caseless: 'unicode',
    tolerance: tolerance ?? { absolute: SMALL_ERROR, relative: SMALL_ERROR },
  } as const;
  const words = new WordComparison(generous, actual, wanted, tolerance === undefined);
  let first: Difference | null = null;
  const start = actual.position;
  for (;;) {
    blanks.skip(actual);
    blanks.skip(wanted);
    if (actual.current === END && wanted.current === END)
      return first ?? { kind: 'blanks', line: lineAt(actual, start), expected: null, actual: null };
    const kind = words.compareWord();
    if (kind !== null && first) words.skipSimilarNumbers();
    if (kind === 'nothing' || (kind !== null && first)) continue;
    if (kind === null) return differenceHere('word', actual, wanted);
    words.returnToWord();
    first = differenceHere(kind, actual, wanted);
    blanks.skipWord(actual);
    blanks.skipWord(wanted);
  }
}

function differenceHere(
  kind: Difference['kind'],
  actual: CharacterReader,
  wanted: CharacterReader,
): Difference {
  const line = lineAt(actual, actual.position);
  return { kind, line, expected: blanks.readWord(wanted), actual: blanks.readWord(actual) };
}

/** Returns whether two texts consist of the same words in any order. */
export function hasSameWords(output: string | Uint8Array, expected: string | Uint8Array): boolean {
  const [sum, other] = [sumOfWords(output), sumOfWords(expected)];
  return sum.every((part, index) => part === other[index]);
}

/** Returns the number of words, and the sums of two hashes of each. Different words have the same sums only by chance. */
function sumOfWords(text: string | Uint8Array): readonly number[] {
  const reader = readerOf(text);
  let [count, sum, otherSum] = [0, 0, 0];
  for (;;) {
    blanks.skip(reader);
    if (reader.current === END) return [count, sum, otherSum];
    let [hash, otherHash] = [0x811c9dc5, 0x12345678];
    for (; reader.current !== END && !blanks.has(reader.current); reader.advance()) {
      hash = Math.imul(hash ^ reader.current, 0x01000193);
      otherHash = Math.imul(otherHash ^ reader.current, 0x5bd1e995);
    }
    count += 1;
    sum = (sum + (hash ^ (hash >>> 15))) | 0;
    otherSum = (otherSum + (otherHash ^ (otherHash >>> 13))) | 0;
  }
}
