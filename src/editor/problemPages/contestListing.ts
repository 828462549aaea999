import { contestState } from '../../results';
import type { ListedProblems } from '../../judges';
import type { ContestProblems } from './judgeProblems';
import { LIST_RETRY_MS, MAX_START_WAIT_MS, UNPLANNED_START_RETRY_MS } from './limits';

/** The problems of the judge's contest, as last fetched. */
export class ContestListing {
  /** null: not fetched yet, or failed */
  listed: ListedProblems | null = null;
  /** whether the contest hadn't begun when its problems were last fetched */
  isBeforeStart = false;
  /** when the contest begins, as the judge last reported it, ms since 1970; null: no start was reported before it */
  private startsAt: number | null = null;

  constructor(private readonly contest: ContestProblems) {}

  /** Fetches the problems. Never rejects. */
  async fetch(): Promise<void> {
    this.listed = await this.contest.fetchAll();
    const contest = this.listed?.contest;
    this.isBeforeStart = contest !== undefined && contestState(contest, this.contest.now()) === 'notBegun';
    if (this.isBeforeStart) this.startsAt = contest?.startsAt ?? this.startsAt;
  }

  /** Returns after how many ms the problems should be fetched again, because the contest begins. Null: never */
  nextFetchDelay(): number | null {
    if (this.listed?.problems.length !== 0) return null;
    if (this.isBeforeStart && typeof this.listed.contest?.startsAt !== 'number')
      return UNPLANNED_START_RETRY_MS;
    if (this.startsAt === null) return null;
    return Math.min(Math.max(this.startsAt - this.contest.now(), LIST_RETRY_MS), MAX_START_WAIT_MS);
  }
}
