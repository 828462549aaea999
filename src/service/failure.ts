import { TypeMismatch, type Expectation, type ServiceError } from '../judge';

/** Why a request got no usable answer. Each cause is told apart, because each has another remedy. */
export type ServiceFailure =
  /** 40x in the error format, or a status that explains itself */
  | {
      readonly kind: 'status';
      /** what the response means, as an HTTP status */
      readonly status: number;
      /** the HTTP status of the response; absent: it is `status` */
      readonly answered?: number;
      /** null where the body was not in the error format */
      readonly error: ServiceError | null;
      /** ms to wait, from `Retry-After`; null where it wasn't sent */
      readonly retryAfter: number | null;
      /** a 403 that other credentials wouldn't change: a firewall's, or that of a contest that is over */
      readonly refusesAnybody?: true;
      /** a site of this type, without the interface that results are asked for at */
      readonly hasNoApi?: true;
      /** of a 404: what was asked, an address without its query */
      readonly asked?: string;
      /** the problem doesn't take the language */
      readonly refusesLanguage?: true;
      /**
       * of a 403 about this one submission: it belongs to another team, or (`unclear`) to somebody else or to a contest that
       * hides it
       */
      readonly isOthers?: 'team' | 'unclear';
      /** of a 404: the contest of the service's description, which the site doesn't have */
      readonly missingContest?: string;
      /** of a 404: the URL of the API, if it was found below the URL of the service's description */
      readonly apiUrl?: string;
      /** the page of its website, below its address, where the person can do something about it: join a contest */
      readonly page?: string;
    }
  | { readonly kind: 'dns'; readonly host: string }
  | { readonly kind: 'refused'; readonly host: string }
  /** the connection ended early, maybe in the middle of the body */
  | { readonly kind: 'reset' }
  /** `reason` is the certificate's problem in OpenSSL's words, e.g. `CERT_HAS_EXPIRED` */
  | { readonly kind: 'tls'; readonly reason: string }
  | { readonly kind: 'proxy'; readonly reason: string }
  /** no whole answer within `limit` ms */
  | { readonly kind: 'timeout'; readonly limit: number }
  | { readonly kind: 'cancelled' }
  /** more than `limit` bytes after decompression */
  | { readonly kind: 'tooLarge'; readonly limit: number }
  /** compressed in a way that was not asked for; `encoding` as the service names it, shortened and fit for display */
  | { readonly kind: 'encoding'; readonly encoding: string }
  | { readonly kind: 'notJson'; readonly contentType: string | null; readonly looksLikeHtml: boolean }
  /** JSON, but not what the specification describes; `path` as in `data.judge.subtasks[3].cases` */
  | {
      readonly kind: 'shape';
      readonly path: string;
      readonly expected: Expectation;
      /** what stands there, shortened and fit for display */
      readonly found: string;
    }
  /**
   * JSON, but nothing stands where the service's description says: `field` is its field, `place` where that looked,
   * `found` what there is around it, fit for display
   */
  | {
      readonly kind: 'place';
      readonly field: string;
      readonly place: string;
      readonly found: readonly string[];
    }
  /** reading it failed in a way that nobody has thought of: the log has what was thrown */
  | { readonly kind: 'unreadable' }
  /** a redirect that is not followed; `to` is the origin it points to, empty where it points nowhere */
  | { readonly kind: 'redirect'; readonly to: string }
  /** a POST that was redirected, which is never followed; `to` is where, without user information and query, empty as above */
  | { readonly kind: 'redirectedPost'; readonly to: string }
  /** redirects within the origin that don't come to an end */
  | { readonly kind: 'redirectLoop' }
  /**
   * the credential may not be sent to this address: plain http outside this machine, an origin it isn't for, or a
   * certificate that nobody checks
   */
  | {
      readonly kind: 'insecure';
      readonly origin: string;
      readonly why: 'plainHttp' | 'otherOrigin' | 'unchecked';
    }
  /** the service of a record is not among the user's services any more, or it is at another address */
  | { readonly kind: 'notSetUp'; readonly service: string }
  | { readonly kind: 'network'; readonly reason: string }
  /** a browser did not let the answer through, and tells nobody why: mostly the service allows no web pages (CORS) */
  | { readonly kind: 'browser' };

/**
 * Whether the service may have acted on what was sent: `no` where it surely has not (it was never reached, or it
 * refused), `maybe` otherwise. A submission is never repeated by itself after `maybe`.
 */
export type Sent = 'no' | 'maybe';

/** Whether no connection came about, or it broke: the service itself has said nothing. */
export function isUnreachable({ kind }: ServiceFailure): boolean {
  return ['dns', 'refused', 'reset', 'tls', 'proxy', 'timeout', 'network', 'browser'].includes(kind);
}

/**
 * Whether a firewall or a bot check in front of the site sent this 403, and not the site itself. It ends without anybody's
 * doing, and isn't about the credentials.
 */
export function isBotCheck(failure: ServiceFailure): boolean {
  return (
    failure.kind === 'status' &&
    failure.status === 403 &&
    failure.refusesAnybody === true &&
    failure.error === null
  );
}

/**
 * The one error class that leaves `src/service`; `failure` says everything. What was caught is not kept: its text
 * would hold the whole address.
 */
export class ServiceFailed extends Error {
  override readonly name = 'ServiceFailed';
  readonly sent: Sent;
  /** what names the parts of a submission that the service has taken nevertheless */
  readonly taken: readonly string[];
  /** which saved credential was shown; null: none. A late 401 of an old one says nothing about a new one. */
  readonly credentialId: string | null;

  constructor(
    readonly failure: ServiceFailure,
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

/** Converts anything that reading a response has thrown to that one class. */
export function asServiceFailed(error: unknown): ServiceFailed {
  if (error instanceof ServiceFailed) return error;
  if (!(error instanceof TypeMismatch)) return new ServiceFailed({ kind: 'unreadable' });
  const { path, expected, found } = error;
  return new ServiceFailed({ kind: 'shape', path, expected, found });
}

/** Nobody waits longer for a service than a day. */
const longest = 24 * 60 * 60 * 1000;

/**
 * `Retry-After` in ms: whole seconds, or an HTTP date measured by the service's own clock (`date`) where it says
 * what that is, else by ours (`now`, ms since 1970). Null where there is none or it says neither.
 */
export function retryAfterMs(retryAfter: string | null, date: string | null, now: number): number | null {
  const text = retryAfter?.trim() ?? '';
  if (/^\d{1,15}$/.test(text)) return Math.min(Number(text) * 1000, longest);
  const until = httpDate(text);
  if (until === null) return null;
  return Math.min(Math.max(until - (httpDate(date ?? '') ?? now), 0), longest);
}

/** One of the three forms of HTTP, all of which begin with a day's name; null for anything else. */
function httpDate(text: string): number | null {
  if (!/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return null;
  // the oldest of the three names no zone, and means Greenwich like the others
  const time = Date.parse(/\d$/.test(text) ? `${text} GMT` : text);
  return Number.isNaN(time) ? null : time;
}
