/** Delay after the reported end of a contest before the contest is requested again, because the end may have been moved. */
export const END_CHECK_DELAY_MS = 2_000;

/** Interval before a contest without a known end, or whose check failed, is requested again. Doubles each time. */
export const FIRST_CHECK_INTERVAL_MS = 30_000;

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
