import * as v from 'valibot';
import { jsonIn } from '../../judge';
import type { Sample } from '../../service';

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
 * Adds a test to a problem file of Competitive Programming Helper (cph). Keeps all other content.
 *
 * @param text content of the file
 * @returns null if a part of the file can't be reproduced exactly, so that writing it could lose data
 */
export function withCphTest(text: string, { input, expected }: Sample): string | null {
  const json = jsonIn(text);
  const read = v.safeParse(storedTests, json);
  const content = text.trimEnd();
  const format = indentations.map(
    (indentation) => (value: unknown) => JSON.stringify(value, null, indentation),
  );
  const encode = format.find((encoder) => encoder(json) === content);
  if (!read.success || !encode) return null;
  const { tests } = json as { readonly tests: readonly unknown[] };
  const id = read.output.tests.reduce((highest, test) => Math.max(highest, test.id), 0) + 1;
  const added = { ...(json as object), tests: [...tests, { id, input, output: expected }] };
  return encode(added) + text.slice(content.length);
}
