import type { Contest } from './model';

/** `frozen`: it is running, and its scoreboard no longer changes. */
export type ContestState = 'notBegun' | 'running' | 'frozen' | 'ended';

/**
 * Returns the state of a contest at `now`, ms since 1970 by the judge's clock. A contest without a known start has begun,
 * and one without a known end is running, unless the judge reported another state.
 */
export function contestState(contest: Contest, now: number): ContestState {
  const { startsAt = null, endsAt, freezesAt = null, isOver, hasBegun } = contest;
  if (isOver) return 'ended';
  if (startsAt === null ? hasBegun === false : now < startsAt) return 'notBegun';
  if (endsAt !== null && now >= endsAt) return 'ended';
  return freezesAt !== null && now >= freezesAt ? 'frozen' : 'running';
}
