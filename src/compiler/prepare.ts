import { withoutEscapeSequences } from '../base/escapeSequences';

/**
 * The message as people and parsers read it: without terminal escape sequences, with line feeds as the only line
 * ends. Line numbers in diagnostics count the lines of this text. Time is linear.
 */
export function prepareMessage(message: string): string {
  const text = withoutEscapeSequences(message.startsWith('\ufeff') ? message.slice(1) : message);
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}
