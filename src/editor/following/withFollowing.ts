import type { Judge, RecentSubmission } from '../../judges';
import type { Following } from './following';

export interface FollowedJudges {
  readonly following: Following;
  /** Resolves to null if the judge doesn't list submissions for this account. Rejects with `RequestFailed`. */
  listAll(judge: Judge): Promise<readonly RecentSubmission[] | null>;
  /** Adds a record for each submission, and tracks it. */
  addAll(judge: Judge, submissions: readonly RecentSubmission[]): Promise<void>;
}

export interface WithFollowing {
  /** judges whose submissions are followed; loaded with the first of them */
  readonly following: () => Promise<FollowedJudges>;
}
