import type { Disposable } from '../../base/emitter';
import type { Clock, Leases } from '../../base/ports';
import { SteadyClock } from '../../base/steadyClock';
import type { RecentSubmission, ServiceId, ServiceProfile } from '../../service';

/** Least time between two looks that only the focus asks for, on the whole machine, ms. */
const besideFocus = 60_000;
/** Least time between two looks while something is pending, or after a submission of one's own, ms. */
const whilePending = 10_000;
/** Another window has looked: so much later this one tries again, ms. */
const tryAgain = 15_000;
/** Longest timer, ms: a timer doesn't notice that the clock was set or that the computer slept. */
const LONGEST_TIMER = 30_000;
/** Most submissions that one look adds. The rest is added by the next looks. */
const MAX_ADDED = 20;
/** While so many results are pending at a service, none of its submissions are added. */
const MAX_PENDING = 200;

/** What following works with; nothing in here may reject, but for `leases`. */
export interface FollowingParts {
  readonly clock: Clock;
  /** shared with the other windows of this machine */
  readonly leases: () => Promise<Leases>;
  /** the services that are followed, and list submissions */
  readonly followed: () => Promise<readonly ServiceProfile[]>;
  /** The user's newest submissions, the newest first; null: the service can't be asked now. */
  readonly list: (profile: ServiceProfile) => Promise<readonly RecentSubmission[] | null>;
  readonly isKnown: (service: ServiceId, requestId: string) => boolean;
  /** the request IDs of what is being judged there */
  readonly pendingAt: (service: ServiceId) => ReadonlySet<string>;
  /** It becomes a record, and is asked for until its end. */
  readonly add: (profile: ServiceProfile, submission: RecentSubmission) => Promise<void>;
  readonly memoryOf: (service: ServiceId) => FollowMemory | null;
  /** null: it is followed no more */
  readonly remember: (service: ServiceId, memory: FollowMemory | null) => Promise<void>;
  readonly onError: (what: string, error: unknown) => void;
}

/** How it stands with one service. */
interface Watched {
  profile: ServiceProfile;
  lastAt: number;
  /** time of the last list that was requested for following alone, ms since 1970 */
  listedAt: number;
  /** the window has got the focus since the last look */
  isFocused: boolean;
  /** a person has submitted or fetched something since the last look */
  isWanted: boolean;
  /** not before, because another window has looked */
  notBefore: number;
  isLooking: boolean;
}

/**
 * Looks for new submissions of the user at the services that are followed: when the window gets the focus, after a
 * submission or fetch of one's own, and while something is pending. Else it does nothing, and has no timer.
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

  /** Which services are followed may have changed. */
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
    this.turn();
  }

  isFollowing(service: ServiceId): boolean {
    return this.watched.has(service);
  }

  setFocused(hasFocus: boolean): void {
    this.hasFocus = hasFocus;
    // a look that only the focus has asked for isn't made behind one's back
    for (const one of this.watched.values()) one.isFocused = hasFocus;
    this.turn();
  }

  /** The person has submitted or fetched something there: there may be more. */
  wanted(service: ServiceId): void {
    const one = this.watched.get(service);
    if (one) one.isWanted = true;
    this.turn();
  }

  /** What is pending may have changed. */
  turn(): void {
    this.timer?.dispose();
    this.timer = null;
    if (this.isDisposed) return;
    const now = this.clock.now();
    let next = Infinity;
    for (const one of this.watched.values()) {
      const dueAt = this.dueAt(one);
      if (dueAt <= now) void this.look(one);
      else next = Math.min(next, dueAt);
    }
    if (next === Infinity) return;
    this.timer = this.parts.clock.after(Math.min(next - now, LONGEST_TIMER), () => this.turn());
  }

  /** Follows a service from now on. What it lists already is old, and is given back. */
  async begin(
    profile: ServiceProfile,
    listed: readonly RecentSubmission[],
  ): Promise<readonly RecentSubmission[]> {
    // the next focus is that of a person who comes back from the site
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
    const isWhole = one.profile.openContests === null || now < one.listedAt + besideFocus;
    if (isList && isWhole && !one.isWanted) one.lastAt = now;
    this.turn();
  }

  dispose(): void {
    this.isDisposed = true;
    this.timer?.dispose();
  }

  /** Never: nothing asks for a look. */
  private dueAt(one: Watched): number {
    if (one.isLooking) return Infinity;
    const { profile, lastAt, isFocused, isWanted, notBefore } = one;
    const pending = this.parts.pendingAt(profile.id).size;
    if (pending >= MAX_PENDING) return Infinity;
    const soon = Math.max(whilePending, 2 * (profile.pace?.interval ?? 0));
    const due = [
      isFocused ? lastAt + besideFocus : Infinity,
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

  /** Adds new submissions, the oldest first, and as many as one look may add. */
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

  private async look(one: Watched): Promise<void> {
    const { leases, onError } = this.parts;
    const clock = this.clock;
    one.isLooking = true;
    const { id } = one.profile;
    try {
      // it runs out by itself: in this time no other window looks
      if (await (await leases()).tryAcquire(`follow ${id}`, besideFocus)) {
        one.lastAt = one.listedAt = clock.now();
        one.isFocused = one.isWanted = false;
        const listed = await this.parts.list(one.profile);
        if (listed && !this.isDisposed && this.watched.get(id) === one)
          await this.take(one.profile, listed, this.parts.memoryOf(id));
      } else one.notBefore = clock.now() + tryAgain;
    } catch (error) {
      one.notBefore = clock.now() + besideFocus;
      onError(`submissions at ${id} could not be followed`, error);
    } finally {
      one.isLooking = false;
      this.turn();
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
    isLooking: false,
  };
}

/** What is remembered of a service whose submissions are followed. */
export interface FollowMemory {
  /** when following began, ms since 1970: what is older stays out of the list */
  readonly since: number;
  /**
   * The IDs that the service has listed, those listed last first: a result that the user removed doesn't come back. IDs
   * that are missing from the last list are kept, since the submissions in contests aren't part of each list.
   */
  readonly seen: readonly string[];
}

export interface Listed {
  /** new since following began or since the last look, the oldest first */
  readonly fresh: readonly RecentSubmission[];
  /** from before, and no records yet, the oldest first */
  readonly older: readonly RecentSubmission[];
  readonly memory: FollowMemory;
}

/** Most of a list that is looked at, from the newest. */
const most = 100;
/** Maximum number of IDs that are remembered for a service. */
const MAX_SEEN = 400;
/** The clocks of the service and of this computer may differ by so much, ms. */
const clocksDiffer = 5 * 60_000;

/**
 * What of a service's list of submissions, the newest first, is new. `memory`: null where following begins now, with
 * what is listed already.
 */
function newSubmissions(
  listed: readonly RecentSubmission[],
  memory: FollowMemory | null,
  isKnown: (requestId: string) => boolean,
  now: number,
): Listed {
  const submissions = listed.slice(0, most).reverse();
  const listedIds = submissions.map(({ requestId }) => requestId);
  const unknown = submissions.filter(({ requestId }) => !isKnown(requestId));
  // later than now: the clock was set back
  const since = Math.min(memory?.since ?? now, now);
  const seen = new Set(memory?.seen);
  const isFresh = ({ requestId, at }: RecentSubmission): boolean =>
    memory !== null && !seen.has(requestId) && (at === null || at >= since - clocksDiffer);
  return {
    fresh: unknown.filter(isFresh),
    older: unknown.filter((one) => !isFresh(one)),
    memory: { since, seen: [...new Set([...listedIds, ...seen])].slice(0, MAX_SEEN) },
  };
}
