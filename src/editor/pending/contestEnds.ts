import type { Disposable } from '../../base/emitter';
import type { Clock } from '../../base/ports';
import { SteadyClock } from '../../base/steadyClock';
import { awaitsFurtherTests, isHidden, type KnownRecord, type RecordKey } from '../../records/record';
import { contestSpread } from '../shared/contestSpread';
import {
  AFTER_CONTEST_MS,
  FIRST_HIDDEN_PAUSE_MS,
  FURTHER_TESTS_MS,
  LONGEST_HIDDEN_PAUSE_MS,
  LONGEST_CONTEST_TIMER_MS,
  MAX_FURTHER_TEST_POLLS,
} from './limits';

/** Number of polls since the end of the contest, and the time of the last one (ms since 1970). */
interface Tries {
  readonly count: number;
  readonly at: number;
}

/**
 * Returns the time of the next poll for a result that a contest hides, ms since 1970: at the end of the contest, and
 * then at increasing intervals in case the end was moved. Null: the end is unknown. `reported`: the end according to
 * another record of the contest. `spread`: delay of the first poll, ms.
 */
export function nextPollAt(
  { submission }: KnownRecord,
  tries: Tries | null,
  reported: number = Infinity,
  spread = 0,
): number | null {
  const endsAt = Math.min(submission?.contest?.endsAt ?? Infinity, reported);
  if (endsAt === Infinity) return null;
  const afterEnd = endsAt + AFTER_CONTEST_MS;
  if (!tries || tries.at < afterEnd) return afterEnd + spread;
  return tries.at + Math.min(FIRST_HIDDEN_PAUSE_MS * 2 ** (tries.count - 1), LONGEST_HIDDEN_PAUSE_MS);
}

/**
 * Returns the time of the next poll for a result whose further tests run after the contest, ms since 1970. Null: the end
 * is unknown, or the tests didn't run for a long time. Other parameters: see `nextPollAt`.
 */
function nextTestPollAt(
  record: KnownRecord,
  tries: Tries | null,
  now: number,
  spread: number,
): number | null {
  const endsAt = record.submission?.contest?.endsAt ?? null;
  const isLate = endsAt !== null && now > endsAt + FURTHER_TESTS_MS;
  if (isLate || (tries?.count ?? 0) >= MAX_FURTHER_TEST_POLLS) return null;
  return nextPollAt(record, tries, Infinity, spread);
}

/** The part of the record store that is used here. */
interface ListedRecords {
  records(): readonly KnownRecord[];
  onDidChange(listener: () => void): Disposable;
}

/** Polls results again. */
interface PolledAgain {
  /** Starts polling a hidden result. */
  resumeTracking(record: KnownRecord): Promise<unknown>;
  /** Fetches a final result again. */
  fetchAgain(record: KnownRecord): Promise<unknown>;
}

/**
 * Polls results after their contests have ended, if the contest hides them, or if the judge runs further tests then.
 * Uses one timer for all of them, and none if there are no such results.
 */
export class ContestEnds implements Disposable {
  private readonly tries = new Map<RecordKey, Tries>();
  private readonly watch: Disposable;
  private readonly clock: SteadyClock;
  private timer: Disposable | null = null;
  /** Delay of this window's polls after the end of a contest, ms. */
  private readonly spread: number;

  constructor(
    private readonly store: ListedRecords,
    private readonly tracking: PolledAgain,
    private readonly timers: Clock,
    private readonly onError: (what: string, error: unknown) => void,
    random: () => number,
  ) {
    this.spread = contestSpread(random);
    this.clock = new SteadyClock(timers, (by) => this.shift(by));
    this.watch = store.onDidChange(() => this.plan());
    this.plan();
  }

  dispose(): void {
    this.watch.dispose();
    this.timer?.dispose();
  }

  private plan(): void {
    this.timer?.dispose();
    this.timer = null;
    const dueAt = this.dueTimes();
    let next = Infinity;
    for (const record of this.store.records()) next = Math.min(next, dueAt(record));
    if (next === Infinity) return;
    const wait = Math.min(Math.max(next - this.clock.now(), 0), LONGEST_CONTEST_TIMER_MS);
    this.timer = this.timers.after(wait, () => this.pollDue());
  }

  /** Adjusts all times after the clock was set back by `by` ms. */
  private shift(by: number): void {
    for (const [key, { count, at }] of this.tries) this.tries.set(key, { count, at: at - by });
  }

  /**
   * Returns a function that computes the due time of a record, ms since 1970; Infinity: never. One visible result
   * proves that its contest has ended, so hidden results of the same contest are due.
   */
  private dueTimes(): (record: KnownRecord) => number {
    const ended = new Map<string, number>();
    for (const record of this.store.records()) {
      const endsAt = record.submission?.contest?.endsAt ?? null;
      if (record.hint && endsAt !== null && !isHidden(record)) ended.set(contestOf(record), endsAt);
    }
    return (record) => {
      const tries = this.tries.get(record.key) ?? null;
      if (awaitsFurtherTests(record))
        return nextTestPollAt(record, tries, this.clock.now(), this.spread) ?? Infinity;
      if (!isHidden(record)) return Infinity;
      return nextPollAt(record, tries, ended.get(contestOf(record)), this.spread) ?? Infinity;
    };
  }

  private pollDue(): void {
    const now = this.clock.now();
    const dueAt = this.dueTimes();
    for (const record of this.store.records()) {
      if (dueAt(record) > now) continue;
      const count = (this.tries.get(record.key)?.count ?? 0) + 1;
      this.tries.set(record.key, { count, at: now });
      const polling = isHidden(record)
        ? this.tracking.resumeTracking(record)
        : this.tracking.fetchAgain(record);
      polling.catch((error: unknown) => this.onError('a contest’s result could not be tracked', error));
    }
    this.plan();
  }
}

function contestOf({ service, hint, submission }: KnownRecord): string {
  return JSON.stringify([service, hint, submission?.contest?.title]);
}
