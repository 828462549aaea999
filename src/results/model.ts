import type { StatusCode } from './status';

// The result object (specification, section 2) as the rest of the extension uses it.

/** Fields that aren't in the specification, as received. */
export type ExtraFields = Readonly<Record<string, unknown>>;

/** Result envelope (section 2.1), returned by the retrieval endpoint and by the notification channels. */
export interface Envelope {
  /** execution type; the specification allows only `judge` */
  readonly type: string;
  /** null: the judge has produced nothing yet */
  readonly data: RecordData | null;
  readonly requestId: string | null;
  readonly trackId: string | null;
  readonly extra?: ExtraFields;
}

/** The specification’s JudgeRecord (section 2.2). Either part may be null while the result is partial. */
export interface RecordData {
  readonly compile: Compilation | null;
  readonly judge: Judgement | null;
  /** true while the judge withholds the verdict because of a running contest; absent: not withheld */
  readonly hidden?: boolean;
  readonly extra?: ExtraFields;
}

export interface Compilation {
  readonly success: boolean | null;
  /** the compiler's output, exactly as sent; may contain warnings and line breaks */
  readonly message: string | null;
  /** displayed under its field name, because the specification doesn't define its meaning */
  readonly opt2: boolean | null;
  readonly extra?: ExtraFields;
}

/** Fields that records, subtasks and cases have in common. `JudgeSemantics` contains the units of the numbers. */
export interface Measured {
  readonly id: number | null;
  readonly status: StatusCode | null;
  readonly score: number | null;
  readonly time: number | null;
  readonly memory: number | null;
}

/** A problem's limits for each case, in the record's units. Null: unknown. */
export interface Limits {
  readonly time: number | null;
  readonly memory: number | null;
}

/** A contest or homework assignment that a problem belongs to. */
export interface Contest {
  /** null: unknown */
  readonly title: string | null;
  /** ms since 1970; null: unknown, or the contest has no planned end */
  readonly endsAt: number | null;
  /** ID at the judge, in the format of its adapter, which can request the contest by it; absent: unknown */
  readonly id?: string | undefined;
  /** The judge reported that the contest has ended. Absent: `endsAt` decides. */
  readonly isOver?: true | undefined;
  /** It is a homework assignment, not a contest. */
  readonly isHomework?: true | undefined;
  /** Planned start, ms since 1970; null or absent: unknown, or none is planned */
  readonly startsAt?: number | null | undefined;
  /** The judge reported that the contest accepts no submissions. */
  readonly acceptsSubmissions?: false | undefined;
  /** The judge's warning about the contest */
  readonly warning?: string | undefined;
  /** The judge reported that the contest starts later, without a planned start. Absent: `startsAt` decides. */
  readonly hasBegun?: false | undefined;
  /** When the scoreboard freezes, ms since 1970; null or absent: never, or unknown */
  readonly freezesAt?: number | null | undefined;
}

/** Facts about a submission other than its result. Null: unknown. */
export interface AboutResult {
  /**
   * data that locates the record in addition to its ID, for example a domain or contest. Absent: the hint of the
   * request still applies.
   */
  readonly hint?: string | null;
  /** scope of the problem, such as a contest, in the format of the judge type; absent: the hint is the scope */
  readonly place?: string | null;
  /** `letter`: label in its contest; absent: none, or unknown */
  readonly problem: { readonly id: string; readonly title: string | null; readonly letter?: string } | null;
  /** the source code that was judged */
  readonly code: string | null;
  readonly language: string | null;
  /** display name of the language; absent: unknown */
  readonly languageName?: string;
  /** the program was run with the user's own inputs instead of being judged */
  readonly isSelfTest?: true;
  /** the submitter, if it is another user; absent: the signed-in user, or unknown */
  readonly user?: string;
  /** limits of the problem for each case; absent: unknown */
  readonly limits?: Limits;
  /** the contest of the submission; absent: none, or unknown */
  readonly contest?: Contest;
  /** submission time, ms since 1970; null or absent: unknown */
  readonly at?: number | null;
}

/** Comment of a person, such as a teacher, on a line of the program. */
export interface Remark {
  /** null: unknown */
  readonly author: string | null;
  /** line of the judged program, 1-based */
  readonly line: number;
  /** beginning of that line; empty: unknown */
  readonly code: string;
  readonly text: string;
}

export interface Judgement extends Measured {
  readonly subtasks: readonly Subtask[];
  /** number of passed cases, if the judge counts cases that it doesn't list, or whose verdict it hides */
  readonly passed?: number;
  /** the highest possible score, in points; absent: unknown */
  readonly maximum?: number;
  /** number of all cases, sent while only some are listed or counted; absent: unknown */
  readonly total?: number;
  /** the judge doesn't show the cases of this result, for example because a contest hides them; absent: unknown */
  readonly hidesCases?: true;
  /** the verdict is known, but the judge is still running tests, or more of the result follows; absent: it is complete */
  readonly isPreliminary?: true;
  /** more of the result is fetched when the user opens it; absent: it is complete */
  readonly opensMore?: true;
  /** the jury ignores this submission */
  readonly isIgnored?: true;
  /** the judge's message about the whole submission, for example an error in the test data */
  readonly description?: string;
  /** remarks of people about lines of the program; absent: none */
  readonly remarks?: readonly Remark[];
  readonly extra?: ExtraFields;
}

export interface Subtask extends Measured {
  readonly cases: readonly Case[];
  /** name, on judges that use names instead of numbers; absent: the judge uses a number, or neither */
  readonly name?: string;
  /** the highest possible score, in points; absent: unknown */
  readonly maximum?: number;
  readonly extra?: ExtraFields;
}

export interface Case extends Measured {
  readonly signal: number | null;
  readonly exitCode: number | null;
  readonly description: string | null;
  readonly extra?: ExtraFields;
}

export type RecordState =
  /** the judge has nothing yet (204) */
  | { readonly kind: 'waiting' }
  /** partial results exist */
  | { readonly kind: 'judging' }
  | { readonly kind: 'finished' }
  /**
   * assumed final: unchanged for a long time, although the judge's status codes don't show whether a result is final
   */
  | { readonly kind: 'settled' }
  /** the judge rejected this ID; `reason` is the judge's message */
  | { readonly kind: 'failed'; readonly status: number; readonly reason: string | null }
  /** polling gave up, or the judge no longer has the result */
  | { readonly kind: 'expired'; readonly why: 'gaveUp' | 'gone' }
  /** the user stopped polling */
  | { readonly kind: 'stopped' }
  /**
   * The user has been submitting the program on the judge's website since `since` (ms since 1970). `before`: request
   * IDs of the problem's submissions that the judge listed before that; null if unknown. `unreachableSince`: when the judge
   * couldn't be reached for the first time, ms since 1970; absent: it can. `unreachableFor`: how long that took before, ms;
   * absent: 0
   */
  | {
      readonly kind: 'inBrowser';
      readonly since: number;
      readonly before: readonly string[] | null;
      readonly unreachableSince?: number;
      readonly unreachableFor?: number;
    }
  /** no submission appeared on the judge */
  | { readonly kind: 'notSubmitted' };

/** Encodes an envelope as JSON text in the form that the judge sends (specification, section 2). */
export function encodeEnvelope(envelope: Envelope): string {
  const { data } = envelope;
  const judge = data?.judge;
  const subtasks = judge?.subtasks.map((subtask) => ({
    ...withInlineExtra(subtask),
    cases: subtask.cases.map(withInlineExtra),
  }));
  const compile = data?.compile && withInlineExtra(data.compile);
  return JSON.stringify({
    ...withInlineExtra(envelope),
    data: data && {
      ...withInlineExtra(data),
      compile,
      judge: judge && { ...withInlineExtra(judge), subtasks },
    },
  });
}

/** Moves the fields of `extra` next to the specified fields, which is their position in the JSON. */
function withInlineExtra<Part extends { readonly extra?: ExtraFields }>(part: Part): object {
  if (!part.extra) return part;
  const { extra, ...named } = part;
  return { ...extra, ...named };
}
