/**
 * Returns whether an output equals the expected one. Ignores blanks at the ends of lines, and empty lines at the end of
 * the text, as most judges do. Bytes are compared as bytes, because different ones that aren't UTF-8 become the same
 * text.
 */
export function isExpectedOutput(output: string | Uint8Array, expected: string | Uint8Array): boolean {
  return normalized(byteText(output)) === normalized(byteText(expected));
}

/** Returns a text with a character for each byte of UTF-8. */
function byteText(value: string | Uint8Array): string {
  return Buffer.from(value).toString('latin1');
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
