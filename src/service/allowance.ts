import { retryAfterMs } from './failure';

/** A limit of a longer period is no reason not to poll for so long, ms. */
const longestPeriod = 60 * 60 * 1000;

/** Of the limit, this part is left for what people ask for and for other windows, which have older answers. */
const kept = 1 / 10;

/**
 * When polling may go on after an answer, ms since 1970: what `X-RateLimit-Remaining` still allows lasts until
 * `X-RateLimit-Reset`, and `Retry-After` is waited for. `header`: one of the answer by its name; `now`: ms since 1970.
 * Null: nothing is said.
 */
export function restsUntil(header: (name: string) => string | null, now: number): number | null {
  const wait = retryAfterMs(header('retry-after'), header('date'), now);
  const asked = wait === null ? null : now + Math.min(wait, longestPeriod);
  const spread = spreadUntil(header, now);
  return asked === null || spread === null ? (asked ?? spread) : Math.max(asked, spread);
}

function spreadUntil(header: (name: string) => string | null, now: number): number | null {
  const remaining = numberIn(header('x-ratelimit-remaining'));
  const until = numberIn(header('x-ratelimit-reset'));
  if (remaining === null || until === null) return null;
  // seconds since 1970, or from now
  const reset = until < 1e9 ? now + until * 1000 : until * 1000;
  if (reset <= now || reset - now > longestPeriod) return null;
  // some services refuse the last one already
  const usable = remaining - Math.max(1, Math.floor((numberIn(header('x-ratelimit-limit')) ?? 0) * kept));
  return usable > 0 ? now + (reset - now) / usable : reset;
}

function numberIn(text: string | null): number | null {
  const digits = text?.trim() ?? '';
  return /^\d{1,12}$/.test(digits) ? Number(digits) : null;
}
