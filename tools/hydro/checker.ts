import { correctMessage } from '../service/judging/checker';
import type { Check } from '../service/judging/judge';

/**
 * Hydro's default checker: compares the words of each line. The message contains the words that differ. Ignores spaces
 * at the ends of lines, and empty lines at the end.
 */
export const compareLines: Check = (output, answer) => {
  const read = linesOf(output);
  const expected = linesOf(answer);
  for (let line = 0; line < Math.min(read.length, expected.length); line++) {
    const got = read[line] ?? [];
    const expectedTokens = expected[line] ?? [];
    const at = expectedTokens.findIndex((word, index) => got[index] !== word);
    if (at === -1 && got.length <= expectedTokens.length) continue;
    const word = at === -1 ? expectedTokens.length : at;
    const difference = `Read ${got[word] ?? ''}, expect ${expectedTokens[word] ?? ''}.`;
    return {
      verdict: 'wrongAnswer',
      description: expected.length === 1 ? difference : `On line ${line + 1}: ${difference}`,
    };
  }
  if (read.length === expected.length) return { verdict: 'accepted', description: correctMessage };
  const longer = read.length > expected.length ? 'User output' : 'Standard answer';
  const shorter = read.length > expected.length ? 'standard answer' : 'user output';
  return { verdict: 'wrongAnswer', description: `${longer} longer than ${shorter}.` };
};

function linesOf(text: string): string[][] {
  const lines = text.split('\n').map((line) => line.split(/[ \t\r]+/).filter((word) => word !== ''));
  while (lines.at(-1)?.length === 0) lines.pop();
  return lines;
}
