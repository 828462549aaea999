import { planAfterSending, shifted } from '../records/plan';
import type { LastAnswer, PendingRequest, PendingView } from './pendingRequest';

/** A pending request in the memory of this window. All times are ms since 1970. */
export class Job {
  /** It is on the disk and announced. Before that it isn't polled. */
  isStored: boolean;
  /** The user, or another window, wants it polled now. */
  isWanted: boolean;
  /** Our own response is being stored. Until that is done, events of the store are about this response. */
  isStoring = false;
  /** Taking or renewing its lease is in progress. Until that is done, it isn't polled. */
  claiming: Promise<void> | null = null;
  /** Another window polls it, and its lease is tried again at this time; -Infinity: as far as is known, none does. */
  foreignUntil = -Infinity;
  /** Another window polled it last, and may not have stored the time. */
  wasForeign: boolean;
  /** Time before which it isn't polled after it was taken over from another window. */
  notBefore = -Infinity;
  /** When a batch last omitted it. */
  omittedAt = -Infinity;
  /** A batch reported that it ended. Only a poll of its own returns the result. */
  isReportedEnded = false;
  private lastAnswer: LastAnswer | null = null;

  constructor(
    public request: PendingRequest,
    { isStored = false, isWanted = false, wasForeign = false } = {},
  ) {
    this.isStored = isStored;
    this.isWanted = isWanted;
    this.wasForeign = wasForeign;
  }

  get key(): string {
    return this.request.key;
  }

  get service(): string {
    return this.request.service;
  }

  /** Another window polls it. */
  get isForeign(): boolean {
    return this.foreignUntil > -Infinity;
  }

  /** The user wants it polled now, in whichever window polls it. */
  pollNow(now: number): void {
    this.isWanted = true;
    this.foreignUntil = -Infinity;
    this.request = { ...this.request, dueAt: now, expeditedAt: now };
  }

  /** Marks it to be polled soon by the window that polls it. `JobList.notifyOwner` notifies that window. */
  requestFromOwner(now: number): void {
    this.request = { ...this.request, expeditedAt: now };
  }

  /** Polls it at `time` at the latest. */
  expedite(time: number): void {
    if (time < this.request.dueAt) this.request = { ...this.request, dueAt: time };
  }

  /**
   * Another window stored `stored`. Returns whether that changes anything. If this window polls the job (`isOurs`), its
   * memory is newer than the disk, except for a request of another window to poll it now.
   */
  mergeStored(stored: PendingRequest, isOurs: boolean): boolean {
    const isWanted = stored.expeditedAt > this.request.expeditedAt;
    if (isOurs) {
      if (!isWanted) return false;
      this.isWanted = true;
      this.request = { ...this.request, expeditedAt: stored.expeditedAt };
      this.expedite(stored.expeditedAt);
      return true;
    }
    const isNewer = isWanted || (stored.askedAt ?? 0) > (this.request.askedAt ?? 0);
    if (isNewer) this.request = stored;
    return isNewer;
  }

  /** A poll is sent. Returns the request as it was before. */
  onPollSent(now: number): PendingRequest {
    const before = this.request;
    this.request = planAfterSending(before, now);
    return before;
  }

  /** The poll ended. Null: without a response. */
  onPollEnded(answer: LastAnswer | null): void {
    this.isStoring = false;
    this.isWanted = false;
    if (answer) this.lastAnswer = answer;
  }

  /** The batch brought no response for it, so no time counts as spent polling. */
  onPollSkipped(before: PendingRequest): void {
    this.request = { ...this.request, askedAt: before.askedAt, idlePollMs: before.idlePollMs };
  }

  /** The user fetched it outside of the polls. */
  onFetched(now: number): void {
    this.request = { ...this.request, askedAt: now };
    this.foreignUntil = -Infinity;
  }

  /** The clock was set back by `by` ms. */
  shift(by: number): void {
    this.request = shifted(this.request, by);
    this.foreignUntil -= by;
    this.notBefore -= by;
    this.omittedAt -= by;
  }

  view(isPolling: boolean): PendingView {
    return {
      request: this.request,
      isPolling: isPolling && !this.isForeign,
      isForeign: this.isForeign,
      lastAnswer: this.lastAnswer,
    };
  }
}
