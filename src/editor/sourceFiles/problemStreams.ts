import * as v from 'valibot';
import type { ProblemFiles } from '../../local';

/** As in the format of Competitive Companion: `{ "type": "file", "fileName": "sum.in" }` */
const stream = v.fallback(v.nullish(v.object({ fileName: v.nullish(v.string()) }), null), null);

/** The fields of a stored problem for the files of its input and output. */
export const problemStreams = { input: stream, output: stream };

type Stream = v.InferOutput<typeof stream>;

/** Returns the files that a problem uses instead of the standard input and output; null: none. */
export function filesOfStreams({
  input,
  output,
}: {
  readonly input: Stream;
  readonly output: Stream;
}): ProblemFiles | null {
  const files = { input: input?.fileName ?? null, output: output?.fileName ?? null };
  return files.input === null && files.output === null ? null : files;
}
