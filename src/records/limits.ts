// The maximum lengths of a record's texts are in `textBounds.ts`. The maximum number of records is the setting
// `history.limit`, with its default and minimum in `package.json`. `recordsBeyondLimit.ts` applies it.

/** Maximum size of a stored source text, in bytes of UTF-8. A larger one isn’t stored. */
export const MAX_KEPT_SOURCE_BYTES = 256 * 1024;

/** Number of records that are removed together. Other tasks run between two portions. */
export const MAX_REMOVED_TOGETHER = 100;

/**
 * Number of rows in the index, which the next window shows first, in addition to tracked records. Sufficient for a tall
 * window.
 */
export const INDEX_ROWS = 40;

/** Time during which changes are collected before the index is written. A window that closes writes it immediately. */
export const INDEX_DELAY_MS = 5_000;

/** Maximum number of times a result is read again because another window has replaced it. */
export const MAX_READ_ATTEMPTS = 5;

/** Maximum number of cases in memory that belong to saved results. Unsaved results always stay in memory. */
export const MAX_CACHED_CASES = 150_000;

/** Minimum time between two delayed writes of one record. */
export const MIN_WRITE_INTERVAL_MS = 300;

/** A change of the next poll's time is written only if it exceeds this, or if another field requires a write. */
export const UNIMPORTANT_SHIFT_MS = 5000;

/** Maximum delay of a poll that still counts as time spent polling. During a longer delay, the computer slept. */
export const MAX_POLL_DELAY_MS = 10_000;

/** Number of records that are read together. */
export const RECORDS_READ_TOGETHER = 64;

/** Maximum length of a text that is stored uncompressed, in UTF-16 units. */
export const MAX_UNCOMPRESSED_LENGTH = 4_096;

/** Time during which reported file changes are collected. */
export const FILE_CHANGES_PAUSE_MS = 50;

/**
 * Grace period before another process may take over an expired lock: this part of its duration, but at most `most` ms.
 * File-system clocks are coarse. A fixed period would make a short lock last much longer.
 */
export const LOCK_GRACE = { most: 2_000, part: 1 / 8 };

/** Maximum age of a lock that may belong to an attempt that is about to back off. */
export const MAX_CONTENTION_AGE_MS = 250;

/** Maximum duration of `exclusively` before another process may assume that the owner has ended. */
export const EXCLUSIVE_DURATION_MS = 60_000;

/** Maximum time that `exclusively` waits for another process. */
export const MAX_LOCK_WAIT_MS = 10_000;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long a partly written file is kept, because another window may still write it. */
export const TEMPORARY_FILE_KEPT_MS = HOUR_MS;

/**
 * How long a result or source text is kept after its record no longer refers to it, because another window may still
 * read it.
 */
export const REPLACED_FILE_KEPT_MS = HOUR_MS;

/** How long a result or source text without a record is kept. */
export const ORPHAN_FILE_KEPT_MS = 7 * DAY_MS;

/** How long the lock file of an ended process is kept. */
export const LOCK_FILE_KEPT_MS = DAY_MS;

/** How long damaged files are kept in `broken`, where users can inspect them. */
export const BROKEN_FILE_KEPT_MS = 30 * DAY_MS;

/** Time before the start and after the end of a contest during which it counts as running, because clocks differ. */
export const CONTEST_GRACE_MS = 10_000;

/** How long a contest is kept after its end. */
export const ENDED_CONTEST_KEPT_MS = 30 * DAY_MS;

/** Maximum number of stored contests. */
export const MAX_REPORTED_CONTESTS = 200;
