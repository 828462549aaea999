import { Emitter, type Disposable } from '../base/emitter';
import type { RecordState } from '../results';
import { onThisClock } from '../records/pollingPlan';
import type { Claims } from './claims';
import { Job } from './job';
import type { PendingRequest } from './pendingRequest';
import type { PendingStorage, TrackerSink } from './ports';

/**
 * All pending requests of this computer, kept in sync with the storage that all windows share. If the disk fails, the
 * jobs in memory remain. No method rejects, except `reread`.
 */
export class JobList {
  /** Fires when a job is added, removed, or stored, or when another window changed it. */
  readonly onDidChange: Emitter<void>['event'];
  /** All jobs by key, in the order in which tracking began. */
  private readonly jobs = new Map<string, Job>();
  /** Writes of final states that are in progress, by key. */
  private readonly ends = new Map<string, Promise<void>>();
  private readonly writes = new Set<Promise<void>>();
  private readonly changes: Emitter<void>;
  private watch: Disposable | null = null;
  /**
   * Keys that the storage reported while `load` reads it; null if nothing is being loaded. The reported data is newer
   * than the loaded data.
   */
  private reportedMeanwhile: Set<string> | null = null;
  private isDisposed = false;

  constructor(
    private readonly storage: PendingStorage,
    private readonly claims: Claims,
    private readonly clock: { now(): number },
    private readonly sink: Pick<TrackerSink, 'onError'>,
  ) {
    this.changes = new Emitter((error) => sink.onError('updating pending requests', error));
    this.onDidChange = this.changes.event;
  }

  /** Loads all pending requests of this computer. */
  async load(): Promise<void> {
    this.listen();
    const reported = (this.reportedMeanwhile ??= new Set());
    try {
      for (const request of await this.storage.load()) {
        if (!reported.has(request.key)) this.receive(request.key, request);
      }
    } catch (error) {
      this.sink.onError('reading pending requests', error);
    } finally {
      this.reportedMeanwhile = null;
    }
  }

  /** Starts listening for changes stored by any window. No-op if already listening. */
  listen(): void {
    this.watch ??= this.storage.onDidChange((key, stored) => {
      this.reportedMeanwhile?.add(key);
      this.receive(key, stored);
    });
  }

  /** Returns all stored jobs, in the order in which tracking began. */
  stored(): readonly Job[] {
    return [...this.jobs.values()].filter(({ isStored }) => isStored);
  }

  /** Returns the stored jobs of one judge, in the order in which tracking began. */
  storedAt(service: string): readonly Job[] {
    return this.stored().filter((job) => job.service === service);
  }

  get(key: string): Job | null {
    return this.jobs.get(key) ?? null;
  }

  /** Returns whether this job is in the list. False if the job has ended, even if a new job has the same key. */
  has(job: Job): boolean {
    return this.jobs.get(job.key) === job;
  }

  /** Returns whether this window needs the lease of this key. The lease is kept until the final state is saved. */
  needsClaim(key: string): boolean {
    return this.jobs.has(key) || this.ends.has(key);
  }

  /**
   * Returns a promise that resolves when this window has written the job's final state. Null if no such write is in
   * progress.
   */
  ending(key: string): Promise<void> | null {
    return this.ends.get(key) ?? null;
  }

  /** Adds a job that isn't stored yet. */
  add(job: Job): void {
    this.jobs.set(job.key, job);
  }

  /** Stores a new job, unless the job has ended meanwhile. */
  async begin(job: Job): Promise<void> {
    if (this.has(job)) await this.write('saving a pending request', this.storage.begin(job.request));
    job.isStored = true;
    this.changes.fire();
  }

  /** Writes the plan of a job if this window has its lease. Otherwise, the window that has the lease writes it. */
  save(job: Job): void {
    if (!this.claims.has(job.key)) return;
    void this.write('saving a pending request', this.dropIfEnded(job, this.storage.save(job.request)));
  }

  /** Requests an early poll from the window that polls this job. */
  notifyOwner(job: Job): void {
    const { key, expeditedAt } = job.request;
    void this.write(
      'saving a pending request',
      this.dropIfEnded(job, this.storage.expedite(key, expeditedAt)),
    );
  }

  /** Ends a job in all windows and writes its final state. */
  end(job: Job, state: RecordState): void {
    const { key } = job;
    this.jobs.delete(key);
    const written = this.write('saving the end of a request', this.storage.end(key, state));
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
    const stored = await this.storage.read(job.key);
    if (!this.has(job)) return;
    if (!stored) this.drop(job);
    else job.replaceIfNewer(onThisClock(stored, this.clock.now()));
  }

  /** Adjusts all jobs after the clock was set back by `by` ms. */
  shift(by: number): void {
    for (const job of this.jobs.values()) job.shift(by);
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

  /** Applies the stored request of a key. `stored` is null if the request isn't pending. */
  private receive(key: string, stored: PendingRequest | null): void {
    if (this.isDisposed) return;
    const job = this.jobs.get(key);
    if (!stored) {
      if (job?.isStored) this.drop(job);
      return;
    }
    const request = onThisClock(stored, this.clock.now());
    if (job) {
      const isOurs = this.claims.has(key);
      const hasChanged = isOurs ? job.mergeIntoOurs(request) : job.replaceIfNewer(request);
      if (hasChanged) this.changes.fire();
    } else if (!this.ends.has(key)) {
      // Which window polled the request last is unknown, so it counts as foreign: that window may have been killed.
      this.jobs.set(key, new Job(request, { isStored: true, wasForeign: true }));
      this.changes.fire();
    }
  }

  /** Removes a job that another window ended. */
  private drop(job: Job): void {
    if (!this.has(job)) return;
    this.jobs.delete(job.key);
    this.changes.fire();
  }

  private async dropIfEnded(job: Job, isPending: Promise<boolean>): Promise<void> {
    if (!(await isPending)) this.drop(job);
  }

  private async write(operation: string, work: Promise<void>): Promise<void> {
    const written = work.catch((error: unknown) => this.sink.onError(operation, error));
    this.writes.add(written);
    await written;
    this.writes.delete(written);
  }
}
