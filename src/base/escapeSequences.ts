// Matches CSI, OSC and the other string sequences (links, titles) that end on the same line, and escapes of two or
// three characters. The content of a string sequence can't contain another opening sequence, so no text is scanned
// twice: the time is linear even for thousands of unclosed sequences.
const escapeSequence =
  /(?:\x1b\[|\x9b)[ -?]*[@-~]?|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\n\r\x07\x1b\x90\x98\x9c-\x9f]*(?:\x07|\x1b\\|\x9c)|\x1b[ -/]*[0-~]?/g;

/** Removes terminal escape sequences (colors, links, cursor movement). Keeps all other text and its line breaks. */
export function withoutEscapeSequences(text: string): string {
  return /[\x1b\x90-\x9f]/.test(text) ? text.replace(escapeSequence, '') : text;
}
