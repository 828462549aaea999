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
 * All that must survive a reload for one pending request. Requests in a final state are not pending.
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
