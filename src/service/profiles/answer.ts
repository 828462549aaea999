import type { DecodeNotice, Envelope, Limits } from '../../judge';

/** An answer as far as a profile reads it, whatever its HTTP status. */
export interface PlainAnswer {
  readonly status: number;
  readonly contentType: string | null;
  readonly text: string;
  /** `Retry-After` and `Date`, where they were sent */
  readonly retryAfter?: string | null;
  readonly date?: string | null;
  /** all of `Set-Cookie`, separated by commas */
  readonly cookies?: string | null;
}

/** A result as a service tells it, in an answer or a frame. */
export interface ReadResult {
  readonly kind: 'result';
  readonly envelope: Envelope;
  /** the body as it came, of services that speak the specification; null: the envelope is what is stored */
  readonly raw: string | null;
  readonly notices: readonly DecodeNotice[];
  /** what else the answer tells; absent: nothing */
  readonly about?: AboutResult;
}

/** What a service says of the result of one request ID. */
export type ResultAnswer =
  | ReadResult
  /** nothing produced yet (204 in the specification, section 4.1) */
  | { readonly kind: 'notReady' };

/** What belongs to a record besides its result. Null: not told. */
export interface AboutResult {
  /** where the service keeps the record, in the profile's own form: a domain, a contest; absent: as it was asked for */
  readonly hint?: string | null;
  readonly problem: { readonly id: string; readonly title: string | null } | null;
  /** the text that was judged */
  readonly code: string | null;
  readonly language: string | null;
  /** what the problem allows each case; absent: not told */
  readonly limits?: Limits;
  /** when it was handed in, ms since 1970; absent: not told */
  readonly at?: number | null;
}
