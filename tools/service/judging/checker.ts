/** What is said of a right answer, in the public service's words. */
export const right = 'ok accepted';

/**
 * Compares an output with the answer, in the words of the public service: null where it is right. Spaces at the end of
 * a line and empty lines at the end don't count. Lines and columns are 1-based.
 */
export function difference(output: string, answer: string): string | null {
  const read = linesOf(output);
  const expected = linesOf(answer);
  for (let at = 0; at < Math.min(read.length, expected.length); at++) {
    const problem = inLine(read[at] ?? '', expected[at] ?? '', at + 1);
    if (problem !== null) return problem;
  }
  return read.length === expected.length ? null : wrong('Too many or too few lines.');
}

function inLine(read: string, expected: string, line: number): string | null {
  if (read === expected) return null;
  const got = [...read];
  const wanted = [...expected];
  for (let at = 0; at < Math.min(got.length, wanted.length); at++) {
    if (got[at] === wanted[at]) continue;
    return wrong(
      `On line ${line} column ${at + 1}, read ${shown(got[at] ?? '')}, expected ${shown(wanted[at] ?? '')}.`,
    );
  }
  return wrong(got.length < wanted.length ? `Too short on line ${line}.` : `Too long on line ${line}.`);
}

function wrong(what: string): string {
  return `Wrong Answer. wrong answer ${what}`;
}

/** A character, or its number where it cannot be seen. */
function shown(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 32 && code !== 127 ? character : `(ASCII ${code})`;
}

function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.replace(/[ \t\r]+$/, ''));
  while (lines.at(-1) === '') lines.pop();
  return lines;
}
