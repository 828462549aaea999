/** Base 64 of the text's UTF-8, in every host. */
export function toBase64(text: string): string {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte));
  return btoa(bytes.join(''));
}

/** What is no UTF-8 becomes replacement characters; white space is skipped. Null: it is no base 64. */
export function fromBase64(text: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(text.replace(/\s+/g, '')), (unit) => unit.charCodeAt(0));
    return new TextDecoder().decode(bytes);
  } catch {
    return null;
  }
}
