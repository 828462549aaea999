import type { Random } from './ports';
import { jittered } from './schedule';
import { MAX_FAILURE_PAUSE_MS, MAX_POLL_SILENCE_MS, MIN_FAILURE_PAUSE_MS } from './limits';

/**
 * Returns how long a judge isn't polled after network failures and server errors, ms. `failuresInRow`: 1 or more.
 * `retryAfter`: the wait that the judge requested, ms; null: none.
 */
export function waitAfterTrouble(failuresInRow: number, retryAfter: number | null, random: Random): number {
  const wait = Math.min(MIN_FAILURE_PAUSE_MS * 2 ** (failuresInRow - 1), MAX_FAILURE_PAUSE_MS);
  return Math.max(jittered(wait, random), Math.min(retryAfter ?? 0, MAX_POLL_SILENCE_MS));
}

/**
 * Returns how long a judge isn't polled after responses with status 429, or 503 with `Retry-After`, ms. `timesInRow`: 1 or
 * more. `retryAfter`: the wait that the judge requested, ms; null: none.
 */
export function waitAfterThrottling(timesInRow: number, retryAfter: number | null, random: Random): number {
  const wait = jittered(Math.min(MIN_FAILURE_PAUSE_MS * 2 ** timesInRow, MAX_FAILURE_PAUSE_MS), random);
  // 0, or a date in the past by our clock, doesn't permit a poll: the judge has just rejected one.
  const isUsable = retryAfter !== null && retryAfter >= MIN_FAILURE_PAUSE_MS;
  return Math.min(isUsable ? retryAfter : wait, MAX_POLL_SILENCE_MS);
}
