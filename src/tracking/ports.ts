import type { Disposable } from '../base/emitter';
import type { RecordState } from '../judge';
import type { PauseReason, StoredOutcome } from '../records/nextState';
import type { ReadResult, ResultAnswer } from '../service/profiles/answer';
import type { BatchAnswer } from '../service/profile';
import type { ServiceFailure } from '../service/failure';
import type { PendingRequest, TrackedRequest } from './pendingItem';

export type { StoredOutcome } from '../records/nextState';
export type { PollingSettings } from '../records/plan';
export type { TrackedRequest } from './pendingItem';

/*
 * Everything the tracker needs from outside. All times are ms since 1970 by `Clock.now` in `src/base/ports.ts`, all durations are ms.
 * The tracker knows no store and no window: these shapes are structural, whoever composes hands in what fits.
 */

/** Evenly distributed in [0, 1). */
export type Random = () => number;

export type PollAnswer = PolledResult | Exclude<ResultAnswer, { kind: 'result' }>;

export type PolledResult = Omit<ReadResult, 'notices'>;

/** Asks the service once. Rejects with `ServiceFailed`. Must end by itself within 40 s (the client's time-out). */
export type Ask = (request: TrackedRequest, signal: AbortSignal) => Promise<PollAnswer>;

/**
 * Asks once how all of these are doing, which are pending at one service: by their request IDs. Null: they can't be asked
 * for together, and nothing was asked. Otherwise as `Ask`.
 */
export type AskBatch = (
  service: string,
  requests: readonly TrackedRequest[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, BatchAnswer> | null>;

/**
 * Where pending requests and their states are kept, shared by all windows of this machine. Each change is one atomic
 * write, and those of one request are made in the order in which they were asked for.
 */
export interface PendingStorage {
  /** Everything pending on this machine, whatever the folder. */
  load(): Promise<readonly PendingRequest[]>;
  /** What is stored for one; null: it is not pending (any more). */
  read(key: string): Promise<PendingRequest | null>;
  /** Makes it pending. Stored and announced when it resolves. */
  begin(request: PendingRequest): Promise<void>;
  /**
   * Replaces what is stored, where that would cost something to lose. False: it is no longer pending, another window has
   * ended it.
   */
  save(request: PendingRequest): Promise<boolean>;
  /** It is wanted at once since `at`, for whichever window asks for it. False as above. */
  want(key: string, at: number): Promise<boolean>;
  /** It is judging: this window has heard that of what another one asks for. */
  judging(key: string): Promise<void>;
  /** It is no longer pending, but stands there. Fine when it wasn't. */
  end(key: string, state: RecordState): Promise<void>;
  /** What is stored of one has changed, in whichever window; null: it is not pending any more. May fire too often. */
  onDidChange(listener: (key: string, stored: PendingRequest | null) => void): Disposable;
}

/** How a service is doing, as far as tracking is concerned. */
export type ServiceHealth =
  | { readonly kind: 'ok' }
  /** three failures in a row: one probe at a time until it answers */
  | { readonly kind: 'unreachable'; readonly since: number; readonly failure: ServiceFailure }
  /** it asked for quiet (`Retry-After`, 429) until then */
  | { readonly kind: 'throttled'; readonly until: number }
  /** nothing is asked until the credential or the profile changes, or a person asks */
  | {
      readonly kind: 'paused';
      readonly why: PauseReason;
      readonly failure: ServiceFailure;
      /** when the oldest pending result may be gone; null: the service doesn't say how long it keeps them */
      readonly oldestGoneAt: number | null;
    };

/** Who hears of it. Nothing here may throw; a promise that rejects goes to `onError`. */
export interface TrackerSink {
  /** A result that was asked for at `askedAt` goes into the store; what the store has afterwards comes back. */
  onResult(request: TrackedRequest, result: PolledResult, askedAt: number): Promise<StoredOutcome>;
  /** Something the status bar shows has changed: read `Tracker.pending` and `Tracker.health` again. */
  onPendingChanged(): void;
  /** Our own storage or leases failed; tracking goes on from memory. */
  onError(what: string, error: unknown): void;
}
