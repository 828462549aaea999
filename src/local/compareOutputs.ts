/**
 * Returns whether an output equals the expected one. Ignores blanks at the ends of lines, and empty lines at the end of
 * the text, as most judges do.
 */
export function isExpectedOutput(output: string, expected: string): boolean {
  return normalized(output) === normalized(expected);
}

function normalized(text: string): string {
  const lines = text.split('\n').map(withoutTrailingBlanks);
  while (lines.at(-1) === '') lines.pop();
  return lines.join('\n');
}

function withoutTrailingBlanks(line: string): string {
  let end = line.length;
  while (end > 0 && ' \t\r'.includes(line.charAt(end - 1))) end -= 1;
  return line.slice(0, end);
}
