import type { Disposable } from '../base/emitter';
import type { RecordState } from '../results';
import type { PauseReason, StoredOutcome } from '../records/afterPoll';
import type { PollingSettings } from '../records/pollingPlan';
import type { ReadResult, ResultAnswer } from '../judges/adapters/results';
import type { BatchAnswer } from '../judges/adapter';
import type { RequestFailure } from '../judges/failure';
import type { PendingRequest, TrackedRequest } from './pendingRequest';

export type { StoredOutcome } from '../records/afterPoll';
export type { PollingSettings } from '../records/pollingPlan';
export type { TrackedRequest } from './pendingRequest';

/**
 * Dependencies of the tracker. Times are ms since 1970 by `Clock.now` in `src/base/ports.ts`, durations are ms. The
 * tracker doesn't depend on a specific store or on VS Code.
 */

/** Returns an evenly distributed random number in [0, 1). */
export type Random = () => number;

export type PollAnswer = PolledResult | Exclude<ResultAnswer, { kind: 'result' }>;

export type PolledResult = Omit<ReadResult, 'notices'>;

/** Sends requests to the judges. All promises settle within 70 s, and reject with `RequestFailed` only. */
export interface PollingJudges {
  /** Polls one request. */
  poll(request: TrackedRequest, signal: AbortSignal): Promise<PollAnswer>;
  /**
   * Polls several pending requests of one judge in a single call. Resolves to the responses by request ID, or to null
   * if these requests can't be batched and nothing was sent.
   */
  pollBatch(
    service: string,
    requests: readonly TrackedRequest[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, BatchAnswer> | null>;
  /**
   * Returns the time before which the judge forbids polling, according to its last responses. The time may be in the
   * past; -Infinity if there is no such limit.
   */
  notBefore(service: string): number;
}

/**
 * Provides the polling intervals from the user's settings. `of` is called for each decision, because settings may
 * change.
 */
export interface SettingsSource {
  of(pace: TrackedRequest['pace']): PollingSettings;
}

/**
 * Storage of pending requests and their states, shared by all windows of this computer. Each change is one atomic
 * write. Changes of one request are applied in the order of the calls.
 */
export interface PendingStorage {
  /** Returns everything that is pending on this computer, for all folders. */
  load(): Promise<readonly PendingRequest[]>;
  /** Reads one request from the disk. Null if it isn't pending. */
  read(key: string): Promise<PendingRequest | null>;
  /** Makes the request pending. Resolves when the request is saved and listeners have been notified. */
  begin(request: PendingRequest): Promise<void>;
  /** Writes the request if losing the change would matter. Returns false if another window ended it. */
  save(request: PendingRequest): Promise<boolean>;
  /**
   * Requests an immediate poll from the window that has the lease, because the user wants it or the result may have
   * changed. `at` is the time of this call. Returns false if another window ended the request.
   */
  expedite(key: string, at: number): Promise<boolean>;
  /** Clears the pending state and keeps the record in `state`. No-op if the request wasn't pending. */
  end(key: string, state: RecordState): Promise<void>;
  /**
   * Fires when any window changed a stored request. `stored` is null if the request isn't pending. May fire without a
   * change.
   */
  onDidChange(listener: (key: string, stored: PendingRequest | null) => void): Disposable;
}

/** Whether a judge can be polled. */
export type JudgeHealth =
  | { readonly kind: 'ok' }
  /** Several polls in a row failed. Polls are sent one at a time until one succeeds. */
  | { readonly kind: 'unreachable'; readonly since: number; readonly failure: RequestFailure }
  /** The judge must not be polled before `until`: it responded with 429 or, if `isUnavailable`, with 503. */
  | { readonly kind: 'throttled'; readonly until: number; readonly isUnavailable?: true }
  /** Nothing is polled until the credential or the judge’s settings change, or the user requests a poll. */
  | {
      readonly kind: 'paused';
      readonly why: PauseReason;
      readonly failure: RequestFailure;
      /**
       * Time at which the oldest pending result may expire; null if the judge doesn't report how long it keeps
       * results.
       */
      readonly oldestGoneAt: number | null;
    };

/**
 * Receives results, changes, and errors. No method throws. If a returned promise rejects, the tracker passes the error
 * to `onError`.
 */
export interface TrackerSink {
  /** Stores a result that was requested at `askedAt`. Resolves to the contents of the store afterwards. */
  onResult(request: TrackedRequest, result: PolledResult, askedAt: number): Promise<StoredOutcome>;
  /** Called after `Tracker.pending` or `Tracker.health` changed. Changes in the same tick cause one call. */
  onPendingChanged(): void;
  /**
   * Called when a storage or lease operation failed. `operation`: its name for the log. Polling continues from memory.
   */
  onError(operation: string, error: unknown): void;
}
