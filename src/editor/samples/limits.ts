/** Maximum number of pairs of sample files, and of cph files, that are read from one folder. */
export const MAX_SAMPLE_FILES = 200;

/** Maximum total size of the files that are read from one folder for samples. */
export const MAX_SAMPLE_FILES_BYTES = 32 * 1024 * 1024;

/** Maximum size of a file with samples. Larger files are ignored. */
export const MAX_SAMPLE_FILE_BYTES = 8 * 1024 * 1024;

/** Maximum number of samples that are run. */
export const MAX_SAMPLES = 100;

/** Maximum length of input and expected output of one sample together, in UTF-16 units. For unread files: in bytes. */
export const MAX_SAMPLE_LENGTH = 1024 * 1024;

/** Maximum length of input and expected output of all samples together, in UTF-16 units. */
export const MAX_SAMPLES_LENGTH = 4 * MAX_SAMPLE_LENGTH;

/** Maximum number of skipped samples that a message lists. */
export const MAX_NAMED_SAMPLES = 3;

/** Maximum number of file names that are tried for a sample before giving up. */
export const MAX_SAMPLE_NAMES = 200;

/** How long the status bar shows which files were saved, ms. */
export const SAVED_MESSAGE_MS = 15_000;

/** Maximum number of problems for which a choice is stored, and for each kind of choice. */
export const MAX_STORED_PROBLEMS = 200;
