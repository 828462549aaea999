import type { Polled } from '../records/afterPoll';
import type { PaceLimits, ResultLifetime } from '../judges/adapter';
import type { Judge } from '../judges/judge';
import type { RequestFailure } from '../judges/failure';
import { sum } from './prediction';

/** Identifies a request that is polled until it finishes. */
export interface TrackedRequest {
  /** Key of the record: judge and request ID. */
  readonly key: string;
  readonly service: string;
  readonly requestId: string;
  /** URI of the request's workspace folder; null if no folder was open. */
  readonly folder: string | null;
  /** How long the judge keeps results, according to the judge of the submission; null if unknown. */
  readonly lifetime: ResultLifetime | null;
  /** How often the judge may be polled; null if only the settings limit it. */
  readonly pace: PaceLimits | null;
  /** Minimum time between two batch requests to the judge, ms; null if the judge has no batch requests. */
  readonly batchInterval: number | null;
  /** The request ID is known to be valid: the program was submitted here, or the judge responded with 200 or 204. */
  readonly known: boolean;
}

/**
 * A request with its polling plan, which contains everything needed after a reload. A request in a final state isn't
 * pending.
 */
export interface PendingRequest extends TrackedRequest, Polled {}

/** Returns how often a judge may be polled. Both fields are null if the judge isn't set up (`judge` is null). */
export function paceOf(
  judge: Pick<Judge, 'pace' | 'batch'> | null,
): Pick<TrackedRequest, 'pace' | 'batchInterval'> {
  return { pace: judge?.pace ?? null, batchInterval: judge?.batch?.interval ?? null };
}

/** Outcome of this window's last poll. `at`: ms since 1970. */
export type LastAnswer =
  | { readonly kind: 'notReady'; readonly at: number }
  | { readonly kind: 'result'; readonly at: number }
  | { readonly kind: 'failure'; readonly at: number; readonly failure: RequestFailure };

/** A pending request, as passed to the UI. */
export interface PendingView {
  readonly request: PendingRequest;
  /** This window is polling the request right now. */
  readonly isPolling: boolean;
  /** Another window of this computer polls the request. */
  readonly isForeign: boolean;
  readonly lastAnswer: LastAnswer | null;
}

/** Totals over several pending requests. */
export interface PendingSummary {
  readonly polling: number;
  readonly judging: number;
  /** Number of finished cases of all requests in the phase `judging`. */
  readonly done: number;
  /** Number of all cases of these requests; null if at least one request doesn't report it. */
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
