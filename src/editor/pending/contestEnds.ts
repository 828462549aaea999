import { DueTimer, type Due } from '../../base/dueTimer';
import type { Disposable } from '../../base/emitter';
import type { Clock } from '../../base/ports';
import { awaitsFurtherTests, isHidden, type KnownRecord, type RecordKey } from '../../records';
import { contestSpread } from '../shared/backgroundRequests/contestSpread';
import {
  AFTER_CONTEST_MS,
  FIRST_HIDDEN_PAUSE_MS,
  FURTHER_TESTS_MS,
  LONGEST_HIDDEN_PAUSE_MS,
  LONGEST_CONTEST_TIMER_MS,
  MAX_FURTHER_TEST_AGE_MS,
  MAX_FURTHER_TEST_POLLS,
} from './limits';

/** Number of polls since the end of the contest, and the time of the last one. */
interface Tries {
  readonly count: number;
  readonly at: number;
}

/**
 * Returns the time of the next poll for a result that a contest hides: at the end of the contest, and then at increasing
 * intervals in case the end was moved. All times have the same origin, in ms. `endsAt`: end of the contest; Infinity:
 * unknown. `spread`: delay of the first poll, ms.
 */
export function nextPollAt(endsAt: number, tries: Tries | null, spread = 0): number {
  const afterEnd = endsAt + AFTER_CONTEST_MS;
  if (!tries || tries.at < afterEnd) return afterEnd + spread;
  return tries.at + Math.min(FIRST_HIDDEN_PAUSE_MS * 2 ** (tries.count - 1), LONGEST_HIDDEN_PAUSE_MS);
}

/** The part of the record store that is used here. */
interface ListedRecords {
  records(): readonly KnownRecord[];
  onDidChange(listener: () => void): Disposable;
}

interface PolledAgain {
  /** Starts polling a hidden result. */
  resumeTracking(record: KnownRecord): Promise<unknown>;
  fetchAgain(record: KnownRecord): Promise<unknown>;
}

/**
 * Polls results after their contests have ended, if the contest hides them, or if the judge runs further tests then. Uses
 * one timer for all of them, and none without such results.
 */
export class ContestEnds implements Disposable {
  private readonly tries = new Map<RecordKey, Tries>();
  /** When it was seen that the contest of a record is over, by the timer. */
  private readonly seenOver = new Map<RecordKey, number>();
  private readonly watch: Disposable;
  private readonly timer: DueTimer;
  /** Delay of this window's polls after the end of a contest, ms. */
  private readonly spread: number;

  constructor(
    private readonly store: ListedRecords,
    private readonly tracking: PolledAgain,
    clock: Clock,
    private readonly onError: (what: string, error: unknown) => void,
    random: () => number,
  ) {
    this.spread = contestSpread(random);
    this.timer = new DueTimer(clock, LONGEST_CONTEST_TIMER_MS, (now) => this.dues(now));
    this.watch = store.onDidChange(() => this.timer.reschedule());
    this.timer.reschedule();
  }

  dispose(): void {
    this.watch.dispose();
    this.timer.dispose();
  }

  private dues(now: number): readonly Due[] {
    const dueAt = this.dueTimes(now);
    return this.store.records().flatMap((record) => {
      const at = dueAt(record);
      return at === Infinity ? [] : [{ at, run: () => this.poll(record) }];
    });
  }

  /**
   * Returns a function that computes the due time of a record; Infinity: never. One visible result proves that its
   * contest has ended, so hidden results of the same contest are due.
   */
  private dueTimes(now: number): (record: KnownRecord) => number {
    const ended = new Map<string, number>();
    for (const record of this.store.records()) {
      const endsAt = this.endOf(record);
      if (record.hint && endsAt < Infinity && !isHidden(record)) ended.set(contestOf(record), endsAt);
    }
    return (record) => {
      const tries = this.tries.get(record.key) ?? null;
      const endsAt = this.endOf(record);
      if (awaitsFurtherTests(record)) {
        // the tests didn't run for a long time
        const latest = Math.min(
          endsAt + FURTHER_TESTS_MS,
          this.timer.at(record.addedAt + MAX_FURTHER_TEST_AGE_MS),
        );
        const isLate = now > latest || (tries?.count ?? 0) >= MAX_FURTHER_TEST_POLLS;
        return isLate ? Infinity : nextPollAt(endsAt, tries, this.spread);
      }
      if (!isHidden(record)) return Infinity;
      const reported = ended.get(contestOf(record)) ?? Infinity;
      return nextPollAt(Math.min(endsAt, reported), tries, this.spread);
    };
  }

  /**
   * Returns the end of the record's contest by the timer; Infinity: unknown. Organizers can stop a contest before its
   * planned end, or without one. Then it is the time at which this was noticed.
   */
  private endOf({ key, submission }: KnownRecord): number {
    const { endsAt = null, isOver = false } = submission?.contest ?? {};
    const planned = this.timer.at(endsAt ?? Infinity);
    if (!isOver) return planned;
    const seenAt = this.seenOver.get(key) ?? this.timer.now();
    this.seenOver.set(key, seenAt);
    return Math.min(planned, seenAt);
  }

  private poll(record: KnownRecord): void {
    const count = (this.tries.get(record.key)?.count ?? 0) + 1;
    this.tries.set(record.key, { count, at: this.timer.now() });
    const polling = isHidden(record)
      ? this.tracking.resumeTracking(record)
      : this.tracking.fetchAgain(record);
    polling.catch((error: unknown) => this.onError('a contest’s result could not be tracked', error));
  }
}

function contestOf({ service, hint, submission }: KnownRecord): string {
  return JSON.stringify([service, hint, submission?.contest?.title]);
}
