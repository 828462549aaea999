import { ServiceFailed } from '../service/failure';
import type { ServiceFailure } from '../service/failure';
import type { Agenda } from './agenda';
import type { Entry } from './entry';
import type { Holding, LeaseKeeper } from './leaseKeeper';
import type { PendingKeeper } from './pendingKeeper';
import type { Ask, Clock, PendingRequest, Random, Standing, TrackerSink } from './ports';
import { asked } from './transition';

/** What came of one turn of one request. */
export type AskResult =
  | { readonly kind: 'notReady'; readonly askedAt: number }
  | { readonly kind: 'result'; readonly askedAt: number; readonly standing: Standing }
  | {
      readonly kind: 'failure';
      readonly askedAt: number;
      readonly before: PendingRequest;
      readonly failure: ServiceFailure;
    }
  /** the service answered, but the answer could not be kept here */
  | { readonly kind: 'notKept'; readonly before: PendingRequest }
  /** another window asks for it */
  | { readonly kind: 'elsewhere' }
  /** another window has ended it */
  | { readonly kind: 'ended' }
  /** another window has asked meanwhile, or nobody waits for the answer any more */
  | { readonly kind: 'notDue' };

export interface AskerParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly ask: Ask;
  readonly sink: TrackerSink;
}

/** How long another window's request is left alone before looking again, ms. */
const ELSEWHERE = 15_000;
/** What went wrong, for the log. */
const SHARING = 'sharing requests between windows';

/** Asks for one request: makes sure that it is ours to ask for, asks, and brings a result through the store's door. */
export class Asker {
  constructor(
    private readonly parts: AskerParts,
    private readonly keeper: PendingKeeper,
    private readonly leases: LeaseKeeper,
    private readonly agenda: Agenda,
  ) {}

  /** Never rejects. `onBegin` is called when the ask really goes out. */
  async ask(entry: Entry, signal: AbortSignal, onBegin: () => void): Promise<AskResult> {
    const notOurs = await this.claim(entry);
    if (notOurs) return notOurs;
    if (signal.aborted) return { kind: 'notDue' };
    const askedAt = this.parts.clock.now();
    const before = entry.request;
    entry.request = asked(before, askedAt);
    this.agenda.begins(askedAt);
    onBegin();
    try {
      const answer = await this.parts.ask(entry.request, signal);
      if (answer.kind === 'notReady' || signal.aborted) return { kind: 'notReady', askedAt };
      entry.taking = true;
      const standing = await this.parts.sink.onAnswer(entry.request, answer);
      return { kind: 'result', askedAt, standing };
    } catch (error) {
      if (error instanceof ServiceFailed) return { kind: 'failure', askedAt, before, failure: error.failure };
      this.parts.sink.onTrouble('keeping a result', error);
      return { kind: 'notKept', before };
    } finally {
      entry.taking = false;
    }
  }

  /** Makes a new request ours before other windows see it. */
  async reserve(entry: Entry): Promise<void> {
    try {
      await this.leases.hold(entry.request.key);
    } catch (error) {
      this.parts.sink.onTrouble(SHARING, error);
    }
  }

  /** Null: it is ours and due. */
  private async claim(entry: Entry): Promise<AskResult | null> {
    const { key } = entry.request;
    try {
      const holding: Holding = await this.leases.hold(key);
      if (holding === 'ours') return null;
      if (holding === 'others') {
        entry.elsewhereUntil = this.parts.clock.now() + ELSEWHERE * (1 + this.parts.random());
        return { kind: 'elsewhere' };
      }
      entry.elsewhereUntil = -Infinity;
      return await this.catchUp(entry);
    } catch (error) {
      // Without leases two windows may ask for the same; that is better than nobody asking.
      this.parts.sink.onTrouble(SHARING, error);
      return null;
    }
  }

  /** Another window may have asked while the request was not ours. */
  private async catchUp(entry: Entry): Promise<AskResult | null> {
    const { key } = entry.request;
    if (!this.keeper.keeps(key)) return null;
    const stored = await this.keeper.read(key);
    if (!stored) return { kind: 'ended' };
    if ((stored.askedAt ?? 0) <= (entry.request.askedAt ?? 0)) return null;
    entry.request = stored;
    return entry.byPerson || stored.dueAt <= this.parts.clock.now() ? null : { kind: 'notDue' };
  }
}
