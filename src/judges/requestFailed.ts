import { TypeMismatch, type Expectation, type ErrorBody } from '../results/withoutDecoder';
import { MAX_RETRY_AFTER_MS } from './limits';

/**
 * Why a judge rejected a request, if its status doesn't explain it. Each cause has its own message. The status is only
 * shown.
 */
export type RefusalCause =
  /** the site is of this type, but has no API, because its version is too old (`isOlder`) or was modified */
  | { readonly kind: 'noApi'; readonly isOlder?: true }
  /** the API isn't at the configured URL, but at `url` */
  | { readonly kind: 'apiElsewhere'; readonly url: string }
  /** the URL leads to the site's list of contests, and the judge needs the URL of one of them */
  | { readonly kind: 'listOfContests' }
  /** the site has no contest at the configured URL */
  | { readonly kind: 'noContestAtUrl' }
  /** the site has no contest with the configured ID; `knownId`: the ID that is probably meant */
  | { readonly kind: 'missingContest'; readonly id: string; readonly knownId?: string }
  /** the contest of the submission was deactivated or removed */
  | { readonly kind: 'inactiveContest'; readonly id: string }
  /** the judge fails like this if the configured part of the site doesn't exist, among other reasons */
  | { readonly kind: 'unclearSpace'; readonly id: string }
  /** the user must join the contest first, or it doesn't exist */
  | { readonly kind: 'notJoined' }
  /** the user must join the contest or homework first, or it isn't running */
  | { readonly kind: 'notTakingPart' }
  /** the user must join the part of the site first */
  | { readonly kind: 'notInDomain' }
  /**
   * the judge refuses the credential in this contest, because it is wrong, the contest doesn't exist, or the user isn't
   * registered for it
   */
  | { readonly kind: 'deniedInContest' }
  /** the judge responded as if no credential was sent */
  | { readonly kind: 'lostCredential' }
  /** the contest or the problem accepts no request now; `startsAt`: begin of the contest, ms since 1970; absent: unknown */
  | { readonly kind: 'closed'; readonly why: Closed; readonly startsAt?: number }
  /** the problem accepts the next submission later */
  | { readonly kind: 'tooSoon' }
  /** the user must open the contest or its problem on the website first */
  | { readonly kind: 'notOpened' }
  /** the problem belongs to a contest or course */
  | { readonly kind: 'problemNotPublic' }
  | { readonly kind: 'contestUnknown' }
  /** the contest doesn't contain the problem */
  | { readonly kind: 'notInContest' }
  /** the submission belongs to another team, or (`unclear`) to another user or to a contest that hides it */
  | { readonly kind: 'notOwn'; readonly whose: 'team' | 'unclear' }
  /** only managers of the contest may list submissions */
  | { readonly kind: 'onlyForManagers' }
  /** the list contains submissions of several users, and the user's name is unknown */
  | { readonly kind: 'ofSeveralUsers' }
  /** submissions aren't listed because the user's profile is private */
  | { readonly kind: 'privateProfile' }
  /** the problem doesn't accept the language */
  | { readonly kind: 'language' }
  /** the problem expects other files; `*` is replaced by the extension of a source file */
  | { readonly kind: 'files'; readonly expected: readonly string[] }
  /** the judge already has this program for the problem */
  | { readonly kind: 'duplicate' };

/** Why a request got no usable response. Causes with different remedies have different kinds. */
export type RequestFailure =
  /** 40x in the error format, or another HTTP status */
  | {
      readonly kind: 'status';
      /** meaning of the response, as an HTTP status */
      readonly status: number;
      /** actual HTTP status of the response; absent: same as `status` */
      readonly answered?: number;
      /** null: the body isn't in the error format */
      readonly error: ErrorBody | null;
      /** time to wait, from `Retry-After`, ms; null: not sent */
      readonly retryAfter: number | null;
      /** a 403 that other credentials wouldn't change, e.g. from a firewall, or after the end of a contest */
      readonly refusesAnybody?: true;
      /** of a 404: the requested URL without its query */
      readonly requestedUrl?: string;
      /** absent: unknown, or the status explains it */
      readonly cause?: RefusalCause;
      /** path or URL of the web page that resolves the problem, such as the page to join the contest */
      readonly page?: string;
    }
  | { readonly kind: 'dns'; readonly host: string }
  | { readonly kind: 'refused'; readonly host: string }
  /** the connection was closed too early, maybe in the middle of the body */
  | { readonly kind: 'reset' }
  /** `reason`: OpenSSL's code of the certificate problem, e.g. `CERT_HAS_EXPIRED` */
  | { readonly kind: 'tls'; readonly reason: string }
  | { readonly kind: 'proxy'; readonly reason: string }
  /** no complete response within `limit` ms */
  | { readonly kind: 'timeout'; readonly limit: number }
  | { readonly kind: 'cancelled' }
  /** the storage of credentials didn't respond in time, so a background request wasn't sent */
  | { readonly kind: 'secretsTimeout' }
  /** more than `limit` bytes after decompression */
  | { readonly kind: 'tooLarge'; readonly limit: number }
  /** unsupported compression; `encoding`: its name from the header, shortened and sanitized */
  | { readonly kind: 'encoding'; readonly encoding: string }
  | { readonly kind: 'notJson'; readonly contentType: string | null; readonly looksLikeHtml: boolean }
  /** JSON, but not in the specified form; `path`: for example `data.judge.subtasks[3].cases` */
  | {
      readonly kind: 'shape';
      readonly path: string;
      readonly expected: Expectation;
      /** the actual value, shortened and sanitized */
      readonly found: string;
    }
  /**
   * JSON, but the configured path leads to no value. `field`: name of the setting, `place`: its path, `nearbyPaths`:
   * the paths that exist nearby, sanitized
   */
  | {
      readonly kind: 'place';
      readonly field: string;
      readonly place: string;
      readonly nearbyPaths: readonly string[];
    }
  /** the request requires the problem of the submission, which is unknown; nothing was sent */
  | { readonly kind: 'problemUnknown' }
  /** the request requires the contest of the submission or problem, which is unknown; nothing was sent */
  | { readonly kind: 'contestUnknown' }
  /** the judge accepted the request, but its response, which the log contains, can't be read */
  | { readonly kind: 'notUnderstood' }
  /** reading failed with an unexpected error, which the log contains */
  | { readonly kind: 'unreadable' }
  /** a redirect that isn't followed; `to`: the target's origin, empty if there is none */
  | { readonly kind: 'redirect'; readonly to: string }
  /**
   * a redirected POST, which is never followed; `to`: the target without user information and query, empty if there is
   * none
   */
  | { readonly kind: 'redirectedPost'; readonly to: string }
  /** too many redirects within the origin */
  | { readonly kind: 'redirectLoop' }
  /**
   * the credential may not be sent to this URL: unencrypted to another computer, to another origin, or with an
   * unverified certificate
   */
  | {
      readonly kind: 'insecure';
      readonly origin: string;
      /** `publicHost`, `unknownHost`: unencrypted, and the host isn't in a private network, or it can't be looked up */
      readonly why: 'plainHttp' | 'otherOrigin' | 'unchecked' | 'publicHost' | 'unknownHost';
    }
  /** the record's judge was removed from the settings, or has another URL now */
  | { readonly kind: 'notSetUp'; readonly service: string }
  | { readonly kind: 'network'; readonly reason: string }
  /** the browser blocked the response without a reason, usually because the judge doesn't allow web pages (CORS) */
  | { readonly kind: 'browser' };

/**
 * Why a contest or a problem accepts no request. `ended`: the contest; `deadline`: the problem's own; `attempts`: the
 * problem accepts no more submissions of the user; `suspended`: the organizers stopped the contest for a while;
 * `notRunning`: the contest has ended or starts later; `betweenPhases`: the same, in a contest with an analysis mode
 */
export type Closed =
  'notBegun' | 'ended' | 'deadline' | 'attempts' | 'suspended' | 'notRunning' | 'betweenPhases';

/**
 * Whether the judge may have acted on the request. `no`: certainly not, because it never received the request or
 * rejected it. `maybe`: all other cases. A submission is never repeated automatically after `maybe`.
 */
export type Sent = 'no' | 'maybe';

/** Returns why the judge rejected the request. Undefined: it didn't, or the cause isn't known. */
export function refusalCause(failure: RequestFailure): RefusalCause | undefined {
  return failure.kind === 'status' ? failure.cause : undefined;
}

/** Returns whether the connection failed or broke, so the judge itself sent no response. */
export function isUnreachable({ kind }: RequestFailure): boolean {
  return ['dns', 'refused', 'reset', 'tls', 'proxy', 'timeout', 'network', 'browser'].includes(kind);
}

/**
 * Returns whether a firewall or a bot check in front of the site sent this 403. Such a failure is temporary and doesn't
 * concern the credentials.
 */
export function isBotCheck(failure: RequestFailure): boolean {
  return (
    failure.kind === 'status' &&
    failure.status === 403 &&
    failure.refusesAnybody === true &&
    failure.error === null &&
    failure.cause === undefined
  );
}

/**
 * The only error class that leaves `src/judges`. `failure` contains the whole cause. Doesn't keep the original error,
 * because its message would contain the full URL.
 */
export class RequestFailed extends Error {
  override readonly name = 'RequestFailed';
  readonly sent: Sent;
  /** locators of the parts of a submission that the judge accepted nevertheless */
  readonly taken: readonly string[];
  /**
   * ID of the saved credential that was sent; null: none. A late 401 for an old credential doesn't concern a new one.
   */
  readonly credentialId: string | null;

  constructor(
    readonly failure: RequestFailure,
    about: {
      readonly sent?: Sent;
      readonly taken?: readonly string[];
      readonly credentialId?: string | null;
    } = {},
  ) {
    super(`service failed: ${failure.kind}`);
    this.sent = about.sent ?? 'maybe';
    this.taken = about.taken ?? [];
    this.credentialId = about.credentialId ?? null;
  }
}

/** Converts any error that was thrown while reading a response. */
export function asRequestFailed(error: unknown): RequestFailed {
  if (error instanceof RequestFailed) return error;
  if (!(error instanceof TypeMismatch)) return new RequestFailed({ kind: 'unreadable' });
  const { path, expected, found } = error;
  return new RequestFailed({ kind: 'shape', path, expected, found });
}

/**
 * Parses `Retry-After` and returns ms. The header contains whole seconds or an HTTP date. A date is compared with the
 * judge's clock (`date`), or with ours (`now`, ms since 1970) if `date` is missing. Null: absent or invalid.
 */
export function retryAfterMs(retryAfter: string | null, date: string | null, now: number): number | null {
  const text = retryAfter?.trim() ?? '';
  if (/^\d{1,15}$/.test(text)) return Math.min(Number(text) * 1000, MAX_RETRY_AFTER_MS);
  const until = httpDate(text);
  if (until === null) return null;
  return Math.min(Math.max(until - (httpDate(date ?? '') ?? now), 0), MAX_RETRY_AFTER_MS);
}

/** Parses one of the three date formats of HTTP, which all begin with a weekday; null for anything else. */
function httpDate(text: string): number | null {
  if (!/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return null;
  // the oldest format has no time zone, but always means GMT
  const time = Date.parse(/\d$/.test(text) ? `${text} GMT` : text);
  return Number.isNaN(time) ? null : time;
}
