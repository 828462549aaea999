/**
 * Meanings of status codes. The specification defines no values (section 2.2), so each type of judge has a table. A
 * code that isn't in the table is displayed as `Status N`.
 */

/** A status code as the judge sends it: a number, or text on some judges. */
export type StatusCode = number | string;

export type StatusKind = 'pending' | 'accepted' | 'partial' | 'failed' | 'error';

/**
 * Display styles of verdicts. Each has an icon and a contributed color (`judgeResults.<style>`). Stored records contain
 * these words, so adding one requires a new `currentFormat`.
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

/**
 * Why a final status isn't a verdict: the program was skipped, a person still has to decide, or the program ran, but its
 * output isn't compared.
 */
export const missingVerdicts = ['notRun', 'inReview', 'notCompared'] as const;

export type MissingVerdict = (typeof missingVerdicts)[number];

export interface StatusMeaning {
  readonly code: StatusCode;
  readonly kind: StatusKind;
  /** for pending statuses: the judge is running tests */
  readonly running?: boolean;
  /** for pending statuses: the judge has paused, and will resume automatically */
  readonly suspended?: boolean;
  /** for final statuses; absent: the status is a verdict or a failure of the judge */
  readonly noVerdict?: MissingVerdict;
  /** for final statuses: the contest had ended when the program was submitted, so the judge didn't judge it */
  readonly tooLate?: boolean;
  readonly style: VerdictStyle;
  /** `Wrong Answer` */
  readonly name: string;
  /** `答案错误`; null: no Chinese name */
  readonly chineseName: string | null;
  /** `WA` */
  readonly short: string;
}

/** Returns whether the program wasn't run and won't be, for example because an earlier case failed. */
export function wasNotRun({ noVerdict }: StatusMeaning): boolean {
  return noVerdict === 'notRun';
}

/** Meanings by status code as text. Stored as JSON with each record. */
export type StatusTable = Readonly<Record<string, StatusMeaning>>;

/** Returns the meaning of a code. Null if the table doesn't contain the code. */
export function meaningOf(statuses: StatusTable, code: StatusCode | null): StatusMeaning | null {
  if (code === null) return null;
  const key = String(code);
  return Object.hasOwn(statuses, key) ? (statuses[key] ?? null) : null;
}

/** Returns whether a program passed the first tests, and the judge runs the others only after the contest. */
export function isAcceptedForTesting(meaning: StatusMeaning | null): boolean {
  return meaning?.name === 'Accepted for Testing';
}

/** Units of the numbers that a judge sends. Null: numbers are displayed without a unit. */
export interface Units {
  /** `ms`, `s`, … */
  readonly time: string | null;
  /** `KiB`, `MiB`, `B`, … */
  readonly memory: string | null;
  /** `points`, … */
  readonly score: string | null;
}

/**
 * How to interpret the records of one judge. Stored with each record, so later changes to the settings don't change
 * the meaning of its codes and numbers.
 */
export interface JudgeSemantics {
  /** type of the judge: `luogu`, `judge` */
  readonly profile: string;
  readonly statuses: StatusTable;
  readonly units: Units;
  /** a failed compilation is final, even if `judge` still contains a pending status */
  readonly compileFailureIsFinal: boolean;
  /** the table contains all pending statuses, so any other code is final, even one without a meaning */
  readonly unknownStatusIsFinal?: boolean;
  /** the judge can rejudge a finished submission, so a pending result may be newer than a final one */
  readonly canRejudge?: boolean;
}
