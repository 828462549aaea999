import type { Event } from 'vscode';
import type {
  BatchAnswer,
  RecentSubmission,
  RequestName,
  ResultAnswer,
  ServiceFailed,
  ServiceId,
  Judge,
} from '../../service';

/** Who sends a request: the user is asked for consent at once, the background only gets an error. */
export type AskedBy = 'person' | 'background';

/** What the list, pending requests, and following need of the judges. `ServiceManager` in `judges` implements it. */
export interface Judges {
  /** Fires with the service whose credential changed; null: the choice or the settings of services changed. */
  readonly onDidChange: Event<ServiceId | null>;
  /** Returns the service of that ID; null: it isn't set up any more, or is at another address. */
  profileOf(id: ServiceId): Promise<Judge | null>;
  /** Requests a result for the user. Rejects with `ServiceFailed`. */
  result(profile: Judge, request: RequestName, signal?: AbortSignal, by?: AskedBy): Promise<ResultAnswer>;
  /** Requests a result in the background. Rejects with `ServiceFailed`. */
  poll(service: ServiceId, request: RequestName, signal: AbortSignal): Promise<ResultAnswer>;
  /** Requests the states of several results at once, in the background. Null: the service has no such request. */
  pollBatch(
    service: ServiceId,
    requests: readonly RequestName[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, BatchAnswer> | null>;
  /** Returns the time before which the service asked not to be polled, ms since 1970; -Infinity: none. */
  restsUntil(service: ServiceId): number;
  /** Requests the user's newest submissions, the newest first. Null: the service doesn't list them for this account. */
  recentSubmissions(profile: Judge, by: AskedBy): Promise<readonly RecentSubmission[] | null>;
  /** Requests the contests in which the user may have new submissions: one list after the other, the latest first. */
  openContests(
    profile: Judge,
    by: AskedBy,
    onError: (failed: ServiceFailed) => void,
  ): Promise<readonly (readonly string[])[]>;
  /** Requests the user's newest submissions in these contests, if the list of all submissions omits them. */
  submissionsInContests(
    profile: Judge,
    places: readonly string[],
    by: AskedBy,
    onError: (failed: ServiceFailed) => void,
  ): Promise<readonly RecentSubmission[]>;
}
