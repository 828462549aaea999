import {
  afterFailure,
  afterNotReady,
  afterOutcome,
  type FailureMeaning,
  type Step,
} from '../records/afterPoll';
import { silentUntil } from '../records/pollingPlan';
import { RequestFailed } from '../judges/failure';
import type { BatchAnswer } from '../judges/adapter';
import { meaningOfFailure } from './failures';
import type { Job } from './job';
import type { JobList } from './jobList';
import type { PendingRequest } from './pendingRequest';
import type {
  PollAnswer,
  PollingSettings,
  Random,
  SettingsSource,
  StoredOutcome,
  TrackerSink,
} from './ports';
import { jittered } from './schedule';
import type { JudgeQueue, WhyNotBatched } from './judgeQueue';
import type { JudgeQueues } from './judgeQueues';

export interface ResponsesParts {
  readonly random: Random;
  readonly settings: SettingsSource;
  readonly sink: TrackerSink;
}

/** A job whose poll has been sent. */
export interface Sent {
  readonly job: Job;
  /** The request as it was before the poll. */
  readonly before: PendingRequest;
  /** Time at which the poll was sent, ms since 1970. */
  readonly askedAt: number;
}

/**
 * Applies the response to a poll: stores the result, updates the health of the judge, and then ends the job or plans
 * its next poll. Sends no requests. No method rejects.
 */
export class Responses {
  constructor(
    private readonly list: JobList,
    private readonly queues: JudgeQueues,
    private readonly clock: { now(): number },
    private readonly parts: ResponsesParts,
  ) {}

  /** Applies the response to the poll of one job. */
  async apply(queue: JudgeQueue, sent: Sent, answer: PollAnswer): Promise<void> {
    try {
      await this.store(queue, sent, answer);
    } catch (error) {
      this.fail(queue, [sent], error);
    }
  }

  /**
   * Applies the response to a batch. `answers`: by request ID. Stores what the batch contains of a finished result
   * before the complete result is polled.
   */
  async applyBatch(
    queue: JudgeQueue,
    sent: readonly Sent[],
    answers: ReadonlyMap<string, BatchAnswer>,
  ): Promise<void> {
    const [first] = sent;
    if (first) queue.onResponse(first.askedAt, this.list.storedAt(queue.service), this.clock.now());
    for (const sentPoll of sent) {
      const { job, before } = sentPoll;
      const answer = answers.get(job.request.requestId);
      if (!this.list.has(job)) continue;
      if (!answer || answer.kind === 'ended') {
        if (answer?.known) await this.apply(queue, sentPoll, answer.known);
        if (!this.list.has(job)) continue;
        job.onPollSkipped(before);
        job.omittedAt = this.clock.now();
        if (answer) this.pollEndedJob(job);
        continue;
      }
      job.omittedAt = -Infinity;
      await this.apply(queue, sentPoll, answer);
    }
  }

  /** Makes the queue poll these jobs one by one, and undoes the effect of the batch on their plans. */
  disableBatching(queue: JudgeQueue, sent: readonly Sent[], all: readonly Job[], why: WhyNotBatched): void {
    queue.disableBatching(all, why, this.clock.now());
    for (const { job, before } of sent) if (this.list.has(job)) job.onPollSkipped(before);
  }

  /** Handles a poll that failed, or a result that couldn't be stored. */
  fail(queue: JudgeQueue, sent: readonly Sent[], error: unknown): void {
    const failure = error instanceof RequestFailed ? error.failure : null;
    if (!failure) this.parts.sink.onError('saving a result', error);
    const meaning: FailureMeaning = failure ? meaningOfFailure(failure) : { kind: 'unusable' };
    const current = sent.filter(({ job }) => this.list.has(job));
    const [first] = current;
    if (!first) return;
    const now = this.clock.now();
    for (const { job } of current) job.onPollEnded(failure && { kind: 'failure', at: now, failure });
    if (failure) {
      const failed = { key: first.job.key, meaning, failure, askedAt: first.askedAt };
      queue.onFailure(failed, this.list.storedAt(queue.service), now);
    }
    for (const { job, before } of current) {
      this.advance(job, afterFailure(job.request, before, meaning, now, this.settingsOf(job)));
    }
  }

  /**
   * Applies a new result in the store, whether it was polled here, pushed, fetched by the user, or stored by another
   * window.
   */
  applyOutcome(job: Job, outcome: StoredOutcome): void {
    if (outcome.progress.total !== null) this.queues.of(job.service).listsUnfinished = true;
    this.advance(job, afterOutcome(job.request, outcome, this.clock.now(), this.settingsOf(job)));
  }

  /** Stores a response and plans the next step. Rejects if the response can't be stored. */
  private async store(queue: JudgeQueue, { job, askedAt }: Sent, answer: PollAnswer): Promise<void> {
    const now = this.clock.now();
    queue.onResponse(askedAt, this.list.storedAt(queue.service), now);
    if (!this.list.has(job)) return;
    if (answer.kind === 'notReady') {
      const isSuspended = answer.isSuspended === true;
      job.onPollEnded({ kind: 'notReady', at: now });
      this.advance(job, afterNotReady(job.request, now, this.settingsOf(job), isSuspended));
      return;
    }
    job.isStoring = true;
    const outcome = await this.parts.sink.onResult(job.request, answer, askedAt);
    // For a finished result, the store ends the tracking in the same write.
    if (!this.list.has(job)) return;
    job.onPollEnded({ kind: 'result', at: this.clock.now() });
    this.applyOutcome(job, outcome);
  }

  /** Polls a job that finished according to a batch, or notifies the window that polls it. */
  private pollEndedJob(job: Job): void {
    const now = this.clock.now();
    job.isReportedEnded = true;
    job.expedite(now);
    if (!job.isForeign) return;
    job.requestFromOwner(now);
    this.list.notifyOwner(job);
  }

  /** Ends the job, or plans its next poll and saves the plan. */
  private advance(job: Job, step: Step<PendingRequest>): void {
    const now = this.clock.now();
    switch (step.kind) {
      case 'end':
        this.list.end(job, step.state);
        return;
      case 'silence':
        job.request = silentUntil(step.request, now + jittered(step.gap, this.parts.random));
        break;
      case 'continue': {
        const gap =
          step.gap === 'schedule'
            ? this.queues.of(job.service).gap(step.request, this.settingsOf(job), now)
            : jittered(step.gap, this.parts.random);
        job.request = { ...step.request, dueAt: now + gap };
        break;
      }
    }
    this.list.save(job);
  }

  private settingsOf({ request }: Job): PollingSettings {
    return this.parts.settings.of(request.pace);
  }
}
