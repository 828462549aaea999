import { Uri, workspace } from 'vscode';
import * as v from 'valibot';
import { isSamePath } from '../../base/paths';
import { jsonIn } from '../../judge';
import type { Sample } from '../../service';
import { fileName } from '../labels/recordLabels';
import { readSized, sized, withoutForeignLinks, type RealPath } from '../shared/boundedReading';
import { presentText } from '../shared/files';
import { unpacked } from '../sourceFiles';
import { MAX_SAMPLE_FILES, MAX_SAMPLE_FILES_BYTES, MAX_SAMPLE_FILE_BYTES, MAX_SAMPLE_LENGTH } from './limits';

/** A text of a test case, or the path of a file that contains it. */
type StoredText = { readonly text: string } | { readonly path: string };

interface Limits {
  /** time limit, ms; null: unknown */
  readonly time: number | null;
  /** memory limit, KiB; null: unknown */
  readonly memory: number | null;
}

interface StoredTest {
  readonly input: StoredText;
  readonly expected: StoredText;
}

/** A problem in a file of CPH-NG. */
export interface CphNgProblem extends Limits {
  readonly tests: readonly StoredTest[];
  /** path of the program when CPH-NG saved the problem; null: unknown */
  readonly program: string | null;
}

const limit = v.fallback(v.nullish(v.pipe(v.number(), v.finite(), v.minValue(1)), null), null);
/** `useFile` existed before version 0.4.8. */
const storedText = v.object({ data: v.nullish(v.string()), path: v.nullish(v.string()) });
const test = v.object({
  stdin: storedText,
  answer: storedText,
  isDisabled: v.nullish(v.boolean(), false),
});
const tests = v.record(v.string(), test);
const order = v.array(v.string());
const program = v.object({ path: v.string() });
const stored = v.union([
  v.object({
    testcases: tests,
    testcaseOrder: order,
    src: program,
    interactor: v.nullish(v.unknown(), null),
    overrides: v.nullish(v.object({ timeLimitMs: limit, memoryLimitMb: limit })),
  }),
  v.object({
    tcs: tests,
    tcOrder: order,
    src: program,
    interactor: v.nullish(v.unknown(), null),
    timeLimit: limit,
    memoryLimit: limit,
  }),
]);

/**
 * Reads the problem in a file of CPH-NG from version 0.4 on. `text`: decompressed JSON. Null: another format, or an
 * interactive problem, whose samples can't be run.
 */
export function cphNgTests(text: string): CphNgProblem | null {
  const read = v.safeParse(stored, jsonIn(text));
  if (!read.success || read.output.interactor !== null) return null;
  const { output } = read;
  const [byId, ids] =
    'tcs' in output ? [output.tcs, output.tcOrder] : [output.testcases, output.testcaseOrder];
  const [time = null, memory = null] =
    'tcs' in output
      ? [output.timeLimit, output.memoryLimit]
      : [output.overrides?.timeLimitMs, output.overrides?.memoryLimitMb];
  const enabled = ids.flatMap((id) => {
    const testCase = Object.hasOwn(byId, id) ? byId[id] : undefined;
    const input = testCase && textOf(testCase.stdin);
    const expected = testCase && textOf(testCase.answer);
    return input && expected && !testCase.isDisabled ? [{ input, expected }] : [];
  });
  return {
    tests: enabled,
    program: output.src.path,
    time,
    memory: memory === null ? null : memory * 1024,
  };
}

function textOf({ data, path }: v.InferOutput<typeof storedText>): StoredText | null {
  if (typeof data === 'string') return { text: data };
  return typeof path === 'string' ? { path } : null;
}

/** The problem of a program, with the samples that were read. */
interface FoundProblem extends Limits {
  readonly samples: readonly Sample[];
  /** number of samples that were omitted because of the limits */
  readonly skipped: number;
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
  return { samples, skipped, time: problem.time, memory: problem.memory };
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
  const textIn = (storedIn: StoredText): string | null | undefined =>
    'text' in storedIn ? storedIn.text : texts.get(storedIn.path);
  const samples: Sample[] = [];
  let left = MAX_SAMPLE_FILES_BYTES;
  let skipped = tests.length - read.length;
  for (const { input, expected } of read) {
    const [first, second] = [textIn(input), textIn(expected)];
    if (first === undefined || second === undefined) continue;
    const length = (first?.length ?? Infinity) + (second?.length ?? Infinity);
    if (first === null || second === null || length > left) {
      skipped += 1;
      continue;
    }
    left -= length;
    samples.push({ input: first, expected: second });
  }
  return { samples, skipped };
}

/**
 * Reads all files of the tests, each once. Returns their texts by path; null: the file, or all of them together, are too
 * large. Files that are missing or in other folders aren't included.
 */
async function textsOfFiles(
  tests: readonly StoredTest[],
  folders: readonly Uri[],
  realPath: RealPath,
): Promise<ReadonlyMap<string, string | null>> {
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
    files.map(({ uri }) => [byUri.get(uri.toString()) ?? '', texts.get(uri.toString()) ?? null]),
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
