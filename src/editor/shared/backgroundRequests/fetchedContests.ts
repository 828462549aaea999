import { setNewest } from '../../../base/newestEntries';
import type { Clock } from '../../../base/ports';
import { SteadyClock } from '../../../base/steadyClock';
import type { Judge, JudgeId } from '../../../judges';
import type { Contest } from '../../../results';
import { MAX_FETCHED_CONTESTS, SHARED_CONTEST_MS } from '../limits';
import type { Judges } from '../judges';
import type { SpacedRequests } from './spacedRequests';

interface FetchedContest {
  readonly contest: Contest;
  /** ms since 1970 */
  readonly at: number;
  /** the same time by the judge's clock, ms since 1970 */
  readonly judgeAt: number;
}

/** The requests that the parts of the extension send automatically while a contest runs. */
export interface ContestRequests {
  readonly spaced: SpacedRequests;
  readonly contests: Pick<FetchedContests, 'recent' | 'fetch'>;
}

/** Fetches contests in the background for all parts of the extension, so that one request serves several of them. */
export class FetchedContests {
  private readonly fetched = new Map<string, FetchedContest>();
  private readonly clock: SteadyClock;

  constructor(
    private readonly judges: Pick<Judges, 'ask' | 'timeAt'>,
    clock: Pick<Clock, 'now'>,
  ) {
    this.clock = new SteadyClock(clock, () => this.fetched.clear());
  }

  /**
   * Returns the contest if it was fetched at most `SHARED_CONTEST_MS` ago, and has neither begun nor ended since. Null: it
   * must be fetched. `id`: `Contest.id`
   */
  recent(service: JudgeId, id: string): Contest | null {
    const now = this.clock.now();
    const known = this.fetched.get(keyOf(service, id));
    if (!known || now >= known.at + SHARED_CONTEST_MS) return null;
    const { contest, judgeAt } = known;
    const judgeNow = this.judges.timeAt(service);
    const hasChanged = [contest.startsAt ?? null, contest.endsAt].some(
      (change) => change !== null && judgeAt < change && change <= judgeNow,
    );
    return hasChanged ? null : contest;
  }

  /** Rejects with `RequestFailed`. `id`: `Contest.id` */
  async fetch(judge: Judge, id: string): Promise<Contest> {
    const fetchContest = judge.contests?.fetch;
    if (!fetchContest) throw new Error('the judge reports no contests');
    const contest = await this.judges.ask(judge, (http) => fetchContest(http, id), undefined, 'background');
    const fetched = { contest, at: this.clock.now(), judgeAt: this.judges.timeAt(judge.id) };
    setNewest(this.fetched, keyOf(judge.id, id), fetched, MAX_FETCHED_CONTESTS);
    return contest;
  }
}

function keyOf(service: JudgeId, id: string): string {
  return JSON.stringify([service, id]);
}
