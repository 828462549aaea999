/** Maximum number of notes, and of fixes, of one diagnostic whose positions are tracked. */
export const MAX_FOLLOWED = 50;

/** Maximum distance, in lines, at which a printed line is searched if the judged text is uncertain. */
export const SEARCHED_LINES = 200;

/** Minimum length of a distinctive line. A bracket or an `else` can occur anywhere. */
export const MIN_DISTINCT_LENGTH = 5;

/** Pause in typing after which the text is compared with the judged one, ms. */
export const COMPARE_PAUSE_MS = 400;

/** Pause in typing after which Problems are published at their current positions, ms. */
export const TYPING_PAUSE_MS = 300;

/** Maximum number of changed lines. With more, the text counts as a different text instead of a later version. */
export const MAX_CHANGED_LINES = 2000;

/** Maximum length of a replacement that can be displayed and applied, in UTF-16 units. */
export const MAX_REPLACEMENT_LENGTH = 200;

/** Maximum number of diagnostics in one file, because output can repeat one thousands of times. */
export const MAX_FILE_DIAGNOSTICS = 1000;

/** Maximum number of files other than the program, because each requires a search through the workspace. */
export const MAX_OTHER_FILES = 20;

/** Number of lines of the output, after the previous position, that are searched for a note. */
export const SEARCHED_OUTPUT_LINES = 100;

/** Maximum length of one message, in UTF-16 units. A judge’s message can be as long as the program. */
export const MAX_MESSAGE_LENGTH = 10_000;

/** Maximum number of cases in the message of a Problem. */
export const MAX_NAMED_CASES = 5;

/** Maximum number of cases whose error output is read. */
export const MAX_ERROR_CASES = 200;

/** Maximum number of errors of one case. */
export const MAX_CASE_ERRORS = 100;

/** Maximum length of a case's error output that is read, from its end, in UTF-16 units. */
export const MAX_ERROR_OUTPUT_LENGTH = 32 * 1024;

/**
 * Maximum number of results without a file that are published together, because each requires a search through the
 * workspace.
 */
export const MAX_UNTIED = 20;

/** Maximum number of opened programs that are kept although their submissions aren't in the list. */
export const MAX_KEPT_CODES = 20;
