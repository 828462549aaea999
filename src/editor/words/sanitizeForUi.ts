import { plainText } from '../../judge/known';

/**
 * Text from the service (or from anybody else) made safe to show in a label, a notice, a quick pick or the status
 * bar: no control or bidirectional characters, bounded, and a zero-width space inside what VS Code would read as an
 * icon (`$(error)`) or a link (`[x](command:…)`), so that it shows the characters themselves.
 */
export function sanitizeForUi(text: string, limit = 500): string {
  return plainText(text, limit).replace(/[$\]](?=\()/g, '$&\u200b');
}
