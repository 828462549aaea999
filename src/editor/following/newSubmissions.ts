import type { RecentSubmission } from '../../service';
import { MAX_LISTED, MAX_SEEN, MAX_CLOCK_DIFFERENCE_MS } from './limits';

/** What is stored about a followed service. */
export interface FollowMemory {
  /** when following began, ms since 1970; older submissions aren't added */
  readonly since: number;
  /**
   * The IDs that the service has listed, those listed last first: a result that the user removed doesn't come back. IDs
   * that are missing from the last list are kept, since the submissions in contests aren't part of each list.
   */
  readonly seen: readonly string[];
}

/** What a list contains that isn't in the history. */
export interface NewSubmissions {
  /** new since the last refresh, the oldest first */
  readonly fresh: readonly RecentSubmission[];
  /** older, the oldest first */
  readonly older: readonly RecentSubmission[];
  readonly memory: FollowMemory;
}

/**
 * Finds new submissions in the list of a service, the newest first. `known`: the IDs of those that are in the history.
 * `memory`: null if following begins now. `now`: ms since 1970.
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
  // A time in the future: the clock was set back.
  const since = Math.min(memory?.since ?? now, now);
  const seen = new Set(memory?.seen);
  const isFresh = ({ requestId, at }: RecentSubmission): boolean =>
    memory !== null && !seen.has(requestId) && (at === null || at >= since - MAX_CLOCK_DIFFERENCE_MS);
  return {
    fresh: unknown.filter(isFresh),
    older: unknown.filter((one) => !isFresh(one)),
    memory: { since, seen: [...new Set([...listedIds, ...seen])].slice(0, MAX_SEEN) },
  };
}
