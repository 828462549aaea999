import type { Disposable } from '../base/emitter';
import type { Clock, Leases } from '../base/ports';
import type { RecordState } from '../judge';
import { SteadyClock } from '../base/steadyClock';
import { begun, onThisClock } from '../records/plan';
import { serviceIdentity } from '../service/address';
import { LeaseKeeper } from './leaseKeeper';
import { PendingItem, type PendingRequest, type PendingView } from './pendingItem';
import { SHARING, ServiceLine, type OriginLoad, type Turn } from './line';
import type * as Port from './ports';
import { FIRST_ASK, firstGap } from './schedule';

export interface TrackerParts {
  readonly clock: Clock;
  readonly random: Port.Random;
  readonly ask: Port.Ask;
  /** absent: no service has a batch */
  readonly askBatch?: Port.AskBatch;
  /** not before then may a service be polled, as it has said itself, ms since 1970; absent: none says that */
  readonly restsUntil?: (service: string) => number;
  readonly storage: Port.PendingStorage;
  readonly leases: Leases;
  readonly sink: Port.TrackerSink;
  /** read afresh at each decision */
  readonly settings: (pace: PendingRequest['pace']) => Port.PollingSettings;
}

export interface TrackOptions {
  /** it was handed in this moment, so there is nothing to ask for yet */
  readonly submitted?: boolean;
  /** the service has just answered a person that it has not ended: asking again at once would bring the same */
  readonly answered?: boolean;
  /** when the judging surely had not ended (ms since 1970), for a known ID; now where it isn't given */
  readonly since?: number;
}

/** The wall clock is looked at after this, ms, whatever is planned: timers stand still while a machine sleeps. */
const LONGEST_TIMER = 30_000;
/** An answer younger than this is not asked for again just because the window got the focus, ms. */
const FRESH = 5000;

/**
 * Carries every pending request to its end. Each service has a line, which says what may be asked there and asks it; the
 * tracker has the one timer, none while nothing is to be asked, and lets the lines ask in the order in which their
 * questions became due. The storage keeps what must survive a reload, and tells what other windows have kept. Nothing here rejects because of a service or a disk.
 */
export class Tracker {
  /** by their keys, in the order in which they were begun */
  private readonly items = new Map<string, PendingItem>();
  /** by service */
  private readonly lines = new Map<string, ServiceLine>();
  /** by origin */
  private readonly loads = new Map<string, OriginLoad>();
  private readonly leases: LeaseKeeper;
  /** this window is writing their ends, by their keys */
  private readonly ending = new Map<string, Promise<void>>();
  /** what is being written */
  private readonly writing = new Set<Promise<unknown>>();
  /** what a person asks for beside the polls, by keys: questions under way, and when the last one went out */
  private readonly beside = new Map<string, { underWay: number; at: number | null }>();
  /** of what all windows have stored */
  private watch: Disposable | null = null;
  private timer: Disposable | null = null;
  private isFocused = true;
  /** while the list of all is read: what was told of meanwhile, which is newer */
  private toldMeanwhile: Set<string> | null = null;
  private readonly clock: SteadyClock;
  /** `changed` was called in this moment */
  private isChanged = false;
  private disposed = false;

  constructor(private readonly parts: TrackerParts) {
    this.clock = new SteadyClock(parts.clock, (by) => this.shift(by));
    this.leases = new LeaseKeeper(parts.leases, parts.clock);
  }

  /** Takes up everything that is pending on this machine. */
  async start(): Promise<void> {
    this.listen();
    const told = (this.toldMeanwhile ??= new Set());
    try {
      for (const request of await this.parts.storage.load()) {
        if (!told.has(request.key)) this.takeOver(request.key, request, true);
      }
    } catch (error) {
      this.parts.sink.onError('reading pending requests', error);
    } finally {
      this.toldMeanwhile = null;
    }
  }

  /** What is pending, in the order in which it was begun. */
  get pending(): readonly PendingView[] {
    const kept = [...this.items.values()].filter((item) => item.isKept);
    return kept.map((item) => item.view(this.isAsking(item.key)));
  }

  /** How a service is doing. */
  health(service: string): Port.ServiceHealth {
    return this.lineOf(service).health;
  }

  /**
   * Carries a request to its end from now on; one that is pending already is joined and asked at once, unless the
   * service has just `answered`. Resolves when it is on disk and announced.
   */
  async track(request: Port.TrackedRequest, options: TrackOptions = {}): Promise<void> {
    const { key } = request;
    if (this.ending.has(key)) await this.ending.get(key);
    if (this.disposed) return;
    this.listen();
    if (this.items.has(key)) {
      if (!options.answered) this.askNow(key);
      return;
    }
    const isWantedNow = !mayWait(options);
    const item = new PendingItem(this.begun(request, options), { isWantedNow });
    this.items.set(key, item);
    await this.reserve(key);
    if (this.isTracked(item)) {
      await this.writes('saving a pending request', this.parts.storage.begin(item.request));
    }
    if (!this.isTracked(item)) {
      await this.release(key);
      return;
    }
    item.isKept = true;
    this.changed();
  }

  /**
   * A person wants this one now. It passes pauses and probing, but neither the quiet that a service has asked for nor
   * the minimum interval. False: it is not tracked.
   */
  askNow(key: string): boolean {
    const item = this.items.get(key);
    const now = this.now();
    item?.want(now);
    this.changed();
    return item !== undefined;
  }

  /**
   * Runs a person's own question about a request, tracked or not, while no other window asks for it. Null: another
   * window does, and `ask` was not called.
   */
  async askBeside<Value>(key: string, ask: () => Promise<Value>): Promise<Value | null> {
    const { interval } = this.parts.settings(this.items.get(key)?.request.pace ?? null);
    this.forgetBeside(this.now() - interval);
    const own = this.beside.get(key) ?? { underWay: 0, at: null };
    this.beside.set(key, own);
    own.underWay += 1;
    try {
      if (!(await this.reserve(key))) return null;
      own.at = this.now();
      this.items.get(key)?.askedBeside(own.at);
      return await ask();
    } finally {
      own.underWay -= 1;
      await this.release(key);
    }
  }

  /** There may be news of these: worth one poll each, not more often than the settings allow. */
  nudge(...keys: readonly string[]): void {
    const now = this.now();
    for (const key of keys) {
      const item = this.items.get(key);
      if (!item) continue;
      const { interval } = this.parts.settings(item.request.pace);
      if (item.elsewhereUntil > -Infinity && now - item.request.hurriedAt >= interval) {
        item.nudge(now);
        this.passOn(item);
      }
      item.hurry(Math.max(now, (item.request.askedAt ?? -Infinity) + interval));
    }
    this.turn();
  }

  /** No more asking for this one, in any window. */
  stop(key: string): void {
    const item = this.items.get(key);
    if (item) this.finish(item, { kind: 'stopped' });
  }

  /**
   * The store has news of a request: pushed, refreshed or from another window. What it has of an answer that this
   * tracker is just bringing is passed over: that answer's own outcome follows.
   */
  learned(key: string, outcome: Port.StoredOutcome): void {
    const item = this.items.get(key);
    if (!item || item.isStoring || (!outcome.changed && outcome.completion !== 'finished')) return;
    this.lineOf(item.request.service).learn(item, outcome);
    this.changed();
  }

  /** The credential of this service has changed: what was held back is asked, and what comes next. */
  resume(service: string): void {
    this.lineOf(service).resume(this.now());
    this.changed();
  }

  /**
   * The service has answered a person's own question, or accepted a submission: it can be asked again. A quiet that it
   * wants stays.
   */
  reached(service: string): void {
    const { kind } = this.health(service);
    if (kind === 'paused' || kind === 'unreachable') this.resume(service);
  }

  /** What the settings say of services has changed: what each was held back for may be over. */
  settingsChanged(): void {
    for (const service of this.lines.keys()) this.reached(service);
  }

  /** Slower without the focus, at once with it. */
  setFocused(focused: boolean): void {
    if (this.isFocused === focused) return;
    this.isFocused = focused;
    const now = this.now();
    for (const item of focused ? this.items.values() : []) {
      const { askedAt, failures, service } = item.request;
      // A fresh submission keeps its first gap, a failing request its back-off.
      if (askedAt === null || failures > 0 || this.lineOf(service).pushLive) continue;
      item.hurry(Math.max(now, askedAt + FRESH));
    }
    this.turn();
  }

  /**
   * While results are pushed, asking only makes up for lost ones. When push becomes live, each pending request of the
   * service is polled once: its result may have been sent while no connection was open.
   */
  setPushLive(service: string, live: boolean): void {
    const line = this.lineOf(service);
    if (line.pushLive === live) return;
    line.pushLive = live;
    const now = this.now();
    for (const item of this.items.values()) {
      if (item.request.service !== service) continue;
      // A result of the time before is never pushed. A new submission keeps its first gap.
      if (live) item.hurry(Math.max(now, item.request.startedAt + FIRST_ASK));
      else item.hurry(now + line.gap(item.request, now));
    }
    this.turn();
  }

  /** Ends the timer and what is under way, writes what is left to write and hands the requests to other windows. */
  async dispose(): Promise<void> {
    if (this.disposed) return;
    this.disposed = true;
    this.timer?.dispose();
    this.watch?.dispose();
    for (const line of this.lines.values()) line.abort();
    for (const item of this.items.values()) {
      if (item.isKept) this.save(item, false);
    }
    this.items.clear();
    while (this.writing.size > 0) await Promise.all(this.writing);
    await this.leases
      .releaseAll()
      .catch((error: unknown) => this.parts.sink.onError('releasing leases', error));
  }

  /** Hears from now on what any window stores. */
  private listen(): void {
    this.watch ??= this.parts.storage.onDidChange((key, stored) => {
      this.toldMeanwhile?.add(key);
      this.takeOver(key, stored);
    });
  }

  /** What is stored of a request now; null: it is not pending any more. */
  private takeOver(key: string, stored: PendingRequest | null, isOthers = false): void {
    if (this.disposed) return;
    const item = this.items.get(key);
    if (!stored) {
      if (item?.isKept) this.drop(item);
      return;
    }
    const request = onThisClock(stored, this.now());
    if (item) {
      if (item.takeOver(request, this.leases.has(key))) this.changed();
    } else if (!this.ending.has(key)) {
      this.items.set(key, new PendingItem(request, { isKept: true, isOthers }));
      // which asks for it
      this.lineOf(request.service);
      this.changed();
    }
  }

  /** A request at the start of its tracking here. */
  private begun(request: Port.TrackedRequest, options: TrackOptions): PendingRequest {
    const now = this.now();
    const { pushLive } = this.lineOf(request.service);
    const gap = mayWait(options)
      ? firstGap(this.parts.settings(request.pace), pushLive, this.parts.random)
      : 0;
    const askedAt = this.beside.get(request.key)?.at ?? null;
    const plan = begun(request, now, now + gap, options.since);
    const fresh = { ...request, ...plan, phase: 'waiting' as const, askedAt };
    // how far it was, the answer says that follows
    return options.answered ? { ...fresh, readings: [] } : fresh;
  }

  /** Something has changed: asks what is due, and sets the timer anew. */
  private turn(): void {
    this.timer?.dispose();
    this.timer = null;
    if (this.disposed) return;
    const now = this.now();
    const turns = [...this.lines.values()].flatMap((line) => line.turns());
    let next = Infinity;
    for (const turn of turns.sort((one, other) => one.since - other.since)) {
      // Asked for each in its turn, because starting one may close the service for the others.
      const at = turn.line.startsAt(turn, now);
      if (at <= now) void this.poll(turn);
      else next = Math.min(next, at);
    }
    if (next === Infinity) return;
    this.timer = this.parts.clock.after(Math.min(next - now, LONGEST_TIMER), () => this.turn());
  }

  private async poll(turn: Turn): Promise<void> {
    for (const key of await turn.line.start(turn)) await this.release(key);
    if (!this.disposed) this.changed();
  }

  private finish(item: PendingItem, state: RecordState): void {
    this.remove(item.key);
    void this.end(item.key, state);
    this.changed();
  }

  /** The lease is kept until the end is stored: another window would take it for pending. */
  private async end(key: string, state: RecordState): Promise<void> {
    const written = this.writes('saving the end of a request', this.parts.storage.end(key, state));
    this.ending.set(key, written);
    await written;
    this.ending.delete(key);
    await this.release(key);
  }

  /** What another window asks for, that window writes. */
  private save(item: PendingItem, isNewPhase: boolean): void {
    const { storage } = this.parts;
    const what = 'saving a pending request';
    if (!this.leases.has(item.key)) {
      if (isNewPhase) void this.writes('saving the state of a request', storage.judging(item.key));
    } else void this.writes(what, this.orDropped(item, storage.save(item.request)));
  }

  /** Lets the window that asks for this request know that it is wanted at once. */
  private passOn(item: PendingItem): void {
    const { key, hurriedAt } = item.request;
    const wanted = this.parts.storage.want(key, hurriedAt);
    void this.writes('saving a pending request', this.orDropped(item, wanted));
  }

  private async orDropped(item: PendingItem, isPending: Promise<boolean>): Promise<void> {
    if (!(await isPending)) this.drop(item);
  }

  /** Never rejects: tracking goes on from memory. */
  private async writes(what: string, work: Promise<void>): Promise<void> {
    const written = work.catch((error: unknown) => this.parts.sink.onError(what, error));
    this.writing.add(written);
    await written;
    this.writing.delete(written);
  }

  /** Another window has ended it: its state is in the store already. */
  private drop(item: PendingItem): void {
    if (!this.isTracked(item)) return;
    this.remove(item.key);
    void this.release(item.key);
    this.changed();
  }

  private remove(key: string): void {
    this.items.delete(key);
    for (const line of this.lines.values()) line.abort(key);
  }

  /** Makes a request this window's, where it is no other's. Without leases it is anybody's. */
  private async reserve(key: string): Promise<boolean> {
    try {
      return (await this.leases.hold(key)) !== 'others';
    } catch (error) {
      this.parts.sink.onError(SHARING, error);
      return true;
    }
  }

  /** Lets other windows have it, once nothing of ours is under way, its end is written and nobody here wants it again. */
  private async release(key: string): Promise<void> {
    const isBusy = this.isAsking(key) || (this.beside.get(key)?.underWay ?? 0) > 0 || this.ending.has(key);
    if (this.items.has(key) || isBusy) return;
    await this.leases
      .release(key)
      .catch((error: unknown) => this.parts.sink.onError('releasing a lease', error));
  }

  /** When they went out says nothing about the minimum interval any more. */
  private forgetBeside(before: number): void {
    for (const [key, { underWay, at }] of this.beside) {
      if (underWay === 0 && (at ?? -Infinity) < before) this.beside.delete(key);
    }
  }

  private isTracked(item: PendingItem): boolean {
    return this.items.get(item.key) === item;
  }

  private isAsking(key: string): boolean {
    return [...this.lines.values()].some((line) => line.isAsking(key));
  }

  private lineOf(service: string): ServiceLine {
    const known = this.lines.get(service);
    if (known) return known;
    const { random, ask, askBatch = async () => null, sink, settings, leases } = this.parts;
    const { restsUntil = () => -Infinity } = this.parts;
    const line = new ServiceLine({
      ...{ service, random, ask, askBatch, sink, settings },
      load: this.loadOf(service),
      restsUntil: () => restsUntil(service),
      clock: { now: () => this.now() },
      items: this.items,
      stored: async (key) => {
        const stored = await this.parts.storage.read(key);
        return stored && onThisClock(stored, this.now());
      },
      save: (item, isNewPhase) => this.save(item, isNewPhase),
      passOn: (item) => this.passOn(item),
      held: this.leases,
      leases,
      isFocused: () => this.isFocused,
      onAsk: () => this.changed(),
      onEnd: (item, state) => this.finish(item, state),
      onEndedElsewhere: (item) => this.drop(item),
    });
    this.lines.set(service, line);
    return line;
  }

  private loadOf(service: string): OriginLoad {
    const { address } = serviceIdentity(service);
    const origin = URL.canParse(address) ? new URL(address).origin : address;
    const load = this.loads.get(origin) ?? { asking: 0, starts: [] };
    this.loads.set(origin, load);
    return load;
  }

  private now(): number {
    return this.clock.now();
  }

  /** The clock was set back by `by` ms: everything planned moves with it. */
  private shift(by: number): void {
    for (const item of this.items.values()) item.shift(by);
    for (const line of this.lines.values()) line.shift(by);
    for (const own of this.beside.values()) own.at = null;
  }

  /**
   * What is pending has changed: polls what is due and notifies the sink, once for all changes of one moment. A start with
   * thousands of pending requests would otherwise look at all of them for each one.
   */
  private changed(): void {
    if (this.isChanged) return;
    this.isChanged = true;
    queueMicrotask(() => {
      this.isChanged = false;
      this.turn();
      this.parts.sink.onPendingChanged();
    });
  }
}

/** Asking at once would bring nothing new. */
function mayWait({ submitted = false, answered = false }: TrackOptions): boolean {
  return submitted || answered;
}
