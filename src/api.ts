/**
 * The API for other extensions: `extensions.getExtension('judge-results.judge-results')?.activate()`.
 *
 * All objects are frozen copies. The API never contains credentials and never submits a program.
 */
export interface JudgeResultsApi {
  /** Version of the API. Later releases only add members. */
  readonly version: 1;

  /**
   * Fetches a result now, from the chosen judge or from the judge `options.service`. Adds the record to the list, and
   * polls it if it isn't final. Resolves to undefined if the judge has no result yet. In that case, call `track` to
   * poll the request.
   *
   * Rejects with an `Error` whose message can be shown to users if no judge is chosen, if no judge has that name, if
   * `id` isn't a request ID (`[\w-]{1,128}`), or if the request fails. Shows nothing, except the question whether
   * credentials may be sent while `http.proxyStrictSSL` is off.
   */
  fetch(id: string, options?: FetchOptions): Promise<JudgeRecord | undefined>;

  /**
   * Polls a request until it is final, even after a reload. `source`: the judged file, in which the compiler's messages
   * appear as Problems. Rejects like `fetch`.
   */
  track(id: string, details?: TrackDetails): Promise<JudgeRecord>;

  /** All known records, newest first. */
  readonly records: readonly JudgeRecord[];

  /** Fires after each change, once for all records that changed together. */
  readonly onDidChangeRecords: JudgeRecordsEvent;

  /**
   * Resolves to the complete result, including unknown fields, in the same format for all judges (`type`, `data`,
   * `requestId`, `trackId`); null if there is none yet.
   */
  result(record: Pick<JudgeRecord, 'service' | 'id'>): Promise<unknown>;
}

/** An event like those of VS Code: call `dispose` of the returned object to unsubscribe. */
export type JudgeRecordsEvent = (
  listener: (change: JudgeRecordsChange) => unknown,
  thisArgs?: unknown,
  disposables?: { dispose(): unknown }[],
) => { dispose(): unknown };

/** The components of VS Code's `Uri`. */
export interface JudgeSource {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
}

export interface FetchOptions {
  /** name of one of the user's judges; absent: the chosen one */
  readonly service?: string;
}

export interface TrackDetails extends FetchOptions {
  /** the judged file: a `Uri` of VS Code */
  readonly source?: JudgeSource;
  /** name of the row; at most 80 characters are displayed */
  readonly label?: string;
}

/** One result. Identified by `service` and `id`. */
export interface JudgeRecord {
  /** type, URL, and name of the judge: `hydro https://oj.school.edu school` */
  readonly service: string;
  /** request ID */
  readonly id: string;
  /**
   * `waiting`: no result yet; `judging`: partial results; `finished`; `settled`: assumed final, unchanged for a long
   * time on a judge whose codes don't show whether a result is final; `failed`: the judge rejected the ID; `expired`:
   * given up, or deleted by the judge; `stopped`: the user ended polling; `newer`: saved by a newer version of this
   * extension, and only that version can change it
   */
  readonly state: 'waiting' | 'judging' | 'finished' | 'settled' | 'failed' | 'expired' | 'stopped' | 'newer';
  /** null: no result yet */
  readonly verdict: JudgeVerdict | null;
  /** in `units.score`; null: unknown */
  readonly score: number | null;
  /** in `units.time`; null: unknown */
  readonly time: number | null;
  /** in `units.memory`; null: unknown */
  readonly memory: number | null;
  /** units of the judge (`ms`, `KiB`, `points`); null: unknown */
  readonly units: {
    readonly score: string | null;
    readonly time: string | null;
    readonly memory: string | null;
  };
  /** whether compilation succeeded; null: unknown */
  readonly compiled: boolean | null;
  readonly label: string | null;
  /** URI of the judged file, as text */
  readonly source: string | null;
  /** problem ID, if this extension submitted the program */
  readonly problem: string | null;
  /** ms since 1970 */
  readonly addedAt: number;
  /** time when the result last changed, ms since 1970; null: no result yet */
  readonly changedAt: number | null;
}

export interface JudgeVerdict {
  /**
   * the judge's status code, which is text on some judges; null: compilation failed, and the judge sent no status for
   * that
   */
  readonly code: number | string | null;
  /** `WA`, or `Status 99` for an undefined code */
  readonly short: string;
  /** `Wrong Answer` */
  readonly name: string;
  readonly kind: 'pending' | 'accepted' | 'partial' | 'failed' | 'error' | 'unknown';
}

export interface JudgeRecordsChange {
  readonly added: readonly JudgeRecord[];
  readonly changed: readonly JudgeRecord[];
  readonly removed: readonly Pick<JudgeRecord, 'service' | 'id'>[];
}
