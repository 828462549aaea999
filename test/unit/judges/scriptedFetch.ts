import type { Fetch } from '../../../src/judges/http/fetch';

/** A request that a scripted site received. */
export interface ReceivedRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

export interface ScriptedResponse {
  readonly status: number;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Creates a `Fetch` that responds with a function and records the requests. */
export function scriptedFetch(
  respond: (request: ReceivedRequest) => ScriptedResponse | Promise<ScriptedResponse>,
): { readonly fetch: Fetch; readonly received: readonly ReceivedRequest[] } {
  const received: ReceivedRequest[] = [];
  const fetch: Fetch = async (url, { method, headers, body = '', signal }) => {
    const request = { method, url: new URL(url), headers, body, signal };
    received.push(request);
    const aborted = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
    const { status, text = '', headers: ofResponse = {} } = await Promise.race([respond(request), aborted]);
    const all = new Headers(ofResponse);
    return {
      status,
      headers: { get: (name: string) => all.get(name) },
      body: (async function* () {
        yield new TextEncoder().encode(text);
      })(),
    };
  };
  return { fetch, received };
}
