/** Default timeout for a complete response, including credential, redirects, and body. */
export const REQUEST_TIMEOUT_MS = 30_000;

/**
 * Timeout for a request that the judge answers only when the result changes. Judges end such a request after up to a
 * minute. A poll, together with the requests before it, takes at most 70 s, because the lease of the result must last
 * longer.
 */
export const WAIT_TIMEOUT_MS = 65_000;

/** Default maximum size of a response’s body after decompression. A judge can have another limit. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** Maximum number of redirects of one request. */
export const MAX_REDIRECTS = 3;

/** Maximum number of requests of one operation. A record of Judge0 can require one for each of its samples. */
export const MAX_REQUESTS = 500;

/** Maximum length of the inputs and expected outputs of several samples in one request, in UTF-16 units. */
export const MAX_SAMPLES_LENGTH_TOGETHER = 8 * 1024 * 1024;

/** Maximum number of request IDs and URLs in one pasted text. */
export const MAX_REQUESTS_IN_TEXT = 100;

/** Maximum time that a response may take before another window may send a request. */
export const MAX_TURN_MS = 30_000;

/** Maximum wait that `Retry-After` can request. Polling waits at most `MAX_POLL_SILENCE_MS`. */
export const MAX_RETRY_AFTER_MS = 24 * 60 * 60 * 1000;

/**
 * Maximum wait because of a rate limit. A limit with a longer period, such as a day, must not stop polling for the
 * whole period.
 */
export const MAX_ALLOWANCE_WAIT_MS = 60 * 60 * 1000;

/** How long a session remains trusted after it proved valid, if a response doesn’t show whether it has ended. */
export const SESSION_TRUSTED_MS = 10 * 60_000;

/** How long no sign-in at a judge's website is tried after it was rejected. */
export const REFUSED_SIGN_IN_MS = 10 * 60_000;

/** Maximum number of responses that a client keeps for the same requests. */
export const MAX_KEPT_ANSWERS = 100;

/** Interval of the requests that check whether the user has confirmed a sign-in in the browser. */
export const CONFIRMATION_POLL_MS = 2_000;

/** How long the user has to confirm a sign-in in the browser. */
export const CONFIRMATION_TIMEOUT_MS = 10 * 60_000;

/** Delay before the first attempt to connect a socket again. It doubles with each failure in a row. */
export const FIRST_RECONNECT_DELAY_MS = 1000;

/** Maximum delay between two attempts to connect a socket. */
export const MAX_RECONNECT_DELAY_MS = 60_000;

/**
 * If the judge limits the number of connections, and one ends before this time, a newer connection probably replaced
 * it.
 */
export const SHORT_CONNECTION_MS = 60_000;

/** Longest pause before a socket connects again. */
export const MAX_RECONNECT_PAUSE_MS = 600_000;

/** Interval of checks while another window has the socket connection. */
export const OTHER_WINDOW_CHECK_MS = 10_000;

/** Duration of a socket’s lease. Longer than the heartbeat that renews it. */
export const SOCKET_LEASE_MS = 90_000;

/** Timeout for opening a socket. */
export const HANDSHAKE_TIMEOUT_MS = 15_000;

/**
 * Interval of a socket’s heartbeat. If the judge doesn’t document an interval, its pings are expected at the same
 * interval.
 */
export const SOCKET_HEARTBEAT_MS = 30_000;

/** Time for the other side to confirm our close frame, or to send the body of a rejection. */
export const CLOSE_TIMEOUT_MS = 2000;

/** Maximum size of the replies that wait until the other side reads. */
export const MAX_UNSENT_REPLY_BYTES = 64 * 1024;

/** Maximum size of the body of a rejected upgrade. */
export const MAX_REJECTION_BYTES = 16 * 1024;

/** Maximum number of pushed results that wait or are being stored, before reading pauses. */
export const MAX_WAITING_RESULTS = 16;

/** Maximum total length of the frames of these results, in UTF-16 units, before reading pauses. */
export const MAX_WAITING_LENGTH = 4 * 1024 * 1024;

/** Duration of the callback listener’s lease. Longer than the interval that renews it. */
export const CALLBACK_LEASE_MS = 90_000;

/** Interval at which the callback listener renews its lease. */
export const CALLBACK_HEARTBEAT_MS = 30_000;

/** Interval of attempts to get the callback listener’s port or lease if another process has it. */
export const PORT_RETRY_MS = 30_000;

/**
 * Minimum time between two reports of callbacks rejected for the same reason. Scanners often probe a tunnel’s public
 * port.
 */
export const REFUSAL_REPORT_INTERVAL_MS = 3_600_000;

/** Maximum difference between a callback’s date and our clock. */
export const MAX_CALLBACK_AGE_MS = 5 * 60_000;

/** Maximum number of remembered signatures of callbacks. Each is forgotten when its date is too old. */
export const MAX_REMEMBERED_SIGNATURES = 10_000;
