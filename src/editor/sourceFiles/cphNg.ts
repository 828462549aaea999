// The files of CPH-NG: `.cph-ng/<folder>/A.cpp.bin`, which is JSON compressed with gzip.
import * as v from 'valibot';
import type { ProblemFiles } from '../../local';
import { jsonIn } from '../../results';
import { pageAt, type KeptProblem } from './problemNextToProgram';
import { filesOfStreams, problemStreams } from './problemStreams';
import { MAX_PROBLEM_FILE_BYTES } from './limits';

/**
 * Reads the problem in a file. Supports all versions; the first one used `srcPath`. `text`: decompressed. Null: none.
 */
export function cphNgProblem(keptIn: string, text: string): KeptProblem | null {
  const kept = v.object({
    url: v.nullish(v.string()),
    src: v.nullish(v.object({ path: v.string() })),
    srcPath: v.nullish(v.string()),
  });
  const read = v.safeParse(kept, jsonIn(text));
  if (!read.success) return null;
  const { url, src, srcPath } = read.output;
  return { url: pageAt(url), keptIn, program: src?.path ?? srcPath ?? null };
}

/** A text of a test case, or the path of a file that contains it. */
export type StoredText = { readonly text: string } | { readonly path: string };

export interface ProblemLimits {
  /** time limit, ms; null: unknown */
  readonly time: number | null;
  /** memory limit, KiB; null: unknown */
  readonly memory: number | null;
  /** files that the problem uses instead of the standard input and output; null: none */
  readonly files: ProblemFiles | null;
  /** the program talks to an interactor, which reads the input */
  readonly isInteractive: boolean;
}

export interface StoredTest {
  readonly input: StoredText;
  readonly expected: StoredText;
}

export interface CphNgProblem extends ProblemLimits {
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
    ...problemStreams,
  }),
  v.object({
    tcs: tests,
    tcOrder: order,
    src: program,
    interactor: v.nullish(v.unknown(), null),
    timeLimit: limit,
    memoryLimit: limit,
    ...problemStreams,
  }),
]);

/**
 * Reads the problem and its tests in a file of version 0.4 or later. `text`: decompressed JSON. Null: another format.
 */
export function cphNgTests(text: string): CphNgProblem | null {
  const read = v.safeParse(stored, jsonIn(text));
  if (!read.success) return null;
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
    files: filesOfStreams(output),
    isInteractive: output.interactor !== null,
  };
}

function textOf({ data, path }: v.InferOutput<typeof storedText>): StoredText | null {
  if (typeof data === 'string') return { text: data };
  return typeof path === 'string' ? { path } : null;
}

/** Decompresses gzip. Empty if it isn't gzip, or if the text is longer than `most` UTF-16 units. */
export async function unpacked(packed: Uint8Array, most = MAX_PROBLEM_FILE_BYTES): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    // a copy, because a Blob accepts no shared memory
    const unpacking = new Blob([packed.slice()])
      .stream()
      .pipeThrough<Uint8Array>(new DecompressionStream('gzip'));
    const reader = unpacking.getReader();
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      text += decoder.decode(chunk.value, { stream: true });
      if (text.length > most) {
        await reader.cancel();
        return '';
      }
    }
  } catch {
    return ''; // not a file of CPH-NG
  }
  return text + decoder.decode();
}
