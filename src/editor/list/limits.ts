/**
 * Maximum number of rows of a subtask that are shown initially, and that each “Show more” adds. Also the maximum
 * number of rows of a compilation.
 */
export const MAX_ROWS_PER_PAGE = 1000;

/** Maximum time between the clicks of a double click. VS Code only reports single clicks. */
export const MAX_DOUBLE_CLICK_MS = 300;

/** Maximum number of attempts to reveal a row. VS Code rejects a row if the list changes meanwhile. */
export const MAX_REVEAL_ATTEMPTS = 6;

/** Pause after the first failed attempt to reveal a row, ms. Each further pause is twice as long. */
export const FIRST_REVEAL_PAUSE_MS = 25;

/** Maximum length of a note, in UTF-16 units. */
export const MAX_NOTE_LENGTH = 500;

/** Maximum length of a problem's title in the row of its group, characters. Its tooltip contains the whole title. */
export const MAX_GROUP_TITLE_LENGTH = 24;
