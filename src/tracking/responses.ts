import {
  afterFailure,
  afterNotReady,
  afterOutcome,
  outcomeOf,
  type Step,
  type StoredOutcome,
} from './nextPollOfRequest';
import type { FailureMeaning } from './failureMeaning';
import type { NodeChange, StoreChangeEvent } from '../records/nodeChanges';
import { silentUntil, type Plan, type PollingSettings } from '../records/pollingPlan';
import { RequestFailed } from '../judges/requestFailed';
import type { BatchAnswer } from '../judges/adapter';
import type { ResultAnswer } from '../judges/adapters/shared/makeResult';
import { meaningOfFailure } from './failureMeaning';
import type { Job } from './job';
import type { JobList } from './jobList';
import type { TrackerParts } from './ports';
import { jittered } from './schedule';
import type { JudgeQueue, WhyNotBatched } from './judgeQueue';
import type { JudgeQueues } from './judgeQueues';

export interface Sent {
  readonly job: Job;
  /** The plan as it was before the poll. */
  readonly before: Plan;
  /** Time at which the poll was sent, ms since 1970. */
  readonly askedAt: number;
}

/**
 * Applies the response to a poll: stores the result, updates the health of the judge, and then ends the job or plans
 * its next poll. A result that changes the store is applied by `applyChanges`, whether it was polled here, pushed, fetched
 * by the user, or received by another window. Sends no requests. No method rejects.
 */
export class Responses {
  constructor(
    private readonly list: JobList,
    private readonly queues: JudgeQueues,
    private readonly clock: { now(): number },
    private readonly parts: Omit<TrackerParts, 'clock'>,
  ) {}

  /** Applies the response to the poll of one job. */
  async apply(queue: JudgeQueue, sent: Sent, answer: ResultAnswer): Promise<void> {
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
    for (const poll of sent) {
      // a job may end while the answers of the others are stored
      if (!this.list.has(poll.job)) continue;
      const answer = answers.get(poll.job.request.requestId);
      if (!answer) this.noteOmitted(poll);
      else if (answer.kind === 'ended') await this.applyEnded(queue, poll, answer.known ?? null);
      else {
        poll.job.omittedAt = -Infinity;
        await this.apply(queue, poll, answer);
      }
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
    if (!failure) this.parts.events.onError('saving a result', error);
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
      this.advance(job, afterFailure(job.plan, before, meaning, now, this.settingsOf(job)));
    }
  }

  /** Applies the new results of a store event. Returns whether it contained a result of a job. */
  applyChanges({ added, nodes }: StoreChangeEvent): boolean {
    const changed = [...nodes].filter(([, change]) => concernsResult(change)).map(([key]) => key);
    const jobs = [...added, ...changed].flatMap((key) => this.list.get(key) ?? []);
    for (const job of jobs) this.applyStored(job, true);
    return jobs.length > 0;
  }

  /** Applies the stored result of a job, if there is one. `isNew`: the result differs from the one before. */
  applyStored(job: Job, isNew: boolean): void {
    const { store } = this.parts;
    const record = store.get(job.key);
    if (!record?.summary) return;
    // With a final result, the store ends the tracking in the same write, and then the list removes the job.
    if (job.isStored && !store.trackedOne(job.key)) return;
    this.applyOutcome(job, outcomeOf(record, isNew));
  }

  /** Stores a response and plans the next step. Rejects if the response can't be stored. */
  private async store(queue: JudgeQueue, { job, askedAt }: Sent, answer: ResultAnswer): Promise<void> {
    const now = this.clock.now();
    queue.onResponse(askedAt, this.list.storedAt(queue.service), now);
    if (!this.list.has(job)) return;
    if (answer.kind === 'notReady') {
      const isSuspended = answer.isSuspended === true;
      job.onPollEnded({ kind: 'notReady', at: now });
      this.advance(job, afterNotReady(job.request, now, this.settingsOf(job), isSuspended));
      return;
    }
    // Uses the time of the request, so that a final result that was pushed meanwhile counts as newer.
    const how = { via: 'ask', receivedAt: askedAt } as const;
    const received = await this.parts.store.receive(job.key, answer, how);
    if (!this.list.has(job)) return;
    job.onPollEnded({ kind: 'result', at: this.clock.now() });
    // The store has announced a result that it has taken.
    if (received.kind !== 'taken') this.applyStored(job, false);
  }

  /** Leaves a job to a separate poll, because the batch didn't contain its result. */
  private noteOmitted({ job, before }: Sent): void {
    job.onPollSkipped(before);
    job.omittedAt = this.clock.now();
  }

  /**
   * Handles a job that finished according to a batch. `known`: the part of its result that the batch contains; null: none
   */
  private async applyEnded(queue: JudgeQueue, poll: Sent, known: ResultAnswer | null): Promise<void> {
    if (known) await this.apply(queue, poll, known);
    if (!this.list.has(poll.job)) return;
    this.noteOmitted(poll);
    this.pollEndedJob(poll.job);
  }

  private applyOutcome(job: Job, outcome: StoredOutcome): void {
    if (outcome.progress.total !== null) this.queues.of(job.service).listsUnfinished = true;
    const step = afterOutcome(job.plan, outcome, this.clock.now(), this.settingsOf(job));
    if (step.kind !== 'end') job.request = { ...job.request, phase: 'judging' };
    this.advance(job, step);
  }

  /** Polls the complete result of a job that has finished, or notifies the window that polls it. */
  private pollEndedJob(job: Job): void {
    const now = this.clock.now();
    job.isReportedEnded = true;
    job.expedite(now);
    if (!job.isForeign) return;
    job.requestFromOwner(now);
    this.list.notifyOwner(job);
  }

  /** Ends the job, or plans its next poll and saves the plan. */
  private advance(job: Job, step: Step): void {
    const now = this.clock.now();
    switch (step.kind) {
      case 'end':
        this.list.end(job, step.state);
        return;
      case 'silence':
        job.setPlan(silentUntil(step.plan, now + jittered(step.gap, this.parts.random)));
        break;
      case 'continue': {
        const gap =
          step.gap === 'schedule'
            ? this.queues.of(job.service).gap(step.plan, this.settingsOf(job), now)
            : jittered(step.gap, this.parts.random);
        job.setPlan({ ...step.plan, dueAt: now + gap });
        break;
      }
    }
    this.list.save(job);
  }

  private settingsOf({ request }: Job): PollingSettings {
    return this.parts.settings.of(request.pace);
  }
}

/** Returns whether the result changed. A label, a file, or a state doesn't affect polling. */
function concernsResult({ wholeRecord, summary, compile, subtaskList, subtasks }: NodeChange): boolean {
  return wholeRecord || summary || compile || subtaskList || subtasks.length > 0;
}
