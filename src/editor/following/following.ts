import { DueTimer } from '../../base/dueTimer';
import type { Disposable } from '../../base/emitter';
import type { Clock, Leases } from '../../base/ports';
import type { Contest } from '../../results';
import type { ListedBefore, RecentSubmission, JudgeId, Judge } from '../../judges';
import { contestSpread } from '../shared/backgroundRequests/contestSpread';
import type { SpacedRequests } from '../shared/backgroundRequests/spacedRequests';
import { busyUntil, type MadeSubmission } from './busyTime';
import { newSubmissions, type FollowMemory, type NewSubmissions } from './newSubmissions';
import {
  AFTER_START_MS,
  AFTER_SUBMISSION_MS,
  BATCH_REPLACES_LIST_MS,
  BUSY_INTERVAL_MS,
  ONLY_CONTEST_VALID_MS,
  FAILURE_PAUSE_MS,
  FOCUS_INTERVAL_MS,
  PENDING_INTERVAL_MS,
  REFRESH_LEASE_MS,
  FOREIGN_RETRY_MS,
  LONGEST_TIMER_MS,
  MAX_ADDED,
  MAX_PENDING,
} from './limits';

/** Provides the followed judges and the user's submissions there. */
export interface SubmissionSource {
  /** Returns the followed judges that list submissions. */
  followed(): Promise<readonly Judge[]>;
  /**
   * Fetches the user's submissions, newest first. `before`: submissions that need not be listed; null: none. Null: they
   * couldn't be listed, or no request can be sent now.
   */
  list(judge: Judge, before: ListedBefore | null): Promise<readonly RecentSubmission[] | null>;
  /**
   * Fetches the only contest of the judge's list. Its times are by this computer's clock. Null: there is none, or it
   * couldn't be fetched.
   */
  contestOf(judge: Judge): Promise<Contest | null>;
  /** Returns that contest if it was fetched a short time ago; null: it must be fetched. */
  recentContestOf(judge: Judge): Contest | null;
}

export interface SubmissionHistory {
  isKnown(service: JudgeId, requestId: string): boolean;
  knownAt(service: JudgeId): readonly string[];
  pendingAt(service: JudgeId): ReadonlySet<string>;
  /** Returns the submissions to the judge in the history. */
  madeAt(service: JudgeId): readonly MadeSubmission[];
  /**
   * Fetches a known result again if the list shows that the judge changed its verdict. Returns whether it did. Rejects
   * with `RequestFailed`.
   */
  readAgainIfChanged(judge: Judge, submission: RecentSubmission): Promise<boolean>;
  /** Adds the listed problem, contest, and language to a known result whose problem is unknown. */
  complete(judge: Judge, submission: RecentSubmission): Promise<void>;
  /** Adds a record for the submission, and starts polling it. */
  add(judge: Judge, submission: RecentSubmission): Promise<void>;
}

export interface FollowMemories {
  /** Returns null if nothing is stored. */
  of(service: JudgeId): FollowMemory | null;
  set(service: JudgeId, memory: FollowMemory): Promise<void>;
  /** Deletes the data of a judge when the user stops following it. */
  remove(service: JudgeId): Promise<void>;
}

export interface FollowingParts {
  readonly clock: Clock;
  /** opens the leases, which all windows of this computer share */
  readonly leases: { openLeases(): Promise<Leases> };
  readonly source: SubmissionSource;
  /** requests of this window; those while something is pending don't count */
  readonly spaced: SpacedRequests;
  /** Returns a random number in [0, 1). */
  readonly random: () => number;
  readonly history: SubmissionHistory;
  readonly memories: FollowMemories;
  readonly onError: (what: string, error: unknown) => void;
}

/** State of a followed judge. Its times are those of the timer, in ms. */
interface FollowedJudge {
  judge: Judge;
  /** time of the last refresh, or of a batch response that replaced one; -Infinity: never */
  lastAt: number;
  /** time of the last list that following itself requested */
  listedAt: number;
  /** whether this window has listed the submissions before; the first list also needs the account */
  hasListed: boolean;
  /** whether the window got the focus after the last refresh, and still has it */
  isFocused: boolean;
  /** whether the user submitted or fetched something after the last refresh, or more submissions are to be added */
  isWanted: boolean;
  /** time until which further submissions are likely, according to the last list */
  busyUntil: number;
  /** the only contest of the judge's list; null: none, or unknown */
  contest: Contest | null;
  /** time when the contest was fetched */
  contestAt: number;
  /** time before which this window doesn't refresh, because another window does or a refresh failed */
  notBefore: number;
  isRefreshing: boolean;
}

/**
 * Finds new submissions of the user at the followed judges: when the window gets the focus, after the user submits or
 * fetches something, and while something is pending. If the judge's list is small, the focused window also looks once a
 * minute while a contest runs or soon after a submission, because a teammate may submit. The timer then also waits for
 * the start of the judge's contest. In all other cases, no timer runs.
 */
export class Following implements Disposable {
  private readonly watched = new Map<JudgeId, FollowedJudge>();
  private hasFocus = false;
  private isDisposed = false;
  private readonly timer: DueTimer;
  /** Delay of this window's requests after the start of a contest, ms. */
  private readonly spread: number;

  constructor(private readonly parts: FollowingParts) {
    this.spread = contestSpread(parts.random);
    this.timer = new DueTimer(parts.clock, LONGEST_TIMER_MS, () =>
      [...this.watched.values()].map((followed) => ({
        at: this.dueAt(followed),
        run: () => void this.refresh(followed),
      })),
    );
  }

  /** Starts or stops following judges according to the settings. */
  async update(): Promise<void> {
    const judges = await this.parts.source.followed();
    const ids = new Set(judges.map(({ id }) => id));
    for (const id of [...this.watched.keys()].filter((followedId) => !ids.has(followedId))) {
      this.watched.delete(id);
      await this.parts.memories.remove(id);
    }
    for (const judge of judges) {
      const known = this.watched.get(judge.id);
      if (known) known.judge = judge;
      else this.watched.set(judge.id, { ...begun(judge), isFocused: this.hasFocus });
    }
    this.reschedule();
  }

  isFollowing(service: JudgeId): boolean {
    return this.watched.has(service);
  }

  setFocused(hasFocus: boolean): void {
    this.hasFocus = hasFocus;
    // An unfocused window doesn't catch up on refreshes.
    for (const followed of this.watched.values()) followed.isFocused = hasFocus;
    this.reschedule();
  }

  /** Refreshes soon, because the user submitted or fetched something at this judge. */
  refreshSoon(service: JudgeId): void {
    const followed = this.watched.get(service);
    if (followed) {
      followed.isWanted = true;
      followed.busyUntil = Math.max(followed.busyUntil, this.timer.now() + AFTER_SUBMISSION_MS);
    }
    this.reschedule();
  }

  /**
   * Starts the refreshes that are due, and sets the timer for the next one. Called when pending requests may have
   * changed.
   */
  reschedule(): void {
    this.timer.reschedule();
  }

  /** Starts following a judge. Returns the listed submissions that aren't in the history, oldest first. */
  async begin(judge: Judge, listed: readonly RecentSubmission[]): Promise<readonly RecentSubmission[]> {
    // The next refresh starts when the user returns from the website and the window gets the focus.
    const followed = { ...begun(judge), listedAt: this.timer.now() };
    this.watched.set(judge.id, followed);
    const { older } = await this.addNew(judge, listed, null);
    followed.busyUntil = Math.max(followed.busyUntil, this.busyUntil(listed.map(madeIn)));
    await this.updateContest(followed);
    this.reschedule();
    return older;
  }

  /**
   * Handles the request IDs in a batch response, newest first. A response that contains more than the pending requests
   * shows whether there are new submissions, and replaces the next refresh.
   */
  listed(service: JudgeId, requestIds: readonly string[]): void {
    const followed = this.watched.get(service);
    const seen = new Set(this.parts.memories.of(service)?.seen);
    if (!followed || seen.size === 0) return;
    const { isList, hasNew } = this.examine(service, requestIds, seen);
    if (hasNew) {
      followed.isWanted = true;
      followed.lastAt = -Infinity;
    }
    const now = this.timer.now();
    // A batch response contains no contest submissions.
    const isWhole = !followed.judge.contests?.submissions || now < followed.listedAt + BATCH_REPLACES_LIST_MS;
    if (isList && isWhole && !followed.isWanted) followed.lastAt = now;
    this.reschedule();
  }

  /**
   * Reads the request IDs in a batch response up to the first one that decides. `isList`: it contains more than the
   * pending requests; `hasNew`: it contains an unknown submission.
   */
  private examine(
    service: JudgeId,
    requestIds: readonly string[],
    seen: ReadonlySet<string>,
  ): { readonly isList: boolean; readonly hasNew: boolean } {
    const { history } = this.parts;
    const pending = history.pendingAt(service);
    let isList = false;
    for (const requestId of requestIds) {
      isList ||= !pending.has(requestId);
      if (seen.has(requestId) && isList) break;
      if (!seen.has(requestId) && !history.isKnown(service, requestId)) return { isList, hasNew: true };
    }
    return { isList, hasNew: false };
  }

  dispose(): void {
    this.isDisposed = true;
    this.timer.dispose();
  }

  /** Returns the time of the next refresh; Infinity: none. */
  private dueAt(followed: FollowedJudge): number {
    if (followed.isRefreshing) return Infinity;
    const { judge, lastAt, isFocused, isWanted, notBefore } = followed;
    const pending = this.parts.history.pendingAt(judge.id).size;
    if (pending >= MAX_PENDING) return Infinity;
    const shortest = judge.listing?.interval ?? 0;
    const soon = Math.max(PENDING_INTERVAL_MS, 2 * (judge.pace?.interval ?? 0), shortest);
    const due = [
      isFocused ? lastAt + Math.max(FOCUS_INTERVAL_MS, shortest) : Infinity,
      isWanted || pending > 0 ? lastAt + soon : Infinity,
      Math.max(
        this.busyRefreshAt(followed),
        this.timer.now() + this.parts.spaced.wait(judge.id, requestsOf(followed)),
      ),
    ];
    return Math.max(notBefore, Math.min(...due));
  }

  /** Returns whether a refresh is for submissions that are probably new. */
  private isUrgent({ judge, isWanted }: FollowedJudge): boolean {
    return isWanted || this.parts.history.pendingAt(judge.id).size > 0;
  }

  /** Returns the time of the next refresh of the focused window while submissions are likely; Infinity: none. */
  private busyRefreshAt(followed: FollowedJudge): number {
    const { judge, listedAt } = followed;
    // the list that the command requested also counts, because the window may keep the focus
    const lastAt = Math.max(followed.lastAt, listedAt);
    if (!this.hasFocus || !judge.listing?.isSmall || lastAt === -Infinity) return Infinity;
    const nextAt = lastAt + Math.max(BUSY_INTERVAL_MS, judge.listing.interval ?? 0);
    if (nextAt < followed.busyUntil) return nextAt;
    const known = [...this.parts.history.madeAt(judge.id), { at: null, contest: followed.contest }];
    if (nextAt < this.busyUntil(known)) return nextAt;
    const startsAt = this.startAfter(lastAt, followed.contest);
    return startsAt === null ? Infinity : Math.max(nextAt, startsAt + AFTER_START_MS + this.spread);
  }

  /** Returns the time until which further submissions are likely after these. */
  private busyUntil(submissions: readonly MadeSubmission[]): number {
    return this.timer.at(busyUntil(submissions, this.parts.clock.now()));
  }

  /** Returns the start of a contest that hadn't begun at `time`. Null: it had, or the start is unknown. */
  private startAfter(time: number, contest: Contest | null): number | null {
    const startsAt = this.timer.at(contest?.startsAt ?? -Infinity);
    return startsAt > time ? startsAt : null;
  }

  /** Adds new submissions, oldest first, up to the limit of one refresh. Updates the stored data. */
  private async addNew(
    judge: Judge,
    listed: readonly RecentSubmission[],
    memory: FollowMemory | null,
  ): Promise<NewSubmissions> {
    const { history, memories } = this.parts;
    const known = listed.filter(({ requestId }) => history.isKnown(judge.id, requestId));
    const knownIds = new Set(known.map(({ requestId }) => requestId));
    const found = newSubmissions(listed, knownIds, memory, this.parts.clock.now());
    const room = Math.max(0, Math.min(MAX_ADDED, MAX_PENDING - history.pendingAt(judge.id).size));
    for (const submission of found.fresh.slice(0, room)) await history.add(judge, submission);
    const left = new Set(found.fresh.slice(room).map(({ requestId }) => requestId));
    const seen = found.memory.seen.filter((requestId) => !left.has(requestId));
    await memories.set(judge.id, { since: found.memory.since, seen });
    const followed = this.watched.get(judge.id);
    if (followed && left.size > 0) followed.isWanted = true;
    return found;
  }

  /** Fetches known results again whose verdicts have changed, at most as many as one refresh adds. */
  private async readChanged(judge: Judge, listed: readonly RecentSubmission[]): Promise<void> {
    const { history } = this.parts;
    let changed = 0;
    for (const submission of listed) {
      if (changed === MAX_ADDED || this.isDisposed) return;
      if (!history.isKnown(judge.id, submission.requestId)) continue;
      await history.complete(judge, submission);
      if (await history.readAgainIfChanged(judge, submission)) changed += 1;
    }
  }

  /** Returns the submissions that a refresh doesn't need. Null: following has just begun. */
  private listedBefore(service: JudgeId): ListedBefore | null {
    const { history, memories } = this.parts;
    const memory = memories.of(service);
    if (!memory) return null;
    // seen submissions include results that the user removed
    return {
      known: new Set([...history.knownAt(service), ...memory.seen]),
      pending: [...history.pendingAt(service)],
    };
  }

  /**
   * Reads the judge's contest again if it isn't known, may have been extended, or has begun since. Returns whether that
   * was enough for this refresh: nothing was submitted yet if the contest has just begun.
   */
  private async updateContest(followed: FollowedJudge): Promise<boolean> {
    const { judge, contest, contestAt } = followed;
    const { source, spaced } = this.parts;
    if (!judge.listing?.isSmall) return false;
    const now = this.timer.now();
    const hasJustBegun =
      this.startAfter(contestAt, contest) !== null && this.startAfter(now, contest) === null;
    if (contest && !hasJustBegun && now < contestAt + ONLY_CONTEST_VALID_MS) return false;
    const recent = source.recentContestOf(judge);
    if (!recent && !hasJustBegun) {
      // a contest that is known has probably not been extended
      if (contest && spaced.wait(judge.id) > 0) return false;
      spaced.count(judge.id);
    }
    followed.contest = recent ?? (await source.contestOf(judge)) ?? contest;
    followed.contestAt = now;
    return hasJustBegun && !recent;
  }

  private async refresh(followed: FollowedJudge): Promise<void> {
    const { leases, source, memories, spaced, onError } = this.parts;
    const { timer } = this;
    // another request of this window may have been sent since
    if (this.dueAt(followed) > timer.now()) return;
    followed.isRefreshing = true;
    const { id } = followed.judge;
    const counted = this.isUrgent(followed) ? 0 : requestsOf(followed);
    spaced.count(id, counted);
    try {
      // The lease expires automatically. Until then, no other window refreshes.
      const shared = await leases.openLeases();
      if (await shared.tryAcquire(`follow ${id}`, REFRESH_LEASE_MS)) {
        followed.lastAt = followed.listedAt = timer.now();
        followed.isFocused = followed.isWanted = false;
        const isInsteadOfList = await this.updateContest(followed);
        // a judge may refuse to list the submissions to a future contest
        if (isInsteadOfList || this.startAfter(timer.now(), followed.contest) !== null) return;
        followed.hasListed = true;
        const listed = await source.list(followed.judge, this.listedBefore(id));
        // it was sent after the contest, or after the account
        spaced.release(id, counted);
        spaced.count(id, counted);
        if (listed && !this.isDisposed && this.watched.get(id) === followed) {
          followed.busyUntil = Math.max(followed.busyUntil, this.busyUntil(listed.map(madeIn)));
          await this.addNew(followed.judge, listed, memories.of(id));
          await this.readChanged(followed.judge, listed);
        }
      } else {
        followed.notBefore = timer.now() + FOREIGN_RETRY_MS;
        spaced.release(id, counted);
      }
    } catch (error) {
      followed.notBefore = timer.now() + FAILURE_PAUSE_MS;
      onError(`submissions at ${id} could not be followed`, error);
    } finally {
      followed.isRefreshing = false;
      this.reschedule();
    }
  }
}

function madeIn({ at, contest }: RecentSubmission): MadeSubmission {
  return { at, contest: contest ?? null };
}

/** Returns how many requests a refresh sends at most. */
function requestsOf({ hasListed }: FollowedJudge): number {
  return hasListed ? 1 : 2;
}

function begun(judge: Judge): FollowedJudge {
  return {
    judge,
    lastAt: -Infinity,
    listedAt: -Infinity,
    hasListed: false,
    isFocused: false,
    isWanted: false,
    contest: null,
    contestAt: -Infinity,
    notBefore: 0,
    busyUntil: -Infinity,
    isRefreshing: false,
  };
}
