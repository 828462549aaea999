import { Emitter, type Disposable } from '../base/emitter';
import type { RecordState } from '../results';
import { isWorthAWrite, onThisClock, type Plan } from '../records/pollingPlan';
import type { RecordKey } from '../records/record';
import type { TrackedRecord } from '../records/store';
import type { Claims } from './claims';
import { Job } from './job';
import { LAST_POLL_COUNTS_MS } from './limits';
import { pendingRequest, phaseOf } from './pendingRequest';
import type { PolledJudge, TrackerParts } from './ports';

/**
 * All pending requests of this computer: a job for each tracked record, kept in sync with the plans in the store, which
 * all windows share. If the disk fails, the jobs in memory remain. No method rejects, except `reread`.
 */
export class JobList {
  /** Fires when a job is added, removed, or stored, or when another window changed it. */
  readonly onDidChange: Emitter<void>['event'];
  /** All jobs by key, in the order in which tracking began. */
  private readonly jobs = new Map<RecordKey, Job>();
  /** Writes of final states that are in progress, by key. */
  private readonly ends = new Map<RecordKey, Promise<void>>();
  private readonly writes = new Set<Promise<void>>();
  /** Time of the last poll of each job that has ended, or of the user's last fetch of a record, ms since 1970. */
  private readonly lastAskedAt = new Map<RecordKey, number>();
  private readonly changes: Emitter<void>;
  private watch: Disposable | null = null;
  private isDisposed = false;

  constructor(
    private readonly parts: Pick<TrackerParts, 'store' | 'judges' | 'events'>,
    private readonly claims: Claims,
    private readonly clock: { now(): number },
  ) {
    this.changes = new Emitter((error) => parts.events.onError('updating pending requests', error));
    this.onDidChange = this.changes.event;
  }

  async load(): Promise<void> {
    this.listen();
    await this.addTracked();
  }

  /** Starts listening for plans that any window changed. No-op if already listening. */
  listen(): void {
    this.watch ??= this.parts.store.onDidPlan((keys) => this.takePlans(keys));
  }

  /** Returns all stored jobs, in the order in which tracking began. */
  stored(): readonly Job[] {
    return [...this.jobs.values()].filter(({ isStored }) => isStored);
  }

  /** Returns the stored jobs of one judge, in the order in which tracking began. */
  storedAt(service: string): readonly Job[] {
    return this.stored().filter((job) => job.service === service);
  }

  get(key: RecordKey): Job | null {
    return this.jobs.get(key) ?? null;
  }

  /** Returns whether this job is in the list. False if the job has ended, even if a new job has the same key. */
  has(job: Job): boolean {
    return this.jobs.get(job.key) === job;
  }

  /** Returns whether this window needs the lease of this key. The lease is kept until the final state is saved. */
  needsClaim(key: RecordKey): boolean {
    return this.jobs.has(key) || this.ends.has(key);
  }

  /**
   * Returns a promise that resolves when this window has written the job's final state. Null if no such write is in
   * progress.
   */
  ending(key: RecordKey): Promise<void> | null {
    return this.ends.get(key) ?? null;
  }

  /** Returns the time of the last poll or fetch of a record that has no job, ms since 1970. Null if it was long ago. */
  askedAt(key: RecordKey): number | null {
    return this.lastAskedAt.get(key) ?? null;
  }

  /** Counts a fetch by the user as a poll, also of a job that is added later. */
  onFetched(key: RecordKey, now: number): void {
    this.remember(key, now);
    this.get(key)?.onFetched(now);
  }

  /** Adds a job that isn't stored yet. */
  add(job: Job): void {
    this.jobs.set(job.key, job);
  }

  /** Stores the plan of a new job, unless the job has ended meanwhile. */
  async begin(job: Job): Promise<void> {
    const { key, plan } = job;
    const begun = { begins: true, state: { kind: 'waiting' } } as const;
    if (this.has(job)) {
      await this.write('saving a pending request', this.parts.store.setPlan(key, plan, begun));
    }
    job.isStored = true;
    this.changes.fire();
  }

  /** Writes the plan of a job if this window has its lease. If not, the window with the lease writes it. */
  save(job: Job): void {
    if (!job.isStored || !this.claims.has(job.key)) return;
    void this.write('saving a pending request', this.savePlan(job));
  }

  /** Requests an early poll from the window that polls this job. */
  notifyOwner(job: Job): void {
    void this.write('saving a pending request', this.saveWish(job));
  }

  /** Ends a job in all windows and writes its final state. */
  end(job: Job, state: RecordState): void {
    const { key } = job;
    this.remove(job);
    const ended = this.parts.store.setPlan(key, null, { state });
    const written = this.write('saving the end of a request', ended);
    this.ends.set(key, written);
    void written.then(() => {
      this.ends.delete(key);
      this.changes.fire();
    });
    this.changes.fire();
  }

  /**
   * Reads a job from the disk, in case another window changed it without causing an event. Rejects if the disk fails.
   */
  async reread(job: Job): Promise<void> {
    const { store } = this.parts;
    await store.reread([job.key]);
    if (!this.has(job)) return;
    const tracked = store.trackedOne(job.key);
    if (!tracked) this.drop(job);
    else job.replaceIfNewer(phaseOf(tracked.record), this.current(tracked.plan));
  }

  /** Adjusts all jobs after the clock was set back by `by` ms. */
  shift(by: number): void {
    for (const job of this.jobs.values()) job.shift(by);
    this.lastAskedAt.clear();
  }

  /**
   * Saves the plans of all jobs that this window polls, and removes all jobs from memory. Resolves when all writes have
   * finished.
   */
  async dispose(): Promise<void> {
    this.isDisposed = true;
    this.watch?.dispose();
    for (const job of this.stored()) this.save(job);
    this.jobs.clear();
    while (this.writes.size > 0) await Promise.all(this.writes);
    this.changes.dispose();
  }

  /** Applies changed plans of the store. */
  private takePlans(keys: ReadonlySet<RecordKey>): void {
    let hasChanged = false;
    let isAnyNew = false;
    for (const key of keys) {
      const tracked = this.parts.store.trackedOne(key);
      const job = this.jobs.get(key);
      if (!tracked) {
        if (job?.isStored) this.drop(job);
      } else if (!job) isAnyNew = true;
      else if (this.takePlan(job, tracked)) hasChanged = true;
    }
    if (hasChanged) this.changes.fire();
    if (isAnyNew) void this.addTracked();
  }

  private takePlan(job: Job, { record, plan }: TrackedRecord): boolean {
    const current = this.current(plan);
    return this.claims.has(job.key)
      ? job.mergeIntoOurs(current)
      : job.replaceIfNewer(phaseOf(record), current);
  }

  private async addTracked(): Promise<void> {
    const judges = new Map<string, PolledJudge | null>();
    for (const service of new Set(this.withoutJob().map(({ record }) => record.service))) {
      try {
        judges.set(service, await this.parts.judges.judgeOf(service));
      } catch (error) {
        this.parts.events.onError('reading the judge of a pending request', error);
      }
    }
    if (this.isDisposed) return;
    // Another window may have ended or begun some of them meanwhile.
    for (const { record, plan } of this.withoutJob()) {
      const judge = judges.get(record.service);
      if (judge === undefined) continue;
      const request = pendingRequest(record, this.current(plan), judge);
      // Which window polled the request last is unknown, so it counts as foreign: that window may have been killed.
      this.jobs.set(record.key, new Job(request, { isStored: true, wasForeign: true }));
    }
    this.changes.fire();
  }

  /** Returns the tracked records that have no job, except those whose final state is being written. */
  private withoutJob(): readonly TrackedRecord[] {
    return this.parts.store
      .tracked()
      .filter(({ record: { key } }) => !this.jobs.has(key) && !this.ends.has(key));
  }

  private current(plan: Plan): Plan {
    return onThisClock(plan, this.clock.now());
  }

  private drop(job: Job): void {
    if (!this.has(job)) return;
    this.remove(job);
    this.changes.fire();
  }

  private remove({ key, plan }: Job): void {
    this.jobs.delete(key);
    if (plan.askedAt !== null) this.remember(key, plan.askedAt);
  }

  private remember(key: RecordKey, askedAt: number): void {
    const now = this.clock.now();
    for (const [other, at] of this.lastAskedAt) {
      if (now - at > LAST_POLL_COUNTS_MS) this.lastAskedAt.delete(other);
    }
    this.lastAskedAt.set(key, askedAt);
  }

  private async savePlan(job: Job): Promise<void> {
    const { store } = this.parts;
    const { key, plan } = job;
    const before = store.trackedOne(key);
    if (before && isWorthAWrite(before.plan, plan)) await store.setPlan(key, plan);
    if (!store.trackedOne(key)) this.drop(job);
  }

  private async saveWish(job: Job): Promise<void> {
    const { store } = this.parts;
    const { key } = job;
    const { expeditedAt } = job.plan;
    await store.reread([key]);
    const stored = store.trackedOne(key);
    if (stored) await store.setPlan(key, { ...stored.plan, expeditedAt });
    if (!store.trackedOne(key)) this.drop(job);
  }

  private async write(operation: string, work: Promise<void>): Promise<void> {
    const written = work.catch((error: unknown) => this.parts.events.onError(operation, error));
    this.writes.add(written);
    await written;
    this.writes.delete(written);
  }
}
