import { compileErrorOf, isBareCompileError, meaningOf, shortWord, statusText } from '../judge/known';
import type { StatusCode, StatusKind, StatusLook, StatusMeaning } from '../judge';
import { isPending, isSample, type KnownRecord } from './record';

/** What a record is said to be: the same in its row, on its page, in notices, and to other programs. */
export interface Verdict {
  /** null: the compilation failed, and the service has no code that says so */
  readonly code: StatusCode | null;
  /** `WA`, `Status 99`; empty where a compilation failed for which the service has no word */
  readonly short: string;
  readonly kind: StatusKind | 'unknown';
  /** null: the code isn’t known */
  readonly look: StatusLook | null;
  /** null: the code isn’t known, or there is none */
  readonly meaning: StatusMeaning | null;
}

/**
 * The verdict of a record, also one of a judging that goes on: the cause where the service’s own status only says that something failed. Null:
 * there is none.
 */
export function verdictOf(record: KnownRecord): Verdict | null {
  const { rules } = record;
  if (failedToCompile(record)) {
    const meaning = compileErrorOf(rules);
    const short = meaning ? shortWord(meaning) : '';
    return { code: null, short, kind: meaning?.kind ?? 'failed', look: 'compileError', meaning };
  }
  const code = shownStatus(record);
  if (code === null) return null;
  const meaning = meaningOf(rules.statuses, code);
  const { kind = 'unknown', look = null } = meaning ?? {};
  return { code, short: statusText(code, rules), kind, look, meaning };
}

/** The cause where the service's own status only says that something failed. */
export function shownStatus({ summary }: KnownRecord): StatusCode | null {
  return summary?.cause ?? summary?.status ?? null;
}

/**
 * The compilation failed, which is all the verdict there is. While a record is pending, only where the service says
 * nothing of a judging: a pending status may still be followed by a verdict.
 */
export function failedToCompile(record: KnownRecord): boolean {
  const { summary, rules } = record;
  if (!summary || (isPending(record) && summary.status !== null)) return false;
  return isBareCompileError(summary.compiled, summary.status, rules);
}

/**
 * Whether the row shows a verdict. True also for a result that is still polled, if its codes don't mark the end of the
 * judging, or if the compilation failed and nothing else was sent.
 */
export function showsVerdict(record: KnownRecord): boolean {
  if (failedToCompile(record)) return true;
  return hasVerdict(record) && (!isPending(record) || record.summary?.completion === 'unknown');
}

/** Pending without a verdict so far. A record that shows its verdict can still be polled, in case the verdict changes. */
export function isWithoutVerdict(record: KnownRecord): boolean {
  return isPending(record) && !showsVerdict(record);
}

/**
 * Whether the user waits for a verdict of this record. Badge, status bar, questions, and notices use this, so that they
 * agree with the row. Demo results are never awaited.
 */
export function isAwaited(record: KnownRecord): boolean {
  return isWithoutVerdict(record) && !isSample(record);
}

/** The service has given one: a judging that was left before its end has none. */
export function hasVerdict({ summary, rules }: KnownRecord): boolean {
  const status = summary?.status ?? null;
  return status !== null && meaningOf(rules.statuses, status)?.kind !== 'pending';
}
