/** How long signing out waits for the judge. */
export const SIGN_OUT_TIMEOUT_MS = 5_000;

/** Maximum size of a file with a secret. A larger file is something else. */
export const MAX_SECRET_FILE_BYTES = 64 * 1024;
