import * as v from 'valibot';
import { jsonIn } from '../../../results';
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

/**
 * Reads the samples of a Markdown statement from its code blocks `input1`, `output1`, `input2`, and so on. A fence is at
 * least three backticks or tildes. It ends with a fence of the same character that is at least as long.
 */
export function samplesIn(markdown: string): readonly Sample[] {
  const inputs = new Map<number, string>();
  const outputs = new Map<number, string>();
  let open: OpenBlock | null = null;
  for (const line of markdown.split(/\r?\n/)) {
    // text after backticks can't contain another backtick: that is code within a line
    const [, fence = '', info = ''] = /^ {0,3}(`{3,100}(?=[^`]*$)|~{3,100})(.*)$/.exec(line) ?? [];
    if (open) {
      if (!closes(open, fence, info)) open.lines.push(line);
      else {
        const { kind, number, lines } = open;
        const texts = kind === 'input' ? inputs : kind === 'output' ? outputs : null;
        texts?.set(number, `${lines.join('\n')}\n`);
        open = null;
      }
    } else if (fence !== '') {
      const [, kind, number = ''] =
        /^(input|output)(\d{1,3})$/.exec(info.trim().split(/\s/, 1)[0] ?? '') ?? [];
      open = {
        fence,
        kind: kind === 'input' || kind === 'output' ? kind : null,
        number: Number(number),
        lines: [],
      };
    }
  }
  return [...inputs]
    .sort(([first], [other]) => first - other)
    .flatMap(([number, input]) => {
      const expected = outputs.get(number);
      return expected === undefined ? [] : [{ input, expected }];
    });
}

interface OpenBlock {
  readonly fence: string;
  /** null: another code block */
  readonly kind: 'input' | 'output' | null;
  readonly number: number;
  readonly lines: string[];
}

/** Returns whether a line closes a block: a fence of the same kind, at least as long, with nothing after it. */
function closes(open: OpenBlock, fence: string, info: string): boolean {
  return (
    fence !== '' && fence[0] === open.fence[0] && fence.length >= open.fence.length && info.trim() === ''
  );
}
