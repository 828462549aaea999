import { errorStack } from '../base/log';
import { plainLines, plainText, type DecodeNotice } from '../results';
import { displayAddress } from './address';
import { AuthSession } from './signIn/authSession';
import type { Credential } from './signIn/credentials';
import { asRequestFailed, RequestFailed, type RequestFailure } from './requestFailed';
import {
  Conversation,
  replay,
  type Answer,
  type Exchange,
  type Operation,
  type OutgoingRequest,
} from './http/judgeHttp';
import { InFlight } from './http/inFlight';
import type { Judge } from './judge';
import { ReusedResponses } from './http/reusedResponses';
import type { RequestName } from './requestName';
import { unknownId } from './adapters/shared/refusals';
import type { ResultAnswer } from './adapters/shared/makeResult';
import { REFUSED_SIGN_IN_MS, WAIT_TIMEOUT_MS } from './limits';
import { isIdOf } from './requestIdInput';
import { SessionCookie } from './signIn/sessionCookie';
import { exchange, type HttpAnswer, type TransportOptions } from './http/transport';

export interface ClientOptions extends TransportOptions {
  /** timeout for requests that the judge answers when the result changes, ms; default `WAIT_TIMEOUT_MS` */
  readonly waitTimeout?: number;
  /** The user's language, such as `pt-br`; absent: unknown */
  readonly language?: string;
  /** Removes our credentials from a JSON text, in case the judge sent one back. */
  readonly redact?: (json: string) => string;
  /** Called with the token of a new session, which must never be logged. */
  readonly hide?: (secret: string) => void;
  /** Logs a request: method, address without query, and status or failure. */
  readonly onRequest?: (text: string, isFailure: boolean) => void;
  /** Logs deviations from the specification, once for each kind, and responses that can’t be read. */
  readonly onOddity?: (text: string) => void;
  /** Runs `ask` as soon as this computer's rate limit allows it. */
  readonly inTurn?: <Value>(name: string, interval: number, ask: () => Promise<Value>) => Promise<Value>;
}

type ReceivedAnswer = HttpAnswer & Answer;

/** Sends requests to one judge. Rejects only with `RequestFailed`. Each request has a timeout. */
export class JudgeClient {
  private readonly results = new InFlight<ResultAnswer>();
  /** Requests that the judge answers when the result changes. A user's request for the same result doesn't wait for them. */
  private readonly waits = new InFlight<ResultAnswer>();
  /** Request IDs whose last wait ended without a response. */
  private readonly timedOut = new Set<string>();
  private readonly oddities = new Set<DecodeNotice['kind']>();
  private readonly session: AuthSession;
  /** the session of page requests; null: the judge has no pages */
  private readonly website: AuthSession | null;
  /** the last rejected sign-in at the website; null: none */
  private refusedSignIn: RefusedSignIn | null = null;
  private readonly kept: ReusedResponses<ReceivedAnswer>;
  /** null: the judge opens no sessions */
  private readonly sessionCookie: SessionCookie | null;
  /**
   * When the last response with a limit arrived, and the time before which it forbids polling, ms since 1970.
   * `NO_REST`: no limit.
   */
  private pollLimit = NO_POLL_LIMIT;
  /** See `clockLead`. Measured with the latest response that contained the judge's time. */
  private judgeClockLead = 0;

  constructor(
    readonly judge: Judge,
    private readonly options: ClientOptions,
  ) {
    this.session = new AuthSession(judge, options);
    this.website = judge.website ? new AuthSession({ session: judge.website.session }, options) : null;
    this.kept = new ReusedResponses(() => this.now());
    const { sessionCookie } = judge;
    this.sessionCookie = sessionCookie === undefined ? null : new SessionCookie(sessionCookie, options.hide);
  }

  /** Time before which the judge must not be polled, ms since 1970; -Infinity: no limit. User requests ignore it. */
  get notBefore(): number {
    // if the clock was set back, the stored times are meaningless
    return this.pollLimit.at <= this.now() ? this.pollLimit.until : -Infinity;
  }

  /** How far the judge's clock is ahead of this computer's clock, ms; 0 if the judge never sent its time. */
  get clockLead(): number {
    return this.judgeClockLead;
  }

  /** Fetches a result. Concurrent calls for the same ID share one request. */
  result(request: RequestName, signal?: AbortSignal): Promise<ResultAnswer> {
    if (!isIdOf(this.judge, request.requestId)) return Promise.reject(unknownId());
    const ask = (flight: AbortSignal) => this.read((http) => this.judge.fetchResult(http, request), flight);
    return this.results.join(request.requestId, signal, ask, () => new RequestFailed({ kind: 'cancelled' }));
  }

  /**
   * Polls a result. If the judge supports it, waits until the result changes, but not longer than `WAIT_TIMEOUT_MS`. A
   * server in front of the judge may end the wait earlier. The poll after such a timeout doesn't wait, because the judge
   * may not respond at all.
   */
  async poll(request: RequestName, signal?: AbortSignal): Promise<ResultAnswer> {
    const { requestId } = request;
    const { waitForResult } = this.judge;
    if (!waitForResult || this.timedOut.delete(requestId)) return this.result(request, signal);
    const wait = (flight: AbortSignal) => this.read((http) => waitForResult(http, request), flight);
    const cancelled = () => new RequestFailed({ kind: 'cancelled' });
    try {
      return await this.waits.join(requestId, signal, wait, cancelled);
    } catch (error) {
      if (!isTimeout(asRequestFailed(error).failure)) throw error;
      this.timedOut.add(requestId);
      return { kind: 'notReady' };
    }
  }

  /** Runs an operation that fetches a result, and logs its notices. */
  private async read(operation: Operation<ResultAnswer>, signal: AbortSignal): Promise<ResultAnswer> {
    const answer = await this.ask(operation, signal);
    if (answer.kind === 'result') answer.notices.forEach((notice) => this.logOddity(notice));
    return answer;
  }

  /**
   * Runs the operation once and never repeats a request that submits. If a failure has `sent: 'maybe'`, the judge may
   * have accepted the submission nevertheless. Only the user can decide to send it again.
   */
  ask<Value>(operation: Operation<Value>, signal?: AbortSignal): Promise<Value> {
    return this.run(operation, (request) => this.answerTo(request, signal));
  }

  /** Returns a response that may be reused, or sends the request. */
  private async answerTo(request: OutgoingRequest, signal: AbortSignal | undefined): Promise<ReceivedAnswer> {
    if (!request.keptFor || request.method !== 'GET') return this.send(request, signal);
    const credential = await this.options.credential();
    const ask = (flight: AbortSignal): Promise<ReceivedAnswer> => this.send(request, flight);
    return this.kept.answerTo(request, request.keptFor, credential?.id ?? null, ask, signal);
  }

  private send(request: OutgoingRequest, signal: AbortSignal | undefined): Promise<ReceivedAnswer> {
    if (request.origin !== undefined) return this.fetchFile(request.origin + request.path, signal);
    if (request.page) return this.fetchPage(request, signal);
    return this.session.send(
      request,
      (prepared) => this.exchange(prepared, signal),
      // cancelling this call must not abort the opening of a session that other calls also wait for
      (open) => this.run(open, (prepared) => this.exchange(prepared)),
    );
  }

  /**
   * Sends a request for a page with the website's session. Resolves to the status of the rejected sign-in if the session
   * can't be opened, and to status 502 if the request got no response.
   */
  private async fetchPage(
    request: OutgoingRequest,
    signal: AbortSignal | undefined,
  ): Promise<ReceivedAnswer> {
    if (!this.website) return { ...UNREACHABLE, receivedAt: this.now() };
    const credential = await this.options.credential();
    const refused = this.refusedSignIn;
    if (refused && refused.credentialId === credential?.id && this.isRecent(refused))
      return { ...UNREACHABLE, status: refused.status, receivedAt: this.now() };
    const asPage = (prepared: OutgoingRequest): OutgoingRequest => ({ ...prepared, page: true });
    try {
      return await this.website.send(
        request,
        (prepared) => this.exchange(asPage(prepared), signal),
        (open) => this.run(open, (prepared) => this.exchange(asPage(prepared))),
      );
    } catch (error) {
      const { failure, credentialId } = asRequestFailed(error);
      if (failure.kind === 'cancelled') throw error;
      const status = failure.kind === 'status' ? failure.status : UNREACHABLE.status;
      if (credentialId !== null && failure.kind === 'status' && status < 500 && status !== 429)
        this.refusedSignIn = { credentialId, status, at: this.now() };
      return { ...UNREACHABLE, status, receivedAt: this.now() };
    }
  }

  private isRecent({ at }: RefusedSignIn): boolean {
    const age = this.now() - at;
    return age >= 0 && age < REFUSED_SIGN_IN_MS;
  }

  /** Fetches a public file without credentials. Resolves to status 502 if it got no response. */
  private async fetchFile(address: string, signal: AbortSignal | undefined): Promise<ReceivedAnswer> {
    const url = new URL(address);
    const bodyLimit = this.options.bodyLimit ?? this.judge.bodyLimit;
    const options = {
      ...this.options,
      bodyLimit,
      credential: () => Promise.resolve(null),
    };
    try {
      const answer = await exchange({ method: 'GET', url, signal }, options);
      this.logRequest('GET', url, answer.status, answer.status >= 400);
      return { ...answer, receivedAt: this.now() };
    } catch (error) {
      const failed = asRequestFailed(error);
      this.logRequest('GET', url, failed.failure.kind, true);
      if (failed.failure.kind === 'cancelled') throw failed;
      return { ...UNREACHABLE, receivedAt: this.now() };
    }
  }

  private logRequest(method: string, url: URL, end: string | number, isFailure: boolean): void {
    this.options.onRequest?.(`${method} ${displayAddress(url)}: ${end}`, isFailure);
  }

  private async run<Value>(
    operation: Operation<Value>,
    send: (request: OutgoingRequest) => Promise<ReceivedAnswer>,
  ): Promise<Value> {
    let credentialId: string | null = null;
    const conversation = new Conversation(this.judge, async (request) => {
      const answer = await send(request);
      credentialId ??= answer.credentialId;
      if (answer.status !== 407) return answer;
      throw new RequestFailed({ kind: 'proxy', reason: '407' }, { sent: 'no', credentialId });
    });
    try {
      return await conversation.run(operation);
    } catch (error) {
      const failed = await this.withoutSecrets(operation, conversation, asRequestFailed(error));
      if (failed.failure.kind === 'unreadable')
        this.log(`response can’t be read: ${plainLines(errorStack(error), 2000)}`);
      if (failed.failure.kind === 'notUnderstood')
        this.log(
          `response to an accepted request can’t be read: ${beginningOf(conversation.exchanges.at(-1))}`,
        );
      throw new RequestFailed(this.withAddress(failed.failure, conversation.exchanges), {
        sent: conversation.sentIf(failed.sent),
        taken: failed.taken,
        credentialId: credentialId ?? failed.credentialId,
      });
    }
  }

  /**
   * If the responses contain our credentials, removes these and reads the responses again. Failures are shown, logged,
   * and stored, so they must not contain even a part of a credential.
   */
  private async withoutSecrets<Value>(
    operation: Operation<Value>,
    { exchanges, isBroken }: Conversation,
    failed: RequestFailed,
  ): Promise<RequestFailed> {
    const { redact } = this.options;
    if (isBroken || !redact) return failed;
    const redacted = exchanges.map(({ request, answer }) => ({
      request,
      answer: { ...answer, text: redact(answer.text) },
    }));
    const isClean = redacted.every(({ answer }, index) => answer.text === exchanges[index]?.answer.text);
    if (isClean) return failed;
    return replay(this.judge, operation, redacted).then(() => failed, asRequestFailed);
  }

  private withAddress(failure: RequestFailure, exchanges: readonly Exchange[]): RequestFailure {
    if (failure.kind !== 'status' || failure.status !== 404) return failure;
    const missing = exchanges.findLast(({ answer }) => answer.status === 404) ?? exchanges.at(-1);
    const path = missing?.request.path.split('?')[0] ?? '';
    return { ...failure, requestedUrl: displayAddress(this.judge.baseUrl + path) };
  }

  private async exchange(
    { path, waits, mayBeTooLarge, ...request }: OutgoingRequest,
    signal?: AbortSignal,
  ): Promise<ReceivedAnswer> {
    const { baseUrl, origin, pace, website } = this.judge;
    const bodyLimit = this.options.bodyLimit ?? this.judge.bodyLimit;
    const options = {
      ...this.options,
      bodyLimit,
      credential: () => this.credentialFor(request),
      isConfidential: this.judge.authentication.scheme !== 'none',
      // page requests have a separate session
      sessionCookie: request.page ? null : this.sessionCookie,
      ...(waits ? { timeout: this.options.waitTimeout ?? WAIT_TIMEOUT_MS } : {}),
    };
    const base = request.page && website ? website.url : baseUrl;
    const url = new URL(base + (request.page ? path : this.withLanguage(path)));
    const ask = async (): Promise<ReceivedAnswer> => {
      try {
        const answer = await exchange({ ...request, url, signal }, options);
        if (!request.page) this.sessionCookie?.keepFrom(answer);
        this.logRequest(request.method, url, answer.status, answer.status >= 400);
        // the limits of pages and of submissions don't concern polling
        if (request.method === 'GET' && !request.page) this.keepPollLimit(answer.notBefore);
        const receivedAt = this.now();
        const judgeTime = Date.parse(answer.date ?? '');
        if (!Number.isNaN(judgeTime)) this.judgeClockLead = judgeTime - receivedAt;
        return { ...answer, receivedAt };
      } catch (error) {
        const { failure } = asRequestFailed(error);
        this.logRequest(request.method, url, failure.kind, true);
        if (failure.kind !== 'tooLarge' || !mayBeTooLarge) throw error;
        return { ...UNREACHABLE, status: 413, receivedAt: this.now() };
      }
    };
    return pace?.machine && this.options.inTurn ? this.options.inTurn(origin, pace.machine, ask) : ask();
  }

  /**
   * Returns the credential of a request. A page request has a session instead of the header, but the session's cookie
   * must not be sent anywhere else either.
   */
  private async credentialFor({ page }: Pick<OutgoingRequest, 'page'>): Promise<Credential | null> {
    if (this.judge.authentication.scheme === 'none') return null;
    const credential = await this.options.credential();
    return credential && page ? { ...credential, authentication: { scheme: 'own' } } : credential;
  }

  /**
   * Remembers until when a response forbids polling, ms since 1970. Null if it doesn't; this clears an expired limit.
   */
  private keepPollLimit(until: number | null): void {
    const now = this.now();
    if (until !== null) this.pollLimit = { at: now, until };
    else if (now >= this.pollLimit.until) this.pollLimit = NO_POLL_LIMIT;
  }

  /** Adds the user's language to a path if the judge writes its messages in several languages. */
  private withLanguage(path: string): string {
    const { messageLanguages } = this.judge;
    const { language } = this.options;
    if (!messageLanguages || language === undefined) return path;
    const [wanted = ''] = language.toLowerCase().split('-');
    const value = messageLanguages.includes(wanted) ? wanted : messageLanguages[0];
    return value === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}lang=${value}`;
  }

  private logOddity({ kind, path, count }: DecodeNotice): void {
    if (this.oddities.has(kind)) return;
    this.oddities.add(kind);
    const where = `${plainText(path, 200)}${count > 1 ? ` and ${count - 1} more` : ''}`;
    this.log(`${oddityWords[kind]} (${where})`);
  }

  private now(): number {
    return (this.options.now ?? Date.now)();
  }

  private log(text: string): void {
    this.options.onOddity?.(`${displayAddress(this.judge.baseUrl)}: ${text}`);
  }
}

/** Returns whether a request took too long, according to this client, to the judge, or to a server in front of it. */
function isTimeout(failure: RequestFailure): boolean {
  if (failure.kind === 'status') return TIMEOUT_STATUSES.includes(failure.status);
  return failure.kind === 'timeout';
}

function beginningOf(exchange: Exchange | undefined): string {
  return JSON.stringify(plainText(exchange?.answer.text ?? '', 300));
}

/** Request Timeout, Gateway Timeout, and Cloudflare's “A Timeout Occurred”. */
const TIMEOUT_STATUSES: readonly number[] = [408, 504, 524];

interface RefusedSignIn {
  readonly credentialId: string;
  /** meaning of the rejection, as an HTTP status */
  readonly status: number;
  /** ms since 1970 */
  readonly at: number;
}

/** Replaces a response that wasn't received, or wasn't read. */
const UNREACHABLE: HttpAnswer = {
  status: 502,
  contentType: null,
  retryAfter: null,
  date: null,
  cookies: null,
  location: null,
  language: null,
  mitigated: null,
  text: '',
  credentialId: null,
  notBefore: null,
};

const NO_POLL_LIMIT = { at: 0, until: -Infinity };

const oddityWords: Readonly<Record<DecodeNotice['kind'], string>> = {
  numericString: 'number sent as text',
  keyedList: 'list sent as an object',
  flatCases: 'cases sent without subtasks',
  unusableNumber: 'number out of range, treated as missing',
  longText: 'text truncated',
};
