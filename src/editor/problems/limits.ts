/** Maximum number of notes, and of fixes, of one diagnostic whose positions are followed. */
export const MAX_FOLLOWED = 50;

/** How far a line is searched if the judged text is uncertain, in lines. */
export const SEARCHED_LINES = 200;

/** Minimum length of a distinctive line: a bracket or an `else` can be anywhere. */
export const MIN_DISTINCT_LENGTH = 5;

/** How long the user pauses in typing before the text is compared with the judged one. */
export const COMPARE_PAUSE_MS = 400;

/** More changed lines than this are a different text, not a later version. */
export const MAX_CHANGED_LINES = 2000;

/** Maximum length of a replacement that is shown and can be applied, in UTF-16 units. */
export const MAX_REPLACEMENT_LENGTH = 200;

/** Maximum number of diagnostics that are placed in one file: output may repeat one thousands of times. */
export const MAX_FILE_DIAGNOSTICS = 1000;

/** Maximum number of other files that are searched: each takes a search through the workspace. */
export const MAX_OTHER_FILES = 20;

/** Number of output lines after the previous position that are searched for a note. */
export const SEARCHED_OUTPUT_LINES = 100;

/** Maximum length of one message, in UTF-16 units: a judge’s may be as long as its program. */
export const MAX_MESSAGE_LENGTH = 10_000;

/** Maximum number of cases that a Problem names. */
export const MAX_NAMED_CASES = 5;

/** Maximum number of cases whose error output is read. */
export const MAX_ERROR_CASES = 200;

/** Maximum number of errors of one case. */
export const MAX_CASE_ERRORS = 100;

/** Maximum length of the error output of a case that is read, from its end, in UTF-16 units. */
export const MAX_ERROR_OUTPUT_LENGTH = 32 * 1024;

/** Maximum number of results without a file that are published at once: each takes a search through the workspace. */
export const MAX_UNTIED = 20;
