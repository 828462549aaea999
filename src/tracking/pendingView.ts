import type { ServiceFailure } from '../service/failure';
import type { PendingRequest } from './ports';

/** What the last ask of this window brought. */
export type LastAnswer =
  | { readonly kind: 'notReady'; readonly at: number }
  | { readonly kind: 'result'; readonly at: number }
  | { readonly kind: 'failure'; readonly at: number; readonly failure: ServiceFailure };

/** One pending request, as it is shown. */
export interface PendingView {
  readonly request: PendingRequest;
  /** it is being asked right now, by this window */
  readonly asking: boolean;
  /** another window of this machine asks for it */
  readonly elsewhere: boolean;
  readonly lastAnswer: LastAnswer | null;
}

/** Several pending requests in a few numbers. */
export interface PendingSummary {
  readonly pending: number;
  readonly asking: number;
  readonly waiting: number;
  readonly judging: number;
  /** cases done and all cases, over the requests that are judging; `total` null where one doesn't say */
  readonly done: number;
  readonly total: number | null;
}

export function summaryOf(views: readonly PendingView[]): PendingSummary {
  let [asking, waiting, judging, done] = [0, 0, 0, 0];
  let total: number | null = 0;
  for (const view of views) {
    if (view.asking) asking += 1;
    if (view.request.phase === 'waiting') {
      waiting += 1;
      continue;
    }
    judging += 1;
    const newest = view.request.readings.at(-1);
    done += newest?.done ?? 0;
    total = total === null || !newest || newest.total === null ? null : total + newest.total;
  }
  return { pending: views.length, asking, waiting, judging, done, total };
}
