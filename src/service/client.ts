import { errorStack } from '../base/log';
import { plainLines, plainText, type DecodeNotice } from '../judge';
import { displayAddress } from './address';
import { asServiceFailed, ServiceFailed, type ServiceFailure } from './failure';
import type {
  LaterRequest,
  Question,
  RequestName,
  ServiceProfile,
  ServiceRequest,
  Sighting,
  Together,
} from './profile';
import type { ResultAnswer } from './profiles/reading';
import { Shown } from './shown';
import { exchange, type HttpAnswer, type TransportOptions } from './transport';

export interface ClientOptions extends TransportOptions {
  /** JSON without any credential of ours, should the service have sent one back. */
  readonly redact?: (json: string) => string;
  /** a session has been opened: it must not be printed either */
  readonly hide?: (secret: string) => void;
  /** For the log: the service sends something otherwise than the specification has it (once for each kind), or unreadable. */
  readonly onOddity?: (text: string) => void;
  /** One request has told how several pending results are doing. */
  readonly onSightings?: (seen: Sightings) => void;
  /** Asks when this machine may ask a service again that limits that. */
  readonly inTurn?: <Value>(name: string, interval: number, ask: () => Promise<Value>) => Promise<Value>;
}

/** `notAsked`: others were asked for before it; its turn comes in `after` ms. */
export type Polled = ResultAnswer | { readonly kind: 'notAsked'; readonly after: number };

export type Sightings = ReadonlyMap<string, Sighting>;

interface Look {
  readonly at: number;
  readonly seen: Promise<Sightings | null>;
  /** what was pending when the service refused it; null: it didn't */
  refused: string | null;
}

/** A refused look is repeated after so long, or once other requests are pending, ms. */
const REFUSAL_HOLDS = 60_000;

/** Talks to one service. Everything rejects with `ServiceFailed` only, and ends by itself within the time-out. */
export class ServiceClient {
  private readonly results = new InFlight<ResultAnswer>();
  private readonly oddities = new Set<DecodeNotice['kind']>();
  /** what is asked for by itself, in turn */
  private waiting: string[] = [];
  private lastAlone = -Infinity;
  private lastLook: Look | null = null;
  private readonly shown: Shown;

  constructor(
    readonly profile: ServiceProfile,
    private readonly options: ClientOptions,
  ) {
    this.shown = new Shown(profile, options);
  }

  /** At most one request is under way for an ID: who asks meanwhile gets the same answer. */
  result(request: RequestName, signal?: AbortSignal): Promise<ResultAnswer> {
    const ask = async (flight: AbortSignal) => {
      const answer = await this.ask(this.profile.result(request), flight);
      if (answer.kind === 'result') answer.notices.forEach((notice) => this.tell(notice));
      return answer;
    };
    return this.results.join(request.requestId, signal, ask, () => new ServiceFailed({ kind: 'cancelled' }));
  }

  /**
   * The same for who asks again and again: where one request tells how all `pending` results are doing, that one is
   * asked first, and what it tells of the others is told to `onSightings`.
   */
  async poll(
    request: RequestName,
    pending: () => readonly RequestName[],
    signal?: AbortSignal,
  ): Promise<Polled> {
    const seen = await this.look(pending);
    const sighting = seen?.get(request.requestId);
    if (sighting && sighting.kind !== 'ended') return sighting;
    const after = seen && !sighting ? this.turnOf(request) : 0;
    return after > 0 ? { kind: 'notAsked', after } : this.result(request, signal);
  }

  /**
   * What the look doesn't tell of is asked for by itself, one after the other, no more often than all the others together.
   * Returns how long it is until its turn, ms.
   */
  private turnOf({ requestId }: RequestName): number {
    const now = (this.options.now ?? Date.now)();
    const interval = this.profile.together?.interval ?? 0;
    const since = Math.abs(now - this.lastAlone);
    // whose turn it was waits no more
    if (since >= 2 * interval) this.waiting = [];
    if (!this.waiting.includes(requestId)) this.waiting.push(requestId);
    const after = this.waiting.indexOf(requestId) * interval + Math.max(0, interval - since);
    if (after > 0) return after;
    this.waiting.shift();
    this.lastAlone = now;
    return 0;
  }

  /** The last look at all pending results, or a new one where that is too old. Null: the service can't be asked so. */
  private look(pending: () => readonly RequestName[]): Promise<Sightings | null> {
    const { together } = this.profile;
    if (!together) return Promise.resolve(null);
    const at = (this.options.now ?? Date.now)();
    const last = this.lastLook;
    const names = namesOf(pending());
    const validFor = last?.refused === names ? REFUSAL_HOLDS : together.interval;
    if (last && Math.abs(at - last.at) < validFor) return last.seen;
    // whoever asks meanwhile gets the same answer, and a failure, too: it is told by them
    const seen = this.lookNow(together, pending).catch((error: unknown) => {
      if (!(error instanceof ServiceFailed) || !isAboutTheQuestion(error.failure)) throw error;
      // one ID that is none, or a list that this account may not see: that tells nothing of the requests
      look.refused = names;
      return new Map();
    });
    const look: Look = { at, seen, refused: null };
    this.lastLook = look;
    seen.then(
      (sightings) => {
        if (sightings) this.options.onSightings?.(sightings);
        // nothing was asked: those that join may be looked at without delay
        else if (this.lastLook?.seen === seen) this.lastLook = null;
      },
      () => undefined,
    );
    return seen;
  }

  /** The windows of this machine look in turn; where its pace holds for every request, each waits for its turn anyway. */
  private async lookNow(
    { interval, question: questionFor }: Together,
    pending: () => readonly RequestName[],
  ): Promise<Sightings | null> {
    const { id, pace } = this.profile;
    const { credential, inTurn } = this.options;
    const question = questionFor(pending(), (await credential())?.account ?? null);
    if (!question) return null;
    const ask = () => this.ask(question);
    return inTurn && !pace?.machine ? inTurn(`look ${id}`, interval, ask) : ask();
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
    const first = await send(request);
    const answers = [first];
    for (const later of more) {
      if ((answers.at(-1)?.status ?? 0) >= 400) break;
      const one = typeof later === 'function' ? made(later, answers) : later;
      if (!one) break;
      answers.push(await send(one));
    }
    const now = (this.options.now ?? Date.now)();
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
      throw new ServiceFailed(failure, { sent, taken, credentialId: first.credentialId });
    }
  }

  private async exchange({ path, ...request }: ServiceRequest, signal?: AbortSignal): Promise<HttpAnswer> {
    const { authentication, baseUrl, origin, pace } = this.profile;
    const nobody = () => Promise.resolve(null);
    const options = authentication.scheme === 'none' ? { ...this.options, credential: nobody } : this.options;
    const ask = () => exchange({ ...request, url: new URL(baseUrl + path), signal }, options);
    return pace?.machine && this.options.inTurn ? this.options.inTurn(origin, pace.machine, ask) : ask();
  }

  private tell({ kind, path, count }: DecodeNotice): void {
    if (this.oddities.has(kind)) return;
    this.oddities.add(kind);
    const where = `${plainText(path, 200)}${count > 1 ? ` and ${count - 1} more` : ''}`;
    this.log(`${oddityWords[kind]} (${where})`);
  }

  private log(text: string): void {
    this.options.onOddity?.(`${displayAddress(this.profile.baseUrl)}: ${text}`);
  }
}

/** A request made from what a service answered, which may be anything. */
function made(later: Extract<LaterRequest, (...some: never) => unknown>, answers: readonly HttpAnswer[]) {
  try {
    return later(answers);
  } catch (error) {
    throw new ServiceFailed(asServiceFailed(error).failure, {
      credentialId: answers[0]?.credentialId ?? null,
    });
  }
}

function namesOf(requests: readonly RequestName[]): string {
  return requests.map(({ requestId }) => requestId).join();
}

/** The failure is neither the service's, nor the credential's, nor the network's: another question may be answered. */
function isAboutTheQuestion(failure: ServiceFailure): boolean {
  if (failure.kind !== 'status') return ['shape', 'place', 'tooLarge', 'unreadable'].includes(failure.kind);
  const { status } = failure;
  return status >= 400 && status < 500 && ![401, 402, 408, 425, 429].includes(status);
}

const oddityWords: Readonly<Record<DecodeNotice['kind'], string>> = {
  numericString: 'number sent as text',
  keyedList: 'list sent as an object',
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
