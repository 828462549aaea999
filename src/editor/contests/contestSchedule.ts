import { contestState } from '../../results';
import { contestKey, type ReportedContest } from '../../records';
import type { JudgeId } from '../../judges';
import {
  CHECK_DELAY_MS,
  CHECKED_BEFORE_END_MS,
  CONFIRMABLE_END_MS,
  MAX_CHECK_INTERVAL_MS,
  MAX_END_CHECKS,
  UNPLANNED_CHECK_INTERVAL_MS,
} from './limits';

export interface ContestClock {
  /** Returns the current time of the timer, ms. It never goes back. */
  now(): number;
  /** Returns the current time by the judge's clock, ms since 1970. */
  timeAt(service: JudgeId): number;
  /** Converts a time of the judge's clock, ms since 1970, to a time of the timer. */
  at(service: JudgeId, time: number): number;
}

/** The requests for a contest that this window has sent. */
interface Checks {
  /** Time of the last request. */
  readonly at: number;
  readonly count: number;
}

/** Requests with growing intervals. */
interface CheckSeries {
  readonly firstAt: number;
  /** Maximum number of requests. */
  readonly maximum: number;
  /** Time between the first and the second request, ms. */
  readonly interval: number;
  /** Additional delay of the first request, ms. */
  readonly spread: number;
}

/**
 * Decides when a contest is requested: if its end is unknown, and again at its start, in its last minutes, and after its
 * end, because organizers move them. All times are those of the timer, in ms, unless they are called times of the judge.
 */
export class ContestSchedule {
  private readonly checks = new Map<string, Checks>();
  /** Time of the last report of a contest. */
  private readonly reportedAt = new Map<string, number>();
  private readonly startedAt: number;

  constructor(private readonly clock: ContestClock) {
    this.startedAt = clock.now();
  }

  /** Returns when this window last requested a contest; -Infinity if never. */
  lastCheckAt(key: string): number {
    return this.checks.get(key)?.at ?? -Infinity;
  }

  /** Remembers that a response contained a contest. */
  noteReport(key: string): void {
    this.reportedAt.set(key, this.clock.now());
  }

  /** Counts a request. The requests after the end of the contest are counted separately. */
  countCheck(reported: ReportedContest): void {
    const key = contestKey(reported);
    const before = this.checks.get(key);
    const { endsAt } = reported.contest;
    const isFirst = !before || (endsAt !== null && before.at < this.endCheckAt(reported.service, endsAt));
    this.checks.set(key, { at: this.clock.now(), count: isFirst ? 1 : before.count + 1 });
  }

  /** Forgets the requests for a contest, so that it is requested again immediately. */
  forgetChecks(key: string): void {
    this.checks.delete(key);
  }

  /**
   * Returns the time of the next request for a contest; Infinity if no request is needed. `interval`: time between the first
   * and the second request, ms. It doubles with each further request. `spread`: additional delay of the first request, ms.
   */
  nextCheckAt(reported: ReportedContest, interval: number, spread: number): number {
    const { service, contest } = reported;
    const { startsAt = null, endsAt, id, isOver, isHomework } = contest;
    if (isOver || isHomework || id === undefined) return Infinity;
    const now = this.clock.timeAt(service);
    if (endsAt !== null && endsAt < now - CONFIRMABLE_END_MS) return Infinity;
    const key = contestKey(reported);
    if (contestState(contest, now) === 'notBegun') {
      return startsAt === null
        ? this.readAt(key) + UNPLANNED_CHECK_INTERVAL_MS + spread
        : this.clock.at(service, startsAt + CHECK_DELAY_MS) + spread;
    }
    if (endsAt === null)
      return this.repeatedCheckAt(key, { firstAt: -Infinity, maximum: Infinity, interval, spread });
    const endCheckAt = this.endCheckAt(service, endsAt);
    if (now >= endsAt + CHECK_DELAY_MS)
      return this.repeatedCheckAt(key, { firstAt: endCheckAt, maximum: MAX_END_CHECKS, interval, spread });
    const moments = [
      startsAt === null ? -Infinity : startsAt + CHECK_DELAY_MS,
      endsAt - CHECKED_BEFORE_END_MS,
    ];
    const unread = moments
      .map((moment) => this.clock.at(service, moment))
      .filter((moment) => moment > this.readAt(key));
    return Math.min(...unread, endCheckAt) + spread;
  }

  /** Returns the time of the first request after the end of a contest. `endsAt`: a time of the judge */
  private endCheckAt(service: JudgeId, endsAt: number): number {
    return this.clock.at(service, endsAt + CHECK_DELAY_MS);
  }

  /** Returns the time of the next request of a series; Infinity after the last one. */
  private repeatedCheckAt(key: string, { firstAt, maximum, interval, spread }: CheckSeries): number {
    const checks = this.checks.get(key);
    if (!checks || checks.at < firstAt) return firstAt + spread;
    if (checks.count >= maximum) return Infinity;
    return checks.at + Math.min(interval * 2 ** (checks.count - 1), MAX_CHECK_INTERVAL_MS);
  }

  /** Returns when the times of a contest were last read or requested. */
  private readAt(key: string): number {
    return Math.max(this.reportedAt.get(key) ?? this.startedAt, this.lastCheckAt(key));
  }
}
