import { window, type Disposable } from 'vscode';
import { systemClock, type Leases } from '../../base/ports';
import type { RecentSubmission, Judge } from '../../judges';
import type { ContestRequests } from '../shared/backgroundRequests/fetchedContests';
import type { ListingGuard } from '../shared/backgroundRequests/listingGuard';
import { Following } from './following';
import { FoundFiles } from './foundFiles';
import { StoredSubmissions } from './storedSubmissions';
import { StoredFollowMemories } from './storedFollowMemories';
import { FollowedJudgeLists } from './followedJudgeLists';
import type { Core } from '../shared/core';
import type { FollowedJudges } from './withFollowing';
import type { WithDiagnostics } from '../diagnostics';
import type { WithContests } from '../contests';

export { withContests } from './submissionLists';
export { followJudge, lookForMore, offerToFollow, unfollowJudge } from './followJudge';

/** Combines the parts of following for the rest of the extension. Loaded with the first followed judge. */
export class SubmissionFollower implements FollowedJudges, Disposable {
  readonly following: Following;
  private readonly source: FollowedJudgeLists;
  private readonly history: StoredSubmissions;
  private readonly disposables: Disposable[];

  constructor(
    extension: Core & WithContests & WithDiagnostics,
    leases: { openLeases(): Promise<Leases> },
    guard: ListingGuard,
    requests: ContestRequests,
    private readonly onError: (what: string, error: unknown) => void,
  ) {
    const { context, tracking } = extension;
    this.source = new FollowedJudgeLists(extension, guard, requests.contests);
    this.history = new StoredSubmissions(extension);
    this.following = new Following({
      clock: systemClock,
      leases,
      source: this.source,
      spaced: requests.spaced,
      random: Math.random,
      history: this.history,
      memories: new StoredFollowMemories(context.globalState),
      onError,
    });
    this.disposables = [
      this.following,
      new FoundFiles(extension, this.following, onError),
      guard.onDidRetry((service) => this.following.refreshSoon(service)),
      window.onDidChangeWindowState(({ focused }) => this.following.setFocused(focused)),
      tracking.onDidChange(() => this.following.reschedule()),
      tracking.onDidList(({ service, requestIds }) => this.following.listed(service, requestIds)),
    ];
    this.following.setFocused(window.state.focused);
  }

  async update(): Promise<void> {
    try {
      await this.following.update();
    } catch (error) {
      this.onError('the followed services could not be read', error);
    }
  }

  listAll(judge: Judge): Promise<readonly RecentSubmission[] | null> {
    return this.source.listAll(judge);
  }

  async addAll(judge: Judge, submissions: readonly RecentSubmission[]): Promise<void> {
    for (const submission of submissions) await this.history.add(judge, submission);
  }

  dispose(): void {
    this.disposables.forEach((disposable) => void disposable.dispose());
  }
}
export type { WithFollowing } from './withFollowing';
