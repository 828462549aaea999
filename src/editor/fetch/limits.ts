/** Maximum number of the user's submissions that are suggested when a request ID is entered. */
export const MAX_SHOWN_SUBMISSIONS = 15;

/** Delay before progress is shown. Most responses arrive earlier, so the notification would only flash. */
export const PROGRESS_DELAY_MS = 600;

/** Size of the list of all teams' submissions from which it is only fetched after a question, bytes. */
export const LONG_LIST_BYTES = 500_000;
