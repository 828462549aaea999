/** Minimum time between two background requests for the clarifications of a contest, ms. */
export const CLARIFICATIONS_INTERVAL_MS = 40_000;

/** Like `CLARIFICATIONS_INTERVAL_MS`, if following also sends a request every minute. */
export const FOLLOWED_CLARIFICATIONS_INTERVAL_MS = 80_000;

/**
 * Maximum random addition to the interval, ms, so that the windows of all participants don't send their requests
 * together.
 */
export const CLARIFICATIONS_JITTER_MS = 20_000;

/** Time before this window tries again if another window requests the clarifications, or if none may be requested, ms. */
export const CLARIFICATIONS_RETRY_MS = 15_000;

/** Maximum time before the clarifications are requested again after failures, ms. */
export const MAX_CLARIFICATIONS_RETRY_MS = 10 * 60_000;

/** Time after which a running contest is fetched again, because it may have been extended, ms. */
export const CONTEST_VALID_MS = 30 * 60_000;

/** Time after the end of a contest before it is fetched again, ms. Usually, another part of the extension did it before. */
export const AFTER_END_MS = 35_000;

/** Time after the end of a contest during which its row is shown, ms. */
export const SHOWN_AFTER_END_MS = 60 * 60_000;

/** Maximum duration of a timer, because timers stop while the computer sleeps, ms. */
export const LONGEST_CLARIFICATIONS_TIMER_MS = 30_000;

/** Maximum number of stored IDs of clarifications of a contest. */
export const MAX_STORED_CLARIFICATIONS = 1_000;

/** Maximum number of contests with stored IDs. */
export const MAX_STORED_CONTESTS = 10;

/** Maximum number of characters of a clarification in a notification. */
export const MAX_NOTIFIED_LENGTH = 200;

/** Maximum number of characters of the document with the clarifications of a contest. */
export const MAX_SHOWN_LENGTH = 500_000;

/** Maximum number of such documents whose texts are kept. */
export const MAX_KEPT_DOCUMENTS = 5;

/** Maximum number of characters of a question in its confirmation. */
export const MAX_CONFIRMED_LENGTH = 1_000;

/** Length at which long lines of clarifications are wrapped, characters. */
export const WRAPPED_LENGTH = 100;
