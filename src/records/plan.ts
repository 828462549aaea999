import { CLOCK_NOISE } from '../base/steadyClock';

/** How far a judging was at a moment. */
export interface ProgressReading {
  /** ms since 1970 */
  readonly at: number;
  readonly done: number;
  readonly total: number | null;
}

/** When a service may begin to forget a result, and when it surely has, ms after it was last unfinished. */
export interface Lifetime {
  readonly safe: number;
  readonly end: number;
}

/**
 * What polling remembers of one record: a record that has one is tracked. Kept in the record's own file beside its result.
 * Times are ms since 1970, durations ms.
 */
export interface Plan {
  /** when tracking began (or began again) */
  readonly startedAt: number;
  /** when it is to be asked next */
  readonly dueAt: number;
  /** when it was last asked; null: never */
  readonly askedAt: number | null;
  /** when the service last said that the judging has not ended; null: never */
  readonly unfinishedAt: number | null;
  /** when something last changed: what `settled` and the back-off are counted from */
  readonly newsAt: number;
  /**
   * ms spent polling since the last change. Sleep, reloads, pauses, and requested silence don't count. Negative while a
   * requested silence lasts, because it is subtracted in advance.
   */
  readonly fruitless: number;
  /** asks in a row that brought no usable answer */
  readonly failures: number;
  /** 404s in a row for an ID that is known to exist */
  readonly missing: number;
  /** at most three: the last one without any case done, the first and the newest with some */
  readonly readings: readonly ProgressReading[];
  /** when a person last asked for it at once, maybe in another window; 0: never */
  readonly hurriedAt: number;
  /** it surely existed: submitted here, or the service has answered 200 or 204 for it */
  readonly known: boolean;
  /** of the service it was handed in at; null: not known, nothing is assumed */
  readonly lifetime: Lifetime | null;
}

/** How often to ask, by the settings and what a service's pace makes of them. */
export interface PollingSettings {
  /** least time between two asks of one ID, ms ≥ 1000 */
  readonly interval: number;
  /** most time between two asks while the service answers, ms */
  readonly maximumInterval: number;
  /** asking without news ends after this, ms */
  readonly giveUpAfter: number;
  /** least time between two asks of one ID while its results are pushed, ms */
  readonly besidePush: number;
}

/** A plan that is a little later or earlier is not written more often than this, ms. */
const seldom = 5000;

/** Whether it would cost something to lose that `now` follows `before`: most polls bring nothing worth a write. */
export function isWorthAWrite(before: Plan, now: Plan): boolean {
  return (
    before.known !== now.known ||
    before.hurriedAt !== now.hurriedAt ||
    before.readings.at(-1)?.done !== now.readings.at(-1)?.done ||
    Math.abs(now.dueAt - before.dueAt) > seldom
  );
}

/** An ask may be so much later than planned and still count as time spent asking, ms; beyond it was sleep. */
const LATE = 10_000;
/** Longest silence that a service can request, ms. */
export const MAX_RETRY_AFTER = 3_600_000;

/**
 * The plan at the start of tracking. `since`: when the judging surely had not ended (of what is `known` to have existed).
 */
export function begun(
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
    newsAt: now,
    fruitless: 0,
    failures: 0,
    missing: 0,
    // A judging that was just handed in has no case done; how far another one is, nobody knows yet.
    readings: known && since >= now ? [{ at: now, done: 0, total: null }] : [],
    hurriedAt: 0,
  };
}

/** The moment it is asked. */
export function asked<Of extends Plan>(plan: Of, now: number): Of {
  const last = countedFrom(plan);
  const planned = Math.max(plan.dueAt - last, 0);
  const spent = Math.min(Math.max(now - last, 0), planned + LATE);
  return { ...plan, askedAt: now, fruitless: plan.fruitless + spent };
}

/** The next poll is at `dueAt`, because the service requested silence until then. None of that time counts as polling. */
export function silentUntil<Of extends Plan>(plan: Of, dueAt: number): Of {
  const silence = Math.max(dueAt - countedFrom(plan), 0) + LATE;
  return { ...plan, dueAt, fruitless: plan.fruitless - silence };
}

/** Time after which polling without a change counts, ms since 1970. */
function countedFrom({ askedAt, startedAt, newsAt }: Plan): number {
  return Math.max(askedAt ?? startedAt, newsAt);
}

/** When the service may begin to forget the result; null: not known. */
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
    newsAt: plan.newsAt - by,
    readings: plan.readings.map((one) => ({ ...one, at: one.at - by })),
    hurriedAt: Math.max(plan.hurriedAt - by, 0),
  };
}

/** What was stored before the clock was set back lies in the future: moved to now. */
export function onThisClock<Of extends Plan>(plan: Of, now: number): Of {
  const { startedAt, askedAt, unfinishedAt, newsAt } = plan;
  const newest = Math.max(startedAt, askedAt ?? 0, unfinishedAt ?? 0, newsAt);
  return newest > now + CLOCK_NOISE ? shifted(plan, newest - now) : plan;
}

/** Keeps what a prediction of the end needs: the last reading without a case, the first and the newest with some. */
export function withReading(
  readings: readonly ProgressReading[],
  reading: ProgressReading,
): readonly ProgressReading[] {
  const newest = readings.at(-1);
  // A judging that starts over (rejudged, moved to another machine) makes the old readings worthless.
  if (newest && (reading.done < newest.done || reading.at < newest.at)) return [reading];
  if (reading.done === 0) return [reading];
  const none = readings.find((one) => one.done === 0);
  const first = readings.find((one) => one.done > 0);
  return [...(none ? [none] : []), ...(first ? [first] : []), reading];
}
