/** Maximum number of programs in the workspace that are searched. */
export const MAX_PROGRAMS = 5000;

/** Maximum number of stored problems in the workspace that are searched. */
export const MAX_PROBLEM_FILES = 2000;

/** Maximum total size of the files that one search reads, in bytes, and of their unpacked texts, in UTF-16 units. */
export const MAX_READ_BYTES = 32 * 1024 * 1024;

/** Maximum size of a stored problem, in bytes, and of its unpacked text, in UTF-16 units. */
export const MAX_PROBLEM_FILE_BYTES = 256 * 1024;

/** Maximum length of a problem’s URL, in UTF-16 units. */
export const MAX_URL_LENGTH = 2048;
