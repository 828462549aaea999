/** What is sent of a document: no byte order mark, every line end a line feed. */
export function textToSend(text: string): string {
  return text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
}

/** Bytes of a text as UTF-8, which is what is sent. */
export function sizeOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
