import type { Clock, Leases } from '../base/ports';
import type { PauseReason } from './failureMeaning';
import type { PollingSettings } from '../records/pollingPlan';
import type { RecordStore } from '../records/store';
import type { BatchAnswer, PaceLimits } from '../judges/adapter';
import type { RequestFailure } from '../judges/requestFailed';
import type { Judge } from '../judges/judge';
import type { RequestName } from '../judges/requestName';
import type { ResultAnswer } from '../judges/adapters/shared/makeResult';

/*
 * Dependencies of the tracker. Times are ms since 1970 by `Clock.now` in `src/base/ports.ts`, durations are ms. The
 * tracker doesn't depend on VS Code.
 */

export interface TrackerParts {
  readonly store: TrackedStore;
  readonly judges: PolledJudges;
  readonly leases: Leases;
  readonly settings: SettingsSource;
  readonly clock: Clock;
  readonly random: Random;
  readonly events: TrackerEvents;
}

/** Returns an evenly distributed random number in [0, 1). */
export type Random = () => number;

/**
 * The part of the record store that tracking needs. A record with a plan is tracked by all windows of this computer.
 * Each new result is applied when `onDidChange` announces it, whichever window received it.
 */
export type TrackedStore = Pick<
  RecordStore,
  'get' | 'tracked' | 'trackedOne' | 'setPlan' | 'reread' | 'receive' | 'onDidChange' | 'onDidPlan'
>;

/** The part of a judge that decides how often it is polled. */
export type PolledJudge = Pick<Judge, 'pace' | 'batch' | 'resultLifetime'>;

/** Sends requests to the judges. All requests settle within 70 s, and reject with `RequestFailed` only. */
export interface PolledJudges {
  /** Returns the judge with that ID. Null if it was removed. */
  judgeOf(service: string): Promise<PolledJudge | null>;
  poll(service: string, request: RequestName, signal: AbortSignal): Promise<ResultAnswer>;
  /**
   * Polls several pending requests of one judge in a single call. Resolves to the responses by request ID, or to null
   * if these requests can't be batched and nothing was sent.
   */
  pollBatch(
    service: string,
    requests: readonly RequestName[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, BatchAnswer> | null>;
  /**
   * Returns the time before which the judge forbids polling, according to its last responses. The time may be in the
   * past; -Infinity: no limit.
   */
  notBefore(service: string): number;
}

/**
 * Provides the polling intervals from the user's settings. `of` is called for each decision, because settings may
 * change.
 */
export interface SettingsSource {
  of(pace: PaceLimits | null): PollingSettings;
}

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

/** Receives the events of the tracker. No method throws. */
export interface TrackerEvents {
  /**
   * Called after `Tracker.pending` or the health of a judge changed. Changes in the same tick cause one call.
   */
  onPendingChanged(): void;
  /**
   * Called when a judge responded to a batch. `requestIds`: newest first; they can include requests that aren't
   * pending.
   */
  onListed(service: string, requestIds: readonly string[]): void;
  /**
   * Called when an operation of the store or of a lease failed. `operation`: its name for the log. Polling continues
   * from memory.
   */
  onError(operation: string, error: unknown): void;
}
