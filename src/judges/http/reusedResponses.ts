import { setNewest } from '../../base/newestEntries';
import { RequestFailed } from '../requestFailed';
import { InFlight } from './inFlight';
import type { Answer, OutgoingRequest } from './judgeHttp';
import { MAX_KEPT_ANSWERS } from '../limits';

interface KeptAnswer<Received> {
  readonly answer: Received;
  /** ms since 1970 */
  readonly from: number;
  /** time after which it is removed, ms since 1970 */
  readonly until: number;
}

/**
 * Responses that are reused for the same request, such as a judge's languages. Requests at the same time share one
 * response. If the credential changes, all responses are discarded.
 */
export class ReusedResponses<Received extends Answer> {
  private readonly answers = new Map<string, KeptAnswer<Received>>();
  private readonly flights = new InFlight<Received>();
  /** ID of the credential that was used for `answers`; null: none */
  private credentialId: string | null = null;

  constructor(private readonly now: () => number) {}

  /**
   * Returns the kept response to this request, unless it is older than `keptFor` allows, or the request refreshes it. If
   * there is none, calls `ask`. Rejects like `ask`.
   */
  async answerTo(
    request: OutgoingRequest,
    keptFor: (answer: Answer) => number,
    credentialId: string | null,
    ask: (signal: AbortSignal) => Promise<Received>,
    signal: AbortSignal | undefined,
  ): Promise<Received> {
    if (credentialId !== this.credentialId) this.answers.clear();
    this.credentialId = credentialId;
    const { path, origin = '', page = false, headers = {} } = request;
    const key = JSON.stringify([origin, page, path, headers]);
    const kept = this.answers.get(key);
    const now = this.now();
    const isUsable = kept && !request.refreshes && kept.from <= now && now < kept.from + keptFor(kept.answer);
    if (isUsable) return kept.answer;
    const cancelled = (): Error => new RequestFailed({ kind: 'cancelled' });
    const flight = `${credentialId ?? ''} ${key}`;
    const askAndKeep = async (shared: AbortSignal): Promise<Received> => {
      const answer = await ask(shared);
      const isCurrent = credentialId === this.credentialId;
      if (isCurrent && canBeKept(answer.status)) this.keep(key, answer, keptFor(answer));
      return answer;
    };
    return this.flights.join(flight, signal, askAndKeep, cancelled);
  }

  private keep(key: string, answer: Received, duration: number): void {
    if (!(duration > 0)) return;
    const now = this.now();
    for (const [other, { until }] of this.answers) if (until <= now) this.answers.delete(other);
    setNewest(this.answers, key, { answer, from: now, until: now + duration }, MAX_KEPT_ANSWERS);
  }
}

/** Returns whether a status is the judge's final response to the request. */
function canBeKept(status: number): boolean {
  return status < 500 && status !== 401 && status !== 429;
}
