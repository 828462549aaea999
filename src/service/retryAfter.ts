/** Nobody waits longer for a service than a day. */
const longest = 24 * 60 * 60 * 1000;

/**
 * `Retry-After` in ms: whole seconds, or an HTTP date measured by the service's own clock (`date`) where it says
 * what that is, else by ours (`now`, ms since 1970). Null where there is none or it says neither.
 */
export function retryAfterMs(retryAfter: string | null, date: string | null, now: number): number | null {
  const text = retryAfter?.trim() ?? '';
  if (/^\d{1,15}$/.test(text)) return Math.min(Number(text) * 1000, longest);
  const until = httpDate(text);
  if (until === null) return null;
  return Math.min(Math.max(until - (httpDate(date ?? '') ?? now), 0), longest);
}

/** One of the three forms of HTTP, all of which begin with a day's name; null for anything else. */
function httpDate(text: string): number | null {
  if (!/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return null;
  // the oldest of the three names no zone, and means Greenwich like the others
  const time = Date.parse(/\d$/.test(text) ? `${text} GMT` : text);
  return Number.isNaN(time) ? null : time;
}
