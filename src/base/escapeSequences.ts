// CSI; OSC and the other strings (links, titles) where they are closed on their line; any escape of two or three
// characters. What a string holds is no opener of another one, so that no text is looked at from two openers: time is
// linear, also where thousands are opened and none is closed.
const escapeSequence =
  /(?:\x1b\[|\x9b)[ -?]*[@-~]?|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\n\r\x07\x1b\x90\x98\x9c-\x9f]*(?:\x07|\x1b\\|\x9c)|\x1b[ -/]*[0-~]?/g;

/**
 * Takes a terminal's escape sequences (colors, links, cursor movement) out of a text. What is between them stays, and
 * so do its lines.
 */
export function withoutEscapeSequences(text: string): string {
  return /[\x1b\x90-\x9f]/.test(text) ? text.replace(escapeSequence, '') : text;
}
