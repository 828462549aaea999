/** Message of the public service for a correct answer. */
export const correctMessage = 'ok accepted';

/**
 * Compares an output with the expected answer. Returns null if it is correct, or else the public service's message.
 * Ignores spaces at the ends of lines, and empty lines at the end. Lines and columns are 1-based.
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
  const expectedCharacters = [...expected];
  for (let at = 0; at < Math.min(got.length, expectedCharacters.length); at++) {
    if (got[at] === expectedCharacters[at]) continue;
    return wrong(
      `On line ${line} column ${at + 1}, read ${shown(got[at] ?? '')}, expected ${shown(expectedCharacters[at] ?? '')}.`,
    );
  }
  return wrong(
    got.length < expectedCharacters.length ? `Too short on line ${line}.` : `Too long on line ${line}.`,
  );
}

function wrong(what: string): string {
  return `Wrong Answer. wrong answer ${what}`;
}

/** Returns a character, or its code if it isn't visible. */
function shown(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 32 && code !== 127 ? character : `(ASCII ${code})`;
}

function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.replace(/[ \t\r]+$/, ''));
  while (lines.at(-1) === '') lines.pop();
  return lines;
}
