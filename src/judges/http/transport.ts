import { bytesToBase64 } from '../../base/base64';
import { plainText } from '../../results';
import { notBeforeIn } from './rateLimitHeaders';
import { displayAddress, hasUserInformation, parseUrl } from '../address';
import { BodyTooLarge, decodedUtf8, discard, readBytes, readText, unlessAborted } from './bodyText';
import { type Credential, credentialHeader, mayCarry } from '../signIn/credentials';
import { type Sent, RequestFailed, type RequestFailure } from '../requestFailed';
import { UnknownEncoding, type Fetch, type FetchResponse } from './fetch';
import { useOfUrl, type NetworkOf } from './network';
import { networkFailure } from './networkError';
import type { OutgoingRequest } from './judgeHttp';
import type { PlainAnswer } from '../adapters/shared/makeResult';
import type { SessionCookie } from '../signIn/sessionCookie';
import { MAX_BODY_BYTES, MAX_REDIRECTS, REQUEST_TIMEOUT_MS } from '../limits';

export interface TransportOptions {
  readonly fetch: Fetch;
  /** `judge-results/<version> (VS Code <version>)` */
  readonly userAgent: string;
  /** returns the current credential; null: none is saved. Must not reject. */
  readonly credential: () => Promise<Credential | null>;
  /** the session to send together with the credential; absent: none */
  readonly sessionCookie?: Pick<SessionCookie, 'headerFor'> | null;
  /**
   * The request, or a request before it, contains a secret. It is sent over plain HTTP only in a private network. Default:
   * it contains no other secret than the credential
   */
  readonly isConfidential?: boolean;
  /** looks up hosts; null: hosts can't be looked up. Default: null */
  readonly networkOf?: NetworkOf | null;
  /** timeout for the complete response, including credential, redirects, and body, ms; default `REQUEST_TIMEOUT_MS` */
  readonly timeout?: number;
  /**
   * maximum size of a body after decompression, bytes; default `MAX_BODY_BYTES`. `JudgeClient` passes the judge's
   * limit.
   */
  readonly bodyLimit?: number;
  /** ms since 1970 */
  readonly now?: () => number;
}

/** `headers` are added to the default headers. */
export interface TransportRequest extends Omit<OutgoingRequest, 'path'> {
  readonly url: URL;
  readonly signal?: AbortSignal | undefined;
}

/** A complete response with any status. Redirects and network failures are handled before. */
export interface HttpAnswer extends Required<PlainAnswer> {
  readonly credentialId: string | null;
  /** time before which the judge must not be polled, ms since 1970; null: no limit */
  readonly notBefore: number | null;
}

/** Sends one request and reads the response. Rejects only with `RequestFailed`. */
export async function exchange(request: TransportRequest, options: TransportOptions): Promise<HttpAnswer> {
  const attempt = new Attempt(request, options);
  try {
    return await attempt.run();
  } catch (error) {
    throw attempt.failed(error);
  } finally {
    attempt.end();
  }
}

class Attempt {
  private readonly timeout: number;
  private readonly limit: number;
  private readonly now: () => number;
  private readonly startedAt: number;
  /** aborts everything in this attempt: when the caller cancels, after the timeout, or at the end */
  private readonly control = new AbortController();
  private readonly timer: ReturnType<typeof setTimeout>;
  private readonly cancel = () => this.control.abort();
  private begun = false;
  private answered = false;
  private timedOut = false;
  private at: URL;
  private credential: Credential | null = null;

  constructor(
    private readonly request: TransportRequest,
    private readonly options: TransportOptions,
  ) {
    this.timeout = options.timeout ?? REQUEST_TIMEOUT_MS;
    this.limit = options.bodyLimit ?? MAX_BODY_BYTES;
    this.now = options.now ?? Date.now;
    this.startedAt = this.now();
    this.at = request.url;
    this.timer = setTimeout(() => {
      this.timedOut = true;
      this.control.abort();
    }, this.timeout);
    if (request.signal?.aborted) this.cancel();
    request.signal?.addEventListener('abort', this.cancel, { once: true });
  }

  async run(): Promise<HttpAnswer> {
    this.credential = await unlessAborted(this.options.credential(), this.control.signal);
    for (let redirects = 0; ; redirects += 1) {
      if (this.request.signal?.aborted) throw this.fail({ kind: 'cancelled' });
      const response = await this.send();
      const location = locationOf(response);
      const { page, keepsRedirect } = this.request;
      if (!isRedirect(response.status) || location === null || page || keepsRedirect)
        return await this.read(response);
      discard(response.body);
      this.at = this.redirected(location, redirects);
    }
  }

  end(): void {
    clearTimeout(this.timer);
    this.request.signal?.removeEventListener('abort', this.cancel);
  }

  failed(error: unknown): RequestFailed {
    this.control.abort();
    if (error instanceof RequestFailed) return error;
    if (this.timedOut) return this.fail({ kind: 'timeout', limit: this.timeout });
    if (this.request.signal?.aborted) return this.fail({ kind: 'cancelled' });
    if (error instanceof UnknownEncoding)
      return this.fail({ kind: 'encoding', encoding: plainText(error.encoding, 40) });
    if (error instanceof BodyTooLarge) return this.fail({ kind: 'tooLarge', limit: this.limit });
    const elapsed = this.now() - this.startedAt;
    const { failure, sent } = networkFailure(error, { url: this.at, elapsed, answered: this.answered });
    return this.fail(failure, this.begun ? sent : 'no');
  }

  private async send(): Promise<FetchResponse> {
    const { method } = this.request;
    const { contentType, body } = await bodyOf(this.request);
    const headers: Record<string, string> = {
      Accept: 'application/json',
      'User-Agent': this.options.userAgent,
      ...this.request.headers,
      ...this.authorization(),
    };
    await this.requirePrivacy();
    if (contentType !== null) headers['Content-Type'] = contentType;
    this.begun = true;
    this.answered = false;
    return this.options.fetch(this.at.href, {
      method,
      headers,
      redirect: 'manual',
      signal: this.control.signal,
      ...(body === null ? {} : { body }),
    });
  }

  private authorization(): Readonly<Record<string, string>> {
    if (!this.credential) return {};
    const carrying = mayCarry(this.credential, this.at);
    if (carrying.ok)
      return {
        ...this.options.sessionCookie?.headerFor(this.credential.id),
        ...credentialHeader(this.credential),
      };
    throw this.fail({ kind: 'insecure', origin: this.at.origin, why: carrying.why }, 'no');
  }

  /** Throws if the request must not be sent over plain HTTP to this host. */
  private async requirePrivacy(): Promise<void> {
    if (!this.options.isConfidential && !this.credential) return;
    const use = await unlessAborted(useOfUrl(this.at, this.options.networkOf ?? null), this.control.signal);
    if (use.kind !== 'refused') return;
    if (use.why === 'unresolved') throw this.fail({ kind: 'dns', host: this.at.host }, 'no');
    const why = use.why === 'public' ? 'publicHost' : 'unknownHost';
    throw this.fail({ kind: 'insecure', origin: this.at.origin, why }, 'no');
  }

  private async read(response: FetchResponse): Promise<HttpAnswer> {
    this.answered = true;
    const { status, headers } = response;
    return {
      status,
      contentType: headers.get('content-type'),
      retryAfter: headers.get('retry-after'),
      date: headers.get('date'),
      cookies: headers.get('set-cookie'),
      location: isRedirect(status) ? locationOf(response) : null,
      language: headers.get('content-language'),
      mitigated: headers.get('cf-mitigated'),
      text: status === 204 ? '' : await this.bodyOf(response),
      credentialId: this.credential?.id ?? null,
      notBefore: notBeforeIn((name) => headers.get(name), this.now()),
    };
  }

  /**
   * Reads the body. If the body of an error response is unreadable, returns an empty text, because the status is
   * sufficient.
   */
  private async bodyOf({ status, headers, body }: FetchResponse): Promise<string> {
    try {
      const announced = headers.get('content-encoding') === null ? Number(headers.get('content-length')) : 0;
      if (announced > this.limit) throw new BodyTooLarge();
      if (this.request.isBinary && status < 400)
        return bytesToBase64(await readBytes(body, this.limit, this.control.signal));
      const contentType = headers.get('content-type');
      return await readText(body, { limit: this.limit, contentType }, this.control.signal);
    } catch (error) {
      discard(body);
      if (status < 400 || this.request.signal?.aborted) throw error;
      this.control.abort();
      return '';
    }
  }

  /**
   * Returns the target of a redirect. Throws unless it is within the origin, one of the first few, and not for a POST.
   */
  private redirected(location: string, redirects: number): URL {
    this.answered = true;
    const to = parseUrl(location, this.at.href);
    if (this.request.method !== 'GET') {
      const isWeb = to !== null && /^https?:$/.test(to.protocol);
      throw this.fail({ kind: 'redirectedPost', to: isWeb ? displayAddress(to) : '' });
    }
    if (to?.origin === this.at.origin && !hasUserInformation(to)) {
      if (redirects < MAX_REDIRECTS) return to;
      throw this.fail({ kind: 'redirectLoop' });
    }
    const origin = to === null || to.origin === 'null' ? '' : to.origin;
    throw this.fail({ kind: 'redirect', to: origin });
  }

  private fail(failure: RequestFailure, sent: Sent = this.begun ? 'maybe' : 'no'): RequestFailed {
    return new RequestFailed(failure, { sent, credentialId: this.credential?.id ?? null });
  }
}

/** Encodes the body and its content type. Both are null without a body. */
async function bodyOf({ body, form }: Pick<OutgoingRequest, 'body' | 'form'>): Promise<{
  readonly contentType: string | null;
  readonly body: string | null;
}> {
  if (form) {
    const encoded = new Response(formOf(form));
    return { contentType: encoded.headers.get('content-type'), body: await encoded.text() };
  }
  return body === undefined
    ? { contentType: null, body: null }
    : { contentType: 'application/json', body: JSON.stringify(body) };
}

function formOf(form: NonNullable<OutgoingRequest['form']>): FormData | URLSearchParams {
  const fields = Object.entries(form);
  const isPlain = fields.every(([, value]) => typeof value === 'string');
  const encoded = isPlain ? new URLSearchParams() : new FormData();
  for (const [name, value] of fields) {
    if (typeof value === 'string') encoded.append(name, value);
    else if (encoded instanceof FormData)
      for (const { fileName, text } of [value].flat()) encoded.append(name, new Blob([text]), fileName);
  }
  return encoded;
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/** Returns the target of a redirect; null: none. Servers send UTF-8, of which Node reads each byte as a character. */
function locationOf({ headers }: FetchResponse): string | null {
  const location = headers.get('location');
  if (location === null || !/[\u0080-\u00ff]/.test(location) || /[^\0-\u00ff]/.test(location))
    return location;
  return decodedUtf8(Uint8Array.from(location, (character) => character.charCodeAt(0))) ?? location;
}
