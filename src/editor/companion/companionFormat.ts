// Problems in the format of Competitive Companion. Nothing in them is trusted.
import * as v from 'valibot';
import { jsonIn } from '../../results';
import { MAX_RECEIVED_SAMPLES } from './limits';

const MAX_NAME_LENGTH = 300;
const MAX_URL_LENGTH = 2048;

const limited = v.pipe(
  v.string(),
  v.transform((text) => text.slice(0, MAX_NAME_LENGTH)),
);
const limit = v.fallback(v.nullish(v.pipe(v.number(), v.finite(), v.minValue(1)), null), null);
const stream = v.fallback(
  v.nullish(
    v.object({
      type: limited,
      fileName: v.optional(limited),
      pattern: v.optional(limited),
    }),
    null,
  ),
  null,
);
const received = v.object({
  name: limited,
  group: v.fallback(limited, ''),
  url: v.pipe(v.string(), v.maxLength(MAX_URL_LENGTH), v.regex(/^https?:\/\/[^\s]+$/i)),
  interactive: v.fallback(v.boolean(), false),
  memoryLimit: limit,
  timeLimit: limit,
  tests: v.pipe(
    v.array(v.object({ input: v.string(), output: v.string() })),
    v.transform((tests) => tests.slice(0, MAX_RECEIVED_SAMPLES)),
  ),
  testType: v.fallback(limited, 'single'),
  input: stream,
  output: stream,
  batch: v.fallback(
    v.nullish(
      v.object({
        id: v.pipe(v.string(), v.maxLength(100)),
        size: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
      }),
      null,
    ),
    null,
  ),
});

/** A problem that a browser extension sent. `memoryLimit`: MB, `timeLimit`: ms; null: unknown */
export type ReceivedProblem = Readonly<v.InferOutput<typeof received>>;

/** Reads a problem from the body of a request. Null: it has another format. */
export function readProblem(body: string): ReceivedProblem | null {
  const read = v.safeParse(received, jsonIn(body));
  return read.success ? read.output : null;
}

/** Returns the content of the file in which cph stores a problem. `program`: path of the program */
export function cphText(problem: ReceivedProblem, program: string): string {
  const { name, group, url, interactive, memoryLimit, timeLimit, tests, testType, input, output, batch } =
    problem;
  return JSON.stringify({
    name,
    group,
    url,
    interactive,
    memoryLimit,
    timeLimit,
    tests: tests.map((test, index) => ({ id: index + 1, ...test })),
    testType,
    input,
    output,
    batch,
    srcPath: program,
    local: false,
  });
}
