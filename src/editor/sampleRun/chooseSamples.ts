import type { Sample } from '../../service';

export interface ChosenSamples {
  readonly samples: readonly Sample[];
  /** how many were left out: too many, or too large */
  readonly left: number;
}

const most = 100;
/** characters of input and expected output, of one sample and of all */
const longest = 1024 * 1024;
const longestTogether = 4 * longest;

/** Each sample once, as many and as much as is sent at most. */
export function chooseSamples(samples: readonly Sample[]): ChosenSamples {
  const all = new Map(samples.map((one) => [JSON.stringify([one.input, one.expected]), one]));
  const chosen: Sample[] = [];
  let together = 0;
  for (const one of all.values()) {
    const length = one.input.length + one.expected.length;
    if (chosen.length >= most || length > longest || together + length > longestTogether) continue;
    chosen.push(one);
    together += length;
  }
  return { samples: chosen, left: all.size - chosen.length };
}

/**
 * The pairs of input and expected output among the names of a folder: `1.in` with `1.out` or `1.ans`. Where some are
 * named after the program (`A.cpp`: `A.in`, `A1.in`, `A-2.in`), only those.
 */
export function samplePairs(
  program: string,
  names: readonly string[],
): { input: string; expected: string }[] {
  const known = new Set(names);
  const bases = names
    .filter((name) => name.endsWith('.in'))
    .map((name) => name.slice(0, -'.in'.length))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const stem = program.replace(/\.[^.]*$/, '');
  const pairs = bases.flatMap((base) => {
    const expected = [`${base}.out`, `${base}.ans`].find((name) => known.has(name));
    return expected === undefined ? [] : [{ isOwn: isNamedAfter(stem, base), input: `${base}.in`, expected }];
  });
  const hasOwn = pairs.some(({ isOwn }) => isOwn);
  return pairs.filter(({ isOwn }) => isOwn === hasOwn).map(({ input, expected }) => ({ input, expected }));
}

/** `A1` and `A-2` are about `A`; `P1001` is not about `P100`, nor `Ab` about `A`. */
function isNamedAfter(stem: string, name: string): boolean {
  if (!name.startsWith(stem)) return false;
  const rest = name.slice(stem.length);
  return !/^\p{L}/u.test(rest) && !(/\d$/.test(stem) && /^\d/.test(rest));
}
