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
  /** ms spent asking since the last news; sleep, reloads and pauses don't count */
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
