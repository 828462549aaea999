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
