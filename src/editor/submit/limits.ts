/** Maximum number of suggested problems. */
export const MAX_OFFERED_PROBLEMS = 20;

/** Pause in typing after which the judge’s problems are searched. */
export const SEARCH_PAUSE_MS = 300;

/** Maximum number of statements that a window keeps in memory, because a preview requests its text again. */
export const MAX_KEPT_STATEMENTS = 50;

/** Maximum number of files of one folder that are checked for samples. */
export const MAX_SAMPLE_FILES = 200;

/** Maximum size of all files of one folder that are read for samples. */
export const MAX_SAMPLE_FILES_BYTES = 32 * 1024 * 1024;

/** Maximum size of a file with samples. Larger files are ignored. */
export const MAX_SAMPLE_FILE_BYTES = 8 * 1024 * 1024;

/** Maximum number of samples that are run. */
export const MAX_SAMPLES = 100;

/** Maximum length of input and expected output of one sample, in UTF-16 units; of an unread file, in bytes. */
export const MAX_SAMPLE_LENGTH = 1024 * 1024;

/** Maximum length of input and expected output of all samples together, in UTF-16 units. */
export const MAX_SAMPLES_LENGTH = 4 * MAX_SAMPLE_LENGTH;

/** Maximum length of a typed input that is suggested again, in UTF-16 units. */
export const MAX_REMEMBERED_INPUT_LENGTH = 100_000;
