/** Maximum number of suggested problems. */
export const MAX_OFFERED_PROBLEMS = 20;

/** Pause in typing after which the judge’s problems are searched. */
export const SEARCH_PAUSE_MS = 300;

/** Minimum time between two requests for the problems of a contest that begins. */
export const LIST_RETRY_MS = 2_000;

/** Time between two requests for the problems of a contest that begins at an unknown time. */
export const UNPLANNED_START_RETRY_MS = 30_000;

/** Maximum time until the problems of a future contest are requested again. */
export const MAX_START_WAIT_MS = 24 * 60 * 60_000;

/**
 * Maximum number of statements that a window keeps in memory, because previews request their text again, and of PDF
 * documents on the disk.
 */
export const MAX_KEPT_STATEMENTS = 50;

/** The preview of a statement opens with its text if that arrives within this time. */
export const STATEMENT_SOON_MS = 1_000;

/** Maximum time until the remaining time in an open box is updated. Timers stop while the computer sleeps. */
export const LONGEST_TICK_MS = 60_000;
