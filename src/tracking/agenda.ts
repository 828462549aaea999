import type { Entry } from './entry';
import type { Clock, Disposable, PollingSettings } from './ports';
import { dueAt, lastSafeAsk } from './schedule';
import type { Services } from './services';

/** Asks under way at once. */
const AT_ONCE = 4;
/** So many asks may start within so many ms: a laptop that wakes up must not ask for everything in one breath. */
const BURST = 4;
const BURST_WINDOW = 400;
/** The wall clock is looked at after this, ms, whatever is planned: timers stand still while a machine sleeps. */
const LONGEST_TIMER = 30_000;

export interface AgendaParts {
  readonly clock: Clock;
  readonly settings: () => PollingSettings;
  readonly services: Services;
  readonly entries: () => Iterable<Entry>;
  /** keys that are being asked */
  readonly underWay: ReadonlyMap<string, unknown>;
  /** begins to ask; the key is under way when it returns */
  readonly start: (entry: Entry) => void;
  /** called before the time is used, so that a clock that was set back can be made up for */
  readonly now: () => number;
  /** what other windows have stored is read again then, ms since 1970 */
  readonly readAt: () => number;
  readonly read: () => void;
}

/** Whose turn it is: starts what is due and holds the one timer, none while there is nothing to ask. */
export class Agenda {
  focused = true;
  private timer: Disposable | null = null;
  private starts: number[] = [];
  private disposed = false;

  constructor(private readonly parts: AgendaParts) {}

  /** Something has changed: starts what is due and sets the timer anew. */
  turn(): void {
    this.timer?.dispose();
    this.timer = null;
    if (this.disposed) return;
    const now = this.parts.now();
    const inOrder = [...this.parts.entries()]
      .map((entry) => ({ entry, at: this.opensAt(entry) }))
      .filter(({ at }) => at < Infinity)
      .sort((one, other) => one.at - other.at);
    const readAt = this.parts.readAt();
    if (readAt <= now) this.parts.read();
    let next = readAt <= now ? Infinity : readAt;
    for (const { entry } of inOrder) {
      if (this.parts.underWay.size >= AT_ONCE) return; // the first that ends takes the next turn
      // Asked again for each, because starting one may close the service for the others.
      const at = Math.max(this.opensAt(entry), entry.byPerson ? -Infinity : this.spacedFrom(now));
      if (at <= now) this.parts.start(entry);
      else next = Math.min(next, at);
    }
    if (next === Infinity) return;
    this.timer = this.parts.clock.after(Math.min(next - now, LONGEST_TIMER), () => this.turn());
  }

  /** An ask goes out now. */
  begins(now: number): void {
    this.starts = [...this.starts.slice(1 - BURST), now];
  }

  /** When this entry may be asked, ms since 1970; Infinity while something else has to happen first. */
  opensAt(entry: Entry): number {
    const { request, byPerson } = entry;
    if (!entry.ready || this.parts.underWay.has(request.key)) return Infinity;
    const { condition, asking } = this.parts.services.of(request.origin);
    if (asking > 0 && condition.probes(byPerson)) return Infinity;
    const open = condition.opensAt(byPerson);
    if (open === Infinity) return Infinity;
    const due = byPerson ? request.dueAt : dueAt(request, this.focused, this.parts.settings());
    const last = lastSafeAsk(request);
    const mustAsk = last !== null && (request.askedAt ?? request.startedAt) < last ? last : Infinity;
    return Math.max(Math.min(Math.max(due, open), mustAsk), entry.elsewhereUntil);
  }

  /** The clock was set back: when the last asks went out no longer says anything. */
  forgetStarts(): void {
    this.starts = [];
  }

  dispose(): void {
    this.disposed = true;
    this.timer?.dispose();
    this.timer = null;
  }

  private spacedFrom(now: number): number {
    const first = this.starts.length < BURST ? undefined : this.starts[0];
    return first === undefined || first > now ? -Infinity : first + BURST_WINDOW;
  }
}
