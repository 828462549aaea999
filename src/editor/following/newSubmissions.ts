import type { RecentSubmission } from '../../service';

/** What is remembered of a service whose submissions are followed. */
export interface FollowMemory {
  /** when following began, ms since 1970: what is older stays out of the list */
  readonly since: number;
  /** the IDs that the service listed last: what a person has removed doesn't come back */
  readonly seen: readonly string[];
}

export interface Listed {
  /** new since following began or since the last look, the oldest first */
  readonly fresh: readonly RecentSubmission[];
  /** from before, and no records yet, the oldest first */
  readonly older: readonly RecentSubmission[];
  readonly memory: FollowMemory;
}

/** Most of a list that is looked at, from the newest. */
const most = 100;
/** The clocks of the service and of this computer may differ by so much, ms. */
const clocksDiffer = 5 * 60_000;

/**
 * What of a service's list of submissions, the newest first, is new. `memory`: null where following begins now, with
 * what is listed already.
 */
export function newSubmissions(
  listed: readonly RecentSubmission[],
  memory: FollowMemory | null,
  isKnown: (requestId: string) => boolean,
  now: number,
): Listed {
  const submissions = listed.slice(0, most).reverse();
  const unknown = submissions.filter(({ requestId }) => !isKnown(requestId));
  const since = memory?.since ?? now;
  const seen = new Set(memory?.seen);
  const isFresh = ({ requestId, at }: RecentSubmission): boolean =>
    memory !== null && !seen.has(requestId) && (at === null || at >= since - clocksDiffer);
  return {
    fresh: unknown.filter(isFresh),
    older: unknown.filter((one) => !isFresh(one)),
    memory: { since, seen: submissions.map(({ requestId }) => requestId) },
  };
}
