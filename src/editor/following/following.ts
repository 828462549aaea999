import type { Disposable } from '../../base/emitter';
import type { Clock, Leases } from '../../base/ports';
import { SteadyClock } from '../../base/steadyClock';
import type { RecentSubmission, ServiceId, Judge } from '../../service';
import { newSubmissions, type FollowMemory, type NewSubmissions } from './newSubmissions';
import {
  FOCUS_INTERVAL_MS,
  PENDING_INTERVAL_MS,
  FOREIGN_RETRY_MS,
  LONGEST_TIMER_MS,
  MAX_ADDED,
  MAX_PENDING,
} from './limits';

/** The followed services and their lists. */
export interface SubmissionSource {
  /** Returns the followed services that list submissions. */
  followed(): Promise<readonly Judge[]>;
  /** Requests the user's submissions, the newest first. Null: the service can't be asked now. */
  list(profile: Judge): Promise<readonly RecentSubmission[] | null>;
}

/** The records that the user's submissions become. */
export interface SubmissionHistory {
  isKnown(service: ServiceId, requestId: string): boolean;
  /** Returns the IDs of all pending requests of the service. */
  pendingAt(service: ServiceId): ReadonlySet<string>;
  /** Adds a record for the submission, and tracks it. */
  add(profile: Judge, submission: RecentSubmission): Promise<void>;
}

/** What is stored about the followed services. */
export interface FollowMemories {
  /** Null: nothing is stored about it. */
  of(service: ServiceId): FollowMemory | null;
  set(service: ServiceId, memory: FollowMemory): Promise<void>;
  /** The service is no longer followed. */
  remove(service: ServiceId): Promise<void>;
}

export interface FollowingParts {
  readonly clock: Clock;
  /** opens the leases that all windows of this computer share */
  readonly leases: { openLeases(): Promise<Leases> };
  readonly source: SubmissionSource;
  readonly history: SubmissionHistory;
  readonly memories: FollowMemories;
  readonly onError: (what: string, error: unknown) => void;
}

/** The state of one followed service. */
interface Watched {
  profile: Judge;
  /** when the list was last refreshed, ms since 1970; -Infinity: never */
  lastAt: number;
  /** time of the last list that was requested for following alone, ms since 1970 */
  listedAt: number;
  /** the window got the focus since the last refresh */
  isFocused: boolean;
  /** the user submitted or fetched something since the last refresh, or there is more to add */
  isWanted: boolean;
  /** time before which it isn't refreshed, because another window does, ms since 1970 */
  notBefore: number;
  isRefreshing: boolean;
}

/**
 * Finds new submissions of the user at the followed services: when the window gets the focus, after the user submits or
 * fetches something, and while something is pending. Otherwise it does nothing, and has no timer.
 */
export class Following implements Disposable {
  private readonly watched = new Map<ServiceId, Watched>();
  private hasFocus = false;
  private timer: Disposable | null = null;
  private isDisposed = false;
  private readonly clock: SteadyClock;

  constructor(private readonly parts: FollowingParts) {
    this.clock = new SteadyClock(parts.clock, (by) => this.shift(by));
  }

  /** The followed services may have changed. */
  async update(): Promise<void> {
    const profiles = await this.parts.source.followed();
    const ids = new Set(profiles.map(({ id }) => id));
    for (const id of [...this.watched.keys()].filter((one) => !ids.has(one))) {
      this.watched.delete(id);
      await this.parts.memories.remove(id);
    }
    for (const profile of profiles) {
      const known = this.watched.get(profile.id);
      if (known) known.profile = profile;
      else this.watched.set(profile.id, { ...begun(profile), isFocused: this.hasFocus });
    }
    this.reschedule();
  }

  isFollowing(service: ServiceId): boolean {
    return this.watched.has(service);
  }

  setFocused(hasFocus: boolean): void {
    this.hasFocus = hasFocus;
    // Skips refreshes for the focus while the window isn't focused.
    for (const one of this.watched.values()) one.isFocused = hasFocus;
    this.reschedule();
  }

  /** The user submitted or fetched something there, so there may be more. */
  wanted(service: ServiceId): void {
    const one = this.watched.get(service);
    if (one) one.isWanted = true;
    this.reschedule();
  }

  /** What is pending may have changed: refreshes what is due, and sets the timer. */
  reschedule(): void {
    this.timer?.dispose();
    this.timer = null;
    if (this.isDisposed) return;
    const now = this.clock.now();
    let next = Infinity;
    for (const one of this.watched.values()) {
      const dueAt = this.dueAt(one);
      if (dueAt <= now) void this.refresh(one);
      else next = Math.min(next, dueAt);
    }
    if (next === Infinity) return;
    this.timer = this.parts.clock.after(Math.min(next - now, LONGEST_TIMER_MS), () => this.reschedule());
  }

  /** Follows a service from now on. Returns what it lists already and isn't in the history, the oldest first. */
  async begin(profile: Judge, listed: readonly RecentSubmission[]): Promise<readonly RecentSubmission[]> {
    // It is refreshed when the window gets the focus again, after the user comes back from the site.
    this.watched.set(profile.id, begun(profile));
    return (await this.take(profile, listed, null)).older;
  }

  /**
   * The service responded to a batch with these IDs, the newest first. If they contain others than the pending ones, they
   * show whether there is a new submission, and the list needn't be requested for that.
   */
  listed(service: ServiceId, requestIds: readonly string[]): void {
    const one = this.watched.get(service);
    const seen = new Set(this.parts.memories.of(service)?.seen);
    if (!one || seen.size === 0) return;
    const pending = this.parts.history.pendingAt(service);
    let isList = false;
    for (const requestId of requestIds) {
      isList ||= !pending.has(requestId);
      if (seen.has(requestId) && isList) break;
      if (!seen.has(requestId) && !this.parts.history.isKnown(service, requestId)) {
        one.isWanted = true;
        one.lastAt = -Infinity;
        break;
      }
    }
    const now = this.clock.now();
    // The response doesn't contain submissions in contests.
    const isWhole = !one.profile.contests || now < one.listedAt + FOCUS_INTERVAL_MS;
    if (isList && isWhole && !one.isWanted) one.lastAt = now;
    this.reschedule();
  }

  dispose(): void {
    this.isDisposed = true;
    this.timer?.dispose();
  }

  /** When the next refresh is due, ms since 1970; Infinity: none is. */
  private dueAt(one: Watched): number {
    if (one.isRefreshing) return Infinity;
    const { profile, lastAt, isFocused, isWanted, notBefore } = one;
    const pending = this.parts.history.pendingAt(profile.id).size;
    if (pending >= MAX_PENDING) return Infinity;
    const soon = Math.max(PENDING_INTERVAL_MS, 2 * (profile.pace?.interval ?? 0));
    const due = [
      isFocused ? lastAt + FOCUS_INTERVAL_MS : Infinity,
      isWanted || pending > 0 ? lastAt + soon : Infinity,
    ];
    return Math.max(notBefore, Math.min(...due));
  }

  /** The clock was set back by `by` ms. */
  private shift(by: number): void {
    for (const one of this.watched.values()) {
      one.lastAt -= by;
      one.listedAt -= by;
      one.notBefore -= by;
    }
  }

  /** Adds new submissions, the oldest first, and as many as one refresh may add. */
  private async take(
    profile: Judge,
    listed: readonly RecentSubmission[],
    memory: FollowMemory | null,
  ): Promise<NewSubmissions> {
    const { history, memories } = this.parts;
    const known = listed.filter(({ requestId }) => history.isKnown(profile.id, requestId));
    const knownIds = new Set(known.map(({ requestId }) => requestId));
    const found = newSubmissions(listed, knownIds, memory, this.clock.now());
    const room = Math.max(0, Math.min(MAX_ADDED, MAX_PENDING - history.pendingAt(profile.id).size));
    for (const one of found.fresh.slice(0, room)) await history.add(profile, one);
    const left = new Set(found.fresh.slice(room).map(({ requestId }) => requestId));
    const seen = found.memory.seen.filter((requestId) => !left.has(requestId));
    await memories.set(profile.id, { since: found.memory.since, seen });
    const one = this.watched.get(profile.id);
    if (one && left.size > 0) one.isWanted = true;
    return found;
  }

  private async refresh(one: Watched): Promise<void> {
    const { leases, source, memories, onError } = this.parts;
    const { clock } = this;
    one.isRefreshing = true;
    const { id } = one.profile;
    try {
      // The lease expires by itself. Until then, no other window refreshes.
      const shared = await leases.openLeases();
      if (await shared.tryAcquire(`follow ${id}`, FOCUS_INTERVAL_MS)) {
        one.lastAt = one.listedAt = clock.now();
        one.isFocused = one.isWanted = false;
        const listed = await source.list(one.profile);
        if (listed && !this.isDisposed && this.watched.get(id) === one)
          await this.take(one.profile, listed, memories.of(id));
      } else one.notBefore = clock.now() + FOREIGN_RETRY_MS;
    } catch (error) {
      one.notBefore = clock.now() + FOCUS_INTERVAL_MS;
      onError(`submissions at ${id} could not be followed`, error);
    } finally {
      one.isRefreshing = false;
      this.reschedule();
    }
  }
}

function begun(profile: Judge): Watched {
  return {
    profile,
    lastAt: -Infinity,
    listedAt: -Infinity,
    isFocused: false,
    isWanted: false,
    notBefore: 0,
    isRefreshing: false,
  };
}
