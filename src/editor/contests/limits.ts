/** Delay after the start or the end of a contest before it is requested again, because these may have been moved. */
export const CHECK_DELAY_MS = 2_000;

/** Time before the end of a contest at which it is requested again, because it may have been extended. */
export const CHECKED_BEFORE_END_MS = 150_000;

/** Interval at which a contest without a planned start is requested. */
export const UNPLANNED_CHECK_INTERVAL_MS = 120_000;

/** Interval before a contest without a known end, or whose check failed, is requested again. Doubles each time. */
export const FIRST_CHECK_INTERVAL_MS = 30_000;

/** Time after a failed request for the contest of an entry before it is requested again. */
export const FAILURE_PAUSE_MS = 60_000;

/** The same if the judge doesn't have the contest. It may be shown later, for example half an hour before its start. */
export const MISSING_PAUSE_MS = 300_000;

/** Maximum interval between two requests for a contest. */
export const MAX_CHECK_INTERVAL_MS = 1_800_000;

/** Minimum time between two requests for a contest that assistants cause. */
export const MIN_CHECK_INTERVAL_MS = 10_000;

/** Maximum age of an end whose confirmation is requested. */
export const CONFIRMABLE_END_MS = 86_400_000;

/** Duration of the lease for a request. Other windows don't request the same contest meanwhile. */
export const CHECK_LEASE_MS = 20_000;

/** Maximum duration of a timer, because timers stop while the computer sleeps. */
export const LONGEST_WATCH_TIMER_MS = 60_000;

/** Maximum number of requests for a contest after its end, if they fail. */
export const MAX_END_CHECKS = 4;

/** Time before its start from which on a contest is shown in the status bar. */
export const SHOWN_BEFORE_START_MS = 12 * 3_600_000;

/** Time after its end during which a contest is shown in the status bar. */
export const SHOWN_AFTER_END_MS = 30 * 60_000;
