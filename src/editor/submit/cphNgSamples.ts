import { Uri, workspace } from 'vscode';
import * as v from 'valibot';
import { isSamePath } from '../../base/paths';
import { jsonIn } from '../../judge';
import type { Sample } from '../../service';
import { fileName } from '../labels/recordLabels';
import { readSized, sized, withoutForeignLinks, type RealPath } from '../shared/boundedReading';
import { presentText } from '../shared/files';
import { unpacked } from '../sourceFiles';
import { MAX_SAMPLE_FILES, MAX_SAMPLE_FILES_BYTES, MAX_SAMPLE_FILE_BYTES } from './limits';

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
  const enabled = ids.slice(0, MAX_SAMPLE_FILES).flatMap((id) => {
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

/**
 * Finds the problem that CPH-NG stores for a program in its default folder: `.cph-ng/<folder>/A.cpp.bin` of the workspace
 * folder. Ignores files outside of `folders`, also those of test cases. Null: none.
 */
export async function findCphNgProblem(
  file: Uri,
  folders: readonly Uri[],
  realPath: RealPath,
): Promise<(Limits & { readonly samples: readonly Sample[] }) | null> {
  const roots = (workspace.workspaceFolders ?? []).map((folder) => folder.uri);
  const root = roots.find(
    (folder) => file.scheme === folder.scheme && file.path.startsWith(`${folder.path}/`),
  );
  if (!root) return null;
  const uri = Uri.joinPath(root, '.cph-ng', `${file.path.slice(root.path.length + 1)}.bin`);
  const [text] = await texts([uri], folders, realPath, unpackedText);
  const problem = typeof text === 'string' ? cphNgTests(text) : null;
  // another program may have had this path
  const isOwn = problem?.program != null && isNamedLike(problem.program, file);
  if (!problem || !isOwn) return null;
  const samples = await Promise.all(
    problem.tests.map(async ({ input, expected }): Promise<Sample | null> => {
      const [first, second] = [
        await textIn(input, folders, realPath),
        await textIn(expected, folders, realPath),
      ];
      return first === null || second === null ? null : { input: first, expected: second };
    }),
  );
  return {
    samples: samples.filter((sample) => sample !== null),
    time: problem.time,
    memory: problem.memory,
  };
}

function isNamedLike(path: string, file: Uri): boolean {
  return isSamePath(path, file.fsPath) || path.split(/[\\/]/).pop() === fileName(file.toString());
}

async function textIn(
  storedText: StoredText,
  folders: readonly Uri[],
  realPath: RealPath,
): Promise<string | null> {
  if ('text' in storedText) return storedText.text;
  const [text = null] = await texts([Uri.file(storedText.path)], folders, realPath, presentText);
  return text;
}

/** Reads files that are in one of the folders after resolving links. Omits files that are missing or too large. */
async function texts(
  uris: readonly Uri[],
  folders: readonly Uri[],
  realPath: RealPath,
  read: (uri: Uri) => Promise<string | null>,
): Promise<readonly (string | null)[]> {
  const files = await sized(await withoutForeignLinks(uris, folders, realPath), MAX_SAMPLE_FILE_BYTES);
  return readSized(files, MAX_SAMPLE_FILES_BYTES, ({ uri }) => read(uri));
}

async function unpackedText(uri: Uri): Promise<string | null> {
  const text = await unpacked(await workspace.fs.readFile(uri), MAX_SAMPLE_FILE_BYTES);
  return text === '' ? null : text;
}
