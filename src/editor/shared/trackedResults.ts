import type { Event } from 'vscode';
import type { KnownRecord, NewRecord, RecordKey } from '../../records';
import type { Judge, ReadResult, JudgeId } from '../../judges';
import type { PendingView, JudgeHealth, TrackOptions } from '../../tracking';

/** Response to a fetch. Failures reject with `RequestFailed` instead. */
export type Fetched =
  | { readonly kind: 'result'; readonly record: KnownRecord }
  /** no result yet; `record`: null if it isn't in the list */
  | { readonly kind: 'notReady'; readonly record: KnownRecord | null };

/** Details that are stored with a record when it is fetched. */
export type RecordDetails = Partial<
  Pick<NewRecord, 'hint' | 'label' | 'source' | 'submission' | 'limits' | 'addedAt' | 'folder' | 'state'>
>;

/** The request IDs in a batch response, newest first. They can include requests that aren't pending. */
export interface Listed {
  readonly service: JudgeId;
  readonly requestIds: readonly string[];
}

/** Fetches results for the user, and polls pending ones. */
export interface TrackedResults {
  /** Fires when the pending requests, or the health of a judge, changed. */
  readonly onDidChange: Event<void>;
  /** Fires when a judge responded to a batch. */
  readonly onDidList: Event<Listed>;
  /** Records that were submitted or fetched in this window. Their notifications are shown here. */
  readonly requestedHere: Set<RecordKey>;
  /**
   * Explains why results aren't pushed right now. Empty if they are, or if no judge with pending requests supports
   * push.
   */
  readonly pushTrouble: string;
  setPushTrouble(words: string): void;
  /**
   * Fetches a result now and stores it. If it isn't final, tracks it from then on. If another window polls this
   * request, requests a poll of that window, and returns the stored result. Stores nothing if `isWanted` returns false
   * when the result arrives.
   */
  fetch(
    judge: Judge,
    requestId: string,
    signal?: AbortSignal,
    details?: RecordDetails,
    isWanted?: () => boolean,
  ): Promise<Fetched>;
  /**
   * Fetches the parts of a final result that the judge sends only when the user opens it. No-op if there are none. Rejects
   * with `RequestFailed`.
   */
  fetchOpened(record: KnownRecord): Promise<void>;
  /** Starts polling a request until it finishes. Resolves when the record is saved, without waiting for the result. */
  track(
    judge: Judge,
    requestId: string,
    details?: RecordDetails & Pick<TrackOptions, 'submitted' | 'answered'>,
  ): Promise<KnownRecord>;
  /** Stores the record of a request without polling it, see `begin`. Resolves when the record is saved. */
  add(judge: Judge, requestId: string, details: RecordDetails): Promise<KnownRecord>;
  /** Starts polling a stored record. If that fails, polling starts when the window gets the focus again. */
  begin(judge: Judge, record: KnownRecord, options: TrackOptions): Promise<void>;
  /**
   * Returns the pending requests of this workspace folder, or of all folders (`everywhere`), in the order in which
   * tracking began.
   */
  pending(everywhere?: boolean): readonly PendingView[];
  /** Returns the health of a judge according to its responses to polls. */
  health(service: JudgeId): JudgeHealth;
  /**
   * Returns when this window polls a judge next, ms since 1970. Null: it is being polled, or other windows poll it.
   */
  nextPollAt(service: JudgeId): number | null;
  /** Polls these records immediately, because the user requested it. */
  pollNow(keys: readonly RecordKey[]): void;
  /** Resumes tracking a record that expired, failed, or was stopped. Returns false if its judge was removed. */
  resumeTracking(record: KnownRecord): Promise<boolean>;
  /**
   * Fetches a final result again, because the judge may have judged the submission again. Returns false if its judge was
   * removed. Rejects with `RequestFailed`.
   */
  fetchAgain(record: KnownRecord): Promise<boolean>;
  /**
   * Tracks pending records without a polling plan. They exist if a window was closed before storing the plan, or if
   * status codes were redefined.
   */
  resumePending(): Promise<void>;
  /** Applies redefined status codes, which can make records pending again. */
  followRules(): Promise<void>;
  onPushed(key: RecordKey, answer: ReadResult): Promise<void>;
  /** Polls these records soon, because an untrusted message indicated a change. */
  pollSoon(...keys: readonly RecordKey[]): void;
  /** Sets whether the judge currently pushes results, so that polling can slow down. */
  setPushLive(service: JudgeId, live: boolean): void;
  /** Resumes polling of a judge that responded to the user or accepted a submission. */
  onJudgeResponded(service: JudgeId): void;
  /** Resumes polling of requests that were pending when the last window closed. */
  resume(): Promise<void>;
  stop(keys: readonly RecordKey[]): Promise<void>;
}
