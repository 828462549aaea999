import { readSized, sized, withoutForeignLinks, type RealPath } from '../shared/boundedReading';
import { namesIn, presentText } from '../shared/files';
import { cphFolder } from '../shared/settings';
import { Uri, workspace } from 'vscode';
import { findCphNgProblem } from './cphNgSamples';
import type { Sample } from '../../service';
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

export interface FoundSamples extends ChosenSamples, Pick<CphProblem, 'time' | 'memory'> {}

/**
 * Finds the samples of a program: those that cph or CPH-NG stores, and files next to the program. Ignores links that lead out of
 * the workspace and the program's folder, because samples are sent to the judge.
 */
export async function findSamples(program: Uri, realPath: RealPath): Promise<FoundSamples> {
  const folder = Uri.joinPath(program, '..');
  const folders = foldersOf(program);
  const cph = (await findCphFile(program, realPath))?.problem ?? null;
  const cphNg = cph ? null : await findCphNgProblem(program, folders, realPath);
  const problem = cph ?? cphNg;
  const nextToProgram = await samplesIn(folder, fileName(program.toString()), folders, realPath);
  const { samples, skipped } = chooseSamples([...(problem?.samples ?? []), ...nextToProgram.samples]);
  return {
    samples,
    skipped: skipped + (cphNg?.skipped ?? 0) + nextToProgram.skipped,
    time: problem?.time ?? null,
    memory: problem?.memory ?? null,
  };
}

/** Returns the folders that the files of a program may be in: the workspace and the program's folder. */
function foldersOf(program: Uri): readonly Uri[] {
  return [...(workspace.workspaceFolders ?? []).map(({ uri }) => uri), Uri.joinPath(program, '..')];
}

/** Input and expected output of a sample, not read yet. */
interface SampleFiles {
  readonly input: Uri;
  readonly expected: Uri;
  /** total size of both, bytes */
  readonly size: number;
}

async function samplesIn(
  folder: Uri,
  program: string,
  folders: readonly Uri[],
  realPath: RealPath,
): Promise<ChosenSamples> {
  const allPairs = samplePairs(program, await namesIn(folder));
  const pairs = allPairs.slice(0, MAX_SAMPLE_FILES);
  const uris = pairs
    .flatMap(({ input, expected }) => [input, expected])
    .map((name) => Uri.joinPath(folder, name));
  const files = await sized(await withoutForeignLinks(uris, folders, realPath));
  const byName = new Map(files.map((file) => [fileName(file.uri.toString()), file]));
  const all = pairs.flatMap((pair): readonly SampleFiles[] => {
    const [input, expected] = [byName.get(pair.input), byName.get(pair.expected)];
    if (!input || !expected) return [];
    return [{ input: input.uri, expected: expected.uri, size: input.size + expected.size }];
  });
  const useful = all.filter(({ size }) => size <= MAX_SAMPLE_LENGTH);
  const read = await readSized(useful, MAX_SAMPLE_FILES_BYTES, sampleOf);
  const samples = read.filter((sample) => sample !== null);
  return { samples, skipped: all.length - samples.length + allPairs.length - pairs.length };
}

/** Resolves to null if one of the files can't be read. */
async function sampleOf(files: SampleFiles): Promise<Sample | null> {
  const [input, expected] = [await presentText(files.input), await presentText(files.expected)];
  return input === null || expected === null ? null : { input, expected };
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

export interface ChosenSamples {
  readonly samples: readonly Sample[];
  /** number of samples that were omitted because of the limits */
  readonly skipped: number;
}

/**
 * Removes duplicates, ignoring trailing whitespace, and applies the limits. `longestExpected`: maximum total length of
 * the expected outputs as JSON.
 */
export function chooseSamples(samples: readonly Sample[], longestExpected: number = Infinity): ChosenSamples {
  const all = new Map<string, Sample>();
  for (const sample of samples) {
    const key = JSON.stringify([sample.input.trimEnd(), sample.expected.trimEnd()]);
    if (!all.has(key)) all.set(key, sample);
  }
  const chosen: Sample[] = [];
  let [together, expected] = [0, 0];
  for (const other of all.values()) {
    const length = other.input.length + other.expected.length;
    const own = JSON.stringify(other.expected).length + 1;
    if (chosen.length >= MAX_SAMPLES || length > MAX_SAMPLE_LENGTH || together + length > MAX_SAMPLES_LENGTH)
      continue;
    if (expected + own > longestExpected) continue;
    chosen.push(other);
    together += length;
    expected += own;
  }
  return { samples: chosen, skipped: all.size - chosen.length };
}

/**
 * Finds the pairs of input and expected output in a folder: `1.in` with `1.out` or `1.ans`. If some are named after the
 * program (`A.cpp`: `A.in`, `A1.in`, `A-2.in`), returns only those.
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
    return expected === undefined
      ? []
      : [{ isOwn: isSampleNameOf(stem, base), input: `${base}.in`, expected }];
  });
  const hasOwn = pairs.some(({ isOwn }) => isOwn);
  return pairs.filter(({ isOwn }) => isOwn === hasOwn).map(({ input, expected }) => ({ input, expected }));
}

/**
 * Returns whether a sample's name belongs to a program. `A1` and `A-2` belong to `A`, but `Ab` doesn't, and `P1001`
 * doesn't belong to `P100`.
 */
export function isSampleNameOf(stem: string, name: string): boolean {
  if (!name.startsWith(stem)) return false;
  const rest = name.slice(stem.length);
  return !/^\p{L}/u.test(rest) && !(/\d$/.test(stem) && /^\d/.test(rest));
}

/** Returns names for the files of a sample of the program. */
export function ownSampleNames(program: string): { readonly input: string; readonly expected: string } {
  const stem = program.replace(/\.[^.]*$/, '');
  return { input: `${stem}.in`, expected: `${stem}.out` };
}
