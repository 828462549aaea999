import type { Fetch } from './fetch';

/** `code` of what is thrown where a browser gave no answer. */
export const blockedByBrowser = 'ERR_BLOCKED_BY_BROWSER';

const asked = {
  redirect: 'error',
  credentials: 'omit',
  cache: 'no-store',
  referrerPolicy: 'no-referrer',
} as const;

/**
 * The browser's own `fetch`: it reaches services that allow web pages of other origins (CORS). No cookie goes along,
 * nothing is cached, and a redirect is refused: a browser doesn't say where it leads.
 */
export const browserFetch: Fetch = async (url, { headers, method, body, signal }) => {
  // it names itself, and asks every service whether it may be named otherwise
  const rest = { ...headers };
  delete rest['User-Agent'];
  try {
    const response = await globalThis.fetch(url, {
      ...asked,
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

/** Not every browser lets a stream be iterated. */
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
