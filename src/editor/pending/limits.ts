/** Maximum number of connections for single results of a judge. */
export const MAX_SINGLE_CONNECTIONS = 3;

/** How long the first item of a notice waits for others. */
export const MAX_NOTICE_WAIT_MS = 5000;

/** How long after the reported end of a contest its results are requested: the judge’s clock may be behind. */
export const AFTER_CONTEST_MS = 2000;

/** Gap before the second poll, if a result is still hidden after the end of its contest. */
export const FIRST_HIDDEN_PAUSE_MS = 30_000;

/** Longest gap between two polls of a hidden result. */
export const LONGEST_HIDDEN_PAUSE_MS = 3_600_000;

/** Longest timer: a timer stands still while the computer sleeps, and one of more than 2^31 ms ends immediately. */
export const LONGEST_CONTEST_TIMER_MS = 60_000;

/** Maximum number of requests that the tooltip of the status bar names. */
export const MAX_NAMED_REQUESTS = 12;

/** Results that finish within this time, for example pushed ones, are announced together. */
export const GATHERING_MS = 150;
