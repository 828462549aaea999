/** Encodes the UTF-8 bytes of a text. Works on desktop and web. */
export function toBase64(text: string): string {
  return bytesToBase64(new TextEncoder().encode(text));
}

export function bytesToBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  // a call has a limited number of arguments
  for (let at = 0; at < bytes.length; at += 8192)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return btoa(parts.join(''));
}

/**
 * Decodes base64-encoded UTF-8. Ignores line breaks, and replaces invalid UTF-8 with U+FFFD. Null if it isn't base64.
 * `limit`: maximum length of the decoded text in UTF-16 units; the rest is neither checked nor decoded.
 */
export function fromBase64(text: string, limit = Infinity): string | null {
  const whole = text.replace(/[\r\n]+/g, '');
  // a UTF-16 unit has at most 3 bytes in UTF-8, which are 4 characters in base64
  const encoded = whole.length > 4 * limit ? whole.slice(0, 4 * limit) : whole;
  if (encoded.length % 4 !== 0 || !/^[A-Za-z\d+/]*={0,2}$/.test(encoded)) return null;
  const binary = atob(encoded);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  const decoded = new TextDecoder().decode(bytes);
  return decoded.length > limit ? decoded.slice(0, limit).toWellFormed() : decoded;
}
