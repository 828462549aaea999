import {
  compileErrorOf,
  isUnreportedCompileError,
  meaningOf,
  shortWord,
  statusText,
} from '../results/withoutDecoder';
import type { StatusCode, StatusKind, VerdictStyle, StatusMeaning } from '../results';
import { isPending, isSample, type KnownRecord } from './record';

/** The verdict of a record: the same in its row, on its page, in notifications, and in the API. */
export interface Verdict {
  /** Null if the compilation failed and the judge didn't send a status for that. */
  readonly code: StatusCode | null;
  /** Short text such as `WA` or `Status 99`; empty if the compilation failed and the judge has no name for that. */
  readonly short: string;
  readonly kind: StatusKind | 'unknown';
  /** Null if the code is unknown. */
  readonly style: VerdictStyle | null;
  /** Null if the code is unknown, or there is none. */
  readonly meaning: StatusMeaning | null;
}

/**
 * Returns the verdict of a record, even before its evaluation has finished. If the judge's status only means
 * “failed”, this is the status of the first failed case. Null if there is none.
 */
export function verdictOf(record: KnownRecord): Verdict | null {
  const { rules } = record;
  if (failedToCompile(record)) {
    const meaning = compileErrorOf(rules);
    const short = meaning ? shortWord(meaning) : '';
    return { code: null, short, kind: meaning?.kind ?? 'failed', style: 'compileError', meaning };
  }
  const code = shownStatus(record);
  if (code === null) return null;
  const meaning = meaningOf(rules.statuses, code);
  const { kind = 'unknown', style = null } = meaning ?? {};
  return { code, short: statusText(code, rules), kind, style, meaning };
}

/**
 * Returns the status of the first failed case if the judge's status only means “failed”, and the judge's status if
 * not.
 */
export function shownStatus({ summary }: KnownRecord): StatusCode | null {
  return summary?.cause ?? summary?.status ?? null;
}

/**
 * Returns whether the verdict is a failed compilation without its own status. False for a pending record with a status,
 * because it may still get another verdict.
 */
export function failedToCompile(record: KnownRecord): boolean {
  const { summary, rules } = record;
  if (!summary || (isPending(record) && summary.status !== null)) return false;
  return isUnreportedCompileError(summary.compiled, summary.status, rules);
}

/**
 * Returns whether the row shows a verdict. This includes records that are still polled if their verdict is preliminary,
 * if their codes don't show whether a result is final, or if the compilation failed and nothing else was sent.
 */
export function showsVerdict(record: KnownRecord): boolean {
  if (failedToCompile(record)) return true;
  if (!hasVerdict(record)) return false;
  return !isPending(record) || isPreliminary(record) || record.summary?.completion === 'unknown';
}

/** Returns whether the record shows the judge's verdict, but is still polled for the rest of the result. */
export function isPreliminary(record: KnownRecord): boolean {
  return isPending(record) && hasVerdict(record) && record.summary?.isPreliminary === true;
}

/**
 * Returns whether the record is pending and doesn't show a verdict yet. A record that shows its verdict can still be
 * polled, in case the verdict changes.
 */
export function isWithoutVerdict(record: KnownRecord): boolean {
  return isPending(record) && !showsVerdict(record);
}

/**
 * Returns whether the user waits for a verdict of this record. Badge, status bar, prompts, and notifications use this,
 * so that they agree with the row. Demo results are never awaited.
 */
export function isAwaited(record: KnownRecord): boolean {
  return isWithoutVerdict(record) && !isSample(record);
}

/** Returns whether the judge sent a verdict. An abandoned evaluation has none. */
export function hasVerdict({ summary, rules }: KnownRecord): boolean {
  const status = summary?.status ?? null;
  return status !== null && meaningOf(rules.statuses, status)?.kind !== 'pending';
}
