/** Minimum time between two automatic updates of the page, because results of many cases can arrive quickly. */
export const MIN_UPDATE_INTERVAL_MS = 100;

/** Maximum number of record actions shown as buttons. The others are in the menu. */
export const MAX_PAGE_BUTTONS = 2;

/** Maximum number of versions in the versions chart. */
export const MAX_CHART_VERSIONS = 30;

/** Maximum length of a description that the page requests, in UTF-16 units. */
export const MAX_DESCRIPTION_LENGTH = 1024 * 1024;

/** Maximum length of the compiler’s output on the page, in UTF-16 units. The complete output opens as a document. */
export const MAX_COMPILER_OUTPUT_LENGTH = 64 * 1024;

/** Maximum length of an input or output in the details of a case, in UTF-16 units. */
export const MAX_CASE_OUTPUT_LENGTH = 300;

/** Maximum number of lines of an input or output in the details of a case. */
export const MAX_CASE_OUTPUT_LINES = 6;
