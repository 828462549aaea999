import type { Event } from 'vscode';
import type {
  BatchAnswer,
  ListedBefore,
  RecentSubmission,
  RequestName,
  ResultAnswer,
  ServiceFailed,
  ServiceId,
  Judge,
} from '../../service';

/**
 * The origin of a request. For `person`, the user can be asked for consent; in the background, the request fails
 * instead.
 */
export type AskedBy = 'person' | 'background';

/** The part of `ServiceManager` that the list, pending requests, and following use. */
export interface Judges {
  /** Fires with the judge whose credential changed; null: the choice or the settings changed. */
  readonly onDidChange: Event<ServiceId | null>;
  /** Returns the judge with that ID; null: it was removed, or its URL has changed. */
  judgeOf(id: ServiceId): Promise<Judge | null>;
  /** Fetches a result for the user. Rejects with `ServiceFailed`. */
  result(judge: Judge, request: RequestName, signal?: AbortSignal, by?: AskedBy): Promise<ResultAnswer>;
  /** Like `result`, but also fetches the parts that the judge sends only for an opened result. */
  openedResult(judge: Judge, request: RequestName, signal?: AbortSignal, by?: AskedBy): Promise<ResultAnswer>;
  /** Fetches a result in the background. Rejects with `ServiceFailed`. */
  poll(service: ServiceId, request: RequestName, signal: AbortSignal): Promise<ResultAnswer>;
  /** Fetches the states of several results with one request, in the background. Null: the judge has no such request. */
  pollBatch(
    service: ServiceId,
    requests: readonly RequestName[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, BatchAnswer> | null>;
  /** Returns the time before which the judge must not be polled, ms since 1970; -Infinity: no limit. */
  notBefore(service: ServiceId): number;
  /**
   * Fetches the user's most recent submissions, newest first. Null: the judge doesn't list them for this account.
   * `before`: see `ListedBefore`; absent: the list is complete.
   */
  recentSubmissions(
    judge: Judge,
    by: AskedBy,
    before?: ListedBefore | null,
  ): Promise<readonly RecentSubmission[] | null>;
  /** Returns the contests in which the user may have new submissions: several lists, each newest first. */
  openContests(
    judge: Judge,
    by: AskedBy,
    onError: (failed: ServiceFailed) => void,
  ): Promise<readonly (readonly string[])[]>;
  /** Fetches the user's recent submissions in these contests, if the main list omits them. */
  submissionsInContests(
    judge: Judge,
    places: readonly string[],
    by: AskedBy,
    onError: (failed: ServiceFailed) => void,
  ): Promise<readonly RecentSubmission[]>;
}
