export const MAX_LISTED_RESULTS = 50;

/** Number of results in an answer if the input contains no number. */
export const DEFAULT_LISTED_RESULTS = 20;

export const MAX_LISTED_CASES = 50;

export const MAX_LISTED_SUBTASKS = 50;

export const MAX_LISTED_DIAGNOSTICS = 30;

/** Maximum number of notes of one compiler diagnostic. */
export const MAX_LISTED_NOTES = 3;

/** Maximum number of different verdicts whose cases are counted. */
export const MAX_COUNTED_VERDICTS = 20;

/** Maximum number of judges in one answer. */
export const MAX_LISTED_JUDGES = 50;

/** Maximum length of a string in the input of a tool, in UTF-16 units. */
export const MAX_INPUT_LENGTH = 300;

/** Maximum length of a name or title, in UTF-16 units. */
export const MAX_NAME_LENGTH = 100;

/** Maximum length of an ID of a result, in UTF-16 units. It isn't cut, because it is passed back in an input. */
export const MAX_REQUEST_ID_LENGTH = 200;

/** Maximum length of a message in a list, in UTF-16 units. */
export const MAX_LISTED_MESSAGE_LENGTH = 160;

/** Maximum length of the message of a compiler diagnostic or of its note, in UTF-16 units. */
export const MAX_DIAGNOSTIC_LENGTH = 400;

/** Maximum length of any other message, and of a user’s note, in UTF-16 units. */
export const MAX_MESSAGE_LENGTH = 2_000;

/** Maximum length of an input or output of a case, in UTF-16 units. */
export const MAX_CASE_TEXT_LENGTH = 4_000;

/** Maximum length of the compiler output, in UTF-16 units. */
export const MAX_COMPILER_OUTPUT_LENGTH = 8_000;

/** Maximum length of the judged code in one answer, in UTF-16 units. */
export const MAX_CODE_LENGTH = 24_000;
