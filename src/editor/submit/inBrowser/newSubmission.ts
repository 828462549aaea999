import type { RecordInBrowser } from '../../../records';
import type { RecentSubmission } from '../../../judges';
import { MAX_CLOCK_DIFFERENCE_MS } from '../limits';

/**
 * Returns whether both IDs identify the same problem of a judge. Ignores case, because users also type IDs in lower
 * case.
 */
export function isSameProblemId(one: string, other: string): boolean {
  return one.toUpperCase() === other.toUpperCase();
}

/** Returns the listed submissions to a problem, in the order of the list. */
export function submissionsOf(
  problem: string,
  listed: readonly RecentSubmission[],
): readonly RecentSubmission[] {
  return listed.filter(({ problemId }) => problemId !== null && isSameProblemId(problemId, problem));
}

/**
 * Finds the submission that the user made for a record: the oldest one to its problem that the judge didn't list
 * before. If the earlier submissions are unknown, the time of the submission decides. `listed`: newest first. Null:
 * none.
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
