/** Encodes the UTF-8 bytes of a text. Works on desktop and web. */
export function toBase64(text: string): string {
  return bytesToBase64(new TextEncoder().encode(text));
}

export function bytesToBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/**
 * Decodes base64-encoded UTF-8. Ignores line breaks, and replaces invalid UTF-8 with U+FFFD. Null if it isn't base64.
 */
export function fromBase64(text: string): string | null {
  const encoded = text.replace(/[\r\n]+/g, '');
  if (encoded.length % 4 !== 0 || !/^[A-Za-z\d+/]*={0,2}$/.test(encoded)) return null;
  const bytes = Uint8Array.from(atob(encoded), (unit) => unit.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}
