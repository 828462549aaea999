import { CLOCK_NOISE } from '../base/steadyClock';

/** Progress of a judging at a moment. */
export interface ProgressReading {
  /** ms since 1970 */
  readonly at: number;
  readonly done: number;
  readonly total: number | null;
}

/** When a service may delete a result (`safe`), and when it has certainly done so (`end`), ms after it was last unfinished. */
export interface Lifetime {
  readonly safe: number;
  readonly end: number;
}

/**
 * The data that polling stores for a record. A record with a plan is tracked. It is stored in the record's own file, next to
 * its result. Times are ms since 1970, durations ms.
 */
export interface Plan {
  /** when tracking began (or began again) */
  readonly startedAt: number;
  /** when it is polled next */
  readonly dueAt: number;
  /** time of the last poll; null: it wasn't polled yet */
  readonly askedAt: number | null;
  /** when the service last reported that the judging is unfinished; null: it didn't yet */
  readonly unfinishedAt: number | null;
  /** time of the last change; the state `settled` and giving up are counted from it */
  readonly lastChangeAt: number;
  /**
   * ms spent polling since the last change. Sleep, reloads, pauses, and requested silence don't count. Negative while a
   * requested silence lasts, because it is subtracted in advance.
   */
  readonly idlePollMs: number;
  /** polls in a row without a usable response */
  readonly failures: number;
  /** 404s in a row for an ID that is known to exist */
  readonly missing: number;
  /** at most three: the last one without a finished case, the first and the newest one with some */
  readonly readings: readonly ProgressReading[];
  /** when the user last wanted it polled now, in any window; 0: never */
  readonly expeditedAt: number;
  /** it certainly existed: submitted here, or the service responded with 200 or 204 for it */
  readonly known: boolean;
  /** how long the service keeps the result; null: unknown */
  readonly lifetime: Lifetime | null;
}

/** The polling intervals, by the settings and the pace of the service. */
export interface PollingSettings {
  /** minimum time between two polls of one ID, ms ≥ 1000 */
  readonly interval: number;
  /** maximum time between two polls while the service responds, ms */
  readonly maximumInterval: number;
  /** polling without a change ends after this, ms */
  readonly giveUpAfter: number;
  /** minimum time between two polls of one ID while its results are pushed, ms */
  readonly besidePush: number;
}

/** A plan isn't written only because its next poll moved by less than this, ms. */
const UNIMPORTANT_SHIFT = 5000;

/** Whether losing the change from `before` to `now` would matter. Most polls change nothing that is worth a write. */
export function isWorthAWrite(before: Plan, now: Plan): boolean {
  return (
    before.known !== now.known ||
    before.expeditedAt !== now.expeditedAt ||
    before.readings.at(-1)?.done !== now.readings.at(-1)?.done ||
    Math.abs(now.dueAt - before.dueAt) > UNIMPORTANT_SHIFT
  );
}

/** Delay of a poll that still counts as time spent polling, ms. A longer delay was sleep. */
const LATE = 10_000;
/** Longest silence that a service can request, ms. */
export const MAX_RETRY_AFTER = 3_600_000;

/**
 * Returns the plan at the start of tracking. `since`: when a request that is `known` was certainly unfinished.
 */
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
    // A new submission has no finished case. The progress of any other request is unknown.
    readings: known && since >= now ? [{ at: now, done: 0, total: null }] : [],
    expeditedAt: 0,
  };
}

/** Returns the plan when a poll is sent. */
export function planAfterSending<Of extends Plan>(plan: Of, now: number): Of {
  const last = countedFrom(plan);
  const planned = Math.max(plan.dueAt - last, 0);
  const spent = Math.min(Math.max(now - last, 0), planned + LATE);
  return { ...plan, askedAt: now, idlePollMs: plan.idlePollMs + spent };
}

/** Returns the plan with the next poll at `dueAt`, because the service requested silence until then. That time doesn't count as polling. */
export function silentUntil<Of extends Plan>(plan: Of, dueAt: number): Of {
  const silence = Math.max(dueAt - countedFrom(plan), 0) + LATE;
  return { ...plan, dueAt, idlePollMs: plan.idlePollMs - silence };
}

/** Time after which polling without a change counts, ms since 1970. */
function countedFrom({ askedAt, startedAt, lastChangeAt }: Plan): number {
  return Math.max(askedAt ?? startedAt, lastChangeAt);
}

/** When the service may delete the result, ms since 1970; null: unknown. */
export function safeEnd(plan: Pick<Plan, 'lifetime' | 'unfinishedAt'>): number | null {
  if (!plan.lifetime || plan.unfinishedAt === null) return null;
  return plan.unfinishedAt + plan.lifetime.safe;
}

/** The same plan on a clock that was set back by `by` ms. */
export function shifted<Of extends Plan>(plan: Of, by: number): Of {
  return {
    ...plan,
    startedAt: plan.startedAt - by,
    dueAt: plan.dueAt - by,
    askedAt: plan.askedAt === null ? null : plan.askedAt - by,
    unfinishedAt: plan.unfinishedAt === null ? null : plan.unfinishedAt - by,
    lastChangeAt: plan.lastChangeAt - by,
    readings: plan.readings.map((one) => ({ ...one, at: one.at - by })),
    expeditedAt: Math.max(plan.expeditedAt - by, 0),
  };
}

/** Moves a plan that was stored before the clock was set back, and is in the future, to now. */
export function onThisClock<Of extends Plan>(plan: Of, now: number): Of {
  const { startedAt, askedAt, unfinishedAt, lastChangeAt } = plan;
  const newest = Math.max(startedAt, askedAt ?? 0, unfinishedAt ?? 0, lastChangeAt);
  return newest > now + CLOCK_NOISE ? shifted(plan, newest - now) : plan;
}

/** Adds a reading, and keeps those that a prediction needs: the last one without a case, the first and the newest with some. */
export function withReading(
  readings: readonly ProgressReading[],
  reading: ProgressReading,
): readonly ProgressReading[] {
  const newest = readings.at(-1);
  // The judging started over: it was rejudged, or moved to another machine.
  if (newest && (reading.done < newest.done || reading.at < newest.at)) return [reading];
  if (reading.done === 0) return [reading];
  const none = readings.find((one) => one.done === 0);
  const first = readings.find((one) => one.done > 0);
  return [...(none ? [none] : []), ...(first ? [first] : []), reading];
}
