import { CLOCK_NOISE } from '../base/steadyClock';
import { UNIMPORTANT_SHIFT_MS, MAX_POLL_DELAY_MS } from './limits';

export interface ProgressReading {
  /** ms since 1970 */
  readonly at: number;
  readonly done: number;
  readonly total: number | null;
}

/** How long a judge keeps a result, in ms after the result was last unfinished. */
export interface Lifetime {
  /** The result isn't deleted before this time. */
  readonly safe: number;
  /** The result is certainly deleted by this time. */
  readonly end: number;
}

/**
 * Polling data of a record. A record with a plan is tracked. The plan is stored in the record's own file. Times are ms
 * since 1970, durations ms.
 */
export interface Plan {
  /** Time at which tracking began, or began again. */
  readonly startedAt: number;
  /** Time of the next poll. */
  readonly dueAt: number;
  /** Time of the last poll; null if the record hasn't been polled. */
  readonly askedAt: number | null;
  /** Time at which the judge last reported that the evaluation is unfinished; null if it never did. */
  readonly unfinishedAt: number | null;
  /** Time of the last change. The state `settled` and giving up depend on it. */
  readonly lastChangeAt: number;
  /**
   * Time spent polling since the last change, ms. Sleep, reloads, pauses, and waits that the judge requested don't
   * count. Negative during such a wait, because the wait is subtracted in advance.
   */
  readonly idlePollMs: number;
  /** Number of consecutive polls without a usable response. */
  readonly failures: number;
  /** Number of consecutive 404 responses for an ID that is known to exist. */
  readonly missing: number;
  /**
   * At most three readings: the last one without a finished case, and the first and the newest one with finished cases.
   */
  readonly readings: readonly ProgressReading[];
  /**
   * Time at which any window last requested an early poll, for the user, or because the result may have changed; 0 if
   * never.
   */
  readonly expeditedAt: number;
  /** The request ID is known to be valid: the program was submitted here, or the judge responded with 200 or 204. */
  readonly known: boolean;
  /** How long the judge keeps the result; null if unknown. */
  readonly lifetime: Lifetime | null;
}

/** The polling intervals, derived from the settings and the limits of the judge. */
export interface PollingSettings {
  /** Minimum time between two polls of one ID, ms. At least 1000. */
  readonly interval: number;
  /** Maximum time between two polls while the judge responds, ms. */
  readonly maximumInterval: number;
  /** Time of polling without a change after which polling ends, ms. */
  readonly giveUpAfter: number;
  /** Minimum time between two polls of one ID while its results are pushed, ms. */
  readonly besidePush: number;
  /** Maximum time between two polls (`gap`) until `until` ms after the start, also without the focus; absent: none */
  readonly early?: { readonly gap: number; readonly until: number } | undefined;
}

/**
 * Returns whether losing the change from `before` to `now` would matter. Most polls don't change anything that is worth
 * a write.
 */
export function isWorthAWrite(before: Plan, now: Plan): boolean {
  return (
    before.known !== now.known ||
    before.expeditedAt !== now.expeditedAt ||
    before.readings.at(-1)?.done !== now.readings.at(-1)?.done ||
    Math.abs(now.dueAt - before.dueAt) > UNIMPORTANT_SHIFT_MS
  );
}

/** Returns the initial plan. `since`: time at which a `known` request was certainly unfinished, ms since 1970. */
export function newPlan(
  { known, lifetime }: Pick<Plan, 'known' | 'lifetime'>,
  now: number,
  dueAt: number,
  since = now,
): Plan {
  return {
    known,
    lifetime,
    startedAt: now,
    dueAt,
    askedAt: null,
    unfinishedAt: known ? Math.min(since, now) : null,
    lastChangeAt: now,
    idlePollMs: 0,
    failures: 0,
    missing: 0,
    // A new submission doesn't have a finished case. The progress of any other request is unknown.
    readings: known && since >= now ? [{ at: now, done: 0, total: null }] : [],
    expeditedAt: 0,
  };
}

export function planAfterSending(plan: Plan, now: number): Plan {
  const last = countedFrom(plan);
  const planned = Math.max(plan.dueAt - last, 0);
  const spent = Math.min(Math.max(now - last, 0), planned + MAX_POLL_DELAY_MS);
  return { ...plan, askedAt: now, idlePollMs: plan.idlePollMs + spent };
}

/**
 * Returns the plan with the next poll at `dueAt` (ms since 1970), because the judge must not be polled before. The
 * wait doesn't count as polling.
 */
export function silentUntil(plan: Plan, dueAt: number): Plan {
  const silence = Math.max(dueAt - countedFrom(plan), 0) + MAX_POLL_DELAY_MS;
  return { ...plan, dueAt, idlePollMs: plan.idlePollMs - silence };
}

/** Returns the start of the time that counts as polling without a change, ms since 1970. */
function countedFrom({ askedAt, startedAt, lastChangeAt }: Plan): number {
  return Math.max(askedAt ?? startedAt, lastChangeAt);
}

/** Returns the time at which the judge may delete the result, ms since 1970. Null if unknown. */
export function safeEnd(plan: Pick<Plan, 'lifetime' | 'unfinishedAt'>): number | null {
  if (!plan.lifetime || plan.unfinishedAt === null) return null;
  return plan.unfinishedAt + plan.lifetime.safe;
}

/** Adjusts the times of a plan after the clock was set back by `by` ms. */
export function shifted(plan: Plan, by: number): Plan {
  return {
    ...plan,
    startedAt: plan.startedAt - by,
    dueAt: plan.dueAt - by,
    askedAt: plan.askedAt === null ? null : plan.askedAt - by,
    unfinishedAt: plan.unfinishedAt === null ? null : plan.unfinishedAt - by,
    lastChangeAt: plan.lastChangeAt - by,
    readings: plan.readings.map((reading) => ({ ...reading, at: reading.at - by })),
    expeditedAt: Math.max(plan.expeditedAt - by, 0),
  };
}

/**
 * If a plan contains times in the future, because it was stored before the clock was set back, moves them back to
 * `now`.
 */
export function onThisClock(plan: Plan, now: number): Plan {
  const { startedAt, askedAt, unfinishedAt, lastChangeAt } = plan;
  const newest = Math.max(startedAt, askedAt ?? 0, unfinishedAt ?? 0, lastChangeAt);
  return newest > now + CLOCK_NOISE ? shifted(plan, newest - now) : plan;
}

/**
 * Adds a reading, and keeps the readings that a prediction needs: the last one without a finished case, and the first
 * and the newest one with finished cases.
 */
export function withReading(
  readings: readonly ProgressReading[],
  reading: ProgressReading,
): readonly ProgressReading[] {
  const newest = readings.at(-1);
  // The evaluation started over: the submission was rejudged, or moved to another machine.
  if (newest && (reading.done < newest.done || reading.at < newest.at)) return [reading];
  if (reading.done === 0) return [reading];
  const none = readings.find(({ done }) => done === 0);
  const first = readings.find(({ done }) => done > 0);
  return [...(none ? [none] : []), ...(first ? [first] : []), reading];
}
