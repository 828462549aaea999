export class BodyTooLarge extends Error {}

/**
 * Reads a body as text, at most `limit` bytes, until `signal` fires. Always ends the stream, even if reading stops early.
 *
 * @param contentType value of the header, whose character set is used; null: UTF-8
 *
 * @throws BodyTooLarge, the signal's reason, or an error of the stream (truncated body, broken compression)
 */
export async function readText(
  body: AsyncIterable<Uint8Array | string> | null,
  { limit, contentType }: { readonly limit: number; readonly contentType: string | null },
  signal: AbortSignal,
): Promise<string> {
  return decoded(await readBytes(body, limit, signal), charsetIn(contentType));
}

/** Reads the bytes of a body. Throws like `readText`. */
export async function readBytes(
  body: AsyncIterable<Uint8Array | string> | null,
  limit: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  if (!body) return new Uint8Array();
  const parts: Uint8Array[] = [];
  const chunks = body[Symbol.asyncIterator]();
  let size = 0;
  let whole = false;
  try {
    for (;;) {
      const next = await unlessAborted(chunks.next(), signal);
      if (next.done) break;
      const chunk = typeof next.value === 'string' ? new TextEncoder().encode(next.value) : next.value;
      size += chunk.byteLength;
      if (size > limit) throw new BodyTooLarge();
      parts.push(chunk);
    }
    whole = true;
    return joined(parts, size);
  } finally {
    if (!whole) discard(body);
  }
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return bytes;
}

/** Returns the character set in a content type; null: none. */
function charsetIn(contentType: string | null): string | null {
  return /;\s{0,20}charset\s{0,20}=\s{0,20}["']?([\w.:-]{1,40})/i.exec(contentType ?? '')?.[1] ?? null;
}

/**
 * Decodes a body with its character set, or as UTF-8 if it's unknown. Many servers announce Latin-1 for everything, so
 * that is used only if the body isn't UTF-8.
 */
function decoded(bytes: Uint8Array, charset: string | null): string {
  const decoder = decoderFor(charset);
  if (decoder.encoding !== 'windows-1252') return decoder.decode(bytes);
  return decodedUtf8(bytes) ?? decoder.decode(bytes);
}

function decoderFor(charset: string | null): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(charset ?? 'utf-8');
  } catch {
    return new TextDecoder();
  }
}

/** Returns null if the bytes aren't UTF-8. */
export function decodedUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

export function discard(body: AsyncIterable<Uint8Array | string> | null): void {
  if (isDestroyable(body)) body.destroy();
}

/** Returns whether a body has `destroy`. Node's streams do; a web stream ends when its request's signal fires. */
function isDestroyable(body: unknown): body is { destroy(): void } {
  return typeof body === 'object' && body !== null && 'destroy' in body && typeof body.destroy === 'function';
}

/** Waits for `work`. If `signal` fires first, rejects with the signal's reason. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
