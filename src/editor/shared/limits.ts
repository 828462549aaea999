/** Duration of a window’s startup, during which no background work runs. */
export const START_UP_MS = 1000;

/** Pause in changes of settings after which invalid settings are reported. Users often change several in a row. */
export const SETTINGS_PAUSE_MS = 1000;

/** Maximum number of buttons of an error message. With more, VS Code truncates their labels. */
export const MAX_MESSAGE_BUTTONS = 3;

/** Maximum number of a judge’s records that are suggested when an ID is entered. */
export const MAX_RECENT_RECORDS = 8;

/** Maximum number of files whose last submission is remembered. */
export const MAX_REMEMBERED_FILES = 200;

/** Maximum number of remembered problems of each judge. */
export const MAX_REMEMBERED_PROBLEMS = 20;

/** Maximum number of files in the workspace that are read at the same time. */
export const MAX_PARALLEL_READS = 8;

/** Maximum length of a record’s name that the user or another extension sets, in UTF-16 units. */
export const MAX_LABEL_LENGTH = 200;

/**
 * Time before the submissions of a judge are listed again in the background after a failure. Doubles with each failure.
 */
export const LIST_RETRY_MS = 5_000;

/** Maximum time before a judge’s submissions are listed again in the background after a failure. */
export const MAX_LIST_RETRY_MS = 60_000;

/**
 * Time in which people can hardly do anything that VS Code doesn't report. A response that takes longer doesn't take the
 * focus.
 */
export const MAX_UNREPORTED_MS = 1000;

/** Steps in which a row counts down to the next try at a judge that can’t be reached, ms. */
export const COUNTDOWN_STEP_MS = 5_000;

/** Maximum number of requests that a window sends to a judge within `SPACED_REQUESTS_MS` while nothing is pending. */
export const MAX_SPACED_REQUESTS = 2;

/** See `MAX_SPACED_REQUESTS`, ms. */
export const SPACED_REQUESTS_MS = 60_000;

/** Maximum number of contests that are kept after they were fetched in the background. */
export const MAX_FETCHED_CONTESTS = 20;

/** Maximum age of a fetched contest that is used instead of fetching it again after its start or its end, ms. */
export const SHARED_CONTEST_MS = 2 * 60_000;
