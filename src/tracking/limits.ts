/** Time from a submission to its first poll. Few submissions finish earlier. */
export const FIRST_POLL_MS = 2500;

/** Minimum time between two polls of a request while push is live. */
export const MIN_GAP_WITH_PUSH_MS = 10_000;

/** Maximum time between two polls of a request while push is live. */
export const MAX_GAP_WITH_PUSH_MS = 120_000;

/** Factor by which gaps grow while the window isn't focused. */
export const UNFOCUSED_FACTOR = 3;

/** A last poll is sent at most this long before a result may expire. */
export const POLL_BEFORE_GONE_MS = 60_000;

/** The same limit for results with a short lifetime, as a fraction of the lifetime. */
export const POLL_BEFORE_GONE_PART = 0.1;

/** Minimum age of a response before a focus change triggers a new poll. */
export const MIN_AGE_ON_FOCUS_MS = 5000;

/**
 * How long a fetch, or the last poll before the end, counts toward the minimum interval of a request that is tracked
 * later.
 */
export const LAST_POLL_COUNTS_MS = 600_000;

/** Maximum number of polls in flight at one origin. */
export const MAX_POLLS_IN_FLIGHT = 4;

/**
 * Maximum number of polls that start within `BURST_WINDOW_MS`, so that a computer that wakes up doesn't send all polls
 * together.
 */
export const MAX_BURST = 4;

/** Period in which at most `MAX_BURST` polls start. */
export const BURST_WINDOW_MS = 400;

/** Time during which a rejected batch isn't repeated for the same requests. */
export const REJECTED_BATCH_PAUSE_MS = 60_000;

/** Number of consecutive failures after which the judge counts as unreachable. */
export const UNREACHABLE_AFTER_FAILURES = 3;

/** Number of different consecutive IDs rejected with 403 after which the credential is considered the cause. */
export const FORBIDDEN_AFTER_IDS = 3;

/**
 * Wait after the first failure. After the first 429 or 503 without a usable `Retry-After`, the wait is twice as long. A
 * shorter `Retry-After` is ignored.
 */
export const MIN_FAILURE_PAUSE_MS = 1000;

/** Maximum wait after failures in a row. */
export const MAX_FAILURE_PAUSE_MS = 60_000;

/** Maximum duration of a timer. Timers don't advance while the computer sleeps. */
export const MAX_POLL_TIMER_MS = 30_000;

/**
 * Minimum time before this window tries to take the lease of another window's job again. The maximum is twice as long.
 */
export const OTHER_WINDOW_RETRY_MS = 15_000;

/**
 * Duration of the lease of a request. Other windows wait this long for a window that hangs. They take over the leases
 * of a closed window immediately.
 */
export const REQUEST_LEASE_MS = 120_000;

/** Minimum time that a lease must still last when a poll is sent. A poll takes at most 70 s. */
export const MIN_REMAINING_LEASE_MS = 75_000;

/**
 * Maximum time for which a window has the batch lock while it sends a batch. Other windows wait this long for a window
 * that hangs meanwhile. A batch takes at most 70 s, like a poll.
 */
export const BATCH_LOCK_MS = 75_000;

/**
 * Maximum time until the next attempt while another window has the batch lock, as a fraction of the batch interval. The
 * minimum is half as long.
 */
export const BATCH_RETRY_PART = 1 / 8;

/** Maximum time without polls that a response can request. `Retry-After` itself can be longer: `MAX_RETRY_AFTER_MS`. */
export const MAX_POLL_SILENCE_MS = 3_600_000;

/** Time without a change after which a result counts as final if its code is neither finished nor unfinished. */
export const ASSUMED_FINAL_AFTER_MS = 60_000;

/**
 * Maximum time between two polls of an ID whose responses are unusable. Also the time between two polls if the
 * account has no balance.
 */
export const SLOW_INTERVAL_MS = 300_000;

/** Minimum time between two polls while the judge has suspended the evaluation. */
export const SUSPENDED_INTERVAL_MS = 60_000;

/** Number of consecutive 404 responses after which a known ID counts as deleted. */
export const MAX_MISSING_RESPONSES = 3;

/**
 * Minimum time without a change before polling gives up because the judge can't be reached or only responds with rate
 * limits.
 */
export const UNREACHABLE_LIMIT_MS = 24 * 3_600_000;
