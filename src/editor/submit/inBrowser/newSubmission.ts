import type { RecordInBrowser } from '../../../records';
import type { RecentSubmission } from '../../../service';
import { MAX_CLOCK_DIFFERENCE_MS } from '../limits';

/** Returns whether both IDs are of one problem of a judge: users also type them in lower case. */
export function isSameProblemId(one: string, other: string): boolean {
  return one.toUpperCase() === other.toUpperCase();
}

/** Returns the listed submissions of a problem, in their order. */
export function submissionsOf(
  problem: string,
  listed: readonly RecentSubmission[],
): readonly RecentSubmission[] {
  return listed.filter(({ problemId }) => problemId !== null && isSameProblemId(problemId, problem));
}

/**
 * Finds the submission that the user made for that record: the oldest one of its problem that the judge didn't list before.
 * If the earlier list is unknown, the time of the submission decides. `listed`: the newest first. Null: there is none.
 */
export function newSubmission(
  record: Pick<RecordInBrowser, 'submission' | 'state'>,
  listed: readonly RecentSubmission[],
): RecentSubmission | null {
  const { before, since } = record.state;
  if (!record.submission) return null;
  const isNew = ({ requestId, at }: RecentSubmission): boolean =>
    before === null ? at !== null && at >= since - MAX_CLOCK_DIFFERENCE_MS : !before.includes(requestId);
  return submissionsOf(record.submission.problemId, listed).findLast(isNew) ?? null;
}
