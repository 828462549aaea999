/**
 * What a service's status codes mean. The specification shows no values (section 2.2), so a table always comes
 * from the profile of the service that judged; a code that is not in it is shown as `Status N`, never guessed.
 */

/** A status code as the service sends it: a number, or letters on some services. */
export type StatusCode = number | string;

export type StatusKind = 'pending' | 'accepted' | 'partial' | 'failed' | 'error';

/**
 * How verdicts look: each is a contributed color (`judgeResults.<look>`), an icon, and a word that stored records may have,
 * so that one more of them is one more `currentFormat`.
 */
export const verdictStyles = [
  'accepted',
  'wrongAnswer',
  'runtimeError',
  'limitExceeded',
  'compileError',
  'serviceError',
  'pending',
] as const;

export type VerdictStyle = (typeof verdictStyles)[number];

/** Why a final status isn't a verdict: the program wasn't run and won't be, or a person still has to decide. */
export const missingVerdicts = ['notRun', 'inReview'] as const;

export type MissingVerdict = (typeof missingVerdicts)[number];

export interface StatusMeaning {
  readonly code: StatusCode;
  readonly kind: StatusKind;
  /** of a pending status: it is being judged, not only queued */
  readonly running?: boolean;
  /** of a pending status: the judge has stopped judging for now, and continues without anybody asking it to */
  readonly suspended?: boolean;
  /** of a final status; absent: it is a verdict, or the judge's own failure */
  readonly noVerdict?: MissingVerdict;
  readonly look: VerdictStyle;
  /** `Wrong Answer` */
  readonly name: string;
  /** `答案错误`; null where the profile has no Chinese name */
  readonly chineseName: string | null;
  /** `WA` */
  readonly short: string;
}

/** The program wasn't run and won't be, for example because an earlier case failed. */
export function wasNotRun({ noVerdict }: StatusMeaning): boolean {
  return noVerdict === 'notRun';
}

/** Keyed by the code as text, so that it can be stored as JSON beside the record it belongs to. */
export type StatusTable = Readonly<Record<string, StatusMeaning>>;

/** The meaning of a code, or null where the service's profile doesn't know it. */
export function meaningOf(statuses: StatusTable, code: StatusCode | null): StatusMeaning | null {
  if (code === null) return null;
  const key = String(code);
  return Object.hasOwn(statuses, key) ? (statuses[key] ?? null) : null;
}

/** What a service counts in. `null` or an unknown word: the bare number is shown (followed by the word). */
export interface Units {
  /** `ms`, `s`, … */
  readonly time: string | null;
  /** `KiB`, `MiB`, `B`, … */
  readonly memory: string | null;
  /** `points`, … */
  readonly score: string | null;
}

/**
 * How to read the records of one service. It is stored with each record, which keeps the codes and units it was
 * judged under whatever the settings say later.
 */
export interface JudgeSemantics {
  /** names the profile: `luogu`, `judge` */
  readonly profile: string;
  readonly statuses: StatusTable;
  readonly units: Units;
  /** the service ends a judging whose compilation failed, whatever `judge` says */
  readonly compileFailureIsFinal: boolean;
  /** the pending statuses of the table are all there are: any other code is an end, also one without a meaning */
  readonly unknownStatusIsFinal?: boolean;
  /** the service judges again what has ended: then a pending result is newer than a final one */
  readonly canRejudge?: boolean;
}
