import type { Event } from 'vscode';
import type {
  BatchAnswer,
  Credential,
  Judge,
  ListedBefore,
  Operation,
  ProblemName,
  RecentSubmission,
  RequestName,
  ResultAnswer,
  JudgeClient,
  RequestFailed,
  JudgeId,
  SettingProblem,
  SubmissionPage,
} from '../../judges';
import type { UrlUse } from '../../judges/http/network';
import type { Redaction } from '../../judges/signIn/redaction';

/** The origin of a request. For `person`, a box may request consent; in the background, the request fails instead. */
export type AskedBy = 'person' | 'background';

/** The chosen judge, or why there is none. */
export type Choice =
  | { readonly kind: 'none' }
  | { readonly kind: 'wrong'; readonly problems: readonly SettingProblem[] }
  | { readonly kind: 'chosen'; readonly judge: Judge };

export interface JudgeCredentials {
  /** contains the secrets that this window has used, and after `complete` also all others that are saved */
  readonly redaction: Redaction;
  /** fires with the judge's ID, also for changes in other windows */
  readonly onDidChange: Event<JudgeId>;
  /** Returns the credential that may be sent to this judge now; null: none is saved for its current origins. */
  get(judge: Judge): Promise<Credential | null>;
  /** Keeps a credential out of all logs, even one that isn't saved yet. */
  hide(service: JudgeId, credential: Credential): Promise<void>;
  /** Saves a credential. `kept`: saved permanently; `session`: the secret storage failed, so it is only in memory. */
  save(service: JudgeId, credential: Credential): Promise<'kept' | 'session'>;
  /** Returns all judges with a saved credential, including those that were removed from the settings. */
  judges(): Promise<readonly string[]>;
  /**
   * Removes a credential. This window stops using it even if deletion from the secret storage fails. In that case,
   * resolves to false.
   */
  remove(service: JudgeId): Promise<boolean>;
}

/** The user's judges, their credentials, and their clients. */
export interface Judges {
  readonly credentials: JudgeCredentials;
  /** Fires with the judge whose credential changed; null: the choice or the settings changed. */
  readonly onDidChange: Event<JudgeId | null>;
  /** Returns the names of all judges that can be chosen. `this-computer` isn't one of them in a browser. */
  names(): Promise<readonly string[]>;
  choice(): Promise<Choice>;
  /**
   * Returns the judge with a name that isn't from the settings, but from a link, for example; null: the chosen judge.
   */
  choiceOf(name: string | null): Promise<Choice>;
  /** Returns the judge with that name, or the problems of its settings. */
  named(name: string): Promise<Exclude<Choice, { kind: 'none' }>>;
  /** Returns the chosen judge; null: none, or its settings are invalid. */
  chosen(): Promise<Judge | null>;
  /** Returns the names of the chosen judge and, if it is known, of the account; empty: none is chosen. */
  chosenWords(): Promise<string>;
  /** Returns all judges with valid settings, the chosen one first. */
  all(): Promise<readonly Judge[]>;
  /** Returns the judge with that ID; null: it was removed, or its URL has changed. */
  judgeOf(id: JudgeId): Promise<Judge | null>;
  /**
   * Returns the client of a judge. There is one per judge, so that requests for the same ID can be shared. Rejects with
   * `RequestFailed` if credentials could be intercepted and the user didn't agree to that. For a `person`, requests
   * consent first; in the background, only shows a notification.
   */
  client(judge: Judge, by?: AskedBy): Promise<JudgeClient>;
  /** Creates a client with a credential that isn't saved, to check it. */
  clientWith(judge: Judge, credential: Credential | null): Promise<JudgeClient>;
  /** Runs an operation with the judge's client. */
  ask<Value>(judge: Judge, operation: Operation<Value>, signal?: AbortSignal, by?: AskedBy): Promise<Value>;
  /**
   * Fetches the user's most recent submissions, newest first. Null: the judge doesn't list them for this account.
   * `before`: see `ListedBefore`; absent: the list is complete.
   */
  recentSubmissions(
    judge: Judge,
    by: AskedBy,
    before?: ListedBefore | null,
  ): Promise<readonly RecentSubmission[] | null>;
  /**
   * Fetches a page of the user's submissions to a problem. `page`: `next` of the previous page; null: the first page.
   * Returns null if the judge doesn't list them, or the account's name is required but unknown. Rejects with
   * `RequestFailed`.
   */
  problemSubmissions(
    judge: Judge,
    problem: ProblemName,
    page: string | null,
    signal?: AbortSignal,
  ): Promise<SubmissionPage | null>;
  /** Returns the contests in which the user may have new submissions: several lists, each newest first. */
  openContests(
    judge: Judge,
    by: AskedBy,
    onError: (failed: RequestFailed) => void,
  ): Promise<readonly (readonly string[])[]>;
  /** Fetches the user's recent submissions in these contests, if the main list omits them. */
  submissionsInContests(
    judge: Judge,
    places: readonly string[],
    by: AskedBy,
    onError: (failed: RequestFailed) => void,
  ): Promise<readonly RecentSubmission[]>;
  /**
   * Returns the user's name at the judge; null: unknown. If the credential was saved without checking it, fetches the name
   * and saves it, in the background at most once a minute. Only a `person` learns why that failed: rejects with
   * `RequestFailed`.
   */
  accountOf(judge: Judge, by?: AskedBy): Promise<string | null>;
  /** Fetches a result for the user. Rejects with `RequestFailed`. */
  result(judge: Judge, request: RequestName, signal?: AbortSignal, by?: AskedBy): Promise<ResultAnswer>;
  /** Like `result`, but also fetches the parts that the judge sends only for an opened result. */
  openedResult(judge: Judge, request: RequestName, signal?: AbortSignal, by?: AskedBy): Promise<ResultAnswer>;
  /** Fetches a result in the background. Rejects with `RequestFailed`. */
  poll(service: JudgeId, request: RequestName, signal: AbortSignal): Promise<ResultAnswer>;
  /** Fetches the states of several results with one request, in the background. Null: the judge has no such request. */
  pollBatch(
    service: JudgeId,
    requests: readonly RequestName[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, BatchAnswer> | null>;
  /** Decides whether credentials may be sent to a URL, and whether the user must allow that. Never rejects. */
  useOfUrl(url: URL): Promise<UrlUse>;
  /** Returns the time before which the judge must not be polled, ms since 1970; -Infinity: no limit. */
  notBefore(service: JudgeId): number;
  /**
   * Returns the current time, ms since 1970: by the judge's clock, or by this computer's clock if the judge never sent
   * its time.
   */
  timeAt(service: JudgeId): number;
  /**
   * Returns the credential for a WebSocket; null: none is saved. Rejects with `RequestFailed` if it may not be sent.
   */
  credentialForPush(judge: Judge): Promise<Credential | null>;
  /** Returns whether the judge requires credentials, but none are saved. */
  isSignedOut(judge: Judge): Promise<boolean>;
  /**
   * Updates the context keys for the welcome view and the menus: `judgeResults.service` is `none`, `wrong`, `signedOut`
   * or `ready`. Each capability of the judge has its own key.
   */
  updateContext(): Promise<void>;
  userAgent(): string;
}
