import type { Polled } from '../records/nextState';
import type { Pace, ResultLifetime, ServiceProfile } from '../service/profile';

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
  /** least time between two questions that answer for all pending requests of the service, ms; null: it has none */
  readonly together: number | null;
  /** it surely existed: submitted here, or the service has answered 200 or 204 for it */
  readonly known: boolean;
}

/**
 * All that must survive a reload for one pending request: which one, and its record's plan. Requests in a final state are
 * not pending.
 */
export interface PendingRequest extends TrackedRequest, Polled {}

/** How often a service may be asked. Null: it isn't set up, so nothing is known of it. */
export function paceOf(
  profile: Pick<ServiceProfile, 'pace' | 'together'> | null,
): Pick<TrackedRequest, 'pace' | 'together'> {
  return { pace: profile?.pace ?? null, together: profile?.together?.interval ?? null };
}
