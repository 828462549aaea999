import { jsonIn } from '../../judge';
import * as v from 'valibot';
import type { Sample } from '../../service';
import { isSamePath } from '../../base/paths';

/** A problem as the extension Competitive Programming Helper (cph) keeps it for a program. */
export interface CphProblem {
  readonly samples: readonly Sample[];
  /** ms and KiB; null: not told */
  readonly time: number | null;
  readonly memory: number | null;
}

/** More than any problem has: the file is something else. */
const longestFile = 8 * 1024 * 1024;
const limit = v.nullish(v.pipe(v.number(), v.finite(), v.minValue(1)), null);
const stored = v.object({
  srcPath: v.string(),
  interactive: v.nullish(v.boolean(), false),
  /** ms */
  timeLimit: v.fallback(limit, null),
  /** MB */
  memoryLimit: v.fallback(limit, null),
  tests: v.array(v.object({ input: v.string(), output: v.string() })),
});

/** Whether a file of that name may be the problem of a program: `.main.cpp_<md5>.prob`, also without the dot. */
export function isCphFileOf(program: string, name: string): boolean {
  const own = name.startsWith('.') ? name.slice(1) : name;
  return own.startsWith(`${program}_`) && /^_[0-9a-f]{32}\.prob$/.test(own.slice(program.length));
}

/**
 * The problem of a program among files that have its name: that with the program's whole path; else the only one with
 * its name alone, as newer versions write it. What can't be read is none. Null: there is none.
 */
export function cphProblemOf(
  program: { readonly path: string; readonly name: string },
  texts: readonly string[],
): CphProblem | null {
  const problems = texts.flatMap((text) => {
    const read = v.safeParse(stored, text.length > longestFile ? null : jsonIn(text));
    return read.success && !read.output.interactive ? [read.output] : [];
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
  };
}
