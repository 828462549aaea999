import { quotasOf, refuseFailure, requestIdOf, resultOf } from './answers';
import type { Quota, ResultAnswer } from './answers';
import { ServiceFailed } from './failure';
import { InFlight } from './inFlight';
import type { ServiceProfile, Submission } from './profile';
import { exchange } from './transport';
import type { Answer, TransportOptions, TransportRequest } from './transport';

export type { Quota, ResultAnswer } from './answers';
export type ClientOptions = TransportOptions;

/** Talks to one service. Everything rejects with `ServiceFailed` only, and ends by itself within the time-out. */
export class ServiceClient {
  private readonly results = new InFlight<ResultAnswer>();

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
      return resultOf(await this.exchange({ method: 'GET', url, signal: flight }));
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
    return requestIdOf(await this.exchange({ method: 'POST', url, body: offer.encode(submission), signal }));
  }

  /** The judging points that are left. */
  async quota(signal?: AbortSignal): Promise<Quota[]> {
    const { quotaPath } = this.profile;
    if (quotaPath === null) throw new TypeError(`${this.profile.id} has no quota`);
    return quotasOf(await this.exchange({ method: 'GET', url: this.address(quotaPath), signal }));
  }

  private async exchange(request: TransportRequest): Promise<Answer> {
    const { scheme } = this.profile.authentication;
    const nobody = () => Promise.resolve(null);
    const options = scheme === 'none' ? { ...this.options, credential: nobody } : this.options;
    const answer = await exchange(request, options);
    refuseFailure(answer, (this.options.now ?? Date.now)());
    return answer;
  }

  private address(path: string): URL {
    return new URL(this.profile.baseUrl + path);
  }
}
