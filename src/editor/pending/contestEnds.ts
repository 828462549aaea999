import type { Disposable } from '../../base/emitter';
import type { Clock } from '../../base/ports';
import { SteadyClock } from '../../base/steadyClock';
import { isHidden, type KnownRecord, type RecordKey } from '../../records/record';
import type { RecordStore } from '../../records';

/** After the end that the service has told, ms: its clock may be behind. */
const AFTER_END = 2000;
/** Between two asks where the end has passed and the result is still kept back, ms: the first, and the longest. */
const FIRST_PAUSE = 30_000;
const LONGEST_PAUSE = 3_600_000;
/** Longest timer, ms: a timer stands still while the computer sleeps, and one of more than 2^31 ms ends immediately. */
const LONGEST_TIMER = 60_000;

/** How often a result was asked for since its contest has ended, and when last (ms since 1970). */
interface Tries {
  readonly count: number;
  readonly at: number;
}

/**
 * When a result that a contest keeps back is asked for next, ms since 1970: once at the end, and later again and again
 * where the end was moved. Null: its end isn't known. `told`: an end that another record of the contest has told.
 */
export function nextAsk(
  { submission }: KnownRecord,
  tries: Tries | null,
  told: number = Infinity,
): number | null {
  const endsAt = Math.min(submission?.contest?.endsAt ?? Infinity, told);
  if (endsAt === Infinity) return null;
  const afterEnd = endsAt + AFTER_END;
  if (!tries || tries.at < afterEnd) return afterEnd;
  return tries.at + Math.min(FIRST_PAUSE * 2 ** (tries.count - 1), LONGEST_PAUSE);
}

/** Asks for the results that contests keep back, once these have ended: one timer for all of them, none without any. */
export class ContestEnds implements Disposable {
  private readonly tries = new Map<RecordKey, Tries>();
  private readonly watch: Disposable;
  private readonly clock: SteadyClock;
  private timer: Disposable | null = null;

  constructor(
    private readonly store: Pick<RecordStore, 'records' | 'onDidChange'>,
    /** takes tracking up again: whichever window of this machine gets the request asks */
    private readonly track: (record: KnownRecord) => Promise<unknown>,
    private readonly timers: Clock,
    private readonly onError: (what: string, error: unknown) => void,
  ) {
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
    const wait = Math.min(Math.max(next - this.clock.now(), 0), LONGEST_TIMER);
    this.timer = this.timers.after(wait, () => this.askDue());
  }

  /** The clock was set back by `by` ms. */
  private shift(by: number): void {
    for (const [key, { count, at }] of this.tries) this.tries.set(key, { count, at: at - by });
  }

  /** When each is due. A result that is there shows that its contest has ended, for all others that it keeps back. */
  private dueTimes(): (record: KnownRecord) => number {
    const ended = new Map<string, number>();
    for (const record of this.store.records()) {
      const endsAt = record.submission?.contest?.endsAt ?? null;
      if (record.hint && endsAt !== null && !isHidden(record)) ended.set(contestOf(record), endsAt);
    }
    return (record) => {
      if (!isHidden(record)) return Infinity;
      const tries = this.tries.get(record.key) ?? null;
      return nextAsk(record, tries, ended.get(contestOf(record))) ?? Infinity;
    };
  }

  private askDue(): void {
    const now = this.clock.now();
    const dueAt = this.dueTimes();
    for (const record of this.store.records().filter((one) => dueAt(one) <= now)) {
      const count = (this.tries.get(record.key)?.count ?? 0) + 1;
      this.tries.set(record.key, { count, at: now });
      this.track(record).catch((error: unknown) =>
        this.onError('a contest’s result could not be tracked', error),
      );
    }
    this.plan();
  }
}

function contestOf({ service, hint, submission }: KnownRecord): string {
  return JSON.stringify([service, hint, submission?.contest?.title]);
}
