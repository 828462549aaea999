import type { Disposable } from '../base/emitter';
import type { RecordState } from '../judge';
import type { PauseReason, StoredOutcome } from '../records/nextState';
import type { PollingSettings } from '../records/plan';
import type { ReadResult, ResultAnswer } from '../service/profiles/answer';
import type { BatchAnswer } from '../service/profile';
import type { ServiceFailure } from '../service/failure';
import type { PendingRequest, TrackedRequest } from './pendingRequest';

export type { StoredOutcome } from '../records/nextState';
export type { PollingSettings } from '../records/plan';
export type { TrackedRequest } from './pendingRequest';

/*
 * What the tracker needs from outside. Times are ms since 1970 by `Clock.now` in `src/base/ports.ts`, durations are ms.
 * The tracker depends on no store and no window.
 */

/** Evenly distributed in [0, 1). */
export type Random = () => number;

export type PollAnswer = PolledResult | Exclude<ResultAnswer, { kind: 'result' }>;

export type PolledResult = Omit<ReadResult, 'notices'>;

/** The judge services. Requests reject with `ServiceFailed` only, and end by themselves within 40 s. */
export interface PollingServices {
  /** Polls one request. */
  poll(request: TrackedRequest, signal: AbortSignal): Promise<PollAnswer>;
  /**
   * Polls several pending requests of one service in a single call. Returns the responses by request ID. Null: these
   * requests can't be batched, and nothing was sent.
   */
  pollBatch(
    service: string,
    requests: readonly TrackedRequest[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, BatchAnswer> | null>;
  /** Time before which the last responses of the service forbid polling, which may be over; -Infinity: none does. */
  notBefore(service: string): number;
}

/** The polling intervals, by the user's settings. Read again for each decision. */
export interface SettingsSource {
  of(pace: TrackedRequest['pace']): PollingSettings;
}

/**
 * Where pending requests and their states are stored, shared by all windows of this computer. Each change is one atomic
 * write. Changes of one request are made in the order of their calls.
 */
export interface PendingStorage {
  /** Returns everything pending on this computer, for all folders. */
  load(): Promise<readonly PendingRequest[]>;
  /** Reads one from the disk. Null: it isn't pending. */
  read(key: string): Promise<PendingRequest | null>;
  /** Makes it pending. It is stored and announced when this resolves. */
  begin(request: PendingRequest): Promise<void>;
  /** Replaces what is stored, if losing the change would matter. False: another window ended it. */
  save(request: PendingRequest): Promise<boolean>;
  /** It is to be polled now by the window that has its lease: the user wants it, or it may have changed. False: another window ended it. */
  expedite(key: string, at: number): Promise<boolean>;
  /** Clears the pending state and keeps the record in `state`. No-op if it wasn't pending. */
  end(key: string, state: RecordState): Promise<void>;
  /** Fires when what is stored of a request changed, in whichever window; null: it isn't pending. May fire too often. */
  onDidChange(listener: (key: string, stored: PendingRequest | null) => void): Disposable;
}

/** Whether a service can be polled. */
export type ServiceHealth =
  | { readonly kind: 'ok' }
  /** three failures in a row: one poll at a time is sent until one succeeds */
  | { readonly kind: 'unreachable'; readonly since: number; readonly failure: ServiceFailure }
  /** It requested silence until then: because of its rate limit, or (503) because it is temporarily unavailable. */
  | { readonly kind: 'throttled'; readonly until: number; readonly isUnavailable?: true }
  /** nothing is polled until the credential or the profile changes, or the user requests a poll */
  | {
      readonly kind: 'paused';
      readonly why: PauseReason;
      readonly failure: ServiceFailure;
      /** when the oldest pending result may expire; null: the service doesn't report how long it keeps them */
      readonly oldestGoneAt: number | null;
    };

/** Where results and changes go. No method throws. A promise that rejects is reported to `onError`. */
export interface TrackerSink {
  /** Stores a result that was requested at `askedAt`. Returns what the store contains afterwards. */
  onResult(request: TrackedRequest, result: PolledResult, askedAt: number): Promise<StoredOutcome>;
  /** `Tracker.pending` or `Tracker.health` changed. Called once for all changes of one moment. */
  onPendingChanged(): void;
  /** Our own storage or leases failed. Polling continues from memory. */
  onError(what: string, error: unknown): void;
}
