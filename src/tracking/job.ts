import { planAfterSending, shifted, type Plan } from '../records/pollingPlan';
import type { LastAnswer, PendingRequest, PendingView } from './pendingRequest';

/** A pending request in the memory of this window. All times are ms since 1970. */
export class Job {
  /** The job is saved and appears in the list of pending requests. It isn't polled before that. */
  isStored: boolean;
  /** The user or another window wants the job polled now. */
  isWanted: boolean;
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

  get plan(): Plan {
    return this.request.plan;
  }

  setPlan(change: Partial<Plan>): void {
    this.request = { ...this.request, plan: { ...this.plan, ...change } };
  }

  /** Whether another window polls the job. */
  get isForeign(): boolean {
    return this.foreignUntil > -Infinity;
  }

  /** Makes the job due now and allows this window to take it over, because the user wants it polled. */
  pollNow(now: number): void {
    this.isWanted = true;
    this.foreignUntil = -Infinity;
    this.setPlan({ dueAt: now, expeditedAt: now });
  }

  /** Records that the window that polls the job should poll it early. `JobList.notifyOwner` sends the request. */
  requestFromOwner(now: number): void {
    this.setPlan({ expeditedAt: now });
  }

  /** Makes the job due at `time`, unless it is due earlier. */
  expedite(time: number): void {
    if (time < this.plan.dueAt) this.setPlan({ dueAt: time });
  }

  /**
   * Merges the plan that another window stored, if this window polls the job. Its memory is newer than the disk, so
   * only the other window's request to poll the job now is applied. Returns whether the job changed.
   */
  mergeIntoOurs({ expeditedAt }: Plan): boolean {
    if (expeditedAt <= this.plan.expeditedAt) return false;
    this.isWanted = true;
    this.setPlan({ expeditedAt });
    this.expedite(expeditedAt);
    return true;
  }

  /** Replaces the phase and the plan by those that another window stored, if that plan is newer. Returns whether it is. */
  replaceIfNewer(phase: PendingRequest['phase'], plan: Plan): boolean {
    const isWanted = plan.expeditedAt > this.plan.expeditedAt;
    const isNewer = isWanted || (plan.askedAt ?? 0) > (this.plan.askedAt ?? 0);
    if (isNewer) this.request = { ...this.request, phase, plan };
    return isNewer;
  }

  /** Updates the plan for a poll that is being sent. Returns the plan as it was before. */
  onPollSent(now: number): Plan {
    const before = this.plan;
    this.setPlan(planAfterSending(before, now));
    return before;
  }

  /** Handles the end of a poll. `answer` is null if the judge didn't respond. */
  onPollEnded(answer: LastAnswer | null): void {
    this.isWanted = false;
    if (answer) this.lastAnswer = answer;
  }

  /**
   * Undoes `onPollSent` for a batch whose response doesn't contain the job, so that the time since the last poll
   * doesn't count as idle polling.
   */
  onPollSkipped({ askedAt, idlePollMs }: Plan): void {
    this.setPlan({ askedAt, idlePollMs });
  }

  /** Counts a fetch by the user as a poll. */
  onFetched(now: number): void {
    this.setPlan({ askedAt: now });
    this.foreignUntil = -Infinity;
  }

  /** Adjusts all times after the clock was set back by `by` ms. */
  shift(by: number): void {
    this.setPlan(shifted(this.plan, by));
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
