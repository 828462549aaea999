import type { Polled } from './nextPollOfRequest';
import type { Plan } from '../records/pollingPlan';
import type { KnownRecord } from '../records/record';
import type { PaceLimits } from '../judges/adapter';
import type { RequestFailure } from '../judges/requestFailed';
import type { PolledJudge } from './ports';
import { sum } from './prediction';

/**
 * A request that is polled until it finishes: its identity, its phase, and its plan, which contains everything needed
 * after a reload. A request in a final state isn't pending.
 */
export interface PendingRequest extends Polled {
  /** Key of the record: judge and request ID. */
  readonly key: string;
  readonly service: string;
  readonly requestId: string;
  /** URI of the request's workspace folder; null if no folder was open. */
  readonly folder: string | null;
  /** How often the judge may be polled; null if only the settings limit it. */
  readonly pace: PaceLimits | null;
  /** Minimum time between two batch requests to the judge, ms; null if the judge has no batch requests. */
  readonly batchInterval: number | null;
}

/**
 * Returns the request of a record. `judge`: null if it isn't set up; then only the settings limit how often it is polled.
 */
export function pendingRequest(record: KnownRecord, plan: Plan, judge: PolledJudge | null): PendingRequest {
  const { key, service, requestId, folder } = record;
  return {
    key,
    service,
    requestId,
    folder,
    pace: judge?.pace ?? null,
    batchInterval: judge?.batch?.interval ?? null,
    phase: phaseOf(record),
    plan,
  };
}

export function phaseOf({ state }: KnownRecord): PendingRequest['phase'] {
  return state.kind === 'judging' ? 'judging' : 'waiting';
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
  const newest = judging.map(({ request }) => request.plan.readings.at(-1));
  const totals = newest.map((reading) => reading?.total ?? null);
  return {
    polling: views.filter(({ isPolling }) => isPolling).length,
    judging: judging.length,
    done: sum(newest.map((reading) => reading?.done ?? 0)),
    total: totals.every((total) => total !== null) ? sum(totals) : null,
  };
}
