import type { KnownRecord } from '../../records';
import type { ProblemName, Remaining, JudgeId } from '../../judges';

/**
 * The remaining time and submissions of problems, from the judges' responses in this window. Kept in memory only.
 */
export class RemainingSubmissions {
  private readonly known = new Map<string, Remaining>();

  /** Stores the data of a response; undefined: it contained none. */
  note(service: JudgeId, problem: ProblemName, remaining: Remaining | undefined): void {
    const key = keyOf(service, problem);
    const nextAt = remaining?.nextAt ?? this.known.get(key)?.nextAt;
    if (remaining) this.known.set(key, nextAt === undefined ? remaining : { ...remaining, nextAt });
    else this.known.delete(key);
  }

  /** Stores from when on the judge accepts the next submission, ms since 1970 by the judge's clock; undefined: unknown. */
  noteNext(service: JudgeId, problem: ProblemName, nextAt: number | undefined): void {
    if (nextAt === undefined) return;
    const known = this.of(service, problem) ?? { endsAt: null, submissions: null };
    this.note(service, problem, { ...known, nextAt });
  }

  /**
   * Returns how long the judge accepts no submission to the problem, ms; 0: it accepts one. `now`: ms since 1970 by the
   * judge's clock
   */
  waitFor(service: JudgeId, problem: ProblemName, now: number): number {
    const nextAt = this.of(service, problem)?.nextAt;
    return nextAt === undefined ? 0 : Math.max(nextAt - now, 0);
  }

  countSubmission(service: JudgeId, problem: ProblemName): void {
    const remaining = this.of(service, problem);
    if (!remaining || remaining.submissions === null) return;
    this.note(service, problem, { ...remaining, submissions: Math.max(remaining.submissions - 1, 0) });
  }

  /** Returns the latest data; null: none was received. */
  of(service: JudgeId, problem: ProblemName): Remaining | null {
    return this.known.get(keyOf(service, problem)) ?? null;
  }

  /**
   * Like `of`, for the problem of a record. If only the record's contest is known, returns its end. Null for
   * self-tests, which don't belong to the contest.
   */
  ofRecord({ service, submission }: Pick<KnownRecord, 'service' | 'submission'>): Remaining | null {
    if (!submission || submission.isSelfTest) return null;
    const known = this.of(service, submission);
    const endsAt = submission.contest?.endsAt ?? null;
    return known ?? (endsAt === null ? null : { endsAt, submissions: null });
  }
}

function keyOf(service: JudgeId, { problemId, place }: ProblemName): string {
  return JSON.stringify([service, place, problemId]);
}
