import type { Fetch } from './fetch';

/** `code` of the error if the browser returned no response. */
export const blockedByBrowser = 'ERR_BLOCKED_BY_BROWSER';

const REQUEST_OPTIONS = {
  redirect: 'error',
  credentials: 'omit',
  cache: 'no-store',
  referrerPolicy: 'no-referrer',
} as const;

/**
 * The browser's own `fetch`, for judges that allow web pages of other origins (CORS). Sends no cookies, caches nothing,
 * and rejects redirects, because a browser doesn't reveal their target.
 */
export const browserFetch: Fetch = async (url, { headers, method, body, signal }) => {
  // A browser sets this header itself. A custom one would cause a CORS preflight.
  const rest = { ...headers };
  delete rest['User-Agent'];
  try {
    const response = await globalThis.fetch(url, {
      ...REQUEST_OPTIONS,
      method,
      headers: rest,
      signal,
      ...(body === undefined ? {} : { body }),
    });
    return { status: response.status, headers: response.headers, body: chunksOf(response.body) };
  } catch (error) {
    if (signal.aborted) throw error;
    throw Object.assign(new Error('the browser gave no answer'), {
      code: blockedByBrowser,
    });
  }
};

/** Iterates with a reader, because some browsers don't support async iteration of streams. */
async function* chunksOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}
