/** Maximum number of suggested submissions of the account. */
export const MAX_SHOWN_SUBMISSIONS = 15;

/**
 * Delay before a notification shows the progress. Most responses arrive earlier, and the notification would only
 * flash.
 */
export const PROGRESS_DELAY_MS = 600;
