import { Agenda } from './agenda';
import { Asker } from './asker';
import { Bookkeeper } from './bookkeeper';
import { Entries } from './entries';
import { hurry, newEntry, shiftEntry } from './entry';
import type { Entry } from './entry';
import { LeaseKeeper } from './leaseKeeper';
import { PendingKeeper } from './pendingKeeper';
import type { PendingView } from './pendingView';
import type * as Port from './ports';
import { Progress } from './progress';
import { firstGap } from './schedule';
import { Services } from './services';
import { SharedPending } from './sharedPending';
import { CLOCK_NOISE, begun } from './transition';

export interface TrackerParts {
  readonly clock: Port.Clock;
  readonly random: Port.Random;
  readonly ask: Port.Ask;
  readonly storage: Port.PendingStorage;
  readonly leases: Port.Leases;
  readonly sink: Port.TrackerSink;
  readonly settings: () => Port.PollingSettings;
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
 * Carries every pending request to its end: decides which is asked when, asks, and tells the sink what came of it.
 * One timer for all; none while there is nothing to ask. Nothing here rejects because of a service or a disk.
 */
export class Tracker {
  private readonly entries = new Entries();
  private readonly underWay = new Map<string, AbortController>();
  private readonly books: Bookkeeper;
  private readonly services: Services;
  private readonly agenda: Agenda;
  private readonly keeper: PendingKeeper;
  private readonly leases: LeaseKeeper;
  private readonly asker: Asker;
  private readonly progress: Progress;
  private readonly shared: SharedPending;
  private lastNow: number;
  private disposed = false;

  constructor(private readonly parts: TrackerParts) {
    const { clock, settings, sink } = parts;
    this.lastNow = clock.now();
    this.services = new Services({
      random: parts.random,
      onService: (origin, health) => sink.onService(origin, health),
      onPaymentRequired: (origin, failure) => sink.onPaymentRequired(origin, failure),
      onBack: (origin) => this.hurryFailed(origin),
    });
    this.keeper = new PendingKeeper(parts.storage, clock);
    this.books = new Bookkeeper(this.keeper, sink, (entry) => this.entries.isCurrent(entry));
    this.leases = new LeaseKeeper(parts.leases, clock);
    this.agenda = new Agenda({
      clock,
      settings,
      services: this.services,
      entries: () => this.entries.values(),
      underWay: this.underWay,
      start: (entry) => void this.ask(entry),
      now: () => this.now(),
      readAt: () => this.shared.dueAt,
      read: () => void this.shared.reload(),
    });
    this.asker = new Asker(parts, this.keeper, this.leases, this.agenda);
    this.progress = new Progress({
      random: parts.random,
      settings,
      entries: this.entries,
      services: this.services,
      books: this.books,
      leases: this.leases,
      finish: (entry, state) => this.finish(entry, state),
      drop: (entry) => this.drop(entry),
    });
    this.shared = new SharedPending({
      entries: this.entries,
      keeper: this.keeper,
      leases: this.leases,
      isEnding: (key) => this.books.isEnding(key),
      drop: (entry) => this.drop(entry),
      changed: () => this.changed(),
      later: () => this.agenda.turn(),
      clock,
      onTrouble: (error) => sink.onTrouble('reading pending requests', error),
    });
  }

  /** Takes up everything that is pending on this machine. */
  async start(): Promise<void> {
    await this.shared.reload();
  }

  /** What is pending, in the order in which it was begun. */
  get pending(): readonly PendingView[] {
    return this.entries.views(this.underWay);
  }

  health(origin: string): Port.ServiceHealth {
    return this.services.of(origin).condition.health;
  }

  /**
   * Carries a request to its end from now on; one that is pending already is joined and asked at once, unless the
   * service has just `answered`. Resolves when it is on disk and announced.
   */
  async track(request: Port.TrackedRequest, options: TrackOptions = {}): Promise<void> {
    if (this.books.isEnding(request.key)) await this.books.idle(request.key);
    if (this.disposed) return;
    if (this.entries.has(request.key)) {
      if (!options.answered) this.askNow(request.key);
      return;
    }
    const now = this.now();
    const { pushLive } = this.services.of(request.origin);
    const mayWait = options.submitted === true || options.answered === true;
    const gap = mayWait ? firstGap(this.parts.settings(), pushLive, this.parts.random) : 0;
    const fresh = begun(request, now, now + gap, options.since);
    // how far it was, the answer says that follows
    const entry = newEntry(options.answered ? { ...fresh, readings: [] } : fresh, { byPerson: !mayWait });
    this.entries.set(request.key, entry);
    await this.asker.reserve(entry);
    await this.books.begin(entry);
    if (!this.entries.isCurrent(entry)) {
      await this.release(request.key);
      return;
    }
    entry.ready = true;
    this.changed();
  }

  /** A person wants this one now. It passes pauses and probing, but not the quiet that a service has asked for. */
  askNow(key: string): void {
    const entry = this.entries.get(key);
    if (!entry) return;
    const now = this.now();
    entry.byPerson = true;
    entry.elsewhereUntil = -Infinity;
    entry.request = { ...entry.request, dueAt: now, hurriedAt: now };
    this.changed();
  }

  /** Somebody says that there is news: worth one ask, not more often than the settings allow. */
  hinted(key: string): void {
    const entry = this.entries.get(key);
    if (!entry) return;
    const now = this.now();
    const { interval } = this.parts.settings();
    if (entry.elsewhereUntil > -Infinity && now - entry.request.hurriedAt >= interval) {
      entry.request = { ...entry.request, hurriedAt: now };
      this.books.hurry(entry, () => this.drop(entry));
    }
    hurry(entry, Math.max(now, (entry.request.askedAt ?? -Infinity) + interval));
    this.agenda.turn();
  }

  /** No more asking for this one, in any window. */
  stop(key: string): void {
    const entry = this.entries.get(key);
    if (entry) this.finish(entry, { kind: 'stopped' });
  }

  stopAll(which: (request: Port.PendingRequest) => boolean = () => true): void {
    for (const entry of [...this.entries.values()]) {
      if (which(entry.request)) this.finish(entry, { kind: 'stopped' });
    }
  }

  /**
   * The store has news of a request: pushed, refreshed or from another window. What it tells of an answer that this
   * tracker is just bringing is passed over: that answer's own standing follows.
   */
  learned(key: string, standing: Port.Standing): void {
    const entry = this.entries.get(key);
    if (!entry || entry.taking || (!standing.changed && standing.completion !== 'finished')) return;
    this.progress.stands(entry, standing, this.now());
    this.changed();
  }

  /** The credential or the profile of this service has changed: what was held back is asked. */
  resume(origin: string): void {
    const now = this.now();
    this.services.change(origin, (condition) => condition.resume(now));
    this.changed();
  }

  /** The service has answered a person's own question: it can be asked again. A quiet that it wants stays. */
  reached(origin: string): void {
    const { kind } = this.health(origin);
    if (kind === 'paused' || kind === 'unreachable') this.resume(origin);
  }

  /** Slower without the focus, at once with it. */
  setFocused(focused: boolean): void {
    if (this.agenda.focused === focused) return;
    this.agenda.focused = focused;
    const now = this.now();
    for (const entry of focused ? this.entries.values() : []) {
      const { askedAt, failures, origin } = entry.request;
      // A fresh submission keeps its first gap, a failing request its back-off.
      if (askedAt === null || failures > 0 || this.services.of(origin).pushLive) continue;
      hurry(entry, Math.max(now, askedAt + FRESH));
    }
    this.agenda.turn();
  }

  /** While results are pushed, asking only makes up for lost ones. */
  setPushLive(origin: string, live: boolean): void {
    const service = this.services.of(origin);
    if (service.pushLive === live) return;
    service.pushLive = live;
    const now = this.now();
    for (const entry of live ? [] : this.entries.of(origin)) {
      hurry(entry, now + this.progress.gap(entry, now));
    }
    this.agenda.turn();
  }

  /** Ends the timer and what is under way, writes what is left to write and hands the requests to other windows. */
  async dispose(): Promise<void> {
    if (this.disposed) return;
    this.disposed = true;
    this.agenda.dispose();
    this.shared.dispose();
    for (const controller of this.underWay.values()) controller.abort();
    for (const entry of this.entries.values()) {
      if (entry.ready && this.leases.has(entry.request.key)) this.books.save(entry, () => this.drop(entry));
    }
    this.entries.clear();
    await this.books.idle();
    await this.leases
      .releaseAll()
      .catch((error: unknown) => this.parts.sink.onTrouble('releasing leases', error));
  }

  private async ask(entry: Entry): Promise<void> {
    const { key, origin } = entry.request;
    const controller = new AbortController();
    const service = this.services.of(origin);
    this.underWay.set(key, controller);
    service.asking += 1;
    const result = await this.asker.ask(entry, controller.signal, () => this.changed());
    service.asking -= 1;
    this.underWay.delete(key);
    if (this.entries.isCurrent(entry) && !this.disposed) this.progress.take(entry, result, this.now());
    else await this.release(key);
    if (!this.disposed) this.changed();
  }

  private finish(entry: Entry, state: Port.TrackedState): void {
    const { key } = entry.request;
    this.entries.delete(key);
    this.underWay.get(key)?.abort();
    void this.books.end(entry, state).then(() => this.release(key));
    this.changed();
  }

  /** Another window has ended it: its state is in the store already. */
  private drop(entry: Entry): void {
    const { key } = entry.request;
    if (!this.entries.isCurrent(entry)) return;
    this.entries.delete(key);
    this.underWay.get(key)?.abort();
    void this.release(key);
    this.changed();
  }

  /** Lets other windows have it, once nothing of ours is under way and nobody here wants it again. */
  private async release(key: string): Promise<void> {
    if (this.entries.has(key) || this.underWay.has(key)) return;
    await this.leases
      .release(key)
      .catch((error: unknown) => this.parts.sink.onTrouble('releasing a lease', error));
  }

  /** The service is back: what waits because it failed need not wait longer. */
  private hurryFailed(origin: string): void {
    const now = this.now();
    for (const entry of this.entries.of(origin)) if (entry.request.failures > 0) hurry(entry, now);
  }

  /** The time. Where the clock was set back, everything planned moves with it. */
  private now(): number {
    const now = this.parts.clock.now();
    const back = this.lastNow - now;
    this.lastNow = now;
    if (back <= CLOCK_NOISE) return now;
    for (const entry of this.entries.values()) shiftEntry(entry, back);
    this.services.shift(back);
    this.shared.shift(back);
    this.agenda.forgetStarts();
    return now;
  }

  private changed(): void {
    this.agenda.turn();
    this.parts.sink.onPendingChanged();
  }
}
