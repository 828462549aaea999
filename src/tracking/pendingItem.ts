import type { ServiceFailure } from '../service/failure';
import type { PendingRequest } from './pendingRequest';
import { sum } from './prediction';
import { asked, shifted } from './transition';

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

/** One pending request in this window's memory. Whatever happens to it, its state changes here and nowhere else. */
export class PendingItem {
  private current: PendingRequest;
  private wantedNow: boolean;
  private leftUntil = -Infinity;
  private kept: boolean;
  private storing = false;
  private lastAnswer: LastAnswer | null = null;

  constructor(request: PendingRequest, { isKept = false, isWantedNow = false } = {}) {
    this.current = request;
    this.kept = isKept;
    this.wantedNow = isWantedNow;
  }

  get key(): string {
    return this.current.key;
  }

  get request(): PendingRequest {
    return this.current;
  }

  /** A person wants it now. */
  get isWantedNow(): boolean {
    return this.wantedNow;
  }

  /** Another window asks for it: left alone until then, ms since 1970; -Infinity: none does. */
  get elsewhereUntil(): number {
    return this.leftUntil;
  }

  /** It is on the disk and announced. */
  get isKept(): boolean {
    return this.kept;
  }

  /** An answer of its own is going into the store: what the store tells meanwhile is that answer. */
  get isStoring(): boolean {
    return this.storing;
  }

  keep(): void {
    this.kept = true;
  }

  /** A person wants it at `dueAt`. */
  want(now: number, dueAt: number): void {
    this.wantedNow = true;
    this.leftUntil = -Infinity;
    this.current = { ...this.current, dueAt, hurriedAt: now };
  }

  /** A person wanted it in another window. */
  wantedElsewhere(hurriedAt: number): void {
    this.wantedNow = true;
    this.current = { ...this.current, hurriedAt };
    this.hurry(hurriedAt);
  }

  /** The window that asks for it has been told that a person waits. */
  passOn(): void {
    this.wantedNow = false;
  }

  /** There may be news, for the window that asks for it. */
  hint(now: number): void {
    this.current = { ...this.current, hurriedAt: now };
  }

  /** Asked at `time` at the latest. */
  hurry(time: number): void {
    this.current = { ...this.current, dueAt: Math.min(this.current.dueAt, time) };
  }

  /** Another window asks for it. */
  leaveUntil(time: number): void {
    this.leftUntil = time;
  }

  /** It is this window that asks for it. */
  claim(): void {
    this.leftUntil = -Infinity;
  }

  /** Another window has stored this of it. */
  takeOver(stored: PendingRequest): void {
    this.current = stored;
  }

  /** A poll goes out. Returns the request as it was before. */
  beginAsk(now: number): PendingRequest {
    const before = this.current;
    this.current = asked(before, now);
    return before;
  }

  /** A person has asked for it beside the polls. */
  askedBeside(now: number): void {
    this.current = { ...this.current, askedAt: now };
    this.leftUntil = -Infinity;
  }

  beginStoring(): void {
    this.storing = true;
  }

  /** A poll has ended; null: without any answer. */
  endAsk(answer: LastAnswer | null): void {
    this.storing = false;
    this.wantedNow = false;
    if (answer) this.lastAnswer = answer;
  }

  /** It goes on as `next`. Returns whether it is in another phase. */
  goOn(next: PendingRequest, dueAt: number): boolean {
    const isNewPhase = next.phase !== this.current.phase;
    this.current = { ...next, dueAt };
    return isNewPhase;
  }

  /** The clock was set back by `by` ms. */
  shift(by: number): void {
    this.current = shifted(this.current, by);
    this.leftUntil -= by;
  }

  view(isUnderWay: boolean): PendingView {
    const elsewhere = this.leftUntil > -Infinity;
    const { current: request, lastAnswer } = this;
    return { request, asking: isUnderWay && !elsewhere, elsewhere, lastAnswer };
  }
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
  const judging = views.filter(({ request }) => request.phase === 'judging');
  const newest = judging.map(({ request }) => request.readings.at(-1));
  const totals = newest.map((reading) => reading?.total ?? null);
  return {
    pending: views.length,
    asking: views.filter(({ asking }) => asking).length,
    waiting: views.length - judging.length,
    judging: judging.length,
    done: sum(newest.map((reading) => reading?.done ?? 0)),
    total: totals.every((total) => total !== null) ? sum(totals) : null,
  };
}
