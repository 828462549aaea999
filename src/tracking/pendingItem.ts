import type { Polled } from '../records/nextState';
import type { Pace, ResultLifetime, ServiceProfile } from '../service/profile';
import type { ServiceFailure } from '../service/failure';
import { asked, shifted } from '../records/plan';
import { sum } from './prediction';

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
  readonly batchInterval: number | null;
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
  profile: Pick<ServiceProfile, 'pace' | 'batch'> | null,
): Pick<TrackedRequest, 'pace' | 'batchInterval'> {
  return { pace: profile?.pace ?? null, batchInterval: profile?.batch?.interval ?? null };
}

/** What the last poll of this window brought. */
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

/** One pending request in this window's memory, and what happens to it. */
export class PendingItem {
  /** it is on the disk and announced */
  isKept: boolean;
  /** a person wants it now */
  isWantedNow: boolean;
  /** an answer of its own is going into the store: what the store tells meanwhile is that answer */
  isStoring = false;
  /** another window asks for it: left alone until then, ms since 1970; -Infinity: none does */
  elsewhereUntil = -Infinity;
  /** when an answer for all that is pending at its service has left it out, ms since 1970 */
  leftOutAt = -Infinity;
  /** such an answer says that it has ended: its result has to be asked for by itself */
  hasEnded = false;
  private lastAnswer: LastAnswer | null = null;

  /** another window asks for it, or one that is gone did: it need not have written when that was last */
  isOthers: boolean;
  /** taken over from such a window: not asked for before then, ms since 1970 */
  restsUntil = -Infinity;

  constructor(
    public request: PendingRequest,
    { isKept = false, isWantedNow = false, isOthers = false } = {},
  ) {
    this.isKept = isKept;
    this.isWantedNow = isWantedNow;
    this.isOthers = isOthers;
  }

  get key(): string {
    return this.request.key;
  }

  /** A person wants it now. */
  want(now: number): void {
    this.isWantedNow = true;
    this.elsewhereUntil = -Infinity;
    this.request = { ...this.request, dueAt: now, hurriedAt: now };
  }

  /**
   * Takes over what is stored, where that is news. Of what this window asks for (`isOurs`) it knows more than the disk:
   * all but that a person wants it now, in another window.
   */
  takeOver(stored: PendingRequest, isOurs: boolean): boolean {
    const isWanted = stored.hurriedAt > this.request.hurriedAt;
    if (isOurs && isWanted) {
      this.isWantedNow = true;
      this.request = { ...this.request, hurriedAt: stored.hurriedAt };
      this.hurry(stored.hurriedAt);
    }
    if (isOurs) return isWanted;
    const isNews = isWanted || (stored.askedAt ?? 0) > (this.request.askedAt ?? 0);
    if (isNews) this.request = stored;
    return isNews;
  }

  /** There may be news, for the window that asks for it. */
  nudge(now: number): void {
    this.request = { ...this.request, hurriedAt: now };
  }

  /** Asked at `time` at the latest. */
  hurry(time: number): void {
    this.request = { ...this.request, dueAt: Math.min(this.request.dueAt, time) };
  }

  /** A poll goes out. Returns the request as it was before. */
  beginAsk(now: number): PendingRequest {
    const before = this.request;
    this.request = asked(before, now);
    return before;
  }

  /** A person has asked for it beside the polls. */
  askedBeside(now: number): void {
    this.request = { ...this.request, askedAt: now };
    this.elsewhereUntil = -Infinity;
  }

  /** A poll has ended; null: without any answer. */
  endAsk(answer: LastAnswer | null): void {
    this.isStoring = false;
    this.isWantedNow = false;
    if (answer) this.lastAnswer = answer;
  }

  /** It goes on as `next`. Returns whether it is in another phase. */
  goOn(next: PendingRequest, dueAt: number): boolean {
    const isNewPhase = next.phase !== this.request.phase;
    this.request = { ...next, dueAt };
    return isNewPhase;
  }

  /** The clock was set back by `by` ms. */
  shift(by: number): void {
    this.request = shifted(this.request, by);
    this.elsewhereUntil -= by;
    this.restsUntil -= by;
    this.leftOutAt -= by;
  }

  view(isUnderWay: boolean): PendingView {
    const elsewhere = this.elsewhereUntil > -Infinity;
    const { request, lastAnswer } = this;
    return { request, asking: isUnderWay && !elsewhere, elsewhere, lastAnswer };
  }
}

/** Several pending requests in a few numbers. */
export interface PendingSummary {
  readonly asking: number;
  readonly judging: number;
  /** cases done and all cases, over the requests that are judging; `total` null where one doesn't say */
  readonly done: number;
  readonly total: number | null;
}

export function summaryOf(views: readonly PendingView[]): PendingSummary {
  const judging = views.filter(({ request }) => request.phase === 'judging');
  const newest = judging.map(({ request }) => request.readings.at(-1));
  const totals = newest.map((reading) => reading?.total ?? null);
  return {
    asking: views.filter(({ asking }) => asking).length,
    judging: judging.length,
    done: sum(newest.map((reading) => reading?.done ?? 0)),
    total: totals.every((total) => total !== null) ? sum(totals) : null,
  };
}
