import { DueTimer } from '../../base/dueTimer';
import { Emitter, type Disposable } from '../../base/emitter';
import type { Clock, Leases } from '../../base/ports';
import { contestState, type Contest } from '../../results/withoutDecoder';
import {
  RequestFailed,
  type Clarification,
  type Judge,
  type JudgeId,
  type RequestFailure,
} from '../../judges';
import { contestSpread } from '../shared/backgroundRequests/contestSpread';
import type { SpacedRequests } from '../shared/backgroundRequests/spacedRequests';
import {
  AFTER_END_MS,
  CLARIFICATIONS_INTERVAL_MS,
  CLARIFICATIONS_JITTER_MS,
  CLARIFICATIONS_RETRY_MS,
  CONTEST_VALID_MS,
  FOLLOWED_CLARIFICATIONS_INTERVAL_MS,
  LONGEST_CLARIFICATIONS_TIMER_MS,
  MAX_CLARIFICATIONS_RETRY_MS,
  SHOWN_AFTER_END_MS,
} from './limits';
import {
  seenAfter,
  withContest,
  withRead,
  type SeenClarifications,
  type SeenStorage,
} from './seenClarifications';

/** Provides the judge of the window and its clarifications. */
export interface ClarificationSource {
  /** Returns the judge whose clarifications are watched; null: none, signed out, or switched off in the settings. */
  watchedJudge(): Promise<Judge | null>;
  /** Returns the IDs of the contests in which the user may take part now. */
  contestsAt(judge: Judge): readonly string[];
  isFollowed(judge: Judge): boolean;
  /** Returns whether a background request may be sent to the judge now. */
  mayRequest(judge: Judge): boolean;
  /** Returns a contest that was fetched a short time ago; null: it must be fetched. */
  recentContest(judge: Judge, id: string): Contest | null;
  /** Rejects with `RequestFailed`. */
  fetchContest(judge: Judge, id: string): Promise<Contest>;
  /** Rejects with `RequestFailed`. */
  fetchAll(judge: Judge, contest: string): Promise<readonly Clarification[]>;
  /** Returns the current time by the judge's clock, ms since 1970. */
  timeAt(service: JudgeId): number;
}

export interface ContestPlace {
  readonly judge: Judge;
  readonly contest: Contest & { readonly id: string };
}

interface ShownContest extends ContestPlace {
  readonly seen: SeenClarifications;
}

/** New clarifications of a contest, newest first. */
export interface ClarificationNews extends ContestPlace {
  readonly clarifications: readonly Clarification[];
}

export interface ClarificationWatchParts {
  readonly clock: Clock;
  /** Returns a random number in [0, 1). */
  readonly random: () => number;
  /** opens the leases, which all windows of this computer share */
  readonly leases: { openLeases(): Promise<Leases> };
  readonly source: ClarificationSource;
  /** requests of this window */
  readonly spaced: SpacedRequests;
  readonly seen: SeenStorage;
  readonly onError: (what: string, error: unknown) => void;
}

/** State of a contest. Its times are those of the timer, in ms. */
interface WatchedContest {
  readonly judge: Judge;
  readonly id: string;
  /** null: not fetched yet */
  contest: Contest | null;
  contestAt: number;
  /** time before which this window requests nothing; Infinity: the judge rejected a request */
  notBefore: number;
  /** consecutive failures */
  failures: number;
  isRequesting: boolean;
  /** time of the last event after which its row may be removed */
  rowCheckedAt: number;
}

/**
 * Requests the clarifications of the chosen judge's contests while they run: one window of the computer every 40 to 60 s,
 * or every 80 to 100 s if the judge is followed. Before the start it waits for it, and after the end it checks once whether
 * the contest was extended. Outside of contests, no timer runs.
 */
export class ClarificationWatch implements Disposable {
  private watched: readonly WatchedContest[] = [];
  private readonly news: Emitter<ClarificationNews>;
  /** Fires with clarifications that no window has announced yet. */
  readonly onDidFindNew: Emitter<ClarificationNews>['event'];
  private readonly changed: Emitter<void>;
  /** Fires when the shown contests or their numbers may have changed. */
  readonly onDidChange: Emitter<void>['event'];
  private readonly timer: DueTimer;
  /** Delay of this window's requests after the start and the end of a contest, ms. */
  private readonly spread: number;
  private isDisposed = false;
  /** number of the newest update; older ones are discarded */
  private updates = 0;
  /** number of changes of credentials; a failure with older ones doesn't count */
  private credentialChanges = 0;

  constructor(private readonly parts: ClarificationWatchParts) {
    this.news = new Emitter((error) => parts.onError('clarifications could not be announced', error));
    this.onDidFindNew = this.news.event;
    this.changed = new Emitter((error) => parts.onError('clarifications could not be shown', error));
    this.onDidChange = this.changed.event;
    this.spread = contestSpread(parts.random);
    this.timer = new DueTimer(parts.clock, LONGEST_CLARIFICATIONS_TIMER_MS, () =>
      this.watched.flatMap((watched) => [
        { at: this.spacedDueAt(watched), run: () => void this.request(watched) },
        { at: this.hiddenAt(watched), run: () => this.announceHidden(watched) },
      ]),
    );
  }

  /** Starts or stops watching, after the judge, its credentials, the settings, or the contests may have changed. */
  async update(): Promise<void> {
    const number = (this.updates += 1);
    const judge = await this.parts.source.watchedJudge();
    if (number !== this.updates || this.isDisposed) return;
    const current = judge ? this.parts.source.contestsAt(judge) : [];
    const ofJudge = this.watched.filter((known) => known.judge === judge);
    const added = current.filter((id) => ofJudge.every((known) => known.id !== id));
    this.watched = [
      ...ofJudge.filter((known) => current.includes(known.id) || this.shownOf(known) !== null),
      ...(judge ? added.map((id) => begun(judge, id, this.timer.now())) : []),
    ];
    for (const watched of this.watched) this.readStored(watched);
    this.changed.fire();
    this.timer.reschedule();
  }

  /** Requests what the judge rejected before, because the credentials changed. */
  forgetFailures(): void {
    this.credentialChanges += 1;
    for (const watched of this.watched) [watched.notBefore, watched.failures] = [0, 0];
    this.timer.reschedule();
  }

  /** Returns the contests that are running, or have just ended, with the stored data about their clarifications. */
  shown(): readonly ShownContest[] {
    return this.watched.flatMap((watched) => this.shownOf(watched) ?? []);
  }

  /** Returns the watched contests, including those without a row. */
  watchedContests(): readonly { readonly judge: Judge; readonly id: string }[] {
    return this.watched;
  }

  /** Stores that the user has read these clarifications. Others may have arrived since they were fetched. */
  async markRead(judge: Judge, contest: string, read: readonly Clarification[]): Promise<void> {
    const before = this.parts.seen.of(judge.id, contest);
    if (before) await this.parts.seen.set(judge.id, contest, withRead(before, read));
    this.changed.fire();
  }

  dispose(): void {
    this.isDisposed = true;
    this.timer.dispose();
  }

  /** Null: the contest isn't shown. */
  private shownOf({ judge, id }: WatchedContest): ShownContest | null {
    const seen = this.parts.seen.of(judge.id, id);
    if (!seen) return null;
    const { contest } = seen;
    const now = this.parts.source.timeAt(judge.id);
    const isRecent = now < (contest.endsAt ?? -Infinity) + SHOWN_AFTER_END_MS;
    const isShown = isRecent || contestState(contest, now) !== 'ended';
    return isShown ? { judge, contest: { ...contest, id }, seen } : null;
  }

  /**
   * Returns when the row of a contest is removed, by the timer; Infinity: the removal was already announced, or the end
   * is unknown.
   */
  private hiddenAt(watched: WatchedContest): number {
    const endsAt = watched.contest?.endsAt ?? null;
    if (endsAt === null) return Infinity;
    const at = this.at(watched, endsAt + SHOWN_AFTER_END_MS);
    return at <= watched.rowCheckedAt ? Infinity : at;
  }

  private announceHidden(watched: WatchedContest): void {
    watched.rowCheckedAt = this.timer.now();
    this.changed.fire();
  }

  /** Like `dueAt`, but waits for other requests of this window. */
  private spacedDueAt(watched: WatchedContest): number {
    return Math.max(this.dueAt(watched), this.timer.now() + this.parts.spaced.wait(watched.judge.id));
  }

  /** Returns the time of the next request, by the timer; Infinity: none. */
  private dueAt(watched: WatchedContest): number {
    const { contest, contestAt, notBefore, isRequesting } = watched;
    if (isRequesting) return Infinity;
    if (!contest) return notBefore;
    const { startsAt = null, endsAt } = contest;
    switch (this.stateOf(watched, contest)) {
      case 'notBegun': {
        const at =
          startsAt === null ? contestAt + CONTEST_VALID_MS : this.at(watched, startsAt) + this.spread;
        return Math.max(notBefore, at);
      }
      case 'running':
      case 'frozen':
        return Math.max(notBefore, startsAt === null ? -Infinity : this.at(watched, startsAt) + this.spread);
      case 'ended': {
        // organizers extend contests
        const checkAt = this.at(watched, endsAt ?? -Infinity) + AFTER_END_MS + this.spread;
        return contest.isOver || contestAt >= checkAt ? Infinity : Math.max(notBefore, checkAt);
      }
    }
  }

  private stateOf({ judge }: WatchedContest, contest: Contest): ReturnType<typeof contestState> {
    return contestState(contest, this.parts.source.timeAt(judge.id));
  }

  /** Converts a time of the judge's clock, ms since 1970, to a time of the timer. */
  private at({ judge }: WatchedContest, time: number): number {
    const { source, clock } = this.parts;
    return this.timer.at(time - source.timeAt(judge.id) + clock.now());
  }

  private async request(watched: WatchedContest): Promise<void> {
    const { judge } = watched;
    const { spaced } = this.parts;
    if (!spaced.take(judge.id)) return;
    watched.isRequesting = true;
    const interval = this.intervalFor(judge);
    const { credentialChanges } = this;
    try {
      watched.notBefore = this.timer.now() + this.retryDelay();
      if (!(await this.acquire(watched, interval))) {
        spaced.release(judge.id);
        return;
      }
      watched.notBefore = this.timer.now() + interval;
      const isFirst = watched.contest === null;
      const hasRequested = await this.refreshContest(watched);
      const { contest } = watched;
      const isRunning = contest && ['running', 'frozen'].includes(this.stateOf(watched, contest));
      if (isRunning && this.isWanted(watched) && (!hasRequested || this.takeSecond(judge, isFirst)))
        await this.requestMessages(watched, contest);
      watched.failures = 0;
    } catch (error) {
      this.parts.onError(`the clarifications of ${judge.id} could not be read`, error);
      if (credentialChanges === this.credentialChanges) this.waitAfterFailure(watched, error);
    } finally {
      watched.isRequesting = false;
      this.timer.reschedule();
    }
  }

  /**
   * Counts the request that follows the one for the contest. Returns whether it can be sent now. The first clarifications
   * don't wait, because the user has just signed in or opened the window.
   */
  private takeSecond({ id }: Judge, isFirst: boolean): boolean {
    const { spaced } = this.parts;
    if (!isFirst) return spaced.take(id);
    spaced.count(id);
    return true;
  }

  /** Returns whether this window may send requests now. If another one sends them, reads the stored data. */
  private async acquire(watched: WatchedContest, interval: number): Promise<boolean> {
    const { judge, id } = watched;
    if (!this.parts.source.mayRequest(judge)) return false;
    const leases = await this.parts.leases.openLeases();
    // a window that is reloaded doesn't request earlier
    if (await leases.tryAcquire(`clarifications ${judge.id} ${id}`, interval, interval))
      return this.isWanted(watched);
    this.readStored(watched);
    this.changed.fire();
    return false;
  }

  /** Reads the data that another window, or this one before a reload, has stored. */
  private readStored(watched: WatchedContest): void {
    const stored = this.parts.seen.of(watched.judge.id, watched.id);
    if (!stored) return;
    watched.contest = stored.contest;
    watched.contestAt = this.timer.at(stored.fetchedAt);
  }

  /**
   * Reads the contest again if it isn't known, may have been extended, or has begun or ended since. Returns whether that
   * sent a request.
   */
  private async refreshContest(watched: WatchedContest): Promise<boolean> {
    const { contest, contestAt, judge, id } = watched;
    const { source, seen, clock, spaced } = this.parts;
    const now = this.timer.now();
    const hasChanged =
      !contest ||
      [contest.startsAt ?? null, contest.endsAt].some((change) => {
        const at = change === null ? -Infinity : this.at(watched, change);
        return contestAt < at && at <= now;
      });
    if (!hasChanged && now < contestAt + CONTEST_VALID_MS) return false;
    const recent = source.recentContest(judge, id);
    // the clarifications aren't delayed by a contest that has probably not been extended
    if (!recent && !hasChanged && spaced.wait(judge.id) > 0) return false;
    const current = recent ?? (await source.fetchContest(judge, id));
    await seen.set(judge.id, id, withContest(seen.of(judge.id, id), current, clock.now()));
    this.readStored(watched);
    this.changed.fire();
    return recent === null;
  }

  private async requestMessages(watched: WatchedContest, contest: Contest): Promise<void> {
    const { judge, id } = watched;
    const all = await this.parts.source.fetchAll(judge, id);
    const before = this.parts.seen.of(judge.id, id);
    if (!this.isWanted(watched) || !before) return;
    const { seen, fresh } = seenAfter(before, all);
    await this.parts.seen.set(judge.id, id, seen);
    this.changed.fire();
    if (fresh.length > 0) this.news.fire({ judge, contest: { ...contest, id }, clarifications: fresh });
  }

  /** Returns whether the contest is still watched. The judge or the settings may have changed during a request. */
  private isWanted(watched: WatchedContest): boolean {
    return !this.isDisposed && this.watched.includes(watched);
  }

  private waitAfterFailure(watched: WatchedContest, error: unknown): void {
    watched.failures += 1;
    const wait = Math.min(MAX_CLARIFICATIONS_RETRY_MS, CLARIFICATIONS_RETRY_MS * 2 ** (watched.failures + 1));
    const forStatus = error instanceof RequestFailed ? waitAfterStatus(error.failure) : null;
    watched.notBefore = this.timer.now() + (forStatus ?? wait);
  }

  private intervalFor(judge: Judge): number {
    const shortest = this.parts.source.isFollowed(judge)
      ? FOLLOWED_CLARIFICATIONS_INTERVAL_MS
      : CLARIFICATIONS_INTERVAL_MS;
    return shortest + this.parts.random() * CLARIFICATIONS_JITTER_MS;
  }

  private retryDelay(): number {
    return CLARIFICATIONS_RETRY_MS * (1 + this.parts.random());
  }
}

/** Returns the time to wait before the next request, ms, if the status of the response determines it, else null. */
function waitAfterStatus(failure: RequestFailure): number | null {
  if (failure.kind !== 'status') return null;
  switch (failure.status) {
    case 401:
      return Infinity;
    case 403:
      return failure.refusesAnybody ? MAX_CLARIFICATIONS_RETRY_MS : Infinity;
    // the judge may show the contest later
    case 404:
      return MAX_CLARIFICATIONS_RETRY_MS;
    default:
      return null;
  }
}

function begun(judge: Judge, id: string, now: number): WatchedContest {
  return {
    judge,
    id,
    contest: null,
    contestAt: -Infinity,
    notBefore: 0,
    failures: 0,
    isRequesting: false,
    rowCheckedAt: now,
  };
}
