import { retryAfterMs } from '../requestFailed';
import { MAX_ALLOWANCE_WAIT_MS } from '../limits';

/** Fraction of the rate limit that is reserved for user requests and for other windows, whose figures are older. */
const RESERVED_PART = 1 / 10;

/**
 * Returns the time of the next allowed poll after a response, ms since 1970. Waits for `Retry-After`, and spreads the
 * remaining requests (`X-RateLimit-Remaining`) evenly until `X-RateLimit-Reset`. `header`: returns a header of the
 * response. `now`: ms since 1970. Null: the response contains no limit.
 */
export function notBeforeIn(header: (name: string) => string | null, now: number): number | null {
  const wait = retryAfterMs(header('retry-after'), header('date'), now);
  const retryAt = wait === null ? null : now + Math.min(wait, MAX_ALLOWANCE_WAIT_MS);
  const spread = spreadUntil(header, now);
  return retryAt === null || spread === null ? (retryAt ?? spread) : Math.max(retryAt, spread);
}

function spreadUntil(header: (name: string) => string | null, now: number): number | null {
  const remaining = wholeNumberIn(header('x-ratelimit-remaining'));
  const until = wholeNumberIn(header('x-ratelimit-reset'));
  if (remaining === null || until === null) return null;
  // seconds since 1970, or from now
  const reset = until < 1e9 ? now + until * 1000 : until * 1000;
  if (reset <= now || reset - now > MAX_ALLOWANCE_WAIT_MS) return null;
  // some judges already reject the last allowed request
  const usable =
    remaining - Math.max(1, Math.floor((wholeNumberIn(header('x-ratelimit-limit')) ?? 0) * RESERVED_PART));
  return usable > 0 ? now + (reset - now) / usable : reset;
}

function wholeNumberIn(text: string | null): number | null {
  const digits = text?.trim() ?? '';
  return /^\d{1,12}$/.test(digits) ? Number(digits) : null;
}
