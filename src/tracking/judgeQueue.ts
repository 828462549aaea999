import { safeEnd, type Plan, type PollingSettings } from '../records/pollingPlan';
import type { FailureMeaning } from './failureMeaning';
import type { RequestFailure } from '../judges/requestFailed';
import type { BatchLock } from './batchLock';
import type { Job } from './job';
import type { PolledJudges, Random, JudgeHealth, SettingsSource } from './ports';
import { nextGap, pollableAt } from './schedule';
import { HealthMonitor } from './judgeHealth';
import { MAX_POLLS_IN_FLIGHT, MAX_BURST, BURST_WINDOW_MS, REJECTED_BATCH_PAUSE_MS } from './limits';

/** This window's polls at one origin. Accounts on the same site share its limits. */
export interface OriginLoad {
  inFlight: number;
  /** Start times of the last polls (at most `MAX_BURST`), ms since 1970. */
  starts: readonly number[];
}

/** A planned poll of one job, or of a batch. */
export interface Poll {
  readonly queue: JudgeQueue;
  readonly isBatch: boolean;
  /** The polled job. For a batch: the jobs that make it due, although it is sent for all jobs of the judge. */
  readonly jobs: readonly Job[];
  /** Time at which the poll is due, ms since 1970. */
  readonly dueAt: number;
}

/**
 * Why jobs are polled one by one. `rejected`: the judge rejected the batch, and the jobs are polled only as often as
 * batches would be. `unsupported`: the judge can't batch these jobs, so that limit doesn't apply.
 */
export type WhyNotBatched = 'rejected' | 'unsupported';

/** A failed poll, for the health of its judge. */
export interface FailedPoll {
  readonly key: string;
  readonly meaning: FailureMeaning;
  readonly failure: RequestFailure;
  /** Time at which the poll was sent, ms since 1970. */
  readonly askedAt: number;
}

/**
 * The polls of one judge: planned polls, polls in flight, and the health of the judge. Decides when the next poll
 * may be sent, but doesn't send it. The parameter `jobs` always contains all jobs of the judge, including those that
 * other windows poll.
 */
export class JudgeQueue {
  /** Push is live in at least one window. */
  pushLive = false;
  /** The judge has listed unfinished cases, so the end of an evaluation can be predicted. */
  listsUnfinished = false;
  private readonly monitor: HealthMonitor;
  private inFlight = 0;
  /** Polls of single jobs in flight, by key. */
  private readonly individual = new Map<string, { readonly job: Job; readonly control: AbortController }>();
  /** The batch in flight, and the keys of its jobs. */
  private batch: { readonly keys: ReadonlySet<string>; readonly control: AbortController } | null = null;
  /** Batching is disabled for these requests until `until` (ms since 1970); null if it is enabled. */
  private batchingDisabled: {
    readonly ids: string;
    readonly until: number;
    readonly why: WhyNotBatched;
  } | null = null;
  /** Time of the last poll of a job that batches omit, ms since 1970. */
  private omittedPolledAt = -Infinity;

  constructor(
    readonly service: string,
    readonly batchLock: BatchLock,
    private readonly load: OriginLoad,
    private readonly judges: Pick<PolledJudges, 'notBefore'>,
    private readonly settings: SettingsSource,
    private readonly random: Random,
  ) {
    this.monitor = new HealthMonitor(random);
  }

  get health(): JudgeHealth {
    return this.monitor.health;
  }

  /** Returns whether this window is polling the job right now. */
  isPolling(key: string): boolean {
    return this.individual.has(key) || this.batch?.keys.has(key) === true;
  }

  get isBatchInFlight(): boolean {
    return this.batch !== null;
  }

  /** Returns all planned polls. Omits polls that can't be scheduled yet, for example while the judge is paused. */
  plannedPolls(jobs: readonly Job[], now: number, isFocused: boolean): readonly Poll[] {
    const interval = this.batchInterval(jobs, now);
    const batched: Job[] = [];
    const polls: Poll[] = [];
    for (const job of jobs) {
      if (interval !== null && job.omittedAt + interval <= now) batched.push(job);
      else polls.push({ queue: this, isBatch: false, jobs: [job], dueAt: this.dueAt([job], isFocused) });
    }
    if (batched.length > 0) {
      polls.push({ queue: this, isBatch: true, jobs: batched, dueAt: this.dueAt(batched, isFocused) });
    }
    return polls.filter(({ dueAt }) => dueAt < Infinity);
  }

  /**
   * Returns when a planned poll may be sent, ms since 1970; Infinity if it first has to wait for another poll, a lock,
   * or the end of a pause.
   */
  startsAt({ isBatch, jobs }: Poll, now: number, isFocused: boolean): number {
    const { inFlight, starts } = this.load;
    if (inFlight >= MAX_POLLS_IN_FLIGHT) return Infinity;
    if (isBatch && (this.batch || this.batchLock.isTaking)) return Infinity;
    const isWanted = jobs.some((job) => job.isWanted);
    const opensAt = isBatch
      ? this.batchLock.opensAt
      : Math.max(...jobs.map((job) => this.omittedOpensAt(job)));
    return Math.max(
      this.dueAt(jobs, isFocused),
      this.batchLock.isOurs && isBatch ? -Infinity : opensAt,
      isWanted ? -Infinity : spacedFrom(starts, now),
    );
  }

  /** Registers the poll of one job, which is being sent. Returns the signal that aborts it. */
  onPollSent(job: Job, now: number): AbortSignal {
    const control = new AbortController();
    this.countSent(now);
    this.individual.set(job.key, { job, control });
    if (!job.isReportedEnded) this.omittedPolledAt = now;
    job.isReportedEnded = false;
    return control.signal;
  }

  /** Registers a batch, which is being sent. `jobs`: those to which its response applies. Like `onPollSent`. */
  onBatchSent(jobs: readonly Job[], now: number): AbortSignal {
    const control = new AbortController();
    this.countSent(now);
    this.batch = { keys: new Set(jobs.map(({ key }) => key)), control };
    return control.signal;
  }

  /** Removes the poll of a job that has ended. */
  onPollEnded({ key }: Job): void {
    this.countEnded();
    this.individual.delete(key);
  }

  /** Removes the batch, which has ended. */
  onBatchEnded(): void {
    this.countEnded();
    this.batch = null;
  }

  /** Aborts the polls of single jobs that were removed. A batch in flight continues. */
  abortUntracked(list: { has(job: Job): boolean }): void {
    for (const { job, control } of this.individual.values()) if (!list.has(job)) control.abort();
  }

  abortAll(): void {
    this.batch?.control.abort();
    for (const { control } of this.individual.values()) control.abort();
  }

  /**
   * Updates the health after a response to a request sent at `askedAt` (ms since 1970). If the judge has recovered,
   * retries failed jobs.
   */
  onResponse(askedAt: number, jobs: readonly Job[], now: number): void {
    const wasHealthy = this.isHealthy();
    this.monitor.onResponse(askedAt);
    if (!wasHealthy) this.retryIfHealthy(jobs, now);
  }

  /** Updates the health after a failed poll. Some failures, such as 404, show that the judge has recovered. */
  onFailure({ key, meaning, failure, askedAt }: FailedPoll, jobs: readonly Job[], now: number): void {
    const when = { askedAt, now, oldestGoneAt: oldestEnd(jobs) };
    const wasHealthy = this.isHealthy();
    this.monitor.onFailure(key, meaning, failure, when);
    if (!wasHealthy) this.retryIfHealthy(jobs, now);
  }

  /** Enables polling again after the credential changed, or after the judge responded to a request of the user. */
  resume(jobs: readonly Job[], now: number): void {
    this.batchingDisabled = null;
    const wasHealthy = this.isHealthy();
    this.monitor.resume(now);
    if (!wasHealthy) this.retryIfHealthy(jobs, now);
  }

  /** Polls these jobs one by one for a while. */
  disableBatching(jobs: readonly Job[], why: WhyNotBatched, now: number): void {
    this.batchingDisabled = { ids: idsOf(jobs), until: now + REJECTED_BATCH_PAUSE_MS, why };
  }

  /** Returns the ms until the next poll according to the schedule. */
  gap(plan: Plan, settings: PollingSettings, now: number): number {
    const { pushLive, listsUnfinished } = this;
    return nextGap({ plan, now, settings, listsUnfinished, pushLive }, this.random);
  }

  /** Adjusts all times after the clock was set back by `by` ms. */
  shift(by: number): void {
    this.monitor.shift(by);
    this.batchLock.shift(by);
    this.omittedPolledAt -= by;
    if (this.batchingDisabled) {
      this.batchingDisabled = { ...this.batchingDisabled, until: this.batchingDisabled.until - by };
    }
    // The times of the last polls can't be converted reliably.
    this.load.starts = [];
  }

  private countSent(now: number): void {
    this.inFlight += 1;
    this.load.inFlight += 1;
    this.load.starts = [...this.load.starts.slice(1 - MAX_BURST), now];
  }

  private countEnded(): void {
    this.inFlight -= 1;
    this.load.inFlight -= 1;
  }

  /** Returns when the first of these jobs is due, ms since 1970; Infinity if none can be polled yet. */
  private dueAt(jobs: readonly Job[], isFocused: boolean): number {
    let dueAt = Infinity;
    for (const job of jobs) {
      if (job.claiming || this.isPolling(job.key)) continue;
      if (this.inFlight > 0 && this.sendsOneAtATime(job.isWanted)) continue;
      const opensAt = Math.max(
        this.monitor.opensAt(job.isWanted),
        job.isWanted ? -Infinity : this.judges.notBefore(this.service),
      );
      const settings = this.settings.of(job.request.pace);
      dueAt = Math.min(dueAt, pollableAt(job, { opensAt, isFocused, settings }));
    }
    return dueAt;
  }

  /** Returns the minimum time between two batches, ms. Null if the jobs are polled one by one. */
  private batchInterval(jobs: readonly Job[], now: number): number | null {
    const disabled = this.batchingDisabled;
    if (disabled && (now >= disabled.until || disabled.ids !== idsOf(jobs))) this.batchingDisabled = null;
    return this.batchingDisabled ? null : (jobs[0]?.request.batchInterval ?? null);
  }

  /**
   * Returns when this job may be polled if batches omit it, ms since 1970; -Infinity if that doesn't limit it. Jobs
   * that batches omit are polled one per batch interval.
   */
  private omittedOpensAt({ request, isReportedEnded }: Job): number {
    if (request.batchInterval === null || isReportedEnded || this.batchingDisabled?.why === 'unsupported') {
      return -Infinity;
    }
    return this.omittedPolledAt + request.batchInterval;
  }

  /**
   * Returns whether a poll has to finish before the next one is sent. Its response determines whether, and how soon,
   * other polls follow.
   */
  private sendsOneAtATime(isWanted: boolean): boolean {
    if (this.monitor.probes(isWanted)) return true;
    return !isWanted && this.judges.notBefore(this.service) > -Infinity;
  }

  /** If the judge has recovered, makes all jobs with failures due now. */
  private retryIfHealthy(jobs: readonly Job[], now: number): void {
    if (!this.isHealthy()) return;
    for (const job of jobs) if (job.plan.failures > 0) job.expedite(now);
  }

  private isHealthy(): boolean {
    return this.health.kind === 'ok';
  }
}

/**
 * Returns when the first result of these jobs may expire, ms since 1970. Null if the judge doesn't report how long it
 * keeps results.
 */
function oldestEnd(jobs: readonly Job[]): number | null {
  let oldest = Infinity;
  for (const { plan } of jobs) oldest = Math.min(oldest, safeEnd(plan) ?? Infinity);
  return oldest === Infinity ? null : oldest;
}

function spacedFrom(starts: readonly number[], now: number): number {
  const first = starts.length < MAX_BURST ? undefined : starts[0];
  return first === undefined || first > now ? -Infinity : first + BURST_WINDOW_MS;
}

function idsOf(jobs: readonly Job[]): string {
  return jobs.map(({ request }) => request.requestId).join();
}
