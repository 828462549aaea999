/**
 * Time without changes of the settings after which the test is repeated. Users often edit several settings in a row.
 */
export const EDIT_PAUSE_MS = 500;

/** Maximum length of a displayed response, in UTF-16 units. */
export const MAX_RESPONSE_LENGTH = 1_000_000;

/** Maximum nesting of formatted JSON. Deeper lines would be indented too far. */
export const MAX_JSON_DEPTH = 64;

/** Maximum number of cases in the table. */
export const MAX_TABLE_CASES = 20;

export const MAX_CELL_LENGTH = 80;
