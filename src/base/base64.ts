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
  if (!isBase64(encoded)) return null;
  const decoded = new TextDecoder().decode(bytesIn(encoded));
  return decoded.length > limit ? decoded.slice(0, limit).toWellFormed() : decoded;
}

/** Decodes base64 text without line breaks. Null if it isn't base64. */
export function bytesFromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  return isBase64(text) ? bytesIn(text) : null;
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(text);
}

/** `encoded`: valid base64 */
function bytesIn(encoded: string): Uint8Array<ArrayBuffer> {
  const binary = atob(encoded);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
