/** Range of the time limit of a program on this computer, whatever a problem file contains. */
export const MIN_LOCAL_TIME_LIMIT_MS = 100;
export const MAX_LOCAL_TIME_LIMIT_MS = 60_000;

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

/** Maximum number of suggested problems. */
export const MAX_OFFERED_PROBLEMS = 20;

/** Pause in typing after which the judge’s problems are searched. */
export const SEARCH_PAUSE_MS = 300;

/** Minimum time between two requests for the problems of a contest that begins. */
export const LIST_RETRY_MS = 2_000;

/** Time between two requests for the problems of a contest that begins at an unknown time. */
export const UNPLANNED_START_RETRY_MS = 30_000;

/** Maximum time until the problems of a contest that hasn't begun are requested again. */
export const MAX_START_WAIT_MS = 24 * 60 * 60_000;

/**
 * Maximum number of statements that a window keeps in memory. They are kept because previews request their text again.
 */
export const MAX_KEPT_STATEMENTS = 50;

/** Maximum number of pairs of sample files, and of cph files, that are read from one folder. */
export const MAX_SAMPLE_FILES = 200;

/** Maximum total size of the files that are read from one folder for samples. */
export const MAX_SAMPLE_FILES_BYTES = 32 * 1024 * 1024;

/** Maximum size of a file with samples. Larger files are ignored. */
export const MAX_SAMPLE_FILE_BYTES = 8 * 1024 * 1024;

/** Maximum number of samples that are run. */
export const MAX_SAMPLES = 100;

/** Maximum length of input and expected output of one sample together, in UTF-16 units. For unread files: in bytes. */
export const MAX_SAMPLE_LENGTH = 1024 * 1024;

/** Maximum length of input and expected output of all samples together, in UTF-16 units. */
export const MAX_SAMPLES_LENGTH = 4 * MAX_SAMPLE_LENGTH;

/** Maximum length of a typed input that is suggested again, in UTF-16 units. */
export const MAX_REMEMBERED_INPUT_LENGTH = 100_000;

/** Maximum number of other files that are sent along with a main file. */
export const MAX_OTHER_FILES = 50;

/** Maximum total size of a program's files, bytes of UTF-8. */
export const MAX_PROGRAM_BYTES = 1024 * 1024;

/** Maximum number of files in the main file's folder that the user can choose from. */
export const MAX_LISTED_FILES = 500;

/** Maximum length of a glob pattern for other files, in UTF-16 units. */
export const MAX_PATTERN_LENGTH = 200;

/** Maximum number of main files per workspace for which the chosen other files are remembered. */
export const MAX_REMEMBERED_CHOICES = 100;
