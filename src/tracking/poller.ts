import type { RecordState } from '../judge';
import type { Clock } from '../base/ports';
import { ServiceFailed } from '../service/failure';
import type { ServiceFailure } from '../service/failure';
import { meaningOfFailure, type FailureMeaning } from './failures';
import type { LeaseKeeper } from './leaseKeeper';
import type { PendingItem } from './pendingItem';
import type { PendingRequest } from './pendingRequest';
import type { PendingWriter } from './pendingWriter';
import type { Ask, PollingSettings, Random, StoredOutcome, TrackerSink } from './ports';
import { jittered, nextGap } from './schedule';
import type { HealthRegistry } from './serviceHealth';
import { afterFailure, afterNotReady, afterOutcome, safeEnd } from './transition';
import type { Step } from './transition';

export interface PollerParts {
  /** the time, with a clock that was set back made up for */
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Random;
  readonly ask: Ask;
  readonly sink: TrackerSink;
  readonly settings: (pace: PendingRequest['pace']) => PollingSettings;
  readonly items: ReadonlyMap<string, PendingItem>;
  readonly health: HealthRegistry;
  readonly writer: PendingWriter;
  readonly leases: LeaseKeeper;
  /** a question to a service goes out now */
  readonly onAsk: (service: string, now: number) => void;
  /** it is at its end */
  readonly onEnd: (item: PendingItem, state: RecordState) => void;
  /** another window has ended it */
  readonly onEndedElsewhere: (item: PendingItem) => void;
}

/** How long another window's request is left alone before looking again, ms. */
const ELSEWHERE = 15_000;
/** What went wrong, for the log. */
const SHARING = 'sharing requests between windows';

/**
 * One turn of one request: makes sure that it is this window's to ask for, asks, brings a result into the store, and
 * takes the request to its next turn or to its end.
 */
export class Poller {
  constructor(private readonly parts: PollerParts) {}

  /** Never rejects. */
  async poll(item: PendingItem, signal: AbortSignal): Promise<void> {
    if (!(await this.isOurTurn(item)) || !this.isTracked(item)) return;
    const askedAt = this.parts.clock.now();
    const before = item.beginAsk(askedAt);
    this.parts.onAsk(item.request.service, askedAt);
    let outcome: StoredOutcome | null = null;
    let turnIn: number | null = null;
    try {
      const answer = await this.parts.ask(item.request, signal);
      if (answer.kind === 'notAsked') turnIn = answer.after;
      if (answer.kind === 'result' && this.isTracked(item)) {
        item.isStoring = true;
        outcome = await this.parts.sink.onResult(item.request, answer, askedAt);
      }
    } catch (error) {
      if (!(error instanceof ServiceFailed)) this.parts.sink.onError('saving a result', error);
      if (!this.isTracked(item)) return;
      if (error instanceof ServiceFailed) this.takeFailure(item, askedAt, before, error.failure);
      else this.takeUnkept(item, before);
      return;
    }
    if (!this.isTracked(item)) return;
    if (turnIn === null) this.takeAnswer(item, askedAt, outcome);
    else this.waitForTurn(item, before, turnIn);
  }

  /** Makes a request this window's, where it is no other's. Without leases it is anybody's. */
  async reserve(key: string): Promise<boolean> {
    try {
      return (await this.parts.leases.hold(key)) !== 'others';
    } catch (error) {
      this.parts.sink.onError(SHARING, error);
      return true;
    }
  }

  /** What the store has of it now: brought by a poll, pushed, or from another window. */
  learn(item: PendingItem, outcome: StoredOutcome): void {
    const { health, settings, clock } = this.parts;
    const { service } = item.request;
    if (outcome.progress.total !== null) health.of(service).listsUnfinished = true;
    const now = clock.now();
    this.advance(item, afterOutcome(item.request, outcome, now, settings(item.request.pace)), now);
  }

  /** When it is asked next, as far as the schedule alone says: ms from now. */
  gap(request: PendingRequest, now: number): number {
    const { pushLive, listsUnfinished } = this.parts.health.of(request.service);
    const settings = this.parts.settings(request.pace);
    return nextGap({ request, now, settings, listsUnfinished, pushLive }, this.parts.random);
  }

  /** `outcome`: what the store has of it now; null: the service has nothing yet. */
  private takeAnswer(item: PendingItem, askedAt: number, outcome: StoredOutcome | null): void {
    const now = this.parts.clock.now();
    item.endAsk({ kind: outcome ? 'result' : 'notReady', at: now });
    this.parts.health.change(item.request.service, (condition) => condition.answered(askedAt));
    if (outcome) this.learn(item, outcome);
    else this.advance(item, afterNotReady(item.request, now, this.parts.settings(item.request.pace)), now);
  }

  /** Nothing was asked, so nothing is told of the service, and no time counts as spent asking. */
  private waitForTurn(item: PendingItem, before: PendingRequest, after: number): void {
    item.endAsk(null);
    const { askedAt, fruitless } = before;
    item.goOn({ ...item.request, askedAt, fruitless }, this.parts.clock.now() + after);
  }

  private takeFailure(
    item: PendingItem,
    askedAt: number,
    before: PendingRequest,
    failure: ServiceFailure,
  ): void {
    const { service, key } = item.request;
    const now = this.parts.clock.now();
    item.endAsk({ kind: 'failure', at: now, failure });
    const meaning = meaningOfFailure(failure);
    const when = { askedAt, now, oldestGoneAt: this.oldestGoneAt(service) };
    this.parts.health.change(service, (condition) => condition.failed(key, meaning, failure, when));
    this.takeNothing(item, before, meaning, now);
  }

  /** The service answered, but the answer could not be kept here: asked again, less and less often. */
  private takeUnkept(item: PendingItem, before: PendingRequest): void {
    item.endAsk(null);
    this.takeNothing(item, before, { kind: 'unusable' }, this.parts.clock.now());
  }

  private takeNothing(item: PendingItem, before: PendingRequest, why: FailureMeaning, now: number): void {
    const settings = this.parts.settings(item.request.pace);
    this.advance(item, afterFailure(item.request, before, why, now, settings), now);
  }

  private advance(item: PendingItem, step: Step, now: number): void {
    const { leases, writer, onEnd, random } = this.parts;
    if (step.kind === 'end') {
      onEnd(item, step.state);
      return;
    }
    const gap = step.gap === 'schedule' ? this.gap(step.request, now) : jittered(step.gap, random);
    const isNewPhase = item.goOn(step.request, now + gap);
    if (isNewPhase) void writer.announce(item, { kind: step.request.phase });
    // What another window asks for, that window writes.
    if (leases.has(item.key)) writer.save(item);
  }

  /** Whether it is this window's to ask for, and due. */
  private async isOurTurn(item: PendingItem): Promise<boolean> {
    const { leases, clock, random, writer } = this.parts;
    try {
      const holding = await leases.hold(item.key);
      if (!this.isTracked(item)) return false;
      switch (holding) {
        case 'ours':
          return true;
        case 'others':
          item.elsewhereUntil = clock.now() + ELSEWHERE * (1 + random());
          // The window that asks for it reads there that a person wants it now.
          if (item.isWantedNow) writer.hurry(item);
          item.isWantedNow = false;
          return false;
        case 'taken':
          item.elsewhereUntil = -Infinity;
          return await this.catchUp(item);
      }
    } catch (error) {
      // Without leases two windows may ask for the same; that is better than nobody asking.
      this.parts.sink.onError(SHARING, error);
      return true;
    }
  }

  /** Another window may have asked while the request was not ours. */
  private async catchUp(item: PendingItem): Promise<boolean> {
    const { writer, clock, onEndedElsewhere } = this.parts;
    if (!writer.hasWritten(item.key)) return true;
    const stored = await writer.read(item.key);
    if (!stored) {
      onEndedElsewhere(item);
      return false;
    }
    if ((stored.askedAt ?? 0) <= (item.request.askedAt ?? 0)) return true;
    item.request = stored;
    return item.isWantedNow || stored.dueAt <= clock.now();
  }

  /** When the first result of a service may be gone, ms since 1970; null: it doesn't say how long it keeps them. */
  private oldestGoneAt(service: string): number | null {
    const ends = [...this.parts.items.values()]
      .filter(({ request }) => request.service === service)
      .map(({ request }) => safeEnd(request))
      .filter((end) => end !== null);
    return ends.length > 0 ? Math.min(...ends) : null;
  }

  /** Nobody waits for the answer to a request that was ended meanwhile, even where one with its key is tracked anew. */
  private isTracked(item: PendingItem): boolean {
    return this.parts.items.get(item.key) === item;
  }
}
