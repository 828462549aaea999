import { errorStack } from '../base/log';
import { plainLines, plainText, type DecodeNotice } from '../judge';
import { displayAddress } from './address';
import { asServiceFailed, ServiceFailed, type Sent } from './failure';
import type { ServiceProfile } from './profile';
import type { LaterRequest, Question, RequestName, ServiceRequest } from './question';
import { unknownId, type ResultAnswer } from './profiles/reading';
import { isIdOf } from './requestIdInput';
import { Shown } from './shown';
import { exchange, type HttpAnswer, type TransportOptions } from './transport';

export interface ClientOptions extends TransportOptions {
  /** JSON without any credential of ours, should the service have sent one back. */
  readonly redact?: (json: string) => string;
  /** a session has been opened: it must not be printed either */
  readonly hide?: (secret: string) => void;
  /** For the log: method, address without query, and status of each request; or why there is no answer. */
  readonly onRequest?: (text: string, isFailure: boolean) => void;
  /** For the log: the service sends something otherwise than the specification has it (once for each kind), or unreadable. */
  readonly onOddity?: (text: string) => void;
  /** Asks when this machine may ask a service again whose pace holds for all of it. */
  readonly inTurn?: <Value>(name: string, interval: number, ask: () => Promise<Value>) => Promise<Value>;
}

/** Talks to one service. Everything rejects with `ServiceFailed` only, and ends by itself within the time-out. */
export class ServiceClient {
  private readonly results = new InFlight<ResultAnswer>();
  private readonly oddities = new Set<DecodeNotice['kind']>();
  private readonly shown: Shown;
  /** what an answer has said of how soon polling may go on, ms since 1970, and when */
  private rest = { at: 0, until: -Infinity };

  constructor(
    readonly profile: ServiceProfile,
    private readonly options: ClientOptions,
  ) {
    this.shown = new Shown(profile, options);
  }

  /** Not before then does polling go on, as the service's last answers say, ms since 1970. A person who asks doesn't wait. */
  get restsUntil(): number {
    // a clock that was set back says nothing
    return this.rest.at <= this.now() ? this.rest.until : -Infinity;
  }

  /** At most one request is under way for an ID: who asks meanwhile gets the same answer. */
  result(request: RequestName, signal?: AbortSignal): Promise<ResultAnswer> {
    // what isn't an ID is nobody's
    if (!isIdOf(this.profile, request.requestId)) return Promise.reject(unknownId());
    const ask = async (flight: AbortSignal) => {
      const answer = await this.ask(this.profile.result(request), flight);
      if (answer.kind === 'result') answer.notices.forEach((notice) => this.tell(notice));
      return answer;
    };
    return this.results.join(request.requestId, signal, ask, () => new ServiceFailed({ kind: 'cancelled' }));
  }

  /**
   * Asks once. What a question sends is sent once: where an error says `sent: 'maybe'`, a submission may have been
   * accepted nevertheless, and only a person can decide to send it again.
   */
  ask<Value>(question: Question<Value>, signal?: AbortSignal): Promise<Value> {
    return this.askBy(question, (request) =>
      this.shown.send(
        request,
        (one) => this.exchange(one, signal),
        (open) =>
          // whoever waits for the session may leave, others stay
          this.askBy(open, (one) => this.exchange(one)),
      ),
    );
  }

  private async askBy<Value>(
    { request, more = [], read }: Question<Value>,
    send: (request: ServiceRequest) => Promise<HttpAnswer>,
  ): Promise<Value> {
    const sending = new Sending(send);
    const first = await sending.send(request);
    const answers = [first];
    let last = request;
    for (const later of more) {
      if ((answers.at(-1)?.status ?? 0) >= 400 && !last.mayBeRefused) break;
      const one = typeof later === 'function' ? sending.made(later, answers) : later;
      if (!one) break;
      last = one;
      answers.push(await sending.send(one));
    }
    const now = this.now();
    const understood = ([answer = first, ...rest]: readonly HttpAnswer[]): Value => {
      if ([answer, ...rest].some(({ status }) => status === 407)) {
        throw new ServiceFailed({ kind: 'proxy', reason: '407' }, { sent: 'no' });
      }
      return read(answer, now, rest);
    };
    try {
      try {
        return understood(answers);
      } catch (error) {
        // what a service says of a failure is shown, logged and kept: our credential must not be in it, not even cut
        const redacted = answers.map((one) => ({
          ...one,
          text: this.options.redact?.(one.text) ?? one.text,
        }));
        if (redacted.some(({ text }, index) => text !== answers[index]?.text)) understood(redacted);
        throw error;
      }
    } catch (error) {
      const { failure, sent, taken } = asServiceFailed(error);
      if (failure.kind === 'unreadable')
        this.log(`response can’t be read: ${plainLines(errorStack(error), 2000)}`);
      const isMissing = failure.kind === 'status' && failure.status === 404;
      const asked = displayAddress(this.profile.baseUrl + (request.path.split('?')[0] ?? ''));
      throw new ServiceFailed(isMissing ? { ...failure, asked } : failure, {
        sent: sending.sentIf(sent),
        taken,
        credentialId: first.credentialId,
      });
    }
  }

  private async exchange({ path, ...request }: ServiceRequest, signal?: AbortSignal): Promise<HttpAnswer> {
    const { authentication, baseUrl, origin, pace } = this.profile;
    const nobody = () => Promise.resolve(null);
    const bodyLimit = this.options.bodyLimit ?? this.profile.bodyLimit;
    const options = {
      ...this.options,
      bodyLimit,
      ...(authentication.scheme === 'none' ? { credential: nobody } : {}),
    };
    const url = new URL(baseUrl + path);
    const tell = (end: string | number, isFailure: boolean) =>
      this.options.onRequest?.(`${request.method} ${displayAddress(url)}: ${end}`, isFailure);
    const ask = async (): Promise<HttpAnswer> => {
      try {
        const answer = await exchange({ ...request, url, signal }, options);
        tell(answer.status, answer.status >= 400);
        if (answer.restsUntil !== null) this.rest = { at: this.now(), until: answer.restsUntil };
        return answer;
      } catch (error) {
        tell(asServiceFailed(error).failure.kind, true);
        throw error;
      }
    };
    return pace?.machine && this.options.inTurn ? this.options.inTurn(origin, pace.machine, ask) : ask();
  }

  private tell({ kind, path, count }: DecodeNotice): void {
    if (this.oddities.has(kind)) return;
    this.oddities.add(kind);
    const where = `${plainText(path, 200)}${count > 1 ? ` and ${count - 1} more` : ''}`;
    this.log(`${oddityWords[kind]} (${where})`);
  }

  private now(): number {
    return (this.options.now ?? Date.now)();
  }

  private log(text: string): void {
    this.options.onOddity?.(`${displayAddress(this.profile.baseUrl)}: ${text}`);
  }
}

/** The requests of one question. Their failures report whether the service may have acted on what was sent. */
class Sending {
  /** Whether a request that changes something, such as a submission, may have reached the service. */
  private hasSentChange = false;
  private isLastAChange = false;

  constructor(private readonly sendOne: (request: ServiceRequest) => Promise<HttpAnswer>) {}

  async send(request: ServiceRequest): Promise<HttpAnswer> {
    this.isLastAChange = request.method !== 'GET';
    try {
      const answer = await this.sendOne(request);
      if (request.method !== 'GET') this.hasSentChange = true;
      return answer;
    } catch (error) {
      const { failure, sent, taken, credentialId } = asServiceFailed(error);
      if (request.method !== 'GET' && sent === 'maybe') this.hasSentChange = true;
      throw new ServiceFailed(failure, { sent: this.sent, taken, credentialId });
    }
  }

  /** Makes a request from earlier answers, which may contain anything. */
  made(later: Extract<LaterRequest, (...some: never) => unknown>, answers: readonly HttpAnswer[]) {
    try {
      return later(answers);
    } catch (error) {
      throw new ServiceFailed(asServiceFailed(error).failure, {
        sent: this.sent,
        credentialId: answers[0]?.credentialId ?? null,
      });
    }
  }

  /**
   * Whether the service may have acted on all that was sent. `last`: on the last request alone; if that only asks, it doesn't
   * matter.
   */
  sentIf(last: Sent): Sent {
    return this.hasSentChange && this.isLastAChange ? last : this.sent;
  }

  private get sent(): Sent {
    return this.hasSentChange ? 'maybe' : 'no';
  }
}

const oddityWords: Readonly<Record<DecodeNotice['kind'], string>> = {
  numericString: 'number sent as text',
  keyedList: 'list sent as an object',
  flatCases: 'cases sent without subtasks',
  unusableNumber: 'number out of range, treated as missing',
  longText: 'text truncated',
};

interface Flight<T> {
  readonly answer: Promise<T>;
  readonly control: AbortController;
  waiting: number;
}

/**
 * At most one piece of work under way for a key. Who asks meanwhile joins in; the work is cancelled only when
 * nobody waits for it any more.
 */
export class InFlight<T> {
  private readonly flights = new Map<string, Flight<T>>();

  /** `cancelled` makes the error for a caller whose `signal` fires. */
  join(
    key: string,
    signal: AbortSignal | undefined,
    start: (signal: AbortSignal) => Promise<T>,
    cancelled: () => Error,
  ): Promise<T> {
    if (signal?.aborted) return Promise.reject(cancelled());
    const flight = this.flights.get(key) ?? this.begin(key, start);
    flight.waiting += 1;
    return new Promise<T>((resolve, reject) => {
      const leave = () => {
        flight.waiting -= 1;
        reject(cancelled());
        if (flight.waiting > 0) return;
        if (this.flights.get(key) === flight) this.flights.delete(key);
        flight.control.abort();
      };
      signal?.addEventListener('abort', leave, { once: true });
      const stay = () => signal?.removeEventListener('abort', leave);
      flight.answer.finally(stay).then(resolve, reject);
    });
  }

  private begin(key: string, start: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const control = new AbortController();
    const flight: Flight<T> = { answer: start(control.signal), control, waiting: 0 };
    this.flights.set(key, flight);
    const forget = () => {
      if (this.flights.get(key) === flight) this.flights.delete(key);
    };
    flight.answer.then(forget, forget);
    return flight;
  }
}
