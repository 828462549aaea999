import { sameJson } from '../../base/sameJson';
import { TypeMismatch } from '../../results';
import { asRequestFailed, type Sent, type RequestFailed } from '../requestFailed';
import type { PlainAnswer } from '../adapters/shared/makeResult';
import { MAX_REQUESTS } from '../limits';

/** One request to a judge's API. */
export interface OutgoingRequest {
  readonly method: 'GET' | 'POST';
  /** path and query, below the base URL, or below `origin` */
  readonly path: string;
  /**
   * Origin of a public file that a response refers to, such as a source file. The request has no credentials. If it
   * fails, it gets a response with status 502, because the result doesn't depend on the file. Absent: a request to the
   * judge's API.
   */
  readonly origin?: string;
  /**
   * `path` is below the judge's website (`JudgeAdapter.website`), and the request has the website's session. A redirect
   * is a response with `location`. If the request fails, it gets a response with status 502, or with the status of the
   * failed sign-in, because the result doesn't depend on the page.
   */
  readonly page?: true;
  /** A redirect is a response with `location`. Absent: GET requests follow it, and it is a failure for others. */
  readonly keepsRedirect?: true;
  /**
   * Returns how long the client may reuse this response for GET requests with the same path, ms; 0: not at all. Responses
   * with status 401, 429, and 5xx are never reused. Absent: each request is sent.
   */
  readonly keptFor?: (answer: Answer) => number;
  /** The request is sent even if a response to it is kept. Its response replaces that one. */
  readonly refreshes?: true;
  /**
   * If the response is larger than the limit, the request gets an empty response with status 413. Absent: the operation
   * fails then.
   */
  readonly mayBeTooLarge?: true;
  /** The response isn't text, such as an archive. Its `text` is the base64 form of its bytes. */
  readonly isBinary?: true;
  /** sent as JSON */
  readonly body?: unknown;
  /** sent as a form instead of JSON: URL-encoded, or multipart if a field contains files */
  readonly form?: Form;
  readonly headers?: Readonly<Record<string, string>>;
  /** the judge may respond only when the result changes; the timeout is longer */
  readonly waits?: true;
  /** additional parameters, sent only if the request is signed */
  readonly ifSigned?: Readonly<Record<string, string>>;
}

/** Fields of a form by name: a text, or one or more files. */
export type Form = Readonly<Record<string, string | FormFile | readonly FormFile[]>>;

export interface FormFile {
  readonly fileName: string;
  readonly text: string;
}

/** The response of a judge to one request, with any HTTP status. */
export interface Answer extends PlainAnswer {
  /** ms since 1970 */
  readonly receivedAt: number;
}

/**
 * Sends requests to one judge. Adds the session or the credentials, respects the rate limit, and writes the log. Every
 * method rejects with `RequestFailed`.
 */
export interface JudgeHttp {
  /** Sends a GET request. Rejects if the judge refused it, according to the adapter's `refusalIn`. */
  get(path: string, options?: RequestOptions): Promise<Answer>;
  /** Posts a form. Rejects like `get`. */
  postForm(path: string, form: Form): Promise<Answer>;
  /** Posts JSON. Rejects like `get`. */
  postJson(path: string, body?: unknown): Promise<Answer>;
  /** Resolves to any complete response, even if the judge refused the request. */
  send(request: OutgoingRequest): Promise<Answer>;
  /**
   * Sends GET requests in parallel. Resolves to the responses in the order of the requests, even if the judge refused
   * some of them. The first request without a response ends the operation.
   */
  sendAll(requests: readonly OutgoingRequest[]): Promise<readonly Answer[]>;
}

export type RequestOptions = Pick<
  OutgoingRequest,
  'headers' | 'ifSigned' | 'keptFor' | 'mayBeTooLarge' | 'waits'
>;

/** Returns the failure that a response reports; null if it reports none. */
export type RefusalIn = (answer: Answer) => RequestFailed | null;

/** The member of a judge that `JudgeHttp` uses. */
export interface RefusalPolicy {
  readonly refusalIn: RefusalIn;
}

/**
 * Sends requests and returns the data that it read from the responses. Waits for each call of `JudgeHttp` before the
 * next one. Keeps no state between calls.
 */
export type Operation<Value> = (http: JudgeHttp) => Promise<Value>;

export interface Exchange {
  readonly request: OutgoingRequest;
  readonly answer: Answer;
}

/** Runs one operation and records its requests and responses, so that it can be replayed. */
export class Conversation {
  readonly exchanges: Exchange[] = [];
  private isWaiting = false;
  private lastRequest: OutgoingRequest | null = null;
  /** A request that changes data, such as a submission, was completed before the last request was sent. */
  private hasChangedBefore = false;
  /** why the last request failed or wasn't sent; null: it has a response */
  private broken: { readonly error: unknown } | null = null;

  constructor(
    private readonly judge: RefusalPolicy,
    private readonly sendOne: (request: OutgoingRequest) => Answer | Promise<Answer>,
  ) {}

  /** Whether the operation failed because a request got no response. */
  get isBroken(): boolean {
    return this.broken !== null;
  }

  /**
   * Runs the operation and rejects with its failure. If a request got no response, rejects even if the operation caught
   * that error: the operation must not hide that the user canceled or that the network is down.
   */
  async run<Value>(operation: Operation<Value>): Promise<Value> {
    let value: Value;
    try {
      value = await operation(judgeHttp(this.judge, this.send, this.sendAll));
    } catch (error) {
      if (this.broken) throw this.broken.error;
      throw error instanceof TypeMismatch ? asRequestFailed(error) : error;
    }
    if (this.isWaiting) this.break('an operation must wait for all of its requests');
    if (this.broken) throw this.broken.error;
    return value;
  }

  private readonly send = (request: OutgoingRequest): Promise<Answer> =>
    this.sendTogether([request], async () => {
      const answer = await this.sendOne(request);
      this.exchanges.push({ request, answer });
      return answer;
    });

  private readonly sendAll = async (requests: readonly OutgoingRequest[]): Promise<readonly Answer[]> => {
    if (requests.some(({ method }) => method !== 'GET'))
      this.break('an operation may send only GET requests in parallel');
    return this.sendTogether(requests, async () => {
      const exchanges = await Promise.all(
        requests.map(async (request) => ({ request, answer: await this.sendOne(request) })),
      );
      this.exchanges.push(...exchanges);
      return exchanges.map(({ answer }) => answer);
    });
  };

  /** Calls `send`, which sends these requests and records the responses. */
  private async sendTogether<Received>(
    requests: readonly OutgoingRequest[],
    send: () => Promise<Received>,
  ): Promise<Received> {
    // an operation waits for each call, so that after a failure it is certain which requests the judge received
    if (this.isWaiting) this.break('an operation must wait for each call before the next one');
    if (this.broken) throw this.broken.error;
    if (this.exchanges.length + requests.length > MAX_REQUESTS)
      this.break('an operation has sent too many requests');
    if (this.lastRequest && this.lastRequest.method !== 'GET') this.hasChangedBefore = true;
    this.lastRequest = requests.at(-1) ?? this.lastRequest;
    this.isWaiting = true;
    try {
      return await send();
    } catch (error) {
      this.broken ??= { error };
      throw error;
    } finally {
      this.isWaiting = false;
    }
  }

  /**
   * Returns whether the judge may have acted on any request of the failed operation. `last`: whether it may have acted
   * on the last request. An accepted submission remains accepted even if later requests fail.
   */
  sentIf(last: Sent): Sent {
    if (this.hasChangedBefore) return 'maybe';
    return this.lastRequest && this.lastRequest.method !== 'GET' ? last : 'no';
  }

  private break(reason: string): never {
    const error = new Error(reason);
    this.broken ??= { error };
    throw error;
  }
}

/** A response to a request that wasn't recorded. */
const UNRECORDED: PlainAnswer = { status: 404, contentType: null, text: '' };

/**
 * Runs an operation with recorded responses. Each request gets the response to the same method and path. If there is
 * none, it gets the next unused one, because the path can depend on an earlier response that was modified.
 */
export function replay<Value>(
  judge: RefusalPolicy,
  operation: Operation<Value>,
  exchanges: readonly Exchange[],
): Promise<Value> {
  return replayed(judge, operation, exchanges, () => undefined);
}

/** Whether an operation sends exactly the recorded requests, in this order. */
export async function sendsTheSame(
  judge: RefusalPolicy,
  operation: Operation<unknown>,
  exchanges: readonly Exchange[],
): Promise<boolean> {
  const sent: OutgoingRequest[] = [];
  // failures while reading the responses don't matter here
  await replayed(judge, operation, exchanges, (request) => sent.push(request)).catch(() => undefined);
  return sameJson(
    sent,
    exchanges.map(({ request }) => request),
  );
}

function replayed<Value>(
  judge: RefusalPolicy,
  operation: Operation<Value>,
  exchanges: readonly Exchange[],
  onRequest: (request: OutgoingRequest) => void,
): Promise<Value> {
  const left = [...exchanges];
  const receivedAt = exchanges.at(-1)?.answer.receivedAt ?? 0;
  const answerTo = (request: OutgoingRequest): Answer => {
    onRequest(request);
    const same = left.findIndex(
      (recorded) => recorded.request.method === request.method && recorded.request.path === request.path,
    );
    const [exchange] = left.splice(Math.max(same, 0), 1);
    return exchange?.answer ?? { ...UNRECORDED, receivedAt };
  };
  return new Conversation(judge, answerTo).run(operation);
}

/**
 * Records the requests and responses of an operation, even if it can't read them. `clean` removes sensitive data from a
 * response before the operation reads it.
 */
export function exchangesOf(
  judge: RefusalPolicy,
  operation: Operation<unknown>,
  clean: (answer: Answer) => Answer,
): (http: Pick<JudgeHttp, 'send'>) => Promise<readonly Exchange[]> {
  return async ({ send }) => {
    const exchanges: Exchange[] = [];
    const recordingSend = async (request: OutgoingRequest): Promise<Answer> => {
      const answer = clean(await send(request));
      exchanges.push({ request, answer });
      return answer;
    };
    await operation(judgeHttp(judge, recordingSend)).catch(() => undefined);
    return exchanges;
  };
}

/**
 * Creates a `JudgeHttp` that uses `send` and rejects with the refusals of that judge. If `sendAll` is absent, sends all
 * requests one after the other.
 */
export function judgeHttp(
  { refusalIn }: RefusalPolicy,
  send: JudgeHttp['send'],
  sendAll: JudgeHttp['sendAll'] = (requests) => sendInTurn(requests, send),
): JudgeHttp {
  const sendAccepted = async (request: OutgoingRequest): Promise<Answer> => {
    const answer = await send(request);
    const refusal = refusalIn(answer);
    if (refusal) throw refusal;
    return answer;
  };
  return {
    send,
    sendAll,
    get: (path, options = {}) => sendAccepted({ method: 'GET', path, ...options }),
    postForm: (path, form) => sendAccepted({ method: 'POST', path, form }),
    postJson: (path, body) => sendAccepted({ method: 'POST', path, body }),
  };
}

async function sendInTurn(
  requests: readonly OutgoingRequest[],
  send: JudgeHttp['send'],
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const request of requests) answers.push(await send(request));
  return answers;
}
