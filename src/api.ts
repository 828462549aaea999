/**
 * What other extensions get: `extensions.getExtension('judge-results.judge-results')?.activate()`.
 *
 * Everything handed out is a frozen copy. There is no credential in it, and nothing is submitted by it.
 */
export interface JudgeResultsApi {
  /** Grows by additions only. */
  readonly version: 1;

  /**
   * Asks a service for a result now: the one in use, or one of the user's own by its name. The record joins the list, and is followed to its end where it has not
   * ended. Undefined: the service has nothing for this request yet; `track` follows it.
   *
   * Rejects with an `Error` in words for people where no service is chosen or none has that name, where `id` is no request ID
   * (`[\w-]{1,128}`), and where the service can't be asked or refuses. Shows nothing by itself, but the question
   * whether a credential may go out while `http.proxyStrictSSL` is off.
   */
  fetch(id: string, options?: FetchOptions): Promise<JudgeRecord | undefined>;

  /**
   * Follows a request from now on, until its end and through reloads. `source` is the file
   * that was judged: the compiler's messages become Problems in it. Rejects as `fetch` does.
   */
  track(id: string, details?: TrackDetails): Promise<JudgeRecord>;

  /** What is known now, newest first. */
  readonly records: readonly JudgeRecord[];

  /** After each change, once for all that changed together. */
  readonly onDidChangeRecords: JudgeRecordsEvent;

  /**
   * The whole result in one form, whatever the service (`type`, `data`, `requestId`, `trackId`), with unknown fields;
   * null while there is none.
   */
  result(record: Pick<JudgeRecord, 'service' | 'id'>): Promise<unknown>;
}

/** An event of VS Code's kind: dispose what it returns to hear no more. */
export type JudgeRecordsEvent = (
  listener: (change: JudgeRecordsChange) => unknown,
  thisArgs?: unknown,
  disposables?: { dispose(): unknown }[],
) => { dispose(): unknown };

/** What a `Uri` of VS Code holds. */
export interface JudgeSource {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
}

export interface FetchOptions {
  /** the name of one of the user's services; the one in use without it */
  readonly service?: string;
}

export interface TrackDetails extends FetchOptions {
  /** the file that was judged: a `Uri` of VS Code */
  readonly source?: JudgeSource;
  /** what the row is called; at most 80 characters are shown */
  readonly label?: string;
}

/** One judging. `service` and `id` together name it. */
export interface JudgeRecord {
  /** type, address, and name of the service, as in `hydro https://oj.school.edu school` */
  readonly service: string;
  /** the request ID */
  readonly id: string;
  /**
   * `waiting`: nothing yet; `judging`: partial results; `finished`; `settled`: unchanged for long, on a service whose
   * codes don't tell the end; `failed`: the service refused the ID; `expired`: given up or gone; `stopped`; `newer`:
   * saved by a newer version of this extension, which alone changes it
   */
  readonly state: 'waiting' | 'judging' | 'finished' | 'settled' | 'failed' | 'expired' | 'stopped' | 'newer';
  /** null while there is no result */
  readonly verdict: JudgeVerdict | null;
  /** in the units below; null: not known */
  readonly score: number | null;
  readonly time: number | null;
  readonly memory: number | null;
  /** what the service counts in (`ms`, `KiB`, `points`); null: not known */
  readonly units: {
    readonly score: string | null;
    readonly time: string | null;
    readonly memory: string | null;
  };
  /** null: nothing is said about the compilation */
  readonly compiled: boolean | null;
  readonly label: string | null;
  /** URI of the file that was judged, as text */
  readonly source: string | null;
  /** where this extension handed the program in */
  readonly problem: string | null;
  /** ms since 1970 */
  readonly addedAt: number;
  /** when the result last changed, ms since 1970; null: never had one */
  readonly changedAt: number | null;
}

export interface JudgeVerdict {
  /** the service's own code, letters on some services; null where only the compilation says how it ended */
  readonly code: number | string | null;
  /** `WA`, or `Status 99` for a code that the service's profile doesn't know */
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
