import type { Disposable } from '../base/emitter';
import type { Clock } from '../base/ports';
import type { PendingItem } from './pendingItem';
import type { PendingRequest } from './pendingRequest';
import type { PollingSettings } from './ports';
import { dueAt, lastSafeAsk } from './schedule';
import type { HealthRegistry } from './serviceHealth';

/** Polls of one origin under way at once: others are asked although one is slow. */
const AT_ONCE = 4;
/** So many of its polls may start within so many ms: a laptop that wakes up must not ask for everything in one breath. */
const BURST = 4;
const BURST_WINDOW = 400;
/** The wall clock is looked at after this, ms, whatever is planned: timers stand still while a machine sleeps. */
const LONGEST_TIMER = 30_000;

export interface PollSchedulerParts {
  readonly clock: Clock;
  readonly settings: (pace: PendingRequest['pace']) => PollingSettings;
  readonly health: HealthRegistry;
  readonly items: ReadonlyMap<string, PendingItem>;
  /** keys that are being asked */
  readonly underWay: ReadonlyMap<string, unknown>;
  /** begins to ask; the key is under way when it returns */
  readonly start: (item: PendingItem) => void;
  /** called before the time is used, so that a clock that was set back can be made up for */
  readonly now: () => number;
}

/** Starts the polls that are due, and holds the one timer: none while nothing is to be asked. */
export class PollScheduler {
  focused = true;
  private timer: Disposable | null = null;
  private disposed = false;

  constructor(private readonly parts: PollSchedulerParts) {}

  /** Something has changed: starts what is due and sets the timer anew. */
  turn(): void {
    this.timer?.dispose();
    this.timer = null;
    if (this.disposed) return;
    const now = this.parts.now();
    const inOrder = [...this.parts.items.values()]
      .map((item) => ({ item, at: this.opensAt(item) }))
      .filter(({ at }) => at < Infinity)
      .sort((one, other) => one.at - other.at);
    let next = Infinity;
    for (const { item } of inOrder) {
      const { load } = this.parts.health.of(item.request.service);
      if (load.asking >= AT_ONCE) continue; // the first that ends takes the next turn
      // Asked again for each, because starting one may close the service for the others.
      const at = Math.max(this.opensAt(item), item.isWantedNow ? -Infinity : spacedFrom(load.starts, now));
      if (at <= now) this.parts.start(item);
      else next = Math.min(next, at);
    }
    if (next === Infinity) return;
    this.timer = this.parts.clock.after(Math.min(next - now, LONGEST_TIMER), () => this.turn());
  }

  /** A poll of that service goes out now. */
  begins(service: string, now: number): void {
    const { load } = this.parts.health.of(service);
    load.starts = [...load.starts.slice(1 - BURST), now];
  }

  /** When this one may be asked, ms since 1970; Infinity while something else has to happen first. */
  opensAt(item: PendingItem): number {
    const { request, isWantedNow } = item;
    if (!item.isKept || this.parts.underWay.has(request.key)) return Infinity;
    const { condition, asking } = this.parts.health.of(request.service);
    if (asking > 0 && condition.probes(isWantedNow)) return Infinity;
    const open = condition.opensAt(isWantedNow);
    if (open === Infinity) return Infinity;
    const settings = this.parts.settings(request.pace);
    const due = isWantedNow ? request.dueAt : dueAt(request, this.focused, settings);
    const last = lastSafeAsk(request);
    const mustAsk = last !== null && (request.askedAt ?? request.startedAt) < last ? last : Infinity;
    // Whoever wants it and however often: never sooner after the last question than the settings allow.
    const soonest = (request.askedAt ?? -Infinity) + settings.interval;
    return Math.max(Math.min(Math.max(due, open), mustAsk), item.elsewhereUntil, soonest);
  }

  dispose(): void {
    this.disposed = true;
    this.timer?.dispose();
    this.timer = null;
  }
}

function spacedFrom(starts: readonly number[], now: number): number {
  const first = starts.length < BURST ? undefined : starts[0];
  return first === undefined || first > now ? -Infinity : first + BURST_WINDOW;
}
