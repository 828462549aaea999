/** Maximum delay of a background request that the start or the end of a contest causes. */
const MAX_CONTEST_SPREAD_MS = 30_000;

/**
 * Returns a random delay for background requests after the start or the end of a contest, ms. Without it, the windows of
 * all participants would send their requests in the same second. Requests that the user waits for aren't delayed.
 */
export function contestSpread(random: () => number): number {
  return random() * MAX_CONTEST_SPREAD_MS;
}
