import { isSampleNameOf, samplePairs } from './samplePairs';
import { MAX_SAMPLE_NAMES } from './limits';

/** Files of a new sample in the program's folder. */
export interface SampleNames {
  readonly input: string;
  readonly expected: string;
}

/** Extensions of sample files. `.out` and `.ans` contain the expected output. */
const sampleExtensions = ['.in', '.out', '.ans'];

/**
 * Returns file names for a sample so that `samplePairs` finds them for the program, in the order of preference: `a.4.in`
 * and `a.4.ans`, then `a.4-2.in`. If the program has samples without the name of any program (`1.in` and `1.out`), also
 * returns such names, so that `samplePairs` doesn't ignore the existing samples.
 * @param program file name: `a.cpp`
 * @param existing files in the folder
 * @param name name of the case within its record: `4`, `2-1`
 */
export function sampleNames(program: string, existing: readonly string[], name: string): SampleNames[] {
  const pairs = samplePairs(program, existing);
  const areForAnyProgram = pairs.some(({ input }) => !isSampleNameOf(stemOf(program), baseName(input)));
  const start = areForAnyProgram ? '' : `${stemOf(program)}.`;
  const extension = /\.out(?:\.|$)/i.test(pairs[0]?.expected ?? '') ? '.out' : '.ans';
  const number = /^\d{1,9}(?:-\d{1,9})?$/.test(name) ? name : '1';
  return Array.from({ length: MAX_SAMPLE_NAMES }, (_, at) => {
    const base = `${start}${number}${at === 0 ? '' : `-${at + 1}`}`;
    return { input: `${base}.in`, expected: `${base}${extension}` };
  });
}

/** Returns whether the folder has no file of this sample, under any of the extensions. Ignores case. */
export function isFree({ input }: SampleNames, existing: readonly string[]): boolean {
  const taken = sampleExtensions.map((extension) => `${stemOf(input)}${extension}`.toLowerCase());
  return !existing.some((name) => taken.includes(name.toLowerCase()));
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function stemOf(name: string): string {
  return name.replace(/\.[^.]*$/, '');
}
