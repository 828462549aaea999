import type { Contest } from '../../results';
import { contestOfRecord, isRunning } from '../../records';
import { RequestFailed, type Clarification, type Judge, type JudgeId } from '../../judges';
import { judgeIdentity } from '../../judges/address';
import type { WithContests } from '../contests';
import type { Core } from '../shared/core';
import type { ContestRequests } from '../shared/backgroundRequests/fetchedContests';
import { isFollowed } from '../shared/settings/judgeSettings';
import { switchSetting } from '../shared/settings/settings';
import { logFailure } from '../shared/failures/showFailure';
import type { ClarificationSource } from './clarificationWatch';

/** The clarifications of the judge that is chosen in this window. Its requests are sent in the background. */
export class JudgeClarifications implements ClarificationSource {
  /** The last list of each contest, by judge and contest. */
  private readonly lists = new Map<string, readonly Clarification[]>();

  constructor(
    private readonly extension: Core & WithContests,
    private readonly fetched: ContestRequests['contests'],
  ) {}

  async watchedJudge(): Promise<Judge | null> {
    if (!switchSetting('clarifications')) return null;
    const { judges } = this.extension;
    const judge = await judges.chosen();
    if (!judge?.contests?.clarifications || !judge.contests.fetch) return null;
    return (await judges.isSignedOut(judge)) ? null : judge;
  }

  contestsAt(judge: Judge): readonly string[] {
    const { only } = judge.contests ?? {};
    if (only !== undefined) return [only];
    const now = this.timeAt(judge.id);
    const running = this.extension.store
      .records()
      .filter(({ service }) => service === judge.id)
      .flatMap((record) => contestOfRecord(record) ?? [])
      .filter(({ contest }) => isRunning(contest, now))
      .flatMap(({ contest: { id } }) => id ?? []);
    return [...new Set(running)];
  }

  isFollowed({ id }: Judge): boolean {
    return isFollowed(judgeIdentity(id).name);
  }

  mayRequest({ id }: Judge): boolean {
    const { tracking, judges } = this.extension;
    return tracking.health(id).kind === 'ok' && Date.now() >= judges.notBefore(id);
  }

  recentContest({ id: service }: Judge, id: string): Contest | null {
    return this.fetched.recent(service, id);
  }

  async fetchContest(judge: Judge, id: string): Promise<Contest> {
    const contest = await this.logged(judge, this.fetched.fetch(judge, id));
    this.extension.contests.report(judge.id, contest);
    return contest;
  }

  async fetchAll(judge: Judge, contest: string): Promise<readonly Clarification[]> {
    const { clarifications } = judge.contests ?? {};
    if (!clarifications) throw new Error('the judge has no clarifications');
    const fetched = await this.logged(
      judge,
      this.extension.judges.ask(
        judge,
        (http) => clarifications.fetchAll(http, contest),
        undefined,
        'background',
      ),
    );
    this.keep(judge, contest, fetched);
    return fetched;
  }

  /** Keeps the list of a contest that another class fetched. */
  keep({ id }: Judge, contest: string, list: readonly Clarification[]): void {
    this.lists.set(`${id}\n${contest}`, list);
  }

  /** Returns the list of a contest as it was last fetched in this window. Null: it wasn’t */
  lastFetched({ id }: Judge, contest: string): readonly Clarification[] | null {
    return this.lists.get(`${id}\n${contest}`) ?? null;
  }

  timeAt(service: JudgeId): number {
    return this.extension.judges.timeAt(service);
  }

  private async logged<Value>(judge: Judge, response: Promise<Value>): Promise<Value> {
    try {
      return await response;
    } catch (error) {
      if (error instanceof RequestFailed) logFailure(this.extension, error, judge);
      throw error;
    }
  }
}
