import type { Disposable } from '../base/emitter';
import type { Clock, Leases } from '../base/ports';
import type { RecordState } from '../judge';
import { DirectAsks } from './directAsks';
import { LeaseKeeper } from './leaseKeeper';
import { PendingItem } from './pendingItem';
import type { PendingView } from './pendingItem';
import type { PendingRequest } from './pendingRequest';
import { PendingWriter } from './pendingWriter';
import { Poller } from './poller';
import { PollScheduler } from './pollScheduler';
import type * as Port from './ports';
import { firstGap } from './schedule';
import { HealthRegistry } from './serviceHealth';
import { CLOCK_NOISE, begun, onThisClock } from './transition';

export interface TrackerParts {
  readonly clock: Clock;
  readonly random: Port.Random;
  readonly ask: Port.Ask;
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

/** An answer younger than this is not asked for again just because the window got the focus, ms. */
const FRESH = 5000;

/**
 * Carries every pending request to its end. `PollScheduler` decides which is asked when, `Poller` asks and takes it a
 * step further, `PendingWriter` keeps what must survive a reload; what other windows have kept is told by the storage.
 * Nothing here rejects because of a service or a disk.
 */
export class Tracker {
  /** by their keys, in the order in which they were begun */
  private readonly items = new Map<string, PendingItem>();
  private readonly underWay = new Map<string, AbortController>();
  private readonly registry: HealthRegistry;
  private readonly leases: LeaseKeeper;
  private readonly writer: PendingWriter;
  private readonly scheduler: PollScheduler;
  private readonly poller: Poller;
  private readonly directAsks = new DirectAsks();
  /** of what all windows have stored */
  private watch: Disposable | null = null;
  /** while the list of all is read: what was told of meanwhile, which is newer */
  private toldMeanwhile: Set<string> | null = null;
  private lastNow: number;
  private disposed = false;

  constructor(private readonly parts: TrackerParts) {
    const { clock, random, settings, sink, storage } = parts;
    const { items, underWay } = this;
    const now = (): number => this.now();
    const onEndedElsewhere = (item: PendingItem): void => this.drop(item);
    this.lastNow = clock.now();
    this.registry = new HealthRegistry(random, (service) => this.hurryFailed(service));
    this.leases = new LeaseKeeper(parts.leases, clock);
    const isTracked = (item: PendingItem): boolean => items.get(item.key) === item;
    this.writer = new PendingWriter(storage, clock, sink, isTracked, onEndedElsewhere);
    this.scheduler = new PollScheduler({
      ...{ clock, settings, items, underWay, now, health: this.registry },
      start: (item) => void this.poll(item),
    });
    this.poller = new Poller({
      ...{ random, sink, settings, items, onEndedElsewhere },
      ask: parts.ask,
      clock: { now },
      health: this.registry,
      writer: this.writer,
      leases: this.leases,
      onAsk: (service, at) => {
        this.scheduler.begins(service, at);
        this.changed();
      },
      onEnd: (item, state) => this.finish(item, state),
    });
  }

  /** Takes up everything that is pending on this machine. */
  async start(): Promise<void> {
    this.listen();
    const told = (this.toldMeanwhile ??= new Set());
    try {
      for (const request of await this.parts.storage.load()) {
        if (!told.has(request.key)) this.takeOver(request.key, request);
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
    return kept.map((item) => item.view(this.underWay.has(item.key)));
  }

  /** How a service is doing. */
  health(service: string): Port.ServiceHealth {
    return this.registry.of(service).condition.health;
  }

  /**
   * Carries a request to its end from now on; one that is pending already is joined and asked at once, unless the
   * service has just `answered`. Resolves when it is on disk and announced.
   */
  async track(request: Port.TrackedRequest, options: TrackOptions = {}): Promise<void> {
    const { key } = request;
    if (this.writer.isEnding(key)) await this.writer.idle(key);
    if (this.disposed) return;
    this.listen();
    if (this.items.has(key)) {
      if (!options.answered) this.askNow(key);
      return;
    }
    const isWantedNow = !mayWait(options);
    const item = new PendingItem(this.begun(request, options), { isWantedNow });
    this.items.set(key, item);
    await this.poller.reserve(key);
    await this.writer.begin(item);
    if (this.items.get(key) !== item) {
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
    this.directAsks.begin(key);
    try {
      if (!(await this.poller.reserve(key))) return null;
      const now = this.now();
      const item = this.items.get(key);
      this.directAsks.note(key, now, this.parts.settings(item?.request.pace ?? null).interval);
      item?.askedBeside(now);
      return await ask();
    } finally {
      this.directAsks.end(key);
      await this.release(key);
    }
  }

  /** There may be news of these: worth one poll each, not more often than the settings allow. */
  hinted(...keys: readonly string[]): void {
    const now = this.now();
    for (const key of keys) {
      const item = this.items.get(key);
      if (!item) continue;
      const { interval } = this.parts.settings(item.request.pace);
      if (item.elsewhereUntil > -Infinity && now - item.request.hurriedAt >= interval) {
        item.hint(now);
        this.writer.hurry(item);
      }
      item.hurry(Math.max(now, (item.request.askedAt ?? -Infinity) + interval));
    }
    this.scheduler.turn();
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
    this.poller.learn(item, outcome);
    this.changed();
  }

  /** The credential of this service has changed: what was held back is asked, and what comes next. */
  resume(service: string): void {
    const now = this.now();
    this.registry.change(service, (condition) => condition.resume(now));
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
    for (const service of this.registry.names()) this.reached(service);
  }

  /** Slower without the focus, at once with it. */
  setFocused(focused: boolean): void {
    if (this.scheduler.focused === focused) return;
    this.scheduler.focused = focused;
    const now = this.now();
    for (const item of focused ? this.items.values() : []) {
      const { askedAt, failures, service } = item.request;
      // A fresh submission keeps its first gap, a failing request its back-off.
      if (askedAt === null || failures > 0 || this.registry.of(service).pushLive) continue;
      item.hurry(Math.max(now, askedAt + FRESH));
    }
    this.scheduler.turn();
  }

  /** While results are pushed, asking only makes up for lost ones. */
  setPushLive(service: string, live: boolean): void {
    const watched = this.registry.of(service);
    if (watched.pushLive === live) return;
    watched.pushLive = live;
    const now = this.now();
    for (const item of live ? [] : this.itemsOf(service)) {
      item.hurry(now + this.poller.gap(item.request, now));
    }
    this.scheduler.turn();
  }

  /** Ends the timer and what is under way, writes what is left to write and hands the requests to other windows. */
  async dispose(): Promise<void> {
    if (this.disposed) return;
    this.disposed = true;
    this.scheduler.dispose();
    this.watch?.dispose();
    for (const controller of this.underWay.values()) controller.abort();
    for (const item of this.items.values()) {
      if (item.isKept && this.leases.has(item.key)) this.writer.save(item);
    }
    this.items.clear();
    await this.writer.idle();
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
  private takeOver(key: string, stored: PendingRequest | null): void {
    if (this.disposed) return;
    const item = this.items.get(key);
    if (!stored) {
      // what this window has not brought to the disk yet isn't there because it has ended
      if (item?.isKept && this.writer.hasWritten(key)) this.drop(item);
      return;
    }
    const request = onThisClock(stored, this.now());
    if (item) {
      if (item.takeOver(request, this.leases.has(key))) this.changed();
    } else if (!this.writer.isEnding(key)) {
      this.writer.noteWritten(stored);
      this.items.set(key, new PendingItem(request, { isKept: true }));
      this.changed();
    }
  }

  /** A request at the start of its tracking here. */
  private begun(request: Port.TrackedRequest, options: TrackOptions): PendingRequest {
    const now = this.now();
    const { pushLive } = this.registry.of(request.service);
    const gap = mayWait(options)
      ? firstGap(this.parts.settings(request.pace), pushLive, this.parts.random)
      : 0;
    const askedAt = this.directAsks.lastOf(request.key);
    const fresh = { ...begun(request, now, now + gap, options.since), askedAt };
    // how far it was, the answer says that follows
    return options.answered ? { ...fresh, readings: [] } : fresh;
  }

  private async poll(item: PendingItem): Promise<void> {
    const { key, request } = item;
    const controller = new AbortController();
    const watched = this.registry.of(request.service);
    this.underWay.set(key, controller);
    watched.asking += 1;
    watched.load.asking += 1;
    await this.poller.poll(item, controller.signal);
    watched.asking -= 1;
    watched.load.asking -= 1;
    this.underWay.delete(key);
    await this.release(key);
    if (!this.disposed) this.changed();
  }

  private finish(item: PendingItem, state: RecordState): void {
    this.remove(item.key);
    void this.writer.end(item, state).then(() => this.release(item.key));
    this.changed();
  }

  /** Another window has ended it: its state is in the store already. */
  private drop(item: PendingItem): void {
    if (this.items.get(item.key) !== item) return;
    this.remove(item.key);
    void this.release(item.key);
    this.changed();
  }

  private remove(key: string): void {
    this.items.delete(key);
    this.underWay.get(key)?.abort();
  }

  /** Lets other windows have it, once nothing of ours is under way, its end is written and nobody here wants it again. */
  private async release(key: string): Promise<void> {
    const isBusy = this.underWay.has(key) || this.directAsks.isUnderWay(key) || this.writer.isEnding(key);
    if (this.items.has(key) || isBusy) return;
    await this.leases
      .release(key)
      .catch((error: unknown) => this.parts.sink.onError('releasing a lease', error));
  }

  private itemsOf(service: string): PendingItem[] {
    return [...this.items.values()].filter(({ request }) => request.service === service);
  }

  /** The service is back: what waits because it failed need not wait longer. */
  private hurryFailed(service: string): void {
    const now = this.now();
    for (const item of this.itemsOf(service)) if (item.request.failures > 0) item.hurry(now);
  }

  /** The time. Where the clock was set back, everything planned moves with it. */
  private now(): number {
    const now = this.parts.clock.now();
    const back = this.lastNow - now;
    this.lastNow = now;
    if (back <= CLOCK_NOISE) return now;
    for (const item of this.items.values()) item.shift(back);
    this.registry.shift(back);
    this.directAsks.forgetTimes();
    return now;
  }

  private changed(): void {
    this.scheduler.turn();
    this.parts.sink.onPendingChanged();
  }
}

/** Asking at once would bring nothing new. */
function mayWait({ submitted = false, answered = false }: TrackOptions): boolean {
  return submitted || answered;
}
