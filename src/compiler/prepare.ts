/**
 * A terminal's escape sequence: control sequences (colours), strings up to BEL or `ESC \` (links, titles), and the
 * short ones. Each matches whatever follows the escape, and none runs over the end of its line: time is linear.
 */
const escapes = /\x1b(?:\[[ -?]*[@-~]?|[\]PX^_][^\x07\x1b\n\r]*(?:\x07|\x1b\\)?|[ -/]*[0-~]?)/g;

/**
 * The message as people and parsers read it: without terminal escape sequences, with line feeds as the only line
 * ends. Line numbers in diagnostics count the lines of this text. Time is linear.
 */
export function prepareMessage(text: string): string {
  let prepared = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (prepared.includes('\x1b')) prepared = prepared.replace(escapes, '');
  if (prepared.includes('\r')) prepared = prepared.replace(/\r\n?/g, '\n');
  return prepared;
}
