import type { Clock } from '../../base/ports';
import { SteadyClock } from '../../base/steadyClock';
import type { ListedBefore, RecentSubmission, RequestFailed, JudgeId, Judge } from '../../judges';
import type { Judges } from '../shared/judges';
import { CONTEST_INTERVAL_MS, CONTESTS_VALID_MS } from './limits';

type Lists = Pick<Judges, 'recentSubmissions' | 'openContests' | 'submissionsInContests'>;

interface KnownContests {
  /** contests, grouped by list, as returned by `Judges.openContests` */
  readonly places: readonly (readonly string[])[];
  /** ms since 1970 */
  readAt: number;
  /** time of the last request for submissions to these contests, ms since 1970 */
  listedAt: number;
}

/** Lists the user's most recent submissions at followed judges, including contest submissions. */
export class SubmissionLists {
  private readonly contests = new Map<JudgeId, KnownContests>();
  private readonly clock: SteadyClock;

  constructor(
    private readonly judges: Lists,
    clock: Clock,
    private readonly onError: (failed: RequestFailed, judge: Judge) => void,
  ) {
    this.clock = new SteadyClock(clock, (by) => this.shift(by));
  }

  /**
   * Returns submissions, newest first. In the background, contest submissions are requested at most once per
   * `CONTEST_INTERVAL_MS`. Null: the judge doesn't list submissions for this account. Rejects with `RequestFailed` if
   * the main list can't be read. Omits contests whose list can't be read. `before`: see `ListedBefore`.
   */
  async list(
    judge: Judge,
    by: 'person' | 'background',
    before: ListedBefore | null = null,
  ): Promise<readonly RecentSubmission[] | null> {
    const listed = await this.judges.recentSubmissions(judge, by, before);
    if (listed === null || !judge.contests?.submissions) return listed;
    const contests = await this.contestsOf(judge, by);
    const now = this.clock.now();
    if (by === 'background' && now < contests.listedAt + CONTEST_INTERVAL_MS) return listed;
    contests.listedAt = now;
    const inContests = await Promise.all(
      contests.places.map((places) =>
        this.judges.submissionsInContests(judge, places, by, (failed) => this.onError(failed, judge)),
      ),
    );
    return withContests(listed, inContests.flat());
  }

  /** Adjusts all times after the clock was set back by `by` ms. */
  private shift(by: number): void {
    for (const known of this.contests.values()) {
      known.readAt -= by;
      known.listedAt -= by;
    }
  }

  private async contestsOf(judge: Judge, by: 'person' | 'background'): Promise<KnownContests> {
    const known = this.contests.get(judge.id);
    const now = this.clock.now();
    if (known && by === 'background' && now < known.readAt + CONTESTS_VALID_MS) return known;
    const places = await this.judges.openContests(judge, by, (failed) => this.onError(failed, judge));
    const read: KnownContests = { places, readAt: now, listedAt: known?.listedAt ?? -Infinity };
    this.contests.set(judge.id, read);
    return read;
  }
}

/** Merges both lists, newest first. */
export function withContests(
  listed: readonly RecentSubmission[],
  inContests: readonly RecentSubmission[],
): readonly RecentSubmission[] {
  if (inContests.length === 0) return listed;
  return [...listed, ...inContests].sort((one, other) => (other.at ?? 0) - (one.at ?? 0));
}
