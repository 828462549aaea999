/**
 * Ports to which Competitive Companion sends each problem, in the order of preference. The other default ports of
 * Competitive Companion belong to other programs: 4243 expects plain text, and cph and CPH-NG use 27121.
 */
export const COMPANION_PORTS: readonly number[] = [10042, 6174, 10043, 4244, 1327, 10045];

export const SERVER_LIMITS = {
  connections: 64,
  waiting: 16,
  headers: 5000,
  body: 10_000,
  bodySize: 4 * 1024 * 1024,
  bodies: 64 * 1024 * 1024,
} as const;

/** Maximum total size of the problems that other windows haven't confirmed, UTF-16 units. */
export const MAX_UNCONFIRMED_LENGTH = 64 * 1024 * 1024;

/** Maximum length of a message between two windows, UTF-16 units. JSON can make a problem six times as long. */
export const MAX_MESSAGE_LENGTH = 32 * 1024 * 1024;

/** Time within which another window has to prove that it is one, ms. */
export const HELLO_TIMEOUT_MS = 2000;

/** Time in which a port must accept a connection, ms. Windows takes about 2 s to report that nothing listens. */
export const CONNECT_TIMEOUT_MS = 4000;

/** Time in which the program at a port must respond, ms. Longer: it hangs. */
export const RESPONSE_TIMEOUT_MS = 1000;

/** Time after which a hanging program at a port is reported, ms. */
export const UNCLEAR_REPORT_MS = 10_000;

/** Pause before the ports are tried again after a failure, ms. */
export const RETRY_MS = 30_000;

/**
 * After the owner of the port has ended, the window that had the focus last takes over immediately, and each other window
 * this much later than the one before it, ms.
 */
export const TAKEOVER_STEP_MS = 40;

/** Maximum random addition to that delay, ms. */
export const TAKEOVER_JITTER_MS = 15;

/** Maximum time for which a new owner of the port keeps problems because other windows may still have to join, ms. */
export const MAX_SETTLE_MS = 1000;

/** Maximum number of problems of one contest. */
export const MAX_BATCH = 60;

/** Maximum number of problems in a minute, as a protection against other programs on this computer. */
export const MAX_PROBLEMS_PER_MINUTE = 200;

/** Time after the last problem of a contest until it counts as complete, ms. */
export const BATCH_SILENCE_MS = 3000;

/** Time for which a problem is kept that a window without a folder has received, ms. */
export const KEPT_PROBLEM_MS = 10 * 60_000;

export const MAX_KEPT_PROBLEMS = 60;

/** Maximum length of a file’s name without extension, UTF-16 units. */
export const MAX_STEM_LENGTH = 60;

export const MAX_RECEIVED_SAMPLES = 100;

/** Maximum size of a template, bytes. */
export const MAX_TEMPLATE_BYTES = 1024 * 1024;
