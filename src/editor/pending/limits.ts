/** Maximum number of push connections to a judge that receive only a single result. */
export const MAX_SINGLE_CONNECTIONS = 3;

/** Maximum time that the first item of a notification waits for others. */
export const MAX_NOTICE_WAIT_MS = 5000;

/**
 * Delay after the reported end of a contest before its results are requested, because the judge’s clock may be behind.
 */
export const AFTER_CONTEST_MS = 2000;

/** Interval before the second poll, if a result is still hidden after the end of its contest. */
export const FIRST_HIDDEN_PAUSE_MS = 30_000;

/** Maximum number of polls of a result whose further tests run after the contest. The organizers may never run them. */
export const MAX_FURTHER_TEST_POLLS = 12;

/** Time after the end of a contest during which its results with further tests are polled. */
export const FURTHER_TESTS_MS = 3 * 86_400_000;

/** Maximum age of a result that is polled for further tests. It counts if the time of the end isn't known. */
export const MAX_FURTHER_TEST_AGE_MS = 30 * 86_400_000;

/** Maximum interval between two polls of a hidden result. */
export const LONGEST_HIDDEN_PAUSE_MS = 3_600_000;

/**
 * Maximum duration of a timer. Timers stop while the computer sleeps, and a timer of more than 2^31 ms fires
 * immediately.
 */
export const LONGEST_CONTEST_TIMER_MS = 60_000;

/** Maximum number of requests in the tooltip of the status bar. */
export const MAX_NAMED_REQUESTS = 12;

/** Results that finish within this time, for example pushed ones, share a notification. */
export const GATHERING_MS = 150;

/** Maximum number of results that a notification for several results lists. */
export const MAX_NAMED_RESULTS = 3;
