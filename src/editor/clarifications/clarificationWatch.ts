import { DueTimer } from '../../base/dueTimer';
import { Emitter, type Disposable } from '../../base/emitter';
import type { Clock, Leases } from '../../base/ports';
import { contestState, type Contest } from '../../results/withoutDecoder';
import { RequestFailed, type Clarification, type Judge, type JudgeId } from '../../judges';
import { contestSpread } from '../shared/contestSpread';
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
import { seenAfter, withContest, type SeenClarifications, type SeenStorage } from './seenClarifications';

/** Provides the judge of the window and its clarifications. */
export interface ClarificationSource {
  /** Returns the judge whose clarifications are watched; null: none, signed out, or switched off in the settings. */
  watchedJudge(): Promise<Judge | null>;
  /** Returns the IDs of the contests in which the user may take part now. */
  contestsAt(judge: Judge): readonly string[];
  isFollowed(judge: Judge): boolean;
  /** Returns whether a background request may be sent to the judge now. */
  mayRequest(judge: Judge): boolean;
  /** Rejects with `RequestFailed`. */
  fetchContest(judge: Judge, id: string): Promise<Contest>;
  /** Rejects with `RequestFailed`. */
  fetchAll(judge: Judge, contest: string): Promise<readonly Clarification[]>;
  /** Returns the current time by the judge's clock, ms since 1970. */
  timeAt(service: JudgeId): number;
}

/** A contest at a judge. */
export interface ContestPlace {
  readonly judge: Judge;
  readonly contest: Contest & { readonly id: string };
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
}

/**
 * Requests the clarifications of the chosen judge's contests while they run: one window of the computer every 40 to 60 s,
 * or every 80 to 100 s if the judge is followed. Before the start it waits for it, and after the end it asks once whether
 * the contest was extended. Otherwise, no timer runs.
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

  constructor(private readonly parts: ClarificationWatchParts) {
    this.news = new Emitter((error) => parts.onError('clarifications could not be announced', error));
    this.onDidFindNew = this.news.event;
    this.changed = new Emitter((error) => parts.onError('clarifications could not be shown', error));
    this.onDidChange = this.changed.event;
    this.spread = contestSpread(parts.random);
    this.timer = new DueTimer(parts.clock, LONGEST_CLARIFICATIONS_TIMER_MS, () =>
      this.watched.map((watched) => ({
        at: this.dueAt(watched),
        run: () => void this.request(watched),
      })),
    );
  }

  /** Starts or stops watching, after the judge, its credentials, the settings, or the contests may have changed. */
  async update(): Promise<void> {
    const number = (this.updates += 1);
    const judge = await this.parts.source.watchedJudge();
    if (number !== this.updates || this.isDisposed) return;
    const ids = judge ? this.parts.source.contestsAt(judge) : [];
    this.watched = ids.flatMap((id) => {
      const known = this.watched.find((other) => other.id === id && other.judge === judge);
      return known ?? (judge ? [begun(judge, id)] : []);
    });
    for (const watched of this.watched) this.readStored(watched);
    this.changed.fire();
    this.timer.reschedule();
  }

  /** Requests what the judge rejected before, because the credentials changed. */
  forgetFailures(): void {
    for (const watched of this.watched) [watched.notBefore, watched.failures] = [0, 0];
    this.timer.reschedule();
  }

  /** Returns the contests that are running, or have just ended, with what is stored about their clarifications. */
  shown(): readonly (ContestPlace & { readonly seen: SeenClarifications })[] {
    return this.watched.flatMap(({ judge, id }) => {
      const seen = this.parts.seen.of(judge.id, id);
      if (!seen) return [];
      const { contest } = seen;
      const now = this.parts.source.timeAt(judge.id);
      const isRecent = now < (contest.endsAt ?? -Infinity) + SHOWN_AFTER_END_MS;
      const isShown = isRecent || contestState(contest, now) !== 'ended';
      return isShown ? [{ judge, contest: { ...contest, id }, seen }] : [];
    });
  }

  /** Stores that the user has read all these clarifications. */
  async markRead(judge: Judge, contest: string, all: readonly Clarification[]): Promise<void> {
    const before = this.parts.seen.of(judge.id, contest);
    if (!before) return;
    const { seen } = seenAfter(before, all);
    await this.parts.seen.set(judge.id, contest, { ...seen, unread: [] });
    this.changed.fire();
  }

  dispose(): void {
    this.isDisposed = true;
    this.timer.dispose();
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
        return notBefore;
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
    const { judge, id } = watched;
    watched.isRequesting = true;
    const interval = this.intervalFor(judge);
    try {
      watched.notBefore = this.timer.now() + this.retryDelay();
      if (!this.parts.source.mayRequest(judge)) return;
      const leases = await this.parts.leases.openLeases();
      // a window that is reloaded doesn't request earlier
      if (!(await leases.tryAcquire(`clarifications ${judge.id} ${id}`, interval, interval))) {
        this.readStored(watched);
        this.changed.fire();
        return;
      }
      watched.notBefore = this.timer.now() + interval;
      await this.refreshContest(watched);
      const { contest } = watched;
      const isRunning = contest && ['running', 'frozen'].includes(this.stateOf(watched, contest));
      if (isRunning && !this.isDisposed) await this.requestMessages(watched, contest);
      watched.failures = 0;
    } catch (error) {
      this.onFailure(watched, error);
    } finally {
      watched.isRequesting = false;
      this.timer.reschedule();
    }
  }

  /** Reads what another window, or this one before it was reloaded, has fetched. */
  private readStored(watched: WatchedContest): void {
    const stored = this.parts.seen.of(watched.judge.id, watched.id);
    if (!stored) return;
    watched.contest = stored.contest;
    watched.contestAt = this.timer.at(stored.fetchedAt);
  }

  /** Fetches the contest if it isn't known, may have been extended, or has begun or ended since. */
  private async refreshContest(watched: WatchedContest): Promise<void> {
    const { contest, contestAt, judge, id } = watched;
    const { source, seen, clock } = this.parts;
    const now = this.timer.now();
    const isStale =
      !contest ||
      now >= contestAt + CONTEST_VALID_MS ||
      [contest.startsAt ?? null, contest.endsAt].some((change) => {
        const at = change === null ? -Infinity : this.at(watched, change);
        return contestAt < at && at <= now;
      });
    if (!isStale) return;
    const fetched = await source.fetchContest(judge, id);
    await seen.set(judge.id, id, withContest(seen.of(judge.id, id), fetched, clock.now()));
    this.readStored(watched);
    this.changed.fire();
  }

  private async requestMessages(watched: WatchedContest, contest: Contest): Promise<void> {
    const { judge, id } = watched;
    const all = await this.parts.source.fetchAll(judge, id);
    const before = this.parts.seen.of(judge.id, id);
    if (this.isDisposed || !this.watched.includes(watched) || !before) return;
    const { seen, fresh } = seenAfter(before, all);
    await this.parts.seen.set(judge.id, id, seen);
    this.changed.fire();
    if (fresh.length > 0) this.news.fire({ judge, contest: { ...contest, id }, clarifications: fresh });
  }

  private onFailure(watched: WatchedContest, error: unknown): void {
    const { failure } = error instanceof RequestFailed ? error : { failure: null };
    const isRejected = failure?.kind === 'status' && [401, 403, 404].includes(failure.status);
    watched.failures += 1;
    const wait = Math.min(MAX_CLARIFICATIONS_RETRY_MS, CLARIFICATIONS_RETRY_MS * 2 ** (watched.failures + 1));
    watched.notBefore = isRejected ? Infinity : this.timer.now() + wait;
    this.parts.onError(`the clarifications of ${watched.judge.id} could not be read`, error);
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

function begun(judge: Judge, id: string): WatchedContest {
  return {
    judge,
    id,
    contest: null,
    contestAt: -Infinity,
    notBefore: 0,
    failures: 0,
    isRequesting: false,
  };
}
