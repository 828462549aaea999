import type { RecentSubmission } from '../../judges';
import { MAX_LISTED, MAX_SEEN, MAX_CLOCK_DIFFERENCE_MS } from './limits';

/** Stored data about a followed judge. */
export interface FollowMemory {
  /** time when following began, ms since 1970; older submissions aren't added */
  readonly since: number;
  /**
   * The last `MAX_SEEN` listed IDs, the most recent first. They prevent results that the user removed from being added
   * again. IDs that the latest list omits are kept, because some lists omit contest submissions.
   */
  readonly seen: readonly string[];
}

/** Listed submissions that aren't in the history, and the updated data to store. */
export interface NewSubmissions {
  /** new since the last refresh, oldest first */
  readonly fresh: readonly RecentSubmission[];
  /** older ones, oldest first */
  readonly older: readonly RecentSubmission[];
  readonly memory: FollowMemory;
}

/**
 * Finds new submissions in a judge's list. `listed`: newest first. `known`: IDs of records in the history. `memory`:
 * null if following begins now. `now`: ms since 1970.
 */
export function newSubmissions(
  listed: readonly RecentSubmission[],
  known: ReadonlySet<string>,
  memory: FollowMemory | null,
  now: number,
): NewSubmissions {
  const submissions = listed.slice(0, MAX_LISTED).reverse();
  const listedIds = submissions.map(({ requestId }) => requestId);
  const unknown = submissions.filter(({ requestId }) => !known.has(requestId));
  // a time in the future means that the clock was set back
  const since = Math.min(memory?.since ?? now, now);
  const seen = new Set(memory?.seen);
  const isFresh = ({ requestId, at }: RecentSubmission): boolean =>
    memory !== null && !seen.has(requestId) && (at === null || at >= since - MAX_CLOCK_DIFFERENCE_MS);
  return {
    fresh: unknown.filter(isFresh),
    older: unknown.filter((submission) => !isFresh(submission)),
    memory: { since, seen: [...new Set([...listedIds, ...seen])].slice(0, MAX_SEEN) },
  };
}
