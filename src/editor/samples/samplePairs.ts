import { languagesWith } from '../../judges/fileExtensions';

/** Files of a sample, as paths relative to the program's folder: `1.in`, `test/sample-1.in`. */
export interface SampleFileNames {
  readonly input: string;
  /** null: the folder has no expected output for this input */
  readonly expected: string | null;
}

/** Folders next to a program that contain samples of it, as `oj` and `acc` download them. */
export const sampleFolders = ['test', 'tests'] as const;

/** Words for inputs and for expected outputs in file names. If there are several expected outputs, the first is used. */
const inputWords = ['in', 'inp', 'input'];
const expectedWords = ['out', 'ans', 'output', 'answer'];

const words = [...inputWords, ...expectedWords].join('|');
/** `1.in`, `SUM.OUT`, `sum.in.1`, `sum.out.1a` */
const withExtension = new RegExp(`\\.(${words})(?:\\.(\\d{1,9}[a-z]?))?$`, 'i');
/** `in1.txt`, `a_output0.txt` */
const numberedText = new RegExp(`(?:^|[-_. ])(${words})[-_]?(\\d{1,9})\\.txt$`, 'i');

/** A file name that may belong to a sample. */
interface NamedFile {
  readonly name: string;
  /** path of the folder, then a slash; empty for the program's folder */
  readonly folder: string;
  /** the part before the word, without the folder; may be empty */
  readonly base: string;
  /** in lower case */
  readonly word: string;
  readonly number: string;
}

interface FoundFiles extends SampleFileNames {
  /** the parts of the name by which samples are sorted */
  readonly order: readonly string[];
  readonly owner: 'program' | 'anyProgram';
}

/**
 * Finds the samples of a program in its folder, in numerical order. If some with an expected output have the name of the
 * program (`A.cpp`: `A.in`, `A1.in`, `A-2.in`), returns only those. If not, also returns those without the name of a
 * problem. Ignores the letter case. An input without an expected output counts if it has the name of the program or a
 * number.
 * @param names paths of all files in the folder and in `sampleFolders`
 */
export function samplePairs(program: string, names: readonly string[]): SampleFileNames[] {
  const files = names.flatMap(namedFile);
  const stems = [program, ...names.filter(isProgram)].map(stemOf);
  const byKey = new Map<string, NamedFile[]>();
  for (const file of files.filter(isExpected))
    byKey.set(keyOf(file), [...(byKey.get(keyOf(file)) ?? []), file]);
  const found = files.filter(isInput).flatMap((input): readonly FoundFiles[] => {
    const expected = preferred(byKey.get(keyOf(input)) ?? [], input);
    const owner = ownerOf(stemOf(program), stems, input);
    if (owner === 'otherProgram') return [];
    const isNumbered = input.number !== '' || /\d$/.test(input.base);
    if (expected === null && owner === 'anyProgram' && !isNumbered) return [];
    const order = [input.folder + input.base, input.number];
    return [{ input: input.name, expected, order, owner }];
  });
  const own = found.filter(({ owner }) => owner === 'program');
  const chosen = own.some(({ expected }) => expected !== null) ? own : found;
  return chosen
    .sort((a, b) => compareOrder(a.order, b.order))
    .map(({ input, expected }) => ({ input, expected }));
}

/** Returns the paths that are inputs of samples, of this or another program. */
export function sampleInputs(names: readonly string[]): readonly string[] {
  return names.filter((name) => namedFile(name).some(isInput));
}

const { compare } = new Intl.Collator('en', { numeric: true });

function compareOrder([base = '', number = '']: readonly string[], other: readonly string[]): number {
  const [otherBase = '', otherNumber = ''] = other;
  return compare(base, otherBase) || compare(number, otherNumber);
}

function namedFile(name: string): readonly NamedFile[] {
  const folder = name.slice(0, name.lastIndexOf('/') + 1);
  const fileName = name.slice(folder.length);
  const match = withExtension.exec(fileName) ?? numberedText.exec(fileName);
  if (!match) return [];
  const [, word = '', number = ''] = match;
  const base = fileName.slice(0, match.index);
  const isNamed = base !== '' || number !== '';
  return isNamed ? [{ name, folder, base, word: word.toLowerCase(), number }] : [];
}

function isInput({ word }: NamedFile): boolean {
  return inputWords.includes(word);
}

function isExpected(file: NamedFile): boolean {
  return !isInput(file);
}

/** Returns a key that the input and the expected outputs of a sample have in common. */
function keyOf({ name, folder, base, number }: NamedFile): string {
  const isText = /\.txt$/i.test(name);
  return JSON.stringify([folder, base.toLowerCase(), number.toLowerCase(), isText]);
}

/** Returns the file whose name has the letter case of the input, or else the one with the first word. */
function preferred(candidates: readonly NamedFile[], input: NamedFile): string | null {
  const rank = ({ base, word }: NamedFile): number =>
    expectedWords.indexOf(word) + (base === input.base ? 0 : expectedWords.length);
  const [first] = candidates.toSorted((a, b) => rank(a) - rank(b));
  return first?.name ?? null;
}

/** Returns whether a name in the program's folder belongs to a program in a known language. */
export function isProgram(name: string): boolean {
  const extension = /\.[^./]{1,20}$/.exec(name)?.[0].toLowerCase();
  return extension !== undefined && !name.includes('/') && languagesWith(extension).length > 0;
}

/** Returns whose sample an input is. The longest name of a program counts: `A1.in` belongs to `A1.cpp`, if it exists. */
function ownerOf(
  stem: string,
  stems: readonly string[],
  { base }: NamedFile,
): 'program' | 'otherProgram' | 'anyProgram' {
  const fitting = stems.filter((other) => isSampleNameOf(other, base));
  const longest = Math.max(...fitting.map(({ length }) => length));
  if (fitting.length > 0)
    return stem.length === longest && isSampleNameOf(stem, base) ? 'program' : 'otherProgram';
  return isOtherProblem(stem, base) ? 'otherProgram' : 'anyProgram';
}

/** Returns whether two file names differ only in their letter or number, as those of the problems of a contest do. */
function isOtherProblem(stem: string, base: string): boolean {
  const [own, other] = [stem, base].map((name) => /^(\p{L}+)(\d*)/u.exec(name));
  const [, ownLetters = '', ownNumber = ''] = own ?? [];
  const [, otherLetters = '', otherNumber = ''] = other ?? [];
  if (ownLetters.length === 1 && otherLetters.length === 1) return true;
  const isSeries = ownLetters.toLowerCase() === otherLetters.toLowerCase();
  return isSeries && ownNumber !== '' && otherNumber !== '' && ownNumber !== otherNumber;
}

/**
 * Returns whether a sample's name belongs to a program. `A1` and `A-2` belong to `A`, but `Ab` doesn't, and `P1001`
 * doesn't belong to `P100`. Ignores the letter case.
 */
export function isSampleNameOf(stem: string, name: string): boolean {
  if (!name.toLowerCase().startsWith(stem.toLowerCase())) return false;
  const rest = name.slice(stem.length);
  return !/^\p{L}/u.test(rest) && !(/\d$/.test(stem) && /^\d/.test(rest));
}

function stemOf(name: string): string {
  return name.replace(/\.[^.]*$/, '');
}
