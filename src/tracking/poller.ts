import type { Disposable } from '../base/emitter';
import type { RequestName } from '../judges/requestName';
import { RequestFailed } from '../judges/requestFailed';
import type { Claims } from './claims';
import { isBatchRejected, isSecretsTimeout } from './failureMeaning';
import type { Job } from './job';
import type { JobList } from './jobList';
import type { TrackerParts } from './ports';
import { Responses, type Sent } from './responses';
import type { JudgeQueue } from './judgeQueue';
import { JudgeQueues } from './judgeQueues';
import { MAX_POLL_TIMER_MS, OTHER_WINDOW_RETRY_MS } from './limits';

/**
 * Polls the jobs of the list until they finish, with one timer and one queue per judge. Each poll goes through these
 * methods in order: `reschedule` → `sendOne` or `sendBatch` → `pollOne` or `pollBatch` → `Responses`, which plans the
 * next poll. If a lease or lock is missing, it is taken first, and `reschedule` runs again. No method rejects.
 */
export class Poller {
  isFocused = true;
  readonly queues: JudgeQueues;
  readonly responses: Responses;
  private readonly watch: Disposable;
  private timer: Disposable | null = null;
  private isWaking = false;
  private isDisposed = false;

  constructor(
    private readonly list: JobList,
    private readonly claims: Claims,
    /** Current time, ms since 1970. It moves back only together with a call of `shift`. */
    private readonly clock: { now(): number },
    private readonly parts: TrackerParts,
  ) {
    this.queues = new JudgeQueues(clock, parts);
    this.responses = new Responses(list, this.queues, clock, parts);
    list.onDidChange(() => this.wake());
    this.watch = parts.store.onDidChange((event) => {
      if (this.responses.applyChanges(event)) this.wake();
    });
  }

  /** Polls the due jobs and notifies the listener of the tracker. Calls in the same tick have this effect only once. */
  wake(): void {
    if (this.isWaking) return;
    this.isWaking = true;
    queueMicrotask(() => {
      this.isWaking = false;
      if (this.isDisposed) return;
      this.reschedule();
      this.parts.events.onPendingChanged();
    });
  }

  /** Sends all due polls, longest overdue first, and sets the timer for the next one. */
  private reschedule(): void {
    this.timer?.dispose();
    this.timer = null;
    this.dropUntracked();
    const now = this.clock.now();
    let next = Infinity;
    for (const poll of this.queues.plannedPolls(this.list.stored(), now, this.isFocused)) {
      if (poll.dueAt >= next) break;
      // Computed right before each poll, because the polls just sent may delay this one.
      const at = poll.queue.startsAt(poll, now, this.isFocused);
      if (at > now) next = Math.min(next, at);
      else if (poll.isBatch) this.sendBatch(poll.queue);
      else for (const job of poll.jobs) this.sendOne(poll.queue, job);
    }
    this.releaseUnusedBatchLocks();
    if (next === Infinity) return;
    this.timer = this.parts.clock.after(Math.min(next - now, MAX_POLL_TIMER_MS), () => this.wake());
  }

  /**
   * Returns when this window polls the judge next, ms since 1970. Null: it is being polled, or other windows poll it.
   */
  nextPollAt(service: string): number | null {
    const now = this.clock.now();
    const queue = this.queues.of(service);
    const jobs = this.list.storedAt(service).filter(({ isForeign }) => !isForeign);
    const next = queue
      .plannedPolls(jobs, now, this.isFocused)
      .map((poll) => queue.startsAt(poll, now, this.isFocused));
    const first = Math.min(...next);
    return first === Infinity ? null : first;
  }

  /** Polls a job if its lease lasts longer than a poll. If not, renews the lease, and then `reschedule` runs again. */
  private sendOne(queue: JudgeQueue, job: Job): void {
    if (this.claims.covers(job.key)) this.send(this.pollOne(queue, job));
    else void this.claim(job);
  }

  /**
   * Polls a batch if this window has the batch lock of the judge. If not, tries to take the lock, and then
   * `reschedule` runs again.
   */
  private sendBatch(queue: JudgeQueue): void {
    if (queue.batchLock.isOurs) this.send(this.pollBatch(queue));
    else void this.takeBatchLock(queue);
  }

  /** Logs an exception in the code that applies a response, and wakes the poller after each poll. */
  private send(poll: Promise<void>): void {
    void poll
      .catch((error: unknown) => this.parts.events.onError('applying a response', error))
      .finally(() => this.wake());
  }

  /**
   * Takes or renews the lease of a job. Resolves to whether this window has the lease. The job isn't polled meanwhile.
   */
  async claim(job: Job): Promise<boolean> {
    job.claiming ??= this.renewClaim(job).finally(() => {
      job.claiming = null;
      this.wake();
    });
    await job.claiming;
    return !job.isForeign;
  }

  private async renewClaim(job: Job): Promise<void> {
    const result = await this.claims.renew(job.key);
    // A job that isn't stored yet is unknown to other windows.
    if (!this.list.has(job) || !job.isStored) return;
    const now = this.clock.now();
    if (result === 'foreign') {
      job.wasForeign = true;
      job.foreignUntil = now + OTHER_WINDOW_RETRY_MS * (1 + this.parts.random());
      if (job.isReportedEnded) job.requestFromOwner(now);
      if (job.isWanted || job.isReportedEnded) this.list.notifyOwner(job);
      job.isWanted = false;
      job.isReportedEnded = false;
      return;
    }
    job.foreignUntil = -Infinity;
    if (result === 'kept') return;
    if (job.wasForeign) job.notBefore = now + this.parts.settings.of(job.request.pace).interval;
    job.wasForeign = false;
    try {
      await this.list.reread(job);
    } catch (error) {
      this.parts.events.onError('reading a pending request', error);
    }
  }

  private async takeBatchLock({ service, batchLock }: JudgeQueue): Promise<void> {
    await batchLock.take(batchIntervalOf(this.list.stored(), service));
    this.wake();
  }

  private async pollOne(queue: JudgeQueue, job: Job): Promise<void> {
    const askedAt = this.clock.now();
    const signal = queue.onPollSent(job, askedAt);
    const sent = { job, before: job.onPollSent(askedAt), askedAt };
    try {
      const answer = await this.parts.judges.poll(job.service, this.nameOf(job), signal);
      await this.responses.apply(queue, sent, answer);
    } catch (error) {
      this.responses.fail(queue, [sent], error);
      if (isSecretsTimeout(error)) await this.leaveToOthers([sent]);
    } finally {
      queue.onPollEnded(job);
    }
  }

  /**
   * Sends one request for all jobs of the judge. The response isn't applied to jobs that are being polled
   * individually.
   */
  private async pollBatch(queue: JudgeQueue): Promise<void> {
    const all = this.list.storedAt(queue.service);
    const jobs = all.filter(({ key }) => !queue.isPolling(key));
    const interval = batchIntervalOf(all, queue.service);
    const askedAt = this.clock.now();
    const signal = queue.onBatchSent(jobs, askedAt);
    const sent = jobs.map((job) => ({ job, before: job.onPollSent(askedAt), askedAt }));
    let wasSent = true;
    try {
      const requests = all.map((job) => this.nameOf(job));
      const answers = await this.parts.judges.pollBatch(queue.service, requests, signal);
      wasSent = answers !== null;
      if (answers) {
        this.parts.events.onListed(queue.service, [...answers.keys()]);
        await this.responses.applyBatch(queue, sent, answers);
      } else this.responses.disableBatching(queue, sent, all, 'unsupported');
    } catch (error) {
      if (error instanceof RequestFailed && isBatchRejected(error.failure)) {
        this.responses.disableBatching(queue, sent, all, 'rejected');
      } else this.responses.fail(queue, sent, error);
      if (isSecretsTimeout(error)) {
        wasSent = false;
        await this.leaveToOthers(sent);
      }
    } finally {
      if (wasSent) await queue.batchLock.onBatchSent(interval);
      else await queue.batchLock.release();
      queue.onBatchEnded();
    }
  }

  /**
   * Releases the leases of jobs whose poll this window couldn't send. Other windows may be able to. This window tries
   * again after they have.
   */
  private async leaveToOthers(unsent: readonly Sent[]): Promise<void> {
    const now = this.clock.now();
    for (const { job, before } of unsent) {
      job.onPollSkipped(before);
      job.notBefore = now + 2 * OTHER_WINDOW_RETRY_MS;
    }
    await Promise.all(unsent.map(({ job }) => this.claims.release(job.key)));
  }

  private nameOf({ key, request: { requestId } }: Job): RequestName {
    return { requestId, hint: this.parts.store.get(key)?.hint ?? null };
  }

  /** Adjusts all queues after the clock was set back by `by` ms. */
  shift(by: number): void {
    for (const queue of this.queues.all()) queue.shift(by);
  }

  /** Stops the timer and aborts the polls in flight. */
  dispose(): void {
    this.isDisposed = true;
    this.watch.dispose();
    this.timer?.dispose();
    for (const queue of this.queues.all()) queue.abortAll();
  }

  /** Aborts the polls of jobs that have ended, and releases their leases. */
  private dropUntracked(): void {
    for (const queue of this.queues.all()) queue.abortUntracked(this.list);
    for (const key of this.claims.names()) {
      const isNeeded = this.list.needsClaim(key) || this.queues.isPolling(key);
      if (!isNeeded) void this.claims.release(key);
    }
  }

  /** Releases batch locks that this window doesn't use. They would delay the next batch in all windows. */
  private releaseUnusedBatchLocks(): void {
    for (const { batchLock, isBatchInFlight } of this.queues.all()) {
      if (batchLock.isOurs && !isBatchInFlight) void batchLock.release();
    }
  }
}

function batchIntervalOf(jobs: readonly Job[], service: string): number {
  return jobs.find((job) => job.service === service)?.request.batchInterval ?? 0;
}
