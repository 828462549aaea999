/** Maximum size of a file that can be imported. */
export const MAX_IMPORT_BYTES = 64 * 1024 * 1024;

export const MAX_MARKDOWN_CASES = 100;

/** Maximum number of different verdicts that are counted. */
export const MAX_COUNTED_VERDICTS = 24;

/** Maximum length of compiler output in Markdown, in UTF-16 units. */
export const MAX_MARKDOWN_OUTPUT_LENGTH = 6000;
