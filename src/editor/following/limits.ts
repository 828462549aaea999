/** Minimum time between two requests for the submissions in contests: each contest needs a request of its own. */
export const CONTEST_INTERVAL_MS = 60_000;

/** How long the list of contests is used. */
export const CONTESTS_VALID_MS = 5 * 60_000;

/** Minimum time between two refreshes because of the focus, in all windows of this computer. */
export const FOCUS_INTERVAL_MS = 60_000;

/** Minimum time between two refreshes while something is pending, or after the user submitted something. */
export const PENDING_INTERVAL_MS = 10_000;

/** How long this window waits before it tries again, if another window refreshes. */
export const FOREIGN_RETRY_MS = 15_000;

/** Longest timer: a timer doesn’t notice that the clock was set or that the computer slept. */
export const LONGEST_TIMER_MS = 30_000;

/** Maximum number of submissions that one refresh adds. The next refreshes add the rest. */
export const MAX_ADDED = 20;

/** While so many results are pending at a judge, none of its submissions are added. */
export const MAX_PENDING = 200;

/** Maximum number of listed submissions that are read, from the newest. */
export const MAX_LISTED = 100;

/** Maximum number of IDs that are remembered for a judge. */
export const MAX_SEEN = 400;

/** By how much the clocks of the judge and of this computer may differ. */
export const MAX_CLOCK_DIFFERENCE_MS = 5 * 60_000;
