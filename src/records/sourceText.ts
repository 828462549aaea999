import { createHash } from 'node:crypto';

/** Most that is kept of a judged source text, in bytes of UTF-8. */
const limit = 256 * 1024;

export function isTooLarge(text: string): boolean {
  return text.length > limit || Buffer.byteLength(text, 'utf8') > limit;
}

/** SHA-256, hex: tells whether a file still is what was judged. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
