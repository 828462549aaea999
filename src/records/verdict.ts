import { compileErrorOf, isBareCompileError, meaningOf, shortWord, statusText } from '../judge/known';
import type { StatusCode, StatusKind, VerdictStyle, StatusMeaning } from '../judge';
import { isPending, isSample, type KnownRecord } from './record';

/** The verdict of a record: the same in its row, on its page, in notifications, and in the API. */
export interface Verdict {
  /** null: the compilation failed, and the service has no code for that */
  readonly code: StatusCode | null;
  /** `WA`, `Status 99`; empty: the compilation failed, and the service has no name for that */
  readonly short: string;
  readonly kind: StatusKind | 'unknown';
  /** null: unknown code */
  readonly look: VerdictStyle | null;
  /** null: unknown code, or none */
  readonly meaning: StatusMeaning | null;
}

/**
 * The verdict of a record, possibly during judging. If the service's status only means “failed”, it is the status of the
 * first failed case. Null: there is none.
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

/** The status of the first failed case if the service's status only means “failed”, else the status. */
export function shownStatus({ summary }: KnownRecord): StatusCode | null {
  return summary?.cause ?? summary?.status ?? null;
}

/**
 * True if the verdict is a failed compilation without a status of its own. A pending record with a status may still get
 * another verdict, so it doesn't count.
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

/** True if the service gave a verdict. A judging that was abandoned has none. */
export function hasVerdict({ summary, rules }: KnownRecord): boolean {
  const status = summary?.status ?? null;
  return status !== null && meaningOf(rules.statuses, status)?.kind !== 'pending';
}
