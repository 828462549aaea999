import { SteadyClock } from '../base/steadyClock';
import { newPlan, type Plan } from '../records/pollingPlan';
import { isRejudging, type KnownRecord, type RecordKey } from '../records/record';
import { Claims } from './claims';
import { Job } from './job';
import { JobList } from './jobList';
import { pendingRequest, type PendingRequest, type PendingView } from './pendingRequest';
import { Poller } from './poller';
import type { PolledJudge, JudgeHealth, TrackerParts } from './ports';
import { firstGap } from './schedule';
import { FIRST_POLL_MS, MIN_AGE_ON_FOCUS_MS } from './limits';

export interface TrackOptions {
  /** The request was submitted just now, so it can't have finished. */
  readonly submitted?: boolean;
  /** The judge has just reported that the request is unfinished, so an immediate poll would return nothing new. */
  readonly answered?: boolean;
  /** For a request that the judge has: a time at which it was certainly unfinished, ms since 1970; default: now. */
  readonly since?: number;
}

/**
 * Polls every pending request of this computer until it finishes, in cooperation with the other windows. The rest of
 * the extension uses only this class, and calls it for the user's commands, pushed results, and other events. `JobList`
 * contains the pending requests, and `Poller` polls them. New results come from the events of the store.
 */
export class Tracker {
  private readonly clock: SteadyClock;
  private readonly claims: Claims;
  private readonly list: JobList;
  private readonly poller: Poller;
  private isDisposed = false;

  constructor(private readonly parts: TrackerParts) {
    this.clock = new SteadyClock(parts.clock, (by) => this.shift(by));
    this.claims = new Claims(parts.leases, this.clock, parts.events);
    this.list = new JobList(parts, this.claims, this.clock);
    this.poller = new Poller(this.list, this.claims, this.clock, parts);
  }

  /** Starts polling everything that is pending on this computer. */
  start(): Promise<void> {
    return this.list.load();
  }

  /** Returns all pending requests, in the order in which tracking began. */
  get pending(): readonly PendingView[] {
    return this.list.stored().map((job) => job.view(this.poller.queues.isPolling(job.key)));
  }

  health(service: string): JudgeHealth {
    return this.poller.queues.of(service).health;
  }

  /**
   * Returns when this window polls the judge next, ms since 1970. Null: it is being polled, or other windows poll it.
   */
  nextPollAt(service: string): number | null {
    return this.poller.nextPollAt(service);
  }

  /**
   * Polls a stored record until it finishes. If it is already pending, polls it now, unless the judge has just
   * responded (`answered`). Resolves when the plan is saved and `pending` contains the request.
   */
  async track(judge: PolledJudge, record: KnownRecord, options: TrackOptions = {}): Promise<void> {
    const { key } = record;
    const ending = this.list.ending(key);
    // Waits, because the write of the previous final state would overwrite the new plan.
    if (ending) await ending;
    if (this.isDisposed) return;
    this.list.listen();
    if (this.list.get(key)) {
      if (!options.answered) this.pollNow(key);
      return;
    }
    const job = new Job(this.newRequest(judge, record, options), { isWanted: !canDelayFirstPoll(options) });
    this.list.add(job);
    // Takes the lease before the job becomes visible to other windows.
    await this.poller.claim(job);
    await this.list.begin(job);
    // The store announced this response before there was a job.
    if (options.answered) this.applyKnownResult(job);
  }

  /**
   * Polls this request now because the user wants it. This overrides pauses, back-off, and rate-limit headers, but not
   * the wait after a 429 or 503 response, or the minimum interval. Returns false if the request isn't tracked.
   */
  pollNow(key: RecordKey): boolean {
    const job = this.list.get(key);
    job?.pollNow(this.clock.now());
    this.poller.wake();
    return job !== null;
  }

  /** Polls these requests once because they may have changed, but not more often than the settings allow. */
  pollSoon(...keys: readonly RecordKey[]): void {
    const now = this.clock.now();
    for (const key of keys) {
      const job = this.list.get(key);
      if (!job) continue;
      const { interval } = this.parts.settings.of(job.request.pace);
      if (job.isForeign && now - job.plan.expeditedAt >= interval) {
        job.requestFromOwner(now);
        this.list.notifyOwner(job);
      }
      job.expedite(Math.max(now, (job.plan.askedAt ?? -Infinity) + interval));
    }
    this.poller.wake();
  }

  /**
   * Counts a fetch by the user as a poll. Resolves to false if another window polls the request: then the caller must
   * not fetch it.
   */
  async beginFetch(key: RecordKey): Promise<boolean> {
    const job = this.list.get(key);
    if (job && !(await this.poller.claim(job))) return false;
    this.list.onFetched(key, this.clock.now());
    return true;
  }

  /** Stops polling this request in all windows. */
  stop(key: RecordKey): void {
    const job = this.list.get(key);
    if (job) this.list.end(job, { kind: 'stopped' });
  }

  /** Polls the judge again after its credential changed, regardless of its health. */
  onCredentialChanged(service: string): void {
    this.poller.queues.of(service).resume(this.list.storedAt(service), this.clock.now());
    this.poller.wake();
  }

  /**
   * Polls a paused or unreachable judge again, because it responded to the user or accepted a submission. The wait
   * after a 429 or 503 response still applies.
   */
  onJudgeResponded(service: string): void {
    const { kind } = this.health(service);
    if (kind === 'paused' || kind === 'unreachable') this.onCredentialChanged(service);
  }

  /** Polls all paused or unreachable judges again, because changed settings may have fixed the cause. */
  onJudgesChanged(): void {
    for (const { service } of this.poller.queues.all()) this.onJudgeResponded(service);
  }

  /**
   * Adapts polling to the focus of the window. Gaps are longer without the focus. When the window gets the focus,
   * requests whose last response is old are polled.
   */
  setFocused(isFocused: boolean): void {
    if (this.poller.isFocused === isFocused) return;
    this.poller.isFocused = isFocused;
    const now = this.clock.now();
    for (const job of isFocused ? this.list.stored() : []) {
      const { askedAt, failures } = job.plan;
      // A new submission keeps its first gap, and a failing request keeps its back-off.
      if (askedAt === null || failures > 0 || this.poller.queues.of(job.service).pushLive) continue;
      job.expedite(Math.max(now, askedAt + MIN_AGE_ON_FOCUS_MS));
    }
    this.poller.wake();
  }

  /**
   * Adapts polling to the state of push. While push is live, polls only make up for lost messages. When push becomes
   * live, each pending request of the judge is polled once, because its result may have been sent while no connection
   * was open.
   */
  setPushLive(service: string, isLive: boolean): void {
    const queue = this.poller.queues.of(service);
    if (queue.pushLive === isLive) return;
    queue.pushLive = isLive;
    const now = this.clock.now();
    for (const job of this.list.storedAt(service)) {
      const { plan, request } = job;
      // A new submission keeps its first gap.
      if (isLive) job.expedite(Math.max(now, plan.startedAt + FIRST_POLL_MS));
      else job.expedite(now + queue.gap(plan, this.parts.settings.of(request.pace), now));
    }
    this.poller.wake();
  }

  /** Aborts the polls in flight, finishes all writes, and releases all leases. */
  async dispose(): Promise<void> {
    if (this.isDisposed) return;
    this.isDisposed = true;
    this.poller.dispose();
    await this.list.dispose();
    await this.claims.dispose();
  }

  private newRequest(judge: PolledJudge, record: KnownRecord, options: TrackOptions): PendingRequest {
    const now = this.clock.now();
    const { pushLive } = this.poller.queues.of(record.service);
    const gap = canDelayFirstPoll(options)
      ? firstGap(this.parts.settings.of(judge.pace ?? null), pushLive, this.parts.random)
      : 0;
    const known = options.submitted === true || record.summary !== null || record.submission !== null;
    const lifetime = judge.resultLifetime ?? null;
    const plan = newPlan({ known, lifetime }, now, now + gap, options.since);
    const begun: Plan = {
      ...plan,
      // If the judge has already responded, the stored result contains the progress.
      readings: options.answered ? [] : plan.readings,
      askedAt: this.list.askedAt(record.key),
    };
    return { ...pendingRequest(record, begun, judge), phase: 'waiting' };
  }

  private applyKnownResult(job: Job): void {
    const record = this.parts.store.get(job.key);
    // The known result is older than a rejudging.
    if (!record || isRejudging(record) || !this.list.has(job)) return;
    this.poller.responses.applyStored(job, true);
    this.poller.wake();
  }

  /** Adjusts all times after the clock was set back by `by` ms. */
  private shift(by: number): void {
    this.list.shift(by);
    this.poller.shift(by);
    this.claims.expire();
  }
}

/** Returns whether an immediate poll would return nothing new. */
function canDelayFirstPoll({ submitted = false, answered = false }: TrackOptions): boolean {
  return submitted || answered;
}
