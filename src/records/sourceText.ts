/** Most that is kept of a judged source text, in bytes of UTF-8. */
const limit = 256 * 1024;

export function isTooLarge(text: string): boolean {
  return text.length > limit || new TextEncoder().encode(text).byteLength > limit;
}

/** SHA-256, hex: tells whether a file still is what was judged. */
export async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
