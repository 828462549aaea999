import type { Disposable } from '../../base/emitter';
import type { Clock, Leases } from '../../base/ports';
import { SteadyClock } from '../../base/steadyClock';
import type { RecentSubmission, ServiceId, ServiceProfile } from '../../service';

/** Minimum time between two refreshes because of the focus, in all windows of this computer, ms. */
const FOCUS_INTERVAL = 60_000;
/** Minimum time between two refreshes while something is pending, or after the user submitted something, ms. */
const PENDING_INTERVAL = 10_000;
/** How long this window waits before it tries again, if another window refreshes, ms. */
const FOREIGN_RETRY = 15_000;
/** Longest timer, ms: a timer doesn't notice that the clock was set or that the computer slept. */
const LONGEST_TIMER = 30_000;
/** Maximum number of submissions that one refresh adds. The next refreshes add the rest. */
const MAX_ADDED = 20;
/** While so many results are pending at a service, none of its submissions are added. */
const MAX_PENDING = 200;

/** What `Following` needs from outside. Only `leases` may reject. */
export interface FollowingParts {
  readonly clock: Clock;
  /** shared by all windows of this computer */
  readonly leases: () => Promise<Leases>;
  /** Returns the followed services that list submissions. */
  readonly followed: () => Promise<readonly ServiceProfile[]>;
  /** Requests the user's submissions, the newest first. Null: the service can't be asked now. */
  readonly list: (profile: ServiceProfile) => Promise<readonly RecentSubmission[] | null>;
  readonly isKnown: (service: ServiceId, requestId: string) => boolean;
  /** Returns the IDs of all pending requests of the service. */
  readonly pendingAt: (service: ServiceId) => ReadonlySet<string>;
  /** Adds a record for the submission, and tracks it. */
  readonly add: (profile: ServiceProfile, submission: RecentSubmission) => Promise<void>;
  readonly memoryOf: (service: ServiceId) => FollowMemory | null;
  /** Null: it is no longer followed. */
  readonly remember: (service: ServiceId, memory: FollowMemory | null) => Promise<void>;
  readonly onError: (what: string, error: unknown) => void;
}

/** The state of one followed service. */
interface Watched {
  profile: ServiceProfile;
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
    const profiles = await this.parts.followed();
    const ids = new Set(profiles.map(({ id }) => id));
    for (const id of [...this.watched.keys()].filter((one) => !ids.has(one))) {
      this.watched.delete(id);
      await this.parts.remember(id, null);
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
    this.timer = this.parts.clock.after(Math.min(next - now, LONGEST_TIMER), () => this.reschedule());
  }

  /** Follows a service from now on. Returns what it lists already and isn't in the history, the oldest first. */
  async begin(
    profile: ServiceProfile,
    listed: readonly RecentSubmission[],
  ): Promise<readonly RecentSubmission[]> {
    // It is refreshed when the window gets the focus again, after the user comes back from the site.
    this.watched.set(profile.id, begun(profile));
    return (await this.take(profile, listed, null)).older;
  }

  /**
   * One question for all that is pending has been answered, with these IDs, the newest first. Where it lists others, too,
   * it tells whether there is more, and nothing needs to be asked for that.
   */
  listed(service: ServiceId, requestIds: readonly string[]): void {
    const one = this.watched.get(service);
    const seen = new Set(this.parts.memoryOf(service)?.seen);
    if (!one || seen.size === 0) return;
    const pending = this.parts.pendingAt(service);
    let isList = false;
    for (const requestId of requestIds) {
      isList ||= !pending.has(requestId);
      if (seen.has(requestId) && isList) break;
      if (!seen.has(requestId) && !this.parts.isKnown(service, requestId)) {
        one.isWanted = true;
        one.lastAt = -Infinity;
        break;
      }
    }
    const now = this.clock.now();
    // the answer doesn't contain the submissions in contests
    const isWhole = one.profile.openContests === null || now < one.listedAt + FOCUS_INTERVAL;
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
    const pending = this.parts.pendingAt(profile.id).size;
    if (pending >= MAX_PENDING) return Infinity;
    const soon = Math.max(PENDING_INTERVAL, 2 * (profile.pace?.interval ?? 0));
    const due = [
      isFocused ? lastAt + FOCUS_INTERVAL : Infinity,
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
    profile: ServiceProfile,
    listed: readonly RecentSubmission[],
    memory: FollowMemory | null,
  ): Promise<Listed> {
    const { add, isKnown, pendingAt, remember } = this.parts;
    const found = newSubmissions(listed, memory, (id) => isKnown(profile.id, id), this.clock.now());
    const room = Math.max(0, Math.min(MAX_ADDED, MAX_PENDING - pendingAt(profile.id).size));
    for (const one of found.fresh.slice(0, room)) await add(profile, one);
    const left = new Set(found.fresh.slice(room).map(({ requestId }) => requestId));
    const seen = found.memory.seen.filter((requestId) => !left.has(requestId));
    await remember(profile.id, { since: found.memory.since, seen });
    const one = this.watched.get(profile.id);
    if (one && left.size > 0) one.isWanted = true;
    return found;
  }

  private async refresh(one: Watched): Promise<void> {
    const { leases, onError } = this.parts;
    const clock = this.clock;
    one.isRefreshing = true;
    const { id } = one.profile;
    try {
      // The lease expires by itself. Until then, no other window refreshes.
      if (await (await leases()).tryAcquire(`follow ${id}`, FOCUS_INTERVAL)) {
        one.lastAt = one.listedAt = clock.now();
        one.isFocused = one.isWanted = false;
        const listed = await this.parts.list(one.profile);
        if (listed && !this.isDisposed && this.watched.get(id) === one)
          await this.take(one.profile, listed, this.parts.memoryOf(id));
      } else one.notBefore = clock.now() + FOREIGN_RETRY;
    } catch (error) {
      one.notBefore = clock.now() + FOCUS_INTERVAL;
      onError(`submissions at ${id} could not be followed`, error);
    } finally {
      one.isRefreshing = false;
      this.reschedule();
    }
  }
}

function begun(profile: ServiceProfile): Watched {
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

/** What is stored about a followed service. */
export interface FollowMemory {
  /** when following began, ms since 1970; older submissions aren't added */
  readonly since: number;
  /**
   * The IDs that the service has listed, those listed last first: a result that the user removed doesn't come back. IDs
   * that are missing from the last list are kept, since the submissions in contests aren't part of each list.
   */
  readonly seen: readonly string[];
}

export interface Listed {
  /** new since the last refresh, the oldest first */
  readonly fresh: readonly RecentSubmission[];
  /** older, and not in the history, the oldest first */
  readonly older: readonly RecentSubmission[];
  readonly memory: FollowMemory;
}

/** Maximum number of listed submissions that are read, from the newest. */
const MAX_LISTED = 100;
/** Maximum number of IDs that are remembered for a service. */
const MAX_SEEN = 400;
/** By how much the clocks of the service and of this computer may differ, ms. */
const MAX_CLOCK_DIFFERENCE = 5 * 60_000;

/** Finds new submissions in the list of a service, the newest first. `memory`: null if following begins now. */
function newSubmissions(
  listed: readonly RecentSubmission[],
  memory: FollowMemory | null,
  isKnown: (requestId: string) => boolean,
  now: number,
): Listed {
  const submissions = listed.slice(0, MAX_LISTED).reverse();
  const listedIds = submissions.map(({ requestId }) => requestId);
  const unknown = submissions.filter(({ requestId }) => !isKnown(requestId));
  // A time in the future: the clock was set back.
  const since = Math.min(memory?.since ?? now, now);
  const seen = new Set(memory?.seen);
  const isFresh = ({ requestId, at }: RecentSubmission): boolean =>
    memory !== null && !seen.has(requestId) && (at === null || at >= since - MAX_CLOCK_DIFFERENCE);
  return {
    fresh: unknown.filter(isFresh),
    older: unknown.filter((one) => !isFresh(one)),
    memory: { since, seen: [...new Set([...listedIds, ...seen])].slice(0, MAX_SEEN) },
  };
}
