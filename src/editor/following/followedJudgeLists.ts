import { systemClock } from '../../base/ports';
import type { Contest } from '../../results';
import type { Judge, ListedBefore, RecentSubmission } from '../../judges';
import { listsSubmissions } from '../shared/capabilities';
import type { ContestRequests } from '../shared/backgroundRequests/fetchedContests';
import type { ListingGuard } from '../shared/backgroundRequests/listingGuard';
import { isFollowed } from '../shared/settings/judgeSettings';
import { logFailure } from '../shared/failures/showFailure';
import type { SubmissionSource } from './following';
import { SubmissionLists } from './submissionLists';
import type { Core } from '../shared/core';
import type { WithContests } from '../contests';

/** Lists the user's submissions at the followed judges. */
export class FollowedJudgeLists implements SubmissionSource {
  private readonly lists: SubmissionLists;

  constructor(
    private readonly extension: Core & WithContests,
    private readonly guard: ListingGuard,
    private readonly fetched: ContestRequests['contests'],
  ) {
    this.lists = new SubmissionLists(extension.judges, systemClock, (failed, judge) => {
      logFailure(extension, failed, judge);
    });
  }

  async followed(): Promise<readonly Judge[]> {
    const { judges } = this.extension;
    const names = (await judges.names()).filter(isFollowed);
    const read = await Promise.all(names.map((name) => judges.named(name)));
    return read.flatMap((choice) =>
      choice.kind === 'chosen' && listsSubmissions(choice.judge) ? [choice.judge] : [],
    );
  }

  /**
   * Lists submissions in the background. `before`: see `ListedBefore`. Null: the request failed or can't be sent now, or
   * the judge doesn't list submissions for this account.
   */
  list(judge: Judge, before: ListedBefore | null): Promise<readonly RecentSubmission[] | null> {
    return this.guard.list(judge, () => this.lists.list(judge, 'background', before));
  }

  async contestOf(judge: Judge): Promise<Contest | null> {
    const { fetch: fetchContest, only: id } = judge.contests ?? {};
    if (!fetchContest || id === undefined) return null;
    const contest = await this.guard.list(judge, () => this.fetched.fetch(judge, id));
    if (!contest) return null;
    this.extension.contests.report(judge.id, contest);
    return this.byThisClock(judge, contest);
  }

  recentContestOf(judge: Judge): Contest | null {
    const { only: id } = judge.contests ?? {};
    const contest = id === undefined ? null : this.fetched.recent(judge.id, id);
    return contest && this.byThisClock(judge, contest);
  }

  /** Converts the times of a contest, which are by the judge's clock. */
  private byThisClock({ id }: Judge, contest: Contest): Contest {
    const clockLead = this.extension.judges.timeAt(id) - Date.now();
    const { startsAt, endsAt } = contest;
    return {
      ...contest,
      startsAt: typeof startsAt === 'number' ? startsAt - clockLead : null,
      endsAt: endsAt === null ? null : endsAt - clockLead,
    };
  }

  /**
   * Lists submissions while the user waits. Null: the judge doesn't list submissions for this account. Rejects with
   * `RequestFailed`.
   */
  listAll(judge: Judge): Promise<readonly RecentSubmission[] | null> {
    return this.lists.list(judge, 'person');
  }
}
