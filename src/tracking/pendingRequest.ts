import type { Polled } from '../records/nextState';
import type { Pace, ResultLifetime, ServiceProfile } from '../service/profile';
import type { ServiceFailure } from '../service/failure';
import { sum } from './prediction';

/** Names a request that is polled until it finishes. */
export interface TrackedRequest {
  /** service + request ID, the record's key */
  readonly key: string;
  readonly service: string;
  readonly requestId: string;
  /** URI of the workspace folder it belongs to; null: no folder was open */
  readonly folder: string | null;
  /** how long the service keeps results, by the profile it was submitted under; null: unknown */
  readonly lifetime: ResultLifetime | null;
  /** how often the service may be polled; null: as often as the settings allow */
  readonly pace: Pace | null;
  /** minimum time between two batch requests to the service, ms; null: it has no batch requests */
  readonly batchInterval: number | null;
  /** it certainly existed: submitted here, or the service responded with 200 or 204 for it */
  readonly known: boolean;
}

/** A request with its plan, which contains everything that a reload needs. A request in a final state isn't pending. */
export interface PendingRequest extends TrackedRequest, Polled {}

/** How often a service may be polled. Null: it isn't set up, so nothing is known. */
export function paceOf(
  profile: Pick<ServiceProfile, 'pace' | 'batch'> | null,
): Pick<TrackedRequest, 'pace' | 'batchInterval'> {
  return { pace: profile?.pace ?? null, batchInterval: profile?.batch?.interval ?? null };
}

/** The response to the last poll of this window. `at`: ms since 1970 */
export type LastAnswer =
  | { readonly kind: 'notReady'; readonly at: number }
  | { readonly kind: 'result'; readonly at: number }
  | { readonly kind: 'failure'; readonly at: number; readonly failure: ServiceFailure };

/** A pending request as the UI shows it. */
export interface PendingView {
  readonly request: PendingRequest;
  /** this window is polling it right now */
  readonly isPolling: boolean;
  /** another window of this computer polls it */
  readonly isForeign: boolean;
  readonly lastAnswer: LastAnswer | null;
}

/** Several pending requests in a few numbers. */
export interface PendingSummary {
  readonly polling: number;
  readonly judging: number;
  /** finished cases of all requests that are judging */
  readonly done: number;
  /** all their cases; null: at least one of them doesn't report it */
  readonly total: number | null;
}

export function summaryOf(views: readonly PendingView[]): PendingSummary {
  const judging = views.filter(({ request }) => request.phase === 'judging');
  const newest = judging.map(({ request }) => request.readings.at(-1));
  const totals = newest.map((reading) => reading?.total ?? null);
  return {
    polling: views.filter(({ isPolling }) => isPolling).length,
    judging: judging.length,
    done: sum(newest.map((reading) => reading?.done ?? 0)),
    total: totals.every((total) => total !== null) ? sum(totals) : null,
  };
}
