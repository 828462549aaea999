import type { Clock, Leases } from '../base/ports';
import type { RecordState } from '../judge';
import {
  afterFailure,
  afterNotReady,
  afterOutcome,
  type FailureMeaning,
  type Step,
} from '../records/nextState';
import { safeEnd, silentUntil } from '../records/plan';
import { ServiceFailed, type ServiceFailure } from '../service/failure';
import type { BatchAnswer } from '../service/profile';
import { BatchTurn } from './batchTurn';
import { isAboutTheQuestion, meaningOfFailure } from './failures';
import type { LeaseKeeper } from './leaseKeeper';
import type { PendingItem, PendingRequest } from './pendingItem';
import type * as Port from './ports';
import { dueAt, jittered, lastSafeAsk, nextGap } from './schedule';
import { ServiceCondition } from './serviceHealth';

/** Questions under way at once, for each origin: the first that ends takes the next turn. */
const AT_ONCE = 4;
/** At most four questions start in this time, ms: a laptop that wakes up must not ask for everything in one breath. */
const BURST = 4;
const BURST_WINDOW = 400;
/** How long another window's request is left alone before looking again, ms. */
const ELSEWHERE = 15_000;
/** After so long, ms, or once other requests are pending, all are asked for again where the service has refused that. */
const REFUSAL_HOLDS = 60_000;
/** What went wrong, for the log. */
export const SHARING = 'sharing requests between windows';

/** What this window asks of one origin. Services that share it, with different accounts, share its bounds. */
export interface OriginLoad {
  /** questions under way */
  asking: number;
  /** when the last ones began, ms since 1970 */
  starts: readonly number[];
}

export interface LineParts {
  readonly service: string;
  readonly load: OriginLoad;
  /** the time, with a clock that was set back made up for */
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Port.Random;
  readonly ask: Port.Ask;
  readonly askBatch: Port.AskBatch;
  /** not before then may it be polled, as it has said itself, ms since 1970 */
  readonly restsUntil: () => number;
  readonly sink: Port.TrackerSink;
  readonly settings: (pace: PendingRequest['pace']) => Port.PollingSettings;
  /** what is pending, by their keys, at whatever service */
  readonly items: ReadonlyMap<string, PendingItem>;
  /** what is stored of a request now; null: it is not pending any more */
  readonly stored: (key: string) => Promise<PendingRequest | null>;
  /** what must survive a reload, is written */
  readonly save: (item: PendingItem, isNewPhase: boolean) => void;
  /** the window that asks for it hears that it is wanted */
  readonly passOn: (item: PendingItem) => void;
  /** of requests */
  readonly held: LeaseKeeper;
  readonly leases: Leases;
  readonly isFocused: () => boolean;
  /** a question goes out now */
  readonly onAsk: () => void;
  /** it is at its end */
  readonly onEnd: (item: PendingItem, state: RecordState) => void;
  /** another window has ended it */
  readonly onEndedElsewhere: (item: PendingItem) => void;
}

/** A question that a service may be asked. */
export interface Turn {
  readonly line: ServiceLine;
  /** for all of these, and whatever else is pending there; else for the one */
  readonly isBatch: boolean;
  readonly items: readonly PendingItem[];
  /** since when it is due, ms since 1970 */
  readonly since: number;
}

interface BatchUnderWay {
  readonly control: AbortController;
  readonly keys: Set<string>;
}

/** An item with the request as it was before it was asked for. */
type Asked = readonly [item: PendingItem, before: PendingRequest];

/**
 * One service: how it is doing, which of its requests is asked for next and in which question, and what becomes of each
 * with the answer. Whatever is asked of it in the background is asked here. Nothing rejects.
 */
export class ServiceLine {
  pushLive = false;
  private readonly condition: ServiceCondition;
  /** it has listed unfinished cases, so the end of a judging can be predicted */
  private listsUnfinished = false;
  /** questions under way */
  private asking = 0;
  /** for one request each, by their keys */
  private readonly underWay = new Map<string, AbortController>();
  /** the question for all that is under way, and the keys it asks for */
  private batch: BatchUnderWay | null = null;
  private readonly batchTurn: BatchTurn;
  /** these can't be asked for together; `isRefused`: the service says so */
  private apart: { readonly names: string; readonly until: number; readonly isRefused: boolean } | null =
    null;
  /** when one that all the others' answer leaves out was last asked for, ms since 1970 */
  private aloneAt = -Infinity;

  constructor(private readonly parts: LineParts) {
    const { service, leases, clock, random, sink } = parts;
    this.condition = new ServiceCondition(random);
    const onError = (error: unknown): void => sink.onError(SHARING, error);
    this.batchTurn = new BatchTurn(service, { leases, clock, random, onError });
  }

  get health(): Port.ServiceHealth {
    return this.condition.health;
  }

  /** A question for this request is under way. */
  isAsking(key: string): boolean {
    return this.underWay.has(key) || this.batch?.keys.has(key) === true;
  }

  /** Nobody waits for an answer about this request any more, or about any. */
  abort(key?: string): void {
    if (key === undefined) this.batch?.control.abort();
    for (const [of, control] of this.underWay) if (key === undefined || of === key) control.abort();
  }

  /** All questions that are planned. */
  turns(): readonly Turn[] {
    const all = this.items();
    const interval = this.intervalOfBatch(all);
    const isAlone = (item: PendingItem): boolean => interval === null || this.isAlone(item, interval);
    const together = all.filter((item) => !isAlone(item));
    const alone = all.filter(isAlone).map((item) => this.turn(false, [item]));
    return [...alone, this.turn(true, together)].filter(({ since }) => since < Infinity);
  }

  /** When that question may go out, as things are now, ms since 1970; Infinity while something else has to happen first. */
  startsAt({ isBatch, items }: Turn, now: number): number {
    const { asking, starts } = this.parts.load;
    if (asking >= AT_ONCE || (isBatch && this.batch)) return Infinity;
    const isWanted = items.some(({ isWantedNow }) => isWantedNow);
    const own = isBatch ? this.batchTurn.opensAt : Math.max(...items.map((item) => this.ownTurnAt(item)));
    return Math.max(this.turn(isBatch, items).since, own, isWanted ? -Infinity : spacedFrom(starts, now));
  }

  /** Asks that question. Resolves when what it brought is taken, to the keys that it was about. */
  async start({ isBatch, items }: Turn): Promise<readonly string[]> {
    const { load } = this.parts;
    const control = new AbortController();
    let keys = items.map(({ key }) => key);
    this.asking += 1;
    load.asking += 1;
    if (isBatch) {
      const question = { control, keys: new Set<string>() };
      this.batch = question;
      await this.askBatch(question);
      this.batch = null;
      keys = [...question.keys];
    } else {
      for (const item of items) {
        this.underWay.set(item.key, control);
        await this.askForOne(item, control.signal);
        this.underWay.delete(item.key);
      }
    }
    this.asking -= 1;
    load.asking -= 1;
    return keys;
  }

  /** What the store has of it now: brought by a question, pushed, or from another window. */
  learn(item: PendingItem, outcome: Port.StoredOutcome): void {
    if (outcome.progress.total !== null) this.listsUnfinished = true;
    const now = this.parts.clock.now();
    this.advance(item, afterOutcome(item.request, outcome, now, this.settingsOf(item)), now);
  }

  /** When it is asked next, as far as the schedule alone says: ms from now. */
  gap(request: PendingRequest, now: number): number {
    const { pushLive, listsUnfinished } = this;
    const settings = this.parts.settings(request.pace);
    return nextGap({ request, now, settings, listsUnfinished, pushLive }, this.parts.random);
  }

  /** The credential has changed, or a person has reached the service: it is asked afresh. */
  resume(now: number): void {
    this.apart = null;
    this.change(() => this.condition.resume(now));
  }

  /** The clock was set back by `by` ms. */
  shift(by: number): void {
    this.condition.shift(by);
    this.batchTurn.shift(by);
    this.aloneAt -= by;
    if (this.apart) this.apart = { ...this.apart, until: this.apart.until - by };
    // when the last questions began no longer says anything
    this.parts.load.starts = [];
  }

  /** Of this service, of all windows. */
  private items(): readonly PendingItem[] {
    const { items, service } = this.parts;
    return [...items.values()].filter(({ request, isKept }) => isKept && request.service === service);
  }

  /** Least time between two questions for all of these, ms; null: they are asked for one by one. */
  private intervalOfBatch(all: readonly PendingItem[]): number | null {
    const interval = all[0]?.request.batchInterval ?? null;
    const { apart } = this;
    if (apart && (this.parts.clock.now() >= apart.until || apart.names !== namesOf(all))) this.apart = null;
    return this.apart ? null : interval;
  }

  /** The last question for all has left it out, or has said that it has ended. */
  private isAlone({ leftOutAt }: PendingItem, interval: number): boolean {
    return leftOutAt + interval > this.parts.clock.now();
  }

  /** What isn't answered for with the others is asked for one at a time, no more often than all the others together. */
  private ownTurnAt({ request, hasEnded }: PendingItem): number {
    const isQueued = request.batchInterval !== null && this.apart?.isRefused !== false && !hasEnded;
    return isQueued ? this.aloneAt + (request.batchInterval ?? 0) : -Infinity;
  }

  private turn(isBatch: boolean, items: readonly PendingItem[]): Turn {
    const since = items.map((item) => {
      const isHeld = this.asking > 0 && this.goesAlone(item.isWantedNow);
      return isHeld || this.isAsking(item.key) ? Infinity : this.opensAt(item);
    });
    return { line: this, isBatch, items, since: Math.min(...since) };
  }

  /** One question at a time: whether it is back, or how much it still takes, is what the answer tells. */
  private goesAlone(byPerson: boolean): boolean {
    return this.condition.probes(byPerson) || (!byPerson && this.parts.restsUntil() > -Infinity);
  }

  /** When this one may be asked for, ms since 1970; Infinity while something else has to happen first. */
  private opensAt(item: PendingItem): number {
    const { request, isWantedNow } = item;
    const rest = isWantedNow ? -Infinity : this.parts.restsUntil();
    const open = Math.max(this.condition.opensAt(isWantedNow), rest);
    if (open === Infinity) return Infinity;
    const settings = this.settingsOf(item);
    const due = isWantedNow ? request.dueAt : dueAt(request, this.parts.isFocused(), settings);
    const last = lastSafeAsk(request);
    const mustAsk = last !== null && (request.askedAt ?? request.startedAt) < last ? last : Infinity;
    // Whoever wants it and however often: never sooner after the last question than the settings allow.
    const soonest = (request.askedAt ?? -Infinity) + settings.interval;
    return Math.max(Math.min(Math.max(due, open), mustAsk), item.elsewhereUntil, item.restsUntil, soonest);
  }

  private async askForOne(item: PendingItem, signal: AbortSignal): Promise<void> {
    const lastAloneAt = this.aloneAt;
    if (!item.hasEnded) this.aloneAt = this.parts.clock.now();
    if (!(await this.isOurTurn(item)) || !this.isTracked(item)) {
      this.aloneAt = lastAloneAt;
      return;
    }
    const askedAt = this.begin();
    item.hasEnded = false;
    const asked: Asked = [item, item.beginAsk(askedAt)];
    this.parts.onAsk();
    try {
      await this.take(asked, await this.parts.ask(item.request, signal), askedAt);
    } catch (error) {
      this.failed([asked], error, askedAt);
    }
  }

  private async askBatch({ control, keys }: BatchUnderWay): Promise<void> {
    const { clock, onAsk, service } = this.parts;
    const interval = this.intervalOfBatch(this.items());
    if (interval === null || !(await this.batchTurn.take(interval))) return;
    const all = this.items();
    // what another window has learnt meanwhile may be all that was to be learnt
    const isDue = all.some((item) => !this.isAlone(item, interval) && this.opensAt(item) <= clock.now());
    if (!isDue || control.signal.aborted) return this.batchTurn.giveUp();
    const askedAt = this.begin();
    const asked = all
      .filter(({ key }) => !this.underWay.has(key))
      .map((item): Asked => [item, item.beginAsk(askedAt)]);
    for (const [{ key }] of asked) keys.add(key);
    onAsk();
    const names = namesOf(all);
    try {
      const seen = await this.parts.askBatch(
        service,
        all.map(({ request }) => request),
        control.signal,
      );
      if (seen) await this.takeBatch(asked, seen, askedAt);
      else this.askApart(asked, names, false);
    } catch (error) {
      if (error instanceof ServiceFailed && isAboutTheQuestion(error.failure))
        this.askApart(asked, names, true);
      else this.failed(asked, error, askedAt);
    }
    if (this.apart?.isRefused === false) await this.batchTurn.giveUp();
    else await this.batchTurn.end(interval);
  }

  /** A question goes out now; when that is, ms since 1970. */
  private begin(): number {
    const { load, clock } = this.parts;
    const now = clock.now();
    load.starts = [...load.starts.slice(1 - BURST), now];
    return now;
  }

  private async takeBatch(
    all: readonly Asked[],
    seen: ReadonlyMap<string, BatchAnswer>,
    askedAt: number,
  ): Promise<void> {
    this.change(() => this.condition.answered(askedAt));
    for (const asked of all) {
      const [item] = asked;
      const told = seen.get(item.request.requestId);
      if (!this.isTracked(item)) continue;
      if (told && told.kind !== 'ended') {
        item.leftOutAt = -Infinity;
        await this.take(asked, told, askedAt).catch((error: unknown) => this.failed([asked], error, askedAt));
      } else {
        this.notAsked(asked);
        item.leftOutAt = this.parts.clock.now();
        if (told) this.endsSoon(item);
      }
    }
  }

  /** It has ended, but only a question of its own brings the result. */
  private endsSoon(item: PendingItem): void {
    const now = this.parts.clock.now();
    item.hasEnded = true;
    item.hurry(now);
    if (item.elsewhereUntil === -Infinity) return;
    item.nudge(now);
    this.parts.passOn(item);
  }

  /** These can't be asked for together, which tells nothing of any of them. */
  private askApart(all: readonly Asked[], names: string, isRefused: boolean): void {
    this.apart = { names, until: this.parts.clock.now() + REFUSAL_HOLDS, isRefused };
    for (const asked of all) this.notAsked(asked);
  }

  /** Nothing was told of it, so no time counts as spent asking. */
  private notAsked([item, { askedAt, fruitless }]: Asked): void {
    if (this.isTracked(item)) item.request = { ...item.request, askedAt, fruitless };
  }

  /** An answer about one request: a result goes into the store. Rejects where it can't be kept. */
  private async take([item]: Asked, answer: Port.PollAnswer, askedAt: number): Promise<void> {
    const { sink, clock } = this.parts;
    if (!this.isTracked(item)) return;
    let outcome: Port.StoredOutcome | null = null;
    if (answer.kind === 'result') {
      item.isStoring = true;
      outcome = await sink.onResult(item.request, answer, askedAt);
      if (!this.isTracked(item)) return;
    }
    const now = clock.now();
    item.endAsk({ kind: outcome ? 'result' : 'notReady', at: now });
    this.change(() => this.condition.answered(askedAt));
    if (outcome) {
      this.learn(item, outcome);
      return;
    }
    const isSuspended = answer.kind === 'notReady' && answer.isSuspended === true;
    this.advance(item, afterNotReady(item.request, now, this.settingsOf(item), isSuspended), now);
  }

  /** A question has failed, or what it brought could not be kept: then it is asked again, less and less often. */
  private failed(all: readonly Asked[], error: unknown, askedAt: number): void {
    const { sink, clock } = this.parts;
    const failure = error instanceof ServiceFailed ? error.failure : null;
    if (!failure) sink.onError('saving a result', error);
    const now = clock.now();
    const meaning: FailureMeaning = failure ? meaningOfFailure(failure) : { kind: 'unusable' };
    const tracked = all.filter(([item]) => this.isTracked(item));
    const [first] = tracked;
    if (!first) return;
    for (const [item] of tracked) item.endAsk(failure && { kind: 'failure', at: now, failure });
    if (failure) this.noteFailure(first[0].key, meaning, failure, askedAt, now);
    for (const [item, before] of tracked) {
      this.advance(item, afterFailure(item.request, before, meaning, now, this.settingsOf(item)), now);
    }
  }

  private noteFailure(
    key: string,
    meaning: FailureMeaning,
    failure: ServiceFailure,
    askedAt: number,
    now: number,
  ): void {
    const when = { askedAt, now, oldestGoneAt: this.oldestGoneAt() };
    this.change(() => this.condition.failed(key, meaning, failure, when));
  }

  private advance(item: PendingItem, step: Step<PendingRequest>, now: number): void {
    const { save, onEnd, random } = this.parts;
    if (step.kind === 'end') {
      onEnd(item, step.state);
      return;
    }
    if (step.kind === 'silence') {
      const dueAt = now + jittered(step.gap, random);
      save(item, item.goOn(silentUntil(step.request, dueAt), dueAt));
      return;
    }
    const gap = step.gap === 'schedule' ? this.gap(step.request, now) : jittered(step.gap, random);
    save(item, item.goOn(step.request, now + gap));
  }

  /** Once it is well again, what waits because it failed there need not wait longer. */
  private change(change: () => void): void {
    const wasWell = this.isWell();
    change();
    if (wasWell || !this.isWell()) return;
    const now = this.parts.clock.now();
    for (const item of this.items()) if (item.request.failures > 0) item.hurry(now);
  }

  /** Whether it is this window's to ask for, and due. */
  private async isOurTurn(item: PendingItem): Promise<boolean> {
    const { held, clock, random, passOn } = this.parts;
    try {
      const holding = await held.hold(item.key);
      if (!this.isTracked(item)) return false;
      switch (holding) {
        case 'ours':
          return true;
        case 'others':
          item.isOthers = true;
          item.elsewhereUntil = clock.now() + ELSEWHERE * (1 + random());
          if (item.hasEnded) item.nudge(clock.now());
          // The window that asks for it reads there that it is wanted now.
          if (item.isWantedNow || item.hasEnded) passOn(item);
          item.isWantedNow = item.hasEnded = false;
          return false;
        case 'taken': {
          const { isOthers } = item;
          item.isOthers = false;
          item.elsewhereUntil = -Infinity;
          if (isOthers) item.restsUntil = clock.now() + this.settingsOf(item).interval;
          return (await this.catchUp(item)) && !isOthers;
        }
      }
    } catch (error) {
      // Without leases two windows may ask for the same; that is better than nobody asking.
      this.parts.sink.onError(SHARING, error);
      return true;
    }
  }

  /** Another window may have asked while the request was not ours. */
  private async catchUp(item: PendingItem): Promise<boolean> {
    const { clock, onEndedElsewhere } = this.parts;
    const stored = await this.parts.stored(item.key);
    if (!stored) {
      onEndedElsewhere(item);
      return false;
    }
    if ((stored.askedAt ?? 0) <= (item.request.askedAt ?? 0)) return true;
    item.request = stored;
    return item.isWantedNow || stored.dueAt <= clock.now();
  }

  /** When the first result of the service may be gone, ms since 1970; null: it doesn't say how long it keeps them. */
  private oldestGoneAt(): number | null {
    const ends = this.items()
      .map(({ request }) => safeEnd(request))
      .filter((end) => end !== null);
    return ends.length > 0 ? Math.min(...ends) : null;
  }

  private isWell(): boolean {
    return this.health.kind === 'ok';
  }

  private settingsOf({ request }: PendingItem): Port.PollingSettings {
    return this.parts.settings(request.pace);
  }

  /** Nobody waits for the answer to a request that was ended meanwhile, even where one with its key is tracked anew. */
  private isTracked(item: PendingItem): boolean {
    return this.parts.items.get(item.key) === item;
  }
}

function spacedFrom(starts: readonly number[], now: number): number {
  const first = starts.length < BURST ? undefined : starts[0];
  return first === undefined || first > now ? -Infinity : first + BURST_WINDOW;
}

function namesOf(all: readonly PendingItem[]): string {
  return all.map(({ request }) => request.requestId).join();
}
