/** Timeout for signing out at the judge. */
export const SIGN_OUT_TIMEOUT_MS = 5_000;

/** Maximum size of a file with a secret. Larger files are rejected. */
export const MAX_SECRET_FILE_BYTES = 64 * 1024;

/**
 * Maximum time to wait for the secret storage before a text is stored or passed on, or a request is sent in the
 * background, ms. A keyring may never respond.
 */
export const MAX_SECRETS_WAIT_MS = 5_000;

/** Minimum time between two requests in the background for the user's name, ms. */
export const ACCOUNT_INTERVAL_MS = 60_000;

/** Timeout of the check whether a judge recognizes the user without a secret, ms. The sign-in waits for it. */
export const GUEST_CHECK_TIMEOUT_MS = 5_000;
