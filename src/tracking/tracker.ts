import type { Clock, Leases } from '../base/ports';
import { SteadyClock } from '../base/steadyClock';
import { newPlan } from '../records/plan';
import { Claims } from './claims';
import { Job } from './job';
import { JobList } from './jobList';
import type { PendingRequest, PendingView, TrackedRequest } from './pendingRequest';
import { Poller } from './poller';
import type {
  PendingStorage,
  PollingServices,
  Random,
  ServiceHealth,
  SettingsSource,
  StoredOutcome,
  TrackerSink,
} from './ports';
import { FIRST_POLL, firstGap } from './schedule';

export interface TrackerParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly services: PollingServices;
  readonly storage: PendingStorage;
  readonly leases: Leases;
  readonly settings: SettingsSource;
  readonly sink: TrackerSink;
}

export interface TrackOptions {
  /** it was submitted just now, so it can't have finished */
  readonly submitted?: boolean;
  /** the service has just responded that it is unfinished, so polling it immediately would bring nothing new */
  readonly answered?: boolean;
  /** when it was certainly unfinished, ms since 1970, for a known ID; default: now */
  readonly since?: number;
}

/** How long a fetch matters for the minimum interval of a request that is tracked afterwards, ms. */
const FETCH_MATTERS = 600_000;
/** A response that is younger than this isn't requested again only because the window got the focus, ms. */
const FRESH = 5000;

/**
 * Polls every pending request of this computer until it finishes, together with the other windows. The rest of the extension
 * uses only this class: commands of the user and changes from elsewhere arrive here. `JobList` contains the pending
 * requests, and `Poller` polls them.
 */
export class Tracker {
  private readonly clock: SteadyClock;
  private readonly claims: Claims;
  private readonly list: JobList;
  private readonly poller: Poller;
  /** When the user last fetched these requests, ms since 1970, by key. */
  private readonly fetchedAt = new Map<string, number>();
  private isDisposed = false;

  constructor(private readonly parts: TrackerParts) {
    const { leases, storage, sink } = parts;
    this.clock = new SteadyClock(parts.clock, (by) => this.shift(by));
    this.claims = new Claims(leases, this.clock, sink);
    this.list = new JobList(storage, this.claims, this.clock, sink);
    this.poller = new Poller(this.list, this.claims, this.clock, parts);
  }

  /** Starts to poll everything that is pending on this computer. */
  start(): Promise<void> {
    return this.list.load();
  }

  /** All pending requests, in the order in which tracking began. */
  get pending(): readonly PendingView[] {
    return this.list.stored().map((job) => job.view(this.poller.queues.isPolling(job.key)));
  }

  health(service: string): ServiceHealth {
    return this.poller.queues.of(service).health;
  }

  /**
   * Polls a request until it finishes. If it is pending already, it is polled now, unless the service has just
   * `answered`. Resolves when it is on the disk and announced.
   */
  async track(request: TrackedRequest, options: TrackOptions = {}): Promise<void> {
    const { key } = request;
    const ending = this.list.ending(key);
    // Otherwise the end would overwrite the new start.
    if (ending) await ending;
    if (this.isDisposed) return;
    this.list.listen();
    if (this.list.get(key)) {
      if (!options.answered) this.pollNow(key);
      return;
    }
    const job = new Job(this.newRequest(request, options), { isWanted: !canDelayFirstPoll(options) });
    this.list.add(job);
    // Before any other window sees it.
    await this.poller.claim(job);
    await this.list.begin(job);
  }

  /**
   * The user wants this request polled now. That passes pauses and probes, but neither a silence that the service requested
   * nor the minimum interval. False: it isn't tracked.
   */
  pollNow(key: string): boolean {
    const job = this.list.get(key);
    job?.pollNow(this.clock.now());
    this.poller.wake();
    return job !== null;
  }

  /** These requests may have changed. Polls each once, but not more often than the settings allow. */
  pollSoon(...keys: readonly string[]): void {
    const now = this.clock.now();
    for (const key of keys) {
      const job = this.list.get(key);
      if (!job) continue;
      const { interval } = this.parts.settings.of(job.request.pace);
      if (job.isForeign && now - job.request.expeditedAt >= interval) {
        job.requestFromOwner(now);
        this.list.notifyOwner(job);
      }
      job.expedite(Math.max(now, (job.request.askedAt ?? -Infinity) + interval));
    }
    this.poller.wake();
  }

  /**
   * The user fetches this ID now, which counts as a poll. False: another window polls the ID, so it must not be fetched here.
   */
  async beginFetch(key: string): Promise<boolean> {
    const job = this.list.get(key);
    if (job && !(await this.poller.claim(job))) return false;
    const now = this.clock.now();
    this.forgetFetches(now);
    this.fetchedAt.set(key, now);
    job?.onFetched(now);
    return true;
  }

  /** Stops polling this request, in all windows. */
  stop(key: string): void {
    const job = this.list.get(key);
    if (job) this.list.end(job, { kind: 'stopped' });
  }

  /**
   * The store has a new result of a request: pushed, fetched, or from another window. Ignored while our own response is
   * being stored: that is the new result, and `Responses` applies it.
   */
  onRecordUpdated(key: string, outcome: StoredOutcome): void {
    const job = this.list.get(key);
    if (!job || job.isStoring || (!outcome.changed && outcome.completion !== 'finished')) return;
    this.poller.responses.applyOutcome(job, outcome);
    this.poller.wake();
  }

  /** The credential of the service changed, so it is polled again, whatever its health was. */
  onCredentialChanged(service: string): void {
    this.poller.queues.of(service).resume(this.list.storedAt(service), this.clock.now());
    this.poller.wake();
  }

  /** The service responded to the user, or accepted a submission: it can be polled, unless it requested silence. */
  onServiceResponded(service: string): void {
    const { kind } = this.health(service);
    if (kind === 'paused' || kind === 'unreachable') this.onCredentialChanged(service);
  }

  /** The settings of the services changed: the reason why one wasn't polled may be gone. */
  onServicesChanged(): void {
    for (const { service } of this.poller.queues.all()) this.onServiceResponded(service);
  }

  /** Without the focus, gaps are longer. With it, everything is polled whose last response is old. */
  setFocused(isFocused: boolean): void {
    if (this.poller.isFocused === isFocused) return;
    this.poller.isFocused = isFocused;
    const now = this.clock.now();
    for (const job of isFocused ? this.list.stored() : []) {
      const { askedAt, failures } = job.request;
      // A new submission keeps its first gap, a failing request its back-off.
      if (askedAt === null || failures > 0 || this.poller.queues.of(job.service).pushLive) continue;
      job.expedite(Math.max(now, askedAt + FRESH));
    }
    this.poller.wake();
  }

  /**
   * While results are pushed, polls only replace lost pushes. When push becomes live, each pending request of the service
   * is polled once: its result may have been sent while no connection was open.
   */
  setPushLive(service: string, isLive: boolean): void {
    const queue = this.poller.queues.of(service);
    if (queue.pushLive === isLive) return;
    queue.pushLive = isLive;
    const now = this.clock.now();
    for (const job of this.list.storedAt(service)) {
      const { request } = job;
      // A new submission keeps its first gap.
      if (isLive) job.expedite(Math.max(now, request.startedAt + FIRST_POLL));
      else job.expedite(now + queue.gap(request, this.parts.settings.of(request.pace), now));
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

  /** Returns the request with the plan at the start of its tracking. */
  private newRequest(request: TrackedRequest, options: TrackOptions): PendingRequest {
    const now = this.clock.now();
    const { pushLive } = this.poller.queues.of(request.service);
    const gap = canDelayFirstPoll(options)
      ? firstGap(this.parts.settings.of(request.pace), pushLive, this.parts.random)
      : 0;
    const plan = newPlan(request, now, now + gap, options.since);
    return {
      ...request,
      ...plan,
      // The response that is stored next reports the progress.
      readings: options.answered ? [] : plan.readings,
      askedAt: this.fetchedAt.get(request.key) ?? null,
      phase: 'waiting',
    };
  }

  private forgetFetches(now: number): void {
    for (const [key, at] of this.fetchedAt) if (now - at > FETCH_MATTERS) this.fetchedAt.delete(key);
  }

  /** The clock was set back by `by` ms: everything planned moves with it. */
  private shift(by: number): void {
    this.list.shift(by);
    this.poller.shift(by);
    this.claims.expire();
    this.fetchedAt.clear();
  }
}

/** Whether an immediate poll would bring nothing new. */
function canDelayFirstPoll({ submitted = false, answered = false }: TrackOptions): boolean {
  return submitted || answered;
}
