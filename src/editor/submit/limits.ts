/** Maximum time to wait for a submission in the browser. */
export const MAX_SUBMISSION_WAIT_MS = 5 * 60_000;

/** Times after opening the submit page at which the judge’s list is requested. */
export const FIRST_POLLS_MS = [2_000, 5_000, 10_000] as const;

/** Time between two requests of the list after the first ones. */
export const LIST_INTERVAL_MS = 10_000;

/** Minimum time between two requests of the list, unless the judge requires a longer one. */
export const MIN_LIST_INTERVAL_MS = 2_000;

/** Duration of a window's lease on requesting the list. Must be longer than `LIST_INTERVAL_MS`. */
export const LIST_LEASE_MS = 25_000;

/** Time before this window tries again if another window requests the list. */
export const OTHER_WINDOW_RETRY_MS = 15_000;

/** Maximum time to wait for the judge’s list before the submit page is opened anyway. */
export const MAX_OPEN_DELAY_MS = 1_500;

/** Maximum time between two presses of the submit key that count as one. */
export const DOUBLE_PRESS_MS = 1_000;

/** Time before another attempt to end the wait of a record, if that couldn't be stored. */
export const END_RETRY_MS = 10_000;

/**
 * Maximum difference between the clocks of the judge and of this computer. Applied if the earlier submissions are
 * unknown.
 */
export const MAX_CLOCK_DIFFERENCE_MS = 60_000;

/** Maximum amount by which a judge rounds the times of submissions down. */
export const TIME_ROUNDING_MS = 1_000;

/**
 * Time in which a contest's problems must be listed so that the name of a file is sufficient, without a box that lists
 * them.
 */
export const LISTED_SOON_MS = 800;

/** Time in which data about a contest must arrive so that no notification shows that it is loading. */
export const CONTEST_SOON_MS = 1_000;
