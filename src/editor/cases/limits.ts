/** Maximum number of names that are tried for a sample before giving up. */
export const MAX_SAMPLE_NAMES = 200;

/** How long the status bar shows which files were saved, ms. */
export const SAVED_MESSAGE_MS = 15_000;
