import type { StatusCode } from './status';

/** The service's result object (specification, section 2), as the rest of the extension sees it. */

/** Fields that the specification doesn't name. Kept, never interpreted. */
export type ExtraFields = Readonly<Record<string, unknown>>;

/** Result envelope (section 2.1), returned by the retrieval endpoint and by the notification channels. */
export interface Envelope {
  /** execution type; the specification allows only `judge` */
  readonly type: string;
  /** null where the service left the whole record out (nothing produced yet) */
  readonly data: RecordData | null;
  readonly requestId: string | null;
  readonly trackId: string | null;
  readonly extra?: ExtraFields;
}

/** The specification’s JudgeRecord (section 2.2). Each part may be missing while the result is partial. */
export interface RecordData {
  readonly compile: Compilation | null;
  readonly judge: Judgement | null;
  /** the service keeps the verdict back for now: a contest is under way. Absent: it doesn't. */
  readonly hidden?: boolean;
  readonly extra?: ExtraFields;
}

export interface Compilation {
  readonly success: boolean | null;
  /** the compiler's output, exactly as sent; may hold warnings and newlines */
  readonly message: string | null;
  /** shown as the field it is: its meaning is not part of the specification */
  readonly opt2: boolean | null;
  readonly extra?: ExtraFields;
}

/** What record, subtask and case have in common. Units are the profile's business: here are bare numbers. */
export interface Measured {
  readonly id: number | null;
  readonly status: StatusCode | null;
  readonly score: number | null;
  readonly time: number | null;
  readonly memory: number | null;
}

/** What a problem allows each case, in the units of the record; null: the service doesn't tell. */
export interface Limits {
  readonly time: number | null;
  readonly memory: number | null;
}

/** A contest or homework that a problem stands in. */
export interface Contest {
  /** null: not told */
  readonly title: string | null;
  /** ms since 1970; null: not told */
  readonly endsAt: number | null;
}

/** What belongs to a record besides its result. Null: not told. */
export interface AboutResult {
  /** where the service keeps the record, in the profile's own form: a domain, a contest; absent: as it was asked for */
  readonly hint?: string | null;
  readonly problem: { readonly id: string; readonly title: string | null } | null;
  /** the text that was judged */
  readonly code: string | null;
  readonly language: string | null;
  /** what people call it; absent: not told */
  readonly languageName?: string;
  /** it was run with inputs of the user's own instead of being judged */
  readonly isSelfTest?: true;
  /** who has handed it in, where that is somebody else; absent: the user, or not told */
  readonly user?: string;
  /** what the problem allows each case; absent: not told */
  readonly limits?: Limits;
  /** the contest that keeps it back; absent: not told */
  readonly contest?: Contest;
  /** when it was handed in, ms since 1970; absent: not told */
  readonly at?: number | null;
}

export interface Judgement extends Measured {
  readonly subtasks: readonly Subtask[];
  /** how many cases have passed, where a service counts them instead of listing them */
  readonly passed?: number;
  /** number of all cases, sent while only some are listed or counted; absent: not told */
  readonly total?: number;
  /** The service doesn't show the cases of this result, for example because a contest hides them. Absent: it isn't known to. */
  readonly hidesCases?: true;
  /** what a service says of the whole judging: an error in its test data, for example */
  readonly description?: string;
  readonly extra?: ExtraFields;
}

export interface Subtask extends Measured {
  readonly cases: readonly Case[];
  /** what the service calls it, instead of a number; absent: it has a number at most */
  readonly name?: string;
  /** the highest possible score, in points; absent: not told */
  readonly maximum?: number;
  readonly extra?: ExtraFields;
}

export interface Case extends Measured {
  readonly signal: number | null;
  readonly exitCode: number | null;
  readonly description: string | null;
  readonly extra?: ExtraFields;
}

/** Where a record stands. */
export type RecordState =
  /** the service has nothing yet (204) */
  | { readonly kind: 'waiting' }
  /** partial results exist */
  | { readonly kind: 'judging' }
  | { readonly kind: 'finished' }
  /** unchanged for long, on a service whose codes don't tell the end */
  | { readonly kind: 'settled' }
  /** the service refused this ID; `reason` is its own message */
  | { readonly kind: 'failed'; readonly status: number; readonly reason: string | null }
  /** given up, or the service no longer keeps the result */
  | { readonly kind: 'expired'; readonly why: 'gaveUp' | 'gone' }
  /** the user stopped asking */
  | { readonly kind: 'stopped' };

/** The result object as JSON text, as the service would send it (specification, section 2). */
export function encodeEnvelope(envelope: Envelope): string {
  const { data } = envelope;
  const judge = data?.judge;
  const subtasks = judge?.subtasks.map((one) => ({ ...flat(one), cases: one.cases.map(flat) }));
  const compile = data?.compile && flat(data.compile);
  return JSON.stringify({
    ...flat(envelope),
    data: data && { ...flat(data), compile, judge: judge && { ...flat(judge), subtasks } },
  });
}

/** Fields that the specification doesn't name stand beside the others on the wire. */
function flat<Part extends { readonly extra?: ExtraFields }>(part: Part): object {
  if (!part.extra) return part;
  const { extra, ...named } = part;
  return { ...extra, ...named };
}
