import { plainText, type DecodeNotice } from '../judge';
import { displayAddress } from './address';
import { ServiceFailed } from './failure';
import type { ServiceProfile, Submission } from './profile';
import type { ResultAnswer } from './profiles/reading';
import { failureOf, quotasOf, readResult, requestIdOf, type Quota } from './profiles/specification';
import { exchange } from './transport';
import type { Answer, TransportOptions, TransportRequest } from './transport';

export type { ResultAnswer } from './profiles/reading';
export type { Quota } from './profiles/specification';

export interface ClientOptions extends TransportOptions {
  /** JSON without any credential of ours, should the service have sent one back. */
  readonly redact?: (json: string) => string;
  /** For the log: the service sends something otherwise than the specification has it. Told once for each kind. */
  readonly onOddity?: (text: string) => void;
}

/** Talks to one service. Everything rejects with `ServiceFailed` only, and ends by itself within the time-out. */
export class ServiceClient {
  private readonly results = new InFlight<ResultAnswer>();
  private readonly oddities = new Set<DecodeNotice['kind']>();

  constructor(
    readonly profile: ServiceProfile,
    private readonly options: ClientOptions,
  ) {}

  /**
   * `GET {base}/judge/result?id=` (specification, section 4.1). At most one request is under way for an ID: who asks
   * meanwhile gets the same answer.
   */
  result(requestId: string, signal?: AbortSignal): Promise<ResultAnswer> {
    const ask = async (flight: AbortSignal) => {
      const url = this.address('/judge/result');
      url.search = `id=${encodeURIComponent(requestId.replace(/\p{Surrogate}/gu, '\ufffd'))}`;
      const answer = await this.ask({ method: 'GET', url, signal: flight }, (answer, now) =>
        readResult(answer, now),
      );
      if (answer.kind === 'result') answer.notices.forEach((notice) => this.tell(notice));
      return answer;
    };
    return this.results.join(requestId, signal, ask, () => new ServiceFailed({ kind: 'cancelled' }));
  }

  /**
   * Hands in a program and returns its request ID. Sent once: where an error says `sent: 'maybe'` it may have been
   * accepted nevertheless, and only a person can decide to send it again.
   */
  async submit(submission: Submission, signal?: AbortSignal): Promise<string> {
    const { submission: offer } = this.profile;
    if (!offer) throw new TypeError(`${this.profile.id} takes no submissions`);
    const url = this.address(offer.path);
    return this.ask({ method: 'POST', url, body: offer.encode(submission), signal }, requestIdOf);
  }

  /** The judging points that are left. */
  async quota(signal?: AbortSignal): Promise<Quota[]> {
    const { quotaPath } = this.profile;
    if (quotaPath === null) throw new TypeError(`${this.profile.id} has no quota`);
    return this.ask({ method: 'GET', url: this.address(quotaPath), signal }, quotasOf);
  }

  private async ask<T>(request: TransportRequest, read: (answer: Answer, now: number) => T): Promise<T> {
    const { scheme } = this.profile.authentication;
    const nobody = () => Promise.resolve(null);
    const options = scheme === 'none' ? { ...this.options, credential: nobody } : this.options;
    const answer = await exchange(request, options);
    const now = (this.options.now ?? Date.now)();
    const understood = (one: Answer): T => {
      if (one.status === 407) throw new ServiceFailed({ kind: 'proxy', reason: '407' }, { sent: 'no' });
      const failure = failureOf(one, now);
      if (failure) throw failure;
      return read(one, now);
    };
    try {
      try {
        return understood(answer);
      } catch (error) {
        // what a service says of a failure is shown, logged and kept: our credential must not be in it, not even cut
        const text = this.options.redact?.(answer.text) ?? answer.text;
        if (text !== answer.text) understood({ ...answer, text });
        throw error;
      }
    } catch (error) {
      if (!(error instanceof ServiceFailed)) throw error;
      throw new ServiceFailed(error.failure, { sent: error.sent, credentialId: answer.credentialId });
    }
  }

  private tell({ kind, path, count }: DecodeNotice): void {
    if (this.oddities.has(kind)) return;
    this.oddities.add(kind);
    const where = `${plainText(path, 200)}${count > 1 ? ` and ${count - 1} more` : ''}`;
    this.options.onOddity?.(`${displayAddress(this.profile.baseUrl)}: ${oddityWords[kind]} (${where})`);
  }

  private address(path: string): URL {
    return new URL(this.profile.baseUrl + path);
  }
}

const oddityWords: Readonly<Record<DecodeNotice['kind'], string>> = {
  numericString: 'numbers come as text; they are read as the numbers they are',
  keyedList: 'lists come as objects; they are read as lists',
  unusableNumber: 'numbers come that are too large for any; they are taken as missing',
  longText: 'a text is too long; only its beginning is kept',
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
