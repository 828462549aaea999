/** The little of `fetch` that the client uses, so that tests and other hosts can hand in their own. */
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
  /** decompressed; throws `UnknownEncoding` where that can't be done */
  readonly body: AsyncIterable<Uint8Array | string> | null;
}

/** A body came in an encoding that was not asked for. */
export class UnknownEncoding extends Error {
  constructor(readonly encoding: string) {
    super('unknown encoding');
  }
}
