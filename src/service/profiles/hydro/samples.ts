import * as v from 'valibot';
import { jsonIn } from '../../../judge';
import type { Sample } from '../../submission';

/**
 * The samples of a statement, and self-tests that run them. Hydro doesn't compare the outputs of a self-test, so the
 * expected outputs are stored at the end of the record's hint.
 */

/** Contest ID of all self-tests. */
export const selfTest = '0'.repeat(24);

const outputs = v.array(v.string());

/** Adds the expected outputs to the hint of a self-test. */
export function withExpected(hint: string, expected: readonly string[]): string {
  return `${hint}#${JSON.stringify(expected)}`;
}

/** Returns the expected output of each input of a self-test; null: unknown. */
export function expectedIn(hint: string | null): readonly string[] | null {
  const stored = hint === null ? '' : hint.split('#').slice(2).join('#');
  const read = v.safeParse(outputs, stored === '' ? null : jsonIn(stored));
  return read.success && read.output.length > 0 ? read.output : null;
}

/** Returns whether two outputs are equal, except for trailing whitespace of lines and of the whole text. */
export function isSameOutput(actual: string, expected: string): boolean {
  return withoutBlankEnds(actual) === withoutBlankEnds(expected);
}

function withoutBlankEnds(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd();
}

/** Reads the samples of a Markdown statement from its code blocks `input1`, `output1`, `input2`, and so on. */
export function samplesIn(markdown: string): readonly Sample[] {
  const inputs = new Map<number, string>();
  const outputs = new Map<number, string>();
  let open: { readonly kind: string; readonly number: number; readonly lines: string[] } | null = null;
  for (const line of markdown.split(/\r?\n/)) {
    const fence = /^ {0,3}```(?:(input|output)(\d{1,3}))?$/.exec(line.trimEnd());
    if (!open) {
      const [, kind, number = ''] = fence ?? [];
      if (kind !== undefined) open = { kind, number: Number(number), lines: [] };
    } else if (fence) {
      (open.kind === 'input' ? inputs : outputs).set(open.number, `${open.lines.join('\n')}\n`);
      open = null;
    } else open.lines.push(line);
  }
  return [...inputs]
    .sort(([first], [other]) => first - other)
    .flatMap(([number, input]) => {
      const expected = outputs.get(number);
      return expected === undefined ? [] : [{ input, expected }];
    });
}
