/** Minimum time between two requests for contest submissions, because each contest needs its own request. */
export const CONTEST_INTERVAL_MS = 60_000;

/** Time after which the list of contests is fetched again. */
export const CONTESTS_VALID_MS = 5 * 60_000;

/** Minimum time between two refreshes of a window because it got the focus. */
export const FOCUS_INTERVAL_MS = 60_000;

/** How long the window that refreshes keeps the other windows of this computer from it. */
export const REFRESH_LEASE_MS = 60_000;

/** Time before the next refresh after a failed one. */
export const FAILURE_PAUSE_MS = 60_000;

/** How long after a refresh a batch response counts as the next one, although it contains no contest submissions. */
export const BATCH_REPLACES_LIST_MS = 60_000;

/** Minimum time between two refreshes while something is pending, or after the user submitted something. */
export const PENDING_INTERVAL_MS = 10_000;

/** Time before this window tries again if another window is refreshing. */
export const FOREIGN_RETRY_MS = 15_000;

/** Maximum duration of a timer. A timer doesn’t notice changes of the clock or sleep of the computer. */
export const LONGEST_TIMER_MS = 30_000;

/** Maximum number of submissions that one refresh adds. Later refreshes add the rest. */
export const MAX_ADDED = 20;

/** Number of pending results at a judge from which no more submissions are added. */
export const MAX_PENDING = 200;

/** Maximum number of listed submissions that are read, newest first. */
export const MAX_LISTED = 100;

/** Maximum number of stored IDs for each judge. */
export const MAX_SEEN = 400;

/** Maximum difference between the clocks of the judge and of this computer. */
export const MAX_CLOCK_DIFFERENCE_MS = 5 * 60_000;
