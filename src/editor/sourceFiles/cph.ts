// The files of Competitive Programming Helper (cph): `.cph/.A.cpp_<md5>.prob`. The readers differ in strictness: a wrong
// test must not hide the URL of a problem, but must not be saved either.
import * as v from 'valibot';
import { isSamePath } from '../../base/paths';
import { jsonIn } from '../../results';
import type { ProblemFiles } from '../../local';
import type { Sample } from '../../judges';
import { pageAt, type KeptProblem } from './problemNextToProgram';
import { filesOfStreams, problemStreams } from './problemStreams';

/** Reads the problem in a file of cph. Null: none. */
export function cphProblem(keptIn: string, text: string): KeptProblem | null {
  const kept = v.object({ url: v.nullish(v.string()), srcPath: v.string() });
  const read = v.safeParse(kept, jsonIn(text));
  return read.success ? { url: pageAt(read.output.url), keptIn, program: read.output.srcPath } : null;
}

/** A problem with its samples, as cph stores it for a program. */
export interface CphProblem {
  readonly samples: readonly Sample[];
  /** time limit, ms; null: unknown */
  readonly time: number | null;
  /** memory limit, KiB; null: unknown */
  readonly memory: number | null;
  /** files that the problem uses instead of the standard input and output; null: none */
  readonly files: ProblemFiles | null;
  /** the program talks to an interactor, which reads the input */
  readonly isInteractive: boolean;
  /** index among the texts that were searched */
  readonly index: number;
}

const limit = v.nullish(v.pipe(v.number(), v.finite(), v.minValue(1)), null);
const storedSamples = v.object({
  srcPath: v.string(),
  interactive: v.nullish(v.boolean(), false),
  /** ms */
  timeLimit: v.fallback(limit, null),
  /** MB */
  memoryLimit: v.fallback(limit, null),
  ...problemStreams,
  tests: v.array(v.object({ input: v.string(), output: v.string() })),
});

/**
 * Returns whether cph uses this file name for the problem of a program: `.main.cpp_<md5>.prob`, with or without the
 * leading dot.
 */
export function isCphFileOf(program: string, name: string): boolean {
  const own = name.startsWith('.') ? name.slice(1) : name;
  return own.startsWith(`${program}_`) && /^_[0-9a-f]{32}\.prob$/.test(own.slice(program.length));
}

/**
 * Finds the problem of a program among cph's files with a matching name: the one that contains the program's full path,
 * or else the only one that contains just its name, as newer versions of cph write it. Ignores unreadable files. Null:
 * none.
 */
export function cphProblemOf(
  program: { readonly path: string; readonly name: string },
  texts: readonly string[],
): CphProblem | null {
  const problems = texts.flatMap((text, index) => {
    const read = v.safeParse(storedSamples, jsonIn(text));
    return read.success ? [{ ...read.output, index }] : [];
  });
  const named = problems.filter(({ srcPath }) => srcPath === program.name);
  const own =
    problems.find(({ srcPath }) => isSamePath(srcPath, program.path)) ??
    (named.length === 1 ? named[0] : undefined);
  if (!own) return null;
  return {
    samples: own.tests.map(({ input, output }) => ({ input, expected: output })),
    time: own.timeLimit,
    memory: own.memoryLimit === null ? null : own.memoryLimit * 1024,
    files: filesOfStreams(own),
    isInteractive: own.interactive ?? false,
    index: own.index,
  };
}

const storedTests = v.object({
  tests: v.array(
    v.object({
      id: v.nullish(v.pipe(v.number(), v.safeInteger()), 0),
      input: v.string(),
      output: v.string(),
    }),
  ),
});

/** Formatting of JSON that can be reproduced. cph itself writes no line breaks. */
const indentations = [undefined, 2, 4, '\t'] as const;

/**
 * Adds a test to a problem file. Keeps all other content.
 *
 * @param text content of the file
 * @returns null if a part of the file can't be reproduced exactly, so that writing it could lose data
 */
export function withCphTest(text: string, { input, expected }: Sample): string | null {
  return withTests(text, (tests) => {
    const id = tests.reduce((highest, test) => Math.max(highest, test.id), 0) + 1;
    return (stored) => [...stored, { id, input, output: expected }];
  });
}

/**
 * Replaces a test of a problem file, or removes it. Keeps all other content.
 *
 * @param test position of the test, and its texts before
 * @param changed null: removes it
 * @returns null if the file can't be reproduced exactly, or the test has other texts now
 */
export function withChangedCphTest(
  text: string,
  { index, input, expected }: Sample & { readonly index: number },
  changed: Sample | null,
): string | null {
  return withTests(text, (tests) => {
    const test = tests[index];
    if (test?.input !== input || test.output !== expected) return null;
    return (stored) =>
      stored.flatMap((one, at) => {
        if (at !== index) return [one];
        return changed ? [{ ...(one as object), input: changed.input, output: changed.expected }] : [];
      });
  });
}

type StoredTests = v.InferOutput<typeof storedTests>['tests'];

/** `change`: returns what to do with the tests as they are stored; null: nothing */
function withTests(
  text: string,
  change: (tests: StoredTests) => ((stored: readonly unknown[]) => readonly unknown[]) | null,
): string | null {
  const json = jsonIn(text);
  const read = v.safeParse(storedTests, json);
  const content = text.trimEnd();
  const format = indentations.map(
    (indentation) => (value: unknown) => JSON.stringify(value, null, indentation),
  );
  const encode = format.find((encoder) => encoder(json) === content);
  const changed = read.success && encode ? change(read.output.tests) : null;
  if (!changed || !encode) return null;
  const { tests } = json as { readonly tests: readonly unknown[] };
  return encode({ ...(json as object), tests: changed(tests) }) + text.slice(content.length);
}
