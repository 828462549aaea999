import type { Disposable } from '../../../base/emitter';
import type { Clock, Leases } from '../../../base/ports';
import { SteadyClock } from '../../../base/steadyClock';
import type { RecordInBrowser, RecordKey } from '../../../records';
import type { Judge, RecentSubmission, ServiceId } from '../../../service';
import {
  FIRST_POLLS_MS,
  LIST_INTERVAL_MS,
  LIST_LEASE_MS,
  MAX_OPEN_DELAY_MS,
  MAX_SUBMISSION_WAIT_MS,
  MIN_LIST_INTERVAL_MS,
  OTHER_WINDOW_RETRY_MS,
} from '../limits';
import { newSubmission, submissionsOf } from './newSubmission';

/** The records whose programs the user is submitting in the browser. */
export interface RecordsInBrowser {
  /** Returns those of all windows. */
  all(): readonly RecordInBrowser[];
  /** Stores the request IDs of the submissions of its problem that existed before. */
  setBefore(key: RecordKey, requestIds: readonly string[]): Promise<void>;
  /** Replaces the record by one of that submission, which is tracked. */
  found(record: RecordInBrowser, judge: Judge, submission: RecentSubmission): Promise<void>;
  /** No submission appeared. */
  giveUp(key: RecordKey): Promise<void>;
}

/** The judges and their lists. */
export interface ListedSubmissions {
  /** Resolves to null if the judge was removed from the settings. */
  judgeOf(service: ServiceId): Promise<Judge | null>;
  /** Requests the user's submissions, the newest first. Null: that isn't possible now. */
  list(judge: Judge): Promise<readonly RecentSubmission[] | null>;
}

export interface BrowserSubmissionParts {
  readonly clock: Clock;
  /** opens the leases that all windows of this computer share */
  readonly leases: { openLeases(): Promise<Leases> };
  readonly records: RecordsInBrowser;
  readonly lists: ListedSubmissions;
  readonly onError: (what: string, error: unknown) => void;
}

/** The state of one judge. Times are ms since 1970. */
interface Watched {
  /** when the list was last requested; -Infinity: never */
  lastAt: number;
  /** minimum time between two requests of the list, ms */
  interval: number;
  /** time before which the list isn't requested, because another window does */
  notBefore: number;
  /** the user came back to this window, or refreshed the record */
  isWanted: boolean;
  isListing: boolean;
}

/**
 * Finds the submissions that the user makes in the browser. While a record waits for one, one window of this computer requests
 * the judge's list: 2, 5, and 10 seconds after the submit page was opened, and then every 10 seconds, for 5 minutes. Nothing is
 * requested, and there is no timer, if no record waits.
 */
export class BrowserSubmissions implements Disposable {
  private readonly watched = new Map<ServiceId, Watched>();
  private readonly givenUp = new Set<RecordKey>();
  private readonly clock: SteadyClock;
  private timer: Disposable | null = null;
  private isDisposed = false;

  constructor(private readonly parts: BrowserSubmissionParts) {
    this.clock = new SteadyClock(parts.clock, (by) => this.shift(by));
  }

  /**
   * Begins to wait for a submission. `open` stores a record with this state, opens the submit page, and returns the key of the
   * record. The state contains the submissions of the problem that the judge lists now, null if they don't arrive soon.
   */
  async begin(
    judge: Judge,
    problemId: string,
    open: (state: RecordInBrowser['state']) => Promise<RecordKey>,
  ): Promise<void> {
    const one = this.at(judge.id);
    one.interval = intervalOf(judge);
    // this list must contain only what was submitted before
    one.isListing = true;
    const listing = this.list(judge, one);
    try {
      const listed = await this.soon(listing);
      // the program of an earlier record may have been submitted meanwhile
      if (listed) await this.take(judge, listed);
      const before = listed && idsOf(problemId, listed);
      const key = await open({ kind: 'inBrowser', since: this.clock.now(), before });
      const late = await listing;
      if (!listed && late) await this.parts.records.setBefore(key, idsOf(problemId, late));
    } finally {
      one.isListing = false;
      this.reschedule();
    }
  }

  /**
   * Call this when records may have changed. Requests the lists that are due, ends the records that waited too long, and
   * sets the timer.
   */
  reschedule(): void {
    this.timer?.dispose();
    this.timer = null;
    if (this.isDisposed) return;
    const now = this.clock.now();
    let next = Infinity;
    for (const [service, waiting] of this.waiting()) {
      for (const record of waiting) if (isOver(record, now)) void this.giveUp(record);
      const left = waiting.filter((record) => !isOver(record, now));
      const ends = left.map(({ state }) => state.since + MAX_SUBMISSION_WAIT_MS);
      const dueAt = this.dueAt(service, left);
      if (dueAt <= now) void this.poll(service);
      else if (dueAt < Math.max(...ends)) next = Math.min(next, dueAt);
      next = Math.min(next, ...ends);
    }
    if (next < Infinity) this.timer = this.parts.clock.after(next - now, () => this.reschedule());
  }

  /** The user is back, or wants to know now. */
  pollSoon(): void {
    for (const service of this.waiting().keys()) this.at(service).isWanted = true;
    this.reschedule();
  }

  dispose(): void {
    this.isDisposed = true;
    this.timer?.dispose();
  }

  /** The records that wait, by judge. */
  private waiting(): ReadonlyMap<ServiceId, readonly RecordInBrowser[]> {
    const records = this.parts.records.all().filter(({ key }) => !this.givenUp.has(key));
    const byService = new Map<ServiceId, RecordInBrowser[]>();
    for (const record of records)
      byService.set(record.service, [...(byService.get(record.service) ?? []), record]);
    return byService;
  }

  private at(service: ServiceId): Watched {
    const known = this.watched.get(service);
    if (known) return known;
    const one: Watched = {
      lastAt: -Infinity,
      interval: MIN_LIST_INTERVAL_MS,
      notBefore: -Infinity,
      isWanted: false,
      isListing: false,
    };
    this.watched.set(service, one);
    return one;
  }

  /** When the list is requested next, ms since 1970; Infinity: it isn't. */
  private dueAt(service: ServiceId, waiting: readonly RecordInBrowser[]): number {
    const { lastAt, interval, notBefore, isWanted, isListing } = this.at(service);
    if (isListing || waiting.length === 0) return Infinity;
    const since = Math.max(...waiting.map(({ state }) => state.since));
    const planned = FIRST_POLLS_MS.map((delay) => since + delay).find((at) => at > lastAt);
    const dueAt = isWanted ? -Infinity : (planned ?? lastAt + LIST_INTERVAL_MS);
    return Math.max(dueAt, lastAt + interval, notBefore);
  }

  private async poll(service: ServiceId): Promise<void> {
    const { leases, lists, onError } = this.parts;
    const one = this.at(service);
    one.isListing = true;
    one.isWanted = false;
    try {
      const shared = await leases.openLeases();
      // It expires by itself, so another window goes on if this one is closed.
      const lease = `submissions in browser ${service}`;
      if (await shared.tryAcquire(lease, LIST_LEASE_MS)) {
        const judge = await lists.judgeOf(service);
        one.lastAt = this.clock.now();
        if (judge) one.interval = intervalOf(judge);
        const listed = judge && (await this.list(judge, one));
        if (judge && listed && !this.isDisposed) await this.take(judge, listed);
        if (!this.waiting().has(service)) await shared.release(lease);
      } else one.notBefore = this.clock.now() + OTHER_WINDOW_RETRY_MS;
    } catch (error) {
      one.lastAt = this.clock.now();
      onError(`submissions at ${service} could not be listed`, error);
    } finally {
      one.isListing = false;
      this.reschedule();
    }
  }

  /** Resolves to null if the list couldn't be read, and reports the error. Never rejects. */
  private async list(judge: Judge, one: Watched): Promise<readonly RecentSubmission[] | null> {
    one.lastAt = this.clock.now();
    try {
      return await this.parts.lists.list(judge);
    } catch (error) {
      this.parts.onError(`submissions at ${judge.id} could not be listed`, error);
      return null;
    }
  }

  /** Looks for the submissions of the records of that judge, those that were begun last first. */
  private async take(judge: Judge, listed: readonly RecentSubmission[]): Promise<void> {
    const { records } = this.parts;
    const waiting = [...(this.waiting().get(judge.id) ?? [])];
    let left = listed;
    for (const record of waiting.sort((a, b) => b.state.since - a.state.since)) {
      const found = newSubmission(record, left);
      if (found) {
        left = left.filter((other) => other !== found);
        await records.found(record, judge, found);
      } else if (record.state.before === null) {
        await records.setBefore(record.key, idsOf(record.submission?.problemId ?? '', listed));
      }
    }
  }

  private async giveUp({ key, service }: RecordInBrowser): Promise<void> {
    this.givenUp.add(key);
    try {
      await this.parts.records.giveUp(key);
    } catch (error) {
      this.parts.onError(`a record of ${service} could not be ended`, error);
    }
  }

  /** Resolves to null if the list takes longer than the submit page may wait. */
  private async soon(
    listing: Promise<readonly RecentSubmission[] | null>,
  ): Promise<readonly RecentSubmission[] | null> {
    let timer: Disposable | null = null;
    const tooLong = new Promise<null>((resolve) => {
      timer = this.parts.clock.after(MAX_OPEN_DELAY_MS, () => resolve(null));
    });
    try {
      return await Promise.race([listing, tooLong]);
    } finally {
      (timer as Disposable | null)?.dispose();
    }
  }

  /** The clock was set back by `by` ms. */
  private shift(by: number): void {
    for (const one of this.watched.values()) {
      one.lastAt -= by;
      one.notBefore -= by;
    }
  }
}

/** A record from the future was stored before the clock was set back. */
function isOver({ state: { since } }: RecordInBrowser, now: number): boolean {
  return now >= since + MAX_SUBMISSION_WAIT_MS || now < since - MAX_SUBMISSION_WAIT_MS;
}

function intervalOf({ pace }: Judge): number {
  return Math.max(MIN_LIST_INTERVAL_MS, pace?.interval ?? 0);
}

function idsOf(problemId: string, listed: readonly RecentSubmission[]): readonly string[] {
  return submissionsOf(problemId, listed).map(({ requestId }) => requestId);
}
