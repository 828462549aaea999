import type { Contest } from '../../results';
import { AFTER_SUBMISSION_MS, LONGEST_FOLLOWED_CONTEST_MS } from './limits';

/** A submission, as far as it shows when the next ones are likely. */
export interface MadeSubmission {
  /** ms since 1970; null: unknown */
  readonly at: number | null;
  /** null: none, or unknown */
  readonly contest: Contest | null;
}

/**
 * Returns the time until which further submissions from other computers are likely, ms since 1970: the end of a running
 * contest, unless it is a long one, and an hour after the last submission. -Infinity: they aren't.
 */
export function busyUntil(submissions: readonly MadeSubmission[], now: number): number {
  return submissions.reduce(
    (latest, submission) =>
      Math.max(
        latest,
        endOfShortContest(submission, now),
        (submission.at ?? -Infinity) + AFTER_SUBMISSION_MS,
      ),
    -Infinity,
  );
}

/** Returns the end of the submission's contest if it is running. If its start is unknown, the submission isn't before it. */
function endOfShortContest({ at, contest }: MadeSubmission, now: number): number {
  if (!contest || contest.isHomework || contest.isOver || contest.endsAt === null) return -Infinity;
  const startsAt = contest.startsAt ?? at ?? now;
  const isShort = contest.endsAt - startsAt <= LONGEST_FOLLOWED_CONTEST_MS;
  return isShort && startsAt <= now ? contest.endsAt : -Infinity;
}
