/** Maximum size of a file with the description of a judge, bytes. Also the maximum length of a link's query. */
export const MAX_SHARED_BYTES = 64 * 1024;

/** Maximum length of a link that is created. Browsers on Windows don't open longer ones. */
export const MAX_LINK_LENGTH = 2000;

/** Maximum depth of nested objects in the description of a judge. The deepest valid field has 5 levels. */
export const MAX_DEPTH = 10;
