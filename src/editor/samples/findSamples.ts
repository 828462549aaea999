import { readSized, sized, withoutForeignLinks, type RealPath } from '../shared/files/boundedReading';
import { namesIn, presentContent, presentText, type FileContent } from '../shared/files/files';
import { cphFolder } from '../shared/settings/settingsOfOthers';
import { Uri, workspace } from 'vscode';
import { findCphNgProblem } from './cphNgSamples';
import { bytesToBase64 } from '../../base/base64';
import type { CaseToRun, ProblemFiles } from '../../local';
import type { Sample } from '../../judges';
import type { SkippedSample } from './skippedSamples';
import { sampleFolders, samplePairs, type SampleFileNames } from './samplePairs';
import { fileName } from '../labels/recordLabels';
import { cphProblemOf, isCphFileOf, type CphProblem } from '../sourceFiles';
import {
  MAX_SAMPLE_FILES,
  MAX_SAMPLE_FILES_BYTES,
  MAX_SAMPLE_FILE_BYTES,
  MAX_SAMPLES,
  MAX_SAMPLE_LENGTH,
  MAX_SAMPLES_LENGTH,
} from './limits';

/** A sample whose expected output may be unknown. */
export type InputSample = CaseToRun;

/** Location of a sample that can be edited. */
export type SamplePlace =
  /** `expected`: null if the file doesn't exist */
  | { readonly kind: 'files'; readonly input: Uri; readonly expected: Uri | null }
  /** `index`: position among the tests in cph's file */
  | { readonly kind: 'cph'; readonly index: number };

/** A sample that can be edited. */
export interface StoredSample extends InputSample {
  readonly place: SamplePlace;
}

export interface FoundSamples
  extends ChosenSamples<InputSample>, Pick<CphProblem, 'time' | 'memory' | 'files' | 'isInteractive'> {}

/** Returns whether two samples differ only in blanks at the end, or not at all. */
export function isSameSample(one: InputSample, other: InputSample): boolean {
  return (
    one.input.trimEnd() === other.input.trimEnd() &&
    (one.expected ?? '').trimEnd() === (other.expected ?? '').trimEnd()
  );
}

/** Returns the samples that a judge can compare. */
export function withExpected(samples: readonly InputSample[]): readonly Sample[] {
  return samples.flatMap(({ input, expected }) => (expected === null ? [] : [{ input, expected }]));
}

/**
 * Finds the samples of a program: those that cph or CPH-NG stores, and files next to the program. Ignores links that lead
 * out of the workspace and the program's folder, because samples are sent to the judge.
 */
export async function findSamples(program: Uri, realPath: RealPath): Promise<FoundSamples> {
  const folder = Uri.joinPath(program, '..');
  const folders = foldersOf(program);
  const cph = (await findCphFile(program, realPath))?.problem ?? null;
  const cphNg = cph ? null : await findCphNgProblem(program, folders, realPath);
  const problem = cph ?? cphNg;
  const nextToProgram = await samplesIn(folder, fileName(program.toString()), folders, realPath);
  const names = new Map(
    nextToProgram.samples.map((sample) => [asOwn(sample), nameBelow(folder, sample.place.input)]),
  );
  const { samples, skipped } = chooseSamples<InputSample>(
    // the files of CPH-NG can only be read
    [...(cph?.samples ?? []).map(asOwn), ...(cphNg?.samples ?? []), ...names.keys()],
    { names },
  );
  return {
    samples,
    skipped: [...skipped, ...(cphNg?.skipped ?? []), ...nextToProgram.skipped],
    time: problem?.time ?? null,
    memory: problem?.memory ?? null,
    files: problem?.files ?? null,
    isInteractive: problem?.isInteractive ?? false,
  };
}

/**
 * Returns the files that the problem of a program uses instead of the standard input and output, as cph or CPH-NG stores
 * them. Null: none, or unknown.
 */
export async function findProblemFiles(program: Uri, realPath: RealPath): Promise<ProblemFiles | null> {
  const cph = await findCphFile(program, realPath);
  if (cph) return cph.problem.files;
  return (await findCphNgProblem(program, foldersOf(program), realPath))?.files ?? null;
}

/** Returns whether cph or CPH-NG stores an interactive problem for a program. */
export async function isInteractive(program: Uri, realPath: RealPath): Promise<boolean> {
  const cph = await findCphFile(program, realPath);
  const problem = cph?.problem ?? (await findCphNgProblem(program, foldersOf(program), realPath));
  return problem?.isInteractive ?? false;
}

/**
 * Finds the samples of a program that can be edited: those in cph's file, and files next to the program. The files of
 * CPH-NG can only be read.
 */
export async function storedSamples(program: Uri, realPath: RealPath): Promise<readonly StoredSample[]> {
  const cph = (await findCphFile(program, realPath))?.problem.samples ?? [];
  const folder = Uri.joinPath(program, '..');
  const { samples } = await samplesIn(folder, fileName(program.toString()), foldersOf(program), realPath);
  return [
    ...cph.map((sample, index): StoredSample => ({ ...sample, place: { kind: 'cph', index } })),
    ...samples,
  ];
}

function asOwn({ input, expected, bytes = null }: InputSample): InputSample {
  return { input, expected, isOwnSample: true, ...(bytes ? { bytes } : {}) };
}

function nameBelow(folder: Uri, file: Uri): string {
  return file.path.slice(folder.path.length + 1);
}

/** Returns the folders that the files of a program may be in: the workspace and the program's folder. */
function foldersOf(program: Uri): readonly Uri[] {
  return [...(workspace.workspaceFolders ?? []).map(({ uri }) => uri), Uri.joinPath(program, '..')];
}

/** Input and expected output of a sample, not read yet. */
interface SampleFiles {
  readonly input: Uri;
  readonly expected: Uri | null;
  /** total size of both, bytes */
  readonly size: number;
}

interface FileSample extends StoredSample {
  readonly place: Extract<SamplePlace, { kind: 'files' }>;
}

async function samplesIn(
  folder: Uri,
  program: string,
  folders: readonly Uri[],
  realPath: RealPath,
): Promise<ChosenSamples<FileSample>> {
  const allPairs = samplePairs(program, await sampleFileNames(folder));
  const pairs = allPairs.slice(0, MAX_SAMPLE_FILES);
  const uriOf = (name: string): Uri => Uri.joinPath(folder, name);
  const uris = pairs.flatMap(namesOf).map(uriOf);
  const files = await sized(await withoutForeignLinks(uris, folders, realPath));
  const sizes = new Map(files.map(({ uri, size }) => [uri.toString(), size]));
  const all = pairs.flatMap((pair): readonly SampleFiles[] => {
    const parts = namesOf(pair).map((name) => sizes.get(uriOf(name).toString()));
    const size = parts.reduce<number>((sum, part) => sum + (part ?? NaN), 0);
    if (Number.isNaN(size)) return [];
    return [
      { input: uriOf(pair.input), expected: pair.expected === null ? null : uriOf(pair.expected), size },
    ];
  });
  const useful = all.filter(({ size }) => size <= MAX_SAMPLE_LENGTH);
  const read = await readSized(useful, MAX_SAMPLE_FILES_BYTES, sampleOf);
  const samples = read.filter((sample) => sample !== null);
  const areRead = new Set(samples.map(({ place }) => place.input));
  const skipped = all
    .filter(({ input }) => !areRead.has(input))
    .map(({ input, size }) => ({ name: nameBelow(folder, input), size }));
  const others = allPairs.slice(MAX_SAMPLE_FILES).map(({ input }) => ({ name: input, size: null }));
  return { samples, skipped: [...skipped, ...others] };
}

function namesOf({ input, expected }: SampleFileNames): readonly string[] {
  return expected === null ? [input] : [input, expected];
}

/** Returns the paths of all files in a folder and in its folders of samples, relative to it. */
export async function sampleFileNames(folder: Uri): Promise<readonly string[]> {
  const names = await namesIn(folder);
  const below = await Promise.all(
    sampleFolders
      .filter((name) => names.includes(name))
      .map(async (name) => (await namesIn(Uri.joinPath(folder, name))).map((file) => `${name}/${file}`)),
  );
  return [...names, ...below.flat()];
}

/**
 * Resolves to null if the input can't be read. An expected output that isn't text counts as unknown: `a.out` is also the
 * name of an executable.
 */
async function sampleOf(files: SampleFiles): Promise<FileSample | null> {
  const input = await presentContent(files.input);
  if (input === null) return null;
  const expected = files.expected && (await presentContent(files.expected));
  const sample: FileSample = {
    input: input.text,
    expected: expected?.text ?? null,
    place: { kind: 'files', input: files.input, expected: files.expected },
  };
  const bytes = { input: input.bytes, expected: expected && withoutMark(expected) };
  return bytes.input || bytes.expected ? { ...sample, bytes } : sample;
}

/** Returns the bytes of an expected output without a byte order mark; null: they are those of the text. */
function withoutMark({ bytes }: FileContent): Uint8Array | null {
  const hasMark = [0xef, 0xbb, 0xbf].every((byte, at) => bytes?.[at] === byte);
  return hasMark ? null : bytes;
}

/** A file in which cph stores the problem of a program. */
export interface CphFile {
  readonly uri: Uri;
  readonly text: string;
  readonly problem: CphProblem;
}

/** Finds the file in which cph stores the problem of a program. Null: none. Ignores links as `findSamples` does. */
export async function findCphFile(program: Uri, realPath: RealPath): Promise<CphFile | null> {
  const folders = foldersOf(program);
  const own = cphFolder();
  const places = [Uri.joinPath(program, '..', '.cph')];
  if (own !== null && program.scheme === 'file') places.push(Uri.file(own));
  const path = {
    path: program.scheme === 'file' ? program.fsPath : program.path,
    name: fileName(program.toString()),
  };
  for (const place of places) {
    const names = (await namesIn(place))
      .filter((name) => isCphFileOf(path.name, name))
      .slice(0, MAX_SAMPLE_FILES);
    const uris = names.map((name) => Uri.joinPath(place, name));
    // the problems folder in cph's settings can be anywhere
    const allowed = own === null ? folders : [...folders, Uri.file(own)];
    const files = await sized(await withoutForeignLinks(uris, allowed, realPath), MAX_SAMPLE_FILE_BYTES);
    const read = await readSized(files, MAX_SAMPLE_FILES_BYTES, async ({ uri }) => {
      const text = await presentText(uri);
      return text === null ? null : { uri, text };
    });
    const found = read.filter((file) => file !== null);
    const problem = cphProblemOf(
      path,
      found.map(({ text }) => text),
    );
    const file = problem && found[problem.index];
    if (file) return { ...file, problem };
  }
  return null;
}

export interface ChosenSamples<Chosen extends InputSample> {
  readonly samples: readonly Chosen[];
  readonly skipped: readonly SkippedSample[];
}

interface HowToChoose {
  /** names of samples; absent, or for others: their position, as in `#3` */
  readonly names?: ReadonlyMap<InputSample, string>;
  /** maximum total length of the expected outputs as JSON; absent: none */
  readonly longestExpected?: number | undefined;
}

/** Removes duplicates, ignoring trailing whitespace, and applies the limits. */
export function chooseSamples<Chosen extends InputSample>(
  samples: readonly Chosen[],
  { names = new Map(), longestExpected = Infinity }: HowToChoose = {},
): ChosenSamples<Chosen> {
  const all = new Map<string, { readonly sample: Chosen; readonly position: number }>();
  for (const [index, sample] of samples.entries()) {
    const { input, expected, bytes = null } = sample;
    const stored = [bytes?.input, bytes?.expected].map((part) => part && bytesToBase64(part));
    const key = JSON.stringify([input.trimEnd(), expected?.trimEnd() ?? null, ...stored]);
    if (!all.has(key)) all.set(key, { sample, position: index + 1 });
  }
  const chosen: Chosen[] = [];
  const skipped: SkippedSample[] = [];
  let [together, expected] = [0, 0];
  for (const { sample, position } of all.values()) {
    const length = sample.input.length + (sample.expected?.length ?? 0);
    const own = JSON.stringify(sample.expected).length + 1;
    const isTooMuch = chosen.length >= MAX_SAMPLES || together + length > MAX_SAMPLES_LENGTH;
    if (isTooMuch || length > MAX_SAMPLE_LENGTH || expected + own > longestExpected) {
      skipped.push({ name: names.get(sample) ?? `#${position}`, size: length });
      continue;
    }
    chosen.push(sample);
    together += length;
    expected += own;
  }
  return { samples: chosen, skipped };
}
