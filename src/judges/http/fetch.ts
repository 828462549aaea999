/** The part of `fetch` that the client uses. Tests and other hosts can pass their own implementation. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;

export interface FetchInit {
  readonly method: 'GET' | 'POST';
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly redirect: 'manual';
  readonly signal: AbortSignal;
}

export interface FetchResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  /** decompressed; throws `UnknownEncoding` if it can't be */
  readonly body: AsyncIterable<Uint8Array | string> | null;
}

/** The body has an encoding that the request didn't allow. */
export class UnknownEncoding extends Error {
  constructor(readonly encoding: string) {
    super('unknown encoding');
  }
}
