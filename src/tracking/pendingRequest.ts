import * as v from 'valibot';
import type { Pace, ResultLifetime } from '../service/profile';

/** One request that is carried to its end. */
export interface TrackedRequest {
  /** service + request ID, the record's key */
  readonly key: string;
  readonly service: string;
  readonly requestId: string;
  /** the workspace folder (URI as text) it belongs to; null: none was open */
  readonly folder: string | null;
  /** of the profile it was handed in under; null: not known, nothing is assumed */
  readonly lifetime: ResultLifetime | null;
  /** how often the service may be asked; null: as often as the settings say */
  readonly pace: Pace | null;
  /** it surely existed: submitted here, or the service has answered 200 or 204 for it */
  readonly known: boolean;
}

/** How far a judging was at a moment. */
export interface ProgressReading {
  readonly at: number;
  readonly done: number;
  readonly total: number | null;
}

/**
 * All that must survive a reload for one pending request; plain JSON. Requests in a final state are not pending.
 */
export interface PendingRequest extends TrackedRequest {
  readonly phase: 'waiting' | 'judging';
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
}

const count = v.pipe(v.number(), v.finite());
const text = v.string();

/** A pending request read from the disk: nothing in a file is trusted. */
export const pendingRequest = v.object({
  key: text,
  service: text,
  requestId: text,
  folder: v.nullable(text),
  lifetime: v.nullable(v.object({ safe: count, end: count })),
  pace: v.nullable(
    v.object({
      interval: count,
      maximum: v.nullable(count),
      besidePush: count,
      machine: v.nullable(count),
    }),
  ),
  known: v.boolean(),
  phase: v.picklist(['waiting', 'judging']),
  startedAt: count,
  dueAt: count,
  askedAt: v.nullable(count),
  unfinishedAt: v.nullable(count),
  newsAt: count,
  fruitless: count,
  failures: count,
  missing: count,
  readings: v.array(v.object({ at: count, done: count, total: v.nullable(count) })),
  hurriedAt: count,
} satisfies { readonly [Field in keyof PendingRequest]-?: v.GenericSchema<unknown, PendingRequest[Field]> });
