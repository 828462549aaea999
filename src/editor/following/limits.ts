/** Minimum time between two requests for contest submissions, because each contest needs its own request. */
export const CONTEST_INTERVAL_MS = 60_000;

/** Time after which the list of contests is fetched again. */
export const CONTESTS_VALID_MS = 5 * 60_000;

/** Time after which the only contest of a judge is fetched again. */
export const ONLY_CONTEST_VALID_MS = 10 * 60_000;

/** Minimum time between a refresh and the next one that the window's focus triggers. */
export const FOCUS_INTERVAL_MS = 60_000;

/** Time between two refreshes of the focused window while submissions from other computers are likely. */
export const BUSY_INTERVAL_MS = 60_000;

/**
 * Time after the start of a contest before it is read again. Usually, another part of the extension has fetched it
 * before.
 */
export const AFTER_START_MS = 35_000;

/** Time after a submission during which further ones are likely. */
export const AFTER_SUBMISSION_MS = 3_600_000;

/** Maximum duration of a contest during which the focused window refreshes without a change of the focus. */
export const LONGEST_FOLLOWED_CONTEST_MS = 12 * 3_600_000;

/** Duration of a window's lease on refreshing a judge. Meanwhile, no other window of this computer refreshes it. */
export const REFRESH_LEASE_MS = 60_000;

/** Time before the next refresh after a failed one. */
export const FAILURE_PAUSE_MS = 60_000;

/**
 * Time after a refresh during which a batch response replaces the next one, although it contains no contest
 * submissions.
 */
export const BATCH_REPLACES_LIST_MS = 60_000;

/** Minimum time between two refreshes while something is pending, or after the user submitted something. */
export const PENDING_INTERVAL_MS = 10_000;

/** Time before this window tries again if another window is refreshing. */
export const FOREIGN_RETRY_MS = 15_000;

/** Maximum duration of a timer. Timers ignore changes of the clock and the time that the computer sleeps. */
export const LONGEST_TIMER_MS = 30_000;

/** Maximum number of submissions that one refresh adds. Later refreshes add the rest. */
export const MAX_ADDED = 20;

/** Number of pending results at a judge at which no more submissions are added. */
export const MAX_PENDING = 200;

/** Maximum number of listed submissions that are read, newest first. */
export const MAX_LISTED = 100;

/** Maximum number of stored submission IDs for each judge. */
export const MAX_SEEN = 400;

/** Maximum difference between the clocks of the judge and of this computer. */
export const MAX_CLOCK_DIFFERENCE_MS = 5 * 60_000;
