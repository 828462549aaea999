import type { Plan } from '../records/plan';
import type { Pace, ResultLifetime } from '../service/profile';

export type { ProgressReading } from '../records/plan';

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

/**
 * All that must survive a reload for one pending request: which one, and its record's plan. Requests in a final state are
 * not pending.
 */
export interface PendingRequest extends TrackedRequest, Plan {
  readonly phase: 'waiting' | 'judging';
}
