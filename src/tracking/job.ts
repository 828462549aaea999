import { planAfterSending, shifted } from '../records/pollingPlan';
import type { LastAnswer, PendingRequest, PendingView } from './pendingRequest';

/** A pending request in the memory of this window. All times are ms since 1970. */
export class Job {
  /** The job is saved and appears in the list of pending requests. It isn't polled before that. */
  isStored: boolean;
  /** The user or another window wants the job polled now. */
  isWanted: boolean;
  /** The response to our own poll is being stored. Until that finishes, store events refer to this response. */
  isStoring = false;
  /** Promise of taking or renewing the lease; null if neither is in progress. The job isn't polled meanwhile. */
  claiming: Promise<void> | null = null;
  /**
   * Time of the next attempt to take the lease from another window; -Infinity if no other window is known to have it.
   */
  foreignUntil = -Infinity;
  /** Another window polled the job last, and may not have stored the time of that poll. */
  wasForeign: boolean;
  /** Earliest time of the first poll after this window took the job over from another window. */
  notBefore = -Infinity;
  /** Time of the last batch response that didn't contain the job. */
  omittedAt = -Infinity;
  /** A batch reported that the job finished. Its result has to be polled individually. */
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

  /** Whether another window polls the job. */
  get isForeign(): boolean {
    return this.foreignUntil > -Infinity;
  }

  /** Makes the job due now and allows this window to take it over, because the user wants it polled. */
  pollNow(now: number): void {
    this.isWanted = true;
    this.foreignUntil = -Infinity;
    this.request = { ...this.request, dueAt: now, expeditedAt: now };
  }

  /** Records that the window that polls the job should poll it early. `JobList.notifyOwner` sends the request. */
  requestFromOwner(now: number): void {
    this.request = { ...this.request, expeditedAt: now };
  }

  /** Makes the job due at `time`, unless it is due earlier. */
  expedite(time: number): void {
    if (time < this.request.dueAt) this.request = { ...this.request, dueAt: time };
  }

  /**
   * Merges the request that another window stored, if this window polls the job. Its memory is newer than the disk, so
   * only the other window's request to poll the job now is applied. Returns whether the job changed.
   */
  mergeIntoOurs(stored: PendingRequest): boolean {
    if (stored.expeditedAt <= this.request.expeditedAt) return false;
    this.isWanted = true;
    this.request = { ...this.request, expeditedAt: stored.expeditedAt };
    this.expedite(stored.expeditedAt);
    return true;
  }

  /** Replaces the request by the one that another window stored, if that is newer. Returns whether the job changed. */
  replaceIfNewer(stored: PendingRequest): boolean {
    const isWanted = stored.expeditedAt > this.request.expeditedAt;
    const isNewer = isWanted || (stored.askedAt ?? 0) > (this.request.askedAt ?? 0);
    if (isNewer) this.request = stored;
    return isNewer;
  }

  /** Updates the plan for a poll that is being sent. Returns the request as it was before. */
  onPollSent(now: number): PendingRequest {
    const before = this.request;
    this.request = planAfterSending(before, now);
    return before;
  }

  /** Handles the end of a poll. `answer` is null if there was no response. */
  onPollEnded(answer: LastAnswer | null): void {
    this.isStoring = false;
    this.isWanted = false;
    if (answer) this.lastAnswer = answer;
  }

  /**
   * Undoes `onPollSent` for a batch whose response doesn't contain the job, so that the time since the last poll
   * doesn't count as idle polling.
   */
  onPollSkipped(before: PendingRequest): void {
    this.request = { ...this.request, askedAt: before.askedAt, idlePollMs: before.idlePollMs };
  }

  /** Counts a fetch by the user as a poll. */
  onFetched(now: number): void {
    this.request = { ...this.request, askedAt: now };
    this.foreignUntil = -Infinity;
  }

  /** Adjusts all times after the clock was set back by `by` ms. */
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
