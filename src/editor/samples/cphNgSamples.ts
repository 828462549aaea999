import { Uri, workspace } from 'vscode';
import { isSamePath } from '../../base/paths';
import type { Sample } from '../../judges';
import { fileName } from '../labels/recordLabels';
import { readSized, sized, withoutForeignLinks, type RealPath } from '../shared/files/boundedReading';
import { presentText } from '../shared/files/files';
import { cphNgTests, unpacked, type ProblemLimits, type StoredTest, type StoredText } from '../sourceFiles';
import type { SkippedSample } from './skippedSamples';
import { MAX_SAMPLE_FILES, MAX_SAMPLE_FILES_BYTES, MAX_SAMPLE_FILE_BYTES, MAX_SAMPLE_LENGTH } from './limits';

interface FoundProblem extends ProblemLimits {
  readonly samples: readonly Sample[];
  readonly skipped: readonly SkippedSample[];
}

/**
 * Finds the problem that CPH-NG stores for a program in its default folder: `.cph-ng/<folder>/A.cpp.bin` of the workspace
 * folder. Ignores files outside of `folders`, also those of test cases. Null: none.
 */
export async function findCphNgProblem(
  file: Uri,
  folders: readonly Uri[],
  realPath: RealPath,
): Promise<FoundProblem | null> {
  const roots = (workspace.workspaceFolders ?? []).map((folder) => folder.uri);
  const root = roots.find(
    (folder) => file.scheme === folder.scheme && file.path.startsWith(`${folder.path}/`),
  );
  if (!root) return null;
  const uri = Uri.joinPath(root, '.cph-ng', `${file.path.slice(root.path.length + 1)}.bin`);
  const [text] = await unpackedTexts([uri], folders, realPath);
  const problem = typeof text === 'string' ? cphNgTests(text) : null;
  // another program may have had this path
  const isOwn = problem?.program != null && isNamedLike(problem.program, file);
  if (!problem || !isOwn) return null;
  const { samples, skipped } = await samplesOf(problem.tests, folders, realPath);
  const { time, memory, files, isInteractive } = problem;
  return { samples, skipped, time, memory, files, isInteractive };
}

function isNamedLike(path: string, file: Uri): boolean {
  return isSamePath(path, file.fsPath) || path.split(/[\\/]/).pop() === fileName(file.toString());
}

/** Reads the tests up to a total length. Omits those whose files are missing or in other folders. */
async function samplesOf(
  tests: readonly StoredTest[],
  folders: readonly Uri[],
  realPath: RealPath,
): Promise<Pick<FoundProblem, 'samples' | 'skipped'>> {
  const read = tests.slice(0, MAX_SAMPLE_FILES);
  const texts = await textsOfFiles(read, folders, realPath);
  const textIn = (storedIn: StoredText): string | Unread | undefined =>
    'text' in storedIn ? storedIn.text : texts.get(storedIn.path);
  const samples: Sample[] = [];
  let left = MAX_SAMPLE_FILES_BYTES;
  const skipped: SkippedSample[] = [];
  for (const [index, { input, expected }] of read.entries()) {
    const [first, second] = [textIn(input), textIn(expected)];
    if (first === undefined || second === undefined) continue;
    const size = first.length + second.length;
    if (typeof first !== 'string' || typeof second !== 'string' || size > left) {
      skipped.push({ name: `#${index + 1}`, size });
      continue;
    }
    left -= size;
    samples.push({ input: first, expected: second });
  }
  const others = tests
    .slice(read.length)
    .map((_, index) => ({ name: `#${read.length + index + 1}`, size: null }));
  return { samples, skipped: [...skipped, ...others] };
}

/** A file that wasn't read, because it, or all of them together, are too large. */
interface Unread {
  /** bytes */
  readonly length: number;
}

/**
 * Reads all files of the tests, each once. Returns their texts by path. Files that are missing or in other folders aren't
 * included.
 */
async function textsOfFiles(
  tests: readonly StoredTest[],
  folders: readonly Uri[],
  realPath: RealPath,
): Promise<ReadonlyMap<string, string | Unread>> {
  const paths = tests
    .flatMap(({ input, expected }) => [input, expected])
    .flatMap((storedIn) => ('path' in storedIn ? [storedIn.path] : []));
  const byUri = new Map([...new Set(paths)].map((path) => [Uri.file(path).toString(), path]));
  const uris = [...byUri.keys()].map((uri) => Uri.parse(uri));
  const files = await sized(await withoutForeignLinks(uris, folders, realPath));
  const small = files.filter(({ size }) => size <= MAX_SAMPLE_LENGTH);
  const read = await readSized(small, MAX_SAMPLE_FILES_BYTES, ({ uri }) => presentText(uri));
  const texts = new Map(small.map(({ uri }, at) => [uri.toString(), read[at] ?? null]));
  return new Map(
    files.map(({ uri, size }) => [
      byUri.get(uri.toString()) ?? '',
      texts.get(uri.toString()) ?? { length: size },
    ]),
  );
}

/** Reads packed files that are in one of the folders after resolving links. Omits files that are missing or too large. */
async function unpackedTexts(
  uris: readonly Uri[],
  folders: readonly Uri[],
  realPath: RealPath,
): Promise<readonly (string | null)[]> {
  const files = await sized(await withoutForeignLinks(uris, folders, realPath), MAX_SAMPLE_FILE_BYTES);
  return readSized(files, MAX_SAMPLE_FILES_BYTES, ({ uri }) => unpackedText(uri));
}

async function unpackedText(uri: Uri): Promise<string | null> {
  const text = await unpacked(await workspace.fs.readFile(uri), MAX_SAMPLE_FILE_BYTES);
  return text === '' ? null : text;
}
