/** Timeout for signing out at the judge. */
export const SIGN_OUT_TIMEOUT_MS = 5_000;

/** Maximum size of a file with a secret. Larger files are rejected. */
export const MAX_SECRET_FILE_BYTES = 64 * 1024;

/** Maximum time to wait for the secret storage before a text is stored or passed on, ms. A keyring may never respond. */
export const MAX_SECRETS_WAIT_MS = 5_000;
