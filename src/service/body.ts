/** Waits for `work`, but no longer than until `signal` fires: then it rejects with the signal's reason. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** More bytes came than may. */
export class BodyTooLarge extends Error {}

/**
 * Reads a body as UTF-8 text, no more than `limit` bytes of it, for as long as `signal` allows. The stream ends in
 * any case: also when reading stops early.
 *
 * @throws BodyTooLarge, the signal's reason, or what the stream itself throws (a cut body, broken compression)
 */
export async function readText(
  body: AsyncIterable<Uint8Array | string> | null,
  limit: number,
  signal: AbortSignal,
): Promise<string> {
  if (!body) return '';
  const decoder = new TextDecoder();
  const parts: string[] = [];
  const chunks = body[Symbol.asyncIterator]();
  let bytes = 0;
  let whole = false;
  try {
    for (;;) {
      const next = await unlessAborted(chunks.next(), signal);
      if (next.done) break;
      const chunk = typeof next.value === 'string' ? new TextEncoder().encode(next.value) : next.value;
      bytes += chunk.byteLength;
      if (bytes > limit) throw new BodyTooLarge();
      parts.push(decoder.decode(chunk, { stream: true }));
    }
    whole = true;
    return parts.join('') + decoder.decode();
  } finally {
    if (!whole) discard(body);
  }
}

/** Ends a body that nobody wants to read. */
export function discard(body: AsyncIterable<Uint8Array | string> | null): void {
  if (isDestroyable(body)) body.destroy();
}

/** Node's streams are; a web stream ends with its request's signal. */
function isDestroyable(body: unknown): body is { destroy(): void } {
  return typeof body === 'object' && body !== null && 'destroy' in body && typeof body.destroy === 'function';
}
