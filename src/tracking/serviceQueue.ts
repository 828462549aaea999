import { safeEnd } from '../records/plan';
import type { FailureMeaning } from '../records/nextState';
import type { ServiceFailure } from '../service/failure';
import type { BatchLock } from './batchLock';
import type { Job } from './job';
import type { PendingRequest } from './pendingRequest';
import type { PollingServices, PollingSettings, Random, ServiceHealth, SettingsSource } from './ports';
import { nextGap, pollableAt } from './schedule';
import { HealthMonitor } from './serviceHealth';

/** Most polls in flight at one origin. */
const MAX_IN_FLIGHT = 4;
/** At most four polls start within 400 ms, so that a laptop that wakes up doesn't send all of them together. */
const BURST = 4;
const BURST_WINDOW = 400;
/** How long a rejected batch isn't repeated for the same requests, ms. */
const REJECTION_HOLDS = 60_000;

/** What this window polls at one origin. Several accounts at one site share its limits. */
export interface OriginLoad {
  /** polls in flight */
  inFlight: number;
  /** when the last polls were sent, ms since 1970 */
  starts: readonly number[];
}

/** A poll that is planned: of one job, or a batch. */
export interface Poll {
  readonly queue: ServiceQueue;
  readonly isBatch: boolean;
  /** the job; of a batch: the jobs that make it due. It is sent for all jobs of the service. */
  readonly jobs: readonly Job[];
  /** when it is due, ms since 1970 */
  readonly dueAt: number;
}

/** A failed poll, for the health of its service. */
export interface FailedPoll {
  readonly key: string;
  readonly meaning: FailureMeaning;
  readonly failure: ServiceFailure;
  /** when the poll was sent, ms since 1970 */
  readonly askedAt: number;
}

/**
 * The polls of one service: which are planned, which are in flight, and how the service is doing. Decides when the next
 * one may be sent, and sends nothing. `jobs` are always all jobs of the service, whichever window polls them.
 */
export class ServiceQueue {
  /** Push is live in some window. */
  pushLive = false;
  /** The service has listed unfinished cases, so the end of a judging can be predicted. */
  listsUnfinished = false;
  private readonly monitor: HealthMonitor;
  private inFlight = 0;
  /** Jobs that are polled one by one, by key. */
  private readonly individual = new Map<string, { readonly job: Job; readonly control: AbortController }>();
  /** The batch in flight, and the keys of its jobs. */
  private batch: { readonly keys: ReadonlySet<string>; readonly control: AbortController } | null = null;
  /** Batching is disabled for these requests until `until`. `isRejected`: the service rejected them. */
  private batchingDisabled: {
    readonly ids: string;
    readonly until: number;
    readonly isRejected: boolean;
  } | null = null;
  /** When a job that batches omit was last polled, ms since 1970. */
  private omittedPolledAt = -Infinity;

  constructor(
    readonly service: string,
    readonly batchLock: BatchLock,
    private readonly load: OriginLoad,
    private readonly services: PollingServices,
    private readonly settings: SettingsSource,
    private readonly random: Random,
  ) {
    this.monitor = new HealthMonitor(random);
  }

  get health(): ServiceHealth {
    return this.monitor.health;
  }

  /** Whether this window is polling the job right now. */
  isPolling(key: string): boolean {
    return this.individual.has(key) || this.batch?.keys.has(key) === true;
  }

  get isBatchInFlight(): boolean {
    return this.batch !== null;
  }

  /** All planned polls. Jobs that have to wait for something else are left out. */
  plannedPolls(jobs: readonly Job[], now: number, isFocused: boolean): readonly Poll[] {
    const interval = this.batchInterval(jobs, now);
    const batched: Job[] = [];
    const polls: Poll[] = [];
    for (const job of jobs) {
      if (interval !== null && job.omittedAt + interval <= now) batched.push(job);
      else polls.push(this.plannedPoll(false, [job], isFocused));
    }
    if (batched.length > 0) polls.push(this.plannedPoll(true, batched, isFocused));
    return polls.filter(({ dueAt }) => dueAt < Infinity);
  }

  /** When a planned poll may be sent, ms since 1970; Infinity: something else has to happen first. */
  startsAt({ isBatch, jobs }: Poll, now: number, isFocused: boolean): number {
    const { inFlight, starts } = this.load;
    if (inFlight >= MAX_IN_FLIGHT) return Infinity;
    if (isBatch && (this.batch || this.batchLock.isTaking)) return Infinity;
    const isWanted = jobs.some((job) => job.isWanted);
    const opensAt = isBatch
      ? this.batchLock.opensAt
      : Math.max(...jobs.map((job) => this.omittedOpensAt(job)));
    return Math.max(
      this.plannedPoll(isBatch, jobs, isFocused).dueAt,
      this.batchLock.isOurs && isBatch ? -Infinity : opensAt,
      isWanted ? -Infinity : spacedFrom(starts, now),
    );
  }

  /** A poll of these jobs is sent. Returns the signal that aborts it. */
  onPollSent(isBatch: boolean, jobs: readonly Job[], now: number): AbortSignal {
    const control = new AbortController();
    this.inFlight += 1;
    this.load.inFlight += 1;
    this.load.starts = [...this.load.starts.slice(1 - BURST), now];
    if (isBatch) this.batch = { keys: new Set(jobs.map(({ key }) => key)), control };
    for (const job of isBatch ? [] : jobs) {
      this.individual.set(job.key, { job, control });
      if (!job.isReportedEnded) this.omittedPolledAt = now;
      job.isReportedEnded = false;
    }
    return control.signal;
  }

  /** A poll of these jobs ended. */
  onPollEnded(isBatch: boolean, jobs: readonly Job[]): void {
    this.inFlight -= 1;
    this.load.inFlight -= 1;
    if (isBatch) this.batch = null;
    else for (const { key } of jobs) this.individual.delete(key);
  }

  /** Aborts the polls of jobs that are no longer tracked. A batch continues for the other jobs. */
  abortUntracked(list: { has(job: Job): boolean }): void {
    for (const { job, control } of this.individual.values()) if (!list.has(job)) control.abort();
  }

  abortAll(): void {
    this.batch?.control.abort();
    for (const { control } of this.individual.values()) control.abort();
  }

  /** The service responded to a request that was sent at `askedAt`. */
  onResponse(askedAt: number, jobs: readonly Job[], now: number): void {
    const wasHealthy = this.isHealthy();
    this.monitor.onResponse(askedAt);
    if (!wasHealthy) this.retryIfHealthy(jobs, now);
  }

  /** A poll failed. */
  onFailure({ key, meaning, failure, askedAt }: FailedPoll, jobs: readonly Job[], now: number): void {
    const when = { askedAt, now, oldestGoneAt: oldestEnd(jobs) };
    const wasHealthy = this.isHealthy();
    this.monitor.onFailure(key, meaning, failure, when);
    if (!wasHealthy) this.retryIfHealthy(jobs, now);
  }

  /** The credential changed, or the service responded to the user: it is polled again. */
  resume(jobs: readonly Job[], now: number): void {
    this.batchingDisabled = null;
    const wasHealthy = this.isHealthy();
    this.monitor.resume(now);
    if (!wasHealthy) this.retryIfHealthy(jobs, now);
  }

  /**
   * These jobs are polled one by one for a while. `isRejected`: the service rejected the batch, so they take turns as slowly
   * as batches would; otherwise the profile can't batch them.
   */
  disableBatching(jobs: readonly Job[], isRejected: boolean, now: number): void {
    this.batchingDisabled = { ids: idsOf(jobs), until: now + REJECTION_HOLDS, isRejected };
  }

  /** ms until the next poll, by the schedule alone */
  gap(request: PendingRequest, settings: PollingSettings, now: number): number {
    const { pushLive, listsUnfinished } = this;
    return nextGap({ request, now, settings, listsUnfinished, pushLive }, this.random);
  }

  /** The clock was set back by `by` ms. */
  shift(by: number): void {
    this.monitor.shift(by);
    this.batchLock.shift(by);
    this.omittedPolledAt -= by;
    if (this.batchingDisabled) {
      this.batchingDisabled = { ...this.batchingDisabled, until: this.batchingDisabled.until - by };
    }
    // When the last polls were sent is unknown by the new clock.
    this.load.starts = [];
  }

  private plannedPoll(isBatch: boolean, jobs: readonly Job[], isFocused: boolean): Poll {
    let dueAt = Infinity;
    for (const job of jobs) {
      if (job.claiming || this.isPolling(job.key)) continue;
      if (this.inFlight > 0 && this.sendsOneAtATime(job.isWanted)) continue;
      const opensAt = Math.max(
        this.monitor.opensAt(job.isWanted),
        job.isWanted ? -Infinity : this.services.notBefore(this.service),
      );
      const settings = this.settings.of(job.request.pace);
      dueAt = Math.min(dueAt, pollableAt(job, { opensAt, isFocused, settings }));
    }
    return { queue: this, isBatch, jobs, dueAt };
  }

  /** Minimum time between two batches, ms; null: the jobs are polled one by one. */
  private batchInterval(jobs: readonly Job[], now: number): number | null {
    const disabled = this.batchingDisabled;
    if (disabled && (now >= disabled.until || disabled.ids !== idsOf(jobs))) this.batchingDisabled = null;
    return this.batchingDisabled ? null : (jobs[0]?.request.batchInterval ?? null);
  }

  /** Jobs that batches omit are polled one at a time, one per batch interval. */
  private omittedOpensAt({ request, isReportedEnded }: Job): number {
    if (request.batchInterval === null || isReportedEnded || this.batchingDisabled?.isRejected === false) {
      return -Infinity;
    }
    return this.omittedPolledAt + request.batchInterval;
  }

  /** Whether one poll has to return before the next is sent: its response decides whether, or how soon, others follow. */
  private sendsOneAtATime(isWanted: boolean): boolean {
    if (this.monitor.probes(isWanted)) return true;
    return !isWanted && this.services.notBefore(this.service) > -Infinity;
  }

  /** The service may have recovered. If it has, the jobs that failed because of it are polled now. */
  private retryIfHealthy(jobs: readonly Job[], now: number): void {
    if (!this.isHealthy()) return;
    for (const job of jobs) if (job.request.failures > 0) job.expedite(now);
  }

  private isHealthy(): boolean {
    return this.health.kind === 'ok';
  }
}

/** When the first result of these may expire, ms since 1970; null: the service doesn't report how long it keeps them. */
function oldestEnd(jobs: readonly Job[]): number | null {
  let oldest = Infinity;
  for (const { request } of jobs) oldest = Math.min(oldest, safeEnd(request) ?? Infinity);
  return oldest === Infinity ? null : oldest;
}

function spacedFrom(starts: readonly number[], now: number): number {
  const first = starts.length < BURST ? undefined : starts[0];
  return first === undefined || first > now ? -Infinity : first + BURST_WINDOW;
}

function idsOf(jobs: readonly Job[]): string {
  return jobs.map(({ request }) => request.requestId).join();
}
