import { KeyedMutex } from '../../../base/async';
import type { Disposable } from '../../../base/emitter';
import type { Clock, Leases } from '../../../base/ports';
import { SteadyClock } from '../../../base/steadyClock';
import type { RecordInBrowser, RecordKey } from '../../../records';
import type { Judge, RecentSubmission, ServiceId } from '../../../service';
import {
  DOUBLE_PRESS_MS,
  END_RETRY_MS,
  FIRST_POLLS_MS,
  LIST_INTERVAL_MS,
  LIST_LEASE_MS,
  MAX_OPEN_DELAY_MS,
  MAX_SUBMISSION_WAIT_MS,
  MIN_LIST_INTERVAL_MS,
  OTHER_WINDOW_RETRY_MS,
} from '../limits';
import { isSameProblemId, newSubmission, submissionsOf } from './newSubmission';

/** The records whose programs the user is submitting in the browser. */
export interface RecordsInBrowser {
  /** Returns those of all windows. */
  all(): readonly RecordInBrowser[];
  /** Returns null if the record was removed, or its program is no longer being submitted. */
  get(key: RecordKey): RecordInBrowser | null;
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

/** What is known before the submit page is opened. */
export interface BegunSubmission {
  /** State of the new record. */
  readonly state: RecordInBrowser['state'];
  /** The list from before, if it didn’t arrive soon enough for `state`; null: it did. Never rejects. */
  readonly lateList: Promise<readonly RecentSubmission[] | null> | null;
}

/** The state of one judge. Times are ms since 1970. */
interface JudgeState {
  /** when the list was last requested; -Infinity: never */
  lastAt: number;
  /** minimum time between two requests of the list, ms */
  interval: number;
  /** time before which the list isn't requested, because another window does */
  notBefore: number;
  /** the user came back to this window, or refreshed the record */
  isWanted: boolean;
  /** number of requests of this window that aren't finished; no poll starts meanwhile */
  requestsUnderWay: number;
}

/**
 * Finds the submissions that the user makes in the browser. While a record waits for one, one window of this computer requests
 * the judge's list: 2, 5, and 10 seconds after the submit page was opened, and then every 10 seconds, for 5 minutes. Nothing is
 * requested, and there is no timer, if no record waits.
 */
export class BrowserSubmissions implements Disposable {
  private readonly judges = new Map<ServiceId, JudgeState>();
  /** when to end the wait of a record, ms since 1970; Infinity: the wait is being ended */
  private readonly endsAt = new Map<RecordKey, number>();
  /** records that waited for a submission when the timer was set */
  private waitingKeys: ReadonlySet<RecordKey> = new Set();
  private readonly matching = new KeyedMutex();
  private readonly clock: SteadyClock;
  private timer: Disposable | null = null;
  private isDisposed = false;

  constructor(private readonly parts: BrowserSubmissionParts) {
    this.clock = new SteadyClock(parts.clock, (by) => this.shift(by));
  }

  /** Returns whether the submit page of this file and problem was opened a moment ago, so the key was pressed twice. */
  wasJustBegun(file: string, problemId: string): boolean {
    const now = this.clock.now();
    return this.parts.records
      .all()
      .some(
        ({ source, submission, state: { since } }) =>
          source?.uri === file &&
          submission !== null &&
          isSameProblemId(submission.problemId, problemId) &&
          now >= since &&
          now < since + DOUBLE_PRESS_MS,
      );
  }

  /**
   * Requests the submissions of the problem that the judge lists now. Then add a record with the returned state, open the
   * submit page, and call `waitForSubmission`. Resolves after `MAX_OPEN_DELAY_MS` at most. Never rejects.
   */
  async begin(judge: Judge, problemId: string): Promise<BegunSubmission> {
    const judgeState = this.stateOf(judge.id);
    judgeState.interval = intervalOf(judge);
    judgeState.isWanted = false;
    const listing = this.withoutPolls(judgeState, () => this.list(judge, judgeState));
    const listed = await this.soon(listing);
    // the program of an earlier record may have been submitted meanwhile
    if (listed) await this.matchRecords(judge, listed);
    return {
      state: { kind: 'inBrowser', since: this.clock.now(), before: listed && idsOf(problemId, listed) },
      lateList: listed ? null : listing,
    };
  }

  /** Waits for the submission of a record, whose submit page is open. Never rejects. */
  async waitForSubmission(key: RecordKey, judge: Judge, { lateList }: BegunSubmission): Promise<void> {
    await this.withoutPolls(this.stateOf(judge.id), async () => {
      const listed = await lateList;
      if (!listed || this.isDisposed) return;
      try {
        await this.matching.run(judge.id, () => this.setBefore(key, listed));
      } catch (error) {
        this.parts.onError(`the earlier submissions at ${judge.id} could not be stored`, error);
      }
      await this.matchRecords(judge, listed);
    });
  }

  /** Call this when these records were added, changed, or removed. */
  onRecordsChanged(keys: Iterable<RecordKey>): void {
    for (const key of keys)
      if (this.waitingKeys.has(key) || this.parts.records.get(key)) return this.reschedule();
  }

  /** Requests the lists that are due, ends the records that waited too long, and sets the timer. */
  reschedule(): void {
    this.timer?.dispose();
    this.timer = null;
    if (this.isDisposed) return;
    const now = this.clock.now();
    let next = Infinity;
    const byJudge = this.waiting();
    this.waitingKeys = new Set([...byJudge.values()].flat().map(({ key }) => key));
    for (const [service, waiting] of byJudge) {
      for (const record of waiting)
        if (isOver(record, now)) next = Math.min(next, this.giveUpAt(record, now));
      const left = waiting.filter((record) => !isOver(record, now));
      const ends = left.map(({ state }) => state.since + MAX_SUBMISSION_WAIT_MS);
      const dueAt = this.dueAt(service, left);
      if (dueAt <= now) void this.poll(service);
      else if (dueAt < Math.max(...ends)) next = Math.min(next, dueAt);
      next = Math.min(next, ...ends);
    }
    for (const key of this.endsAt.keys()) if (!this.waitingKeys.has(key)) this.endsAt.delete(key);
    if (next < Infinity) this.timer = this.parts.clock.after(next - now, () => this.reschedule());
  }

  /** The user is back, or wants to know now. */
  pollSoon(): void {
    for (const service of this.waiting().keys()) this.stateOf(service).isWanted = true;
    this.reschedule();
  }

  dispose(): void {
    this.isDisposed = true;
    this.timer?.dispose();
  }

  /** The records that wait, by judge. */
  private waiting(): ReadonlyMap<ServiceId, readonly RecordInBrowser[]> {
    const byService = new Map<ServiceId, RecordInBrowser[]>();
    for (const record of this.parts.records.all())
      byService.set(record.service, [...(byService.get(record.service) ?? []), record]);
    return byService;
  }

  private stateOf(service: ServiceId): JudgeState {
    const known = this.judges.get(service);
    if (known) return known;
    const added: JudgeState = {
      lastAt: -Infinity,
      interval: MIN_LIST_INTERVAL_MS,
      notBefore: -Infinity,
      isWanted: false,
      requestsUnderWay: 0,
    };
    this.judges.set(service, added);
    return added;
  }

  /** When the list is requested next, ms since 1970; Infinity: it isn't. */
  private dueAt(service: ServiceId, waiting: readonly RecordInBrowser[]): number {
    const { lastAt, interval, notBefore, isWanted, requestsUnderWay } = this.stateOf(service);
    if (requestsUnderWay > 0 || waiting.length === 0) return Infinity;
    const since = Math.max(...waiting.map(({ state }) => state.since));
    const planned = FIRST_POLLS_MS.map((delay) => since + delay).find((at) => at > lastAt);
    const dueAt = isWanted ? -Infinity : (planned ?? lastAt + LIST_INTERVAL_MS);
    return Math.max(dueAt, lastAt + interval, notBefore);
  }

  private async poll(service: ServiceId): Promise<void> {
    const judgeState = this.stateOf(service);
    await this.withoutPolls(judgeState, async () => {
      try {
        await this.pollWithLease(service, judgeState);
      } catch (error) {
        judgeState.lastAt = this.clock.now();
        this.parts.onError(`submissions at ${service} could not be listed`, error);
      }
    });
  }

  private async pollWithLease(service: ServiceId, judgeState: JudgeState): Promise<void> {
    const { leases, lists } = this.parts;
    const shared = await leases.openLeases();
    // It expires by itself, so another window goes on if this one is closed.
    const lease = `submissions in browser ${service}`;
    if (!(await shared.tryAcquire(lease, LIST_LEASE_MS))) {
      judgeState.notBefore = this.clock.now() + OTHER_WINDOW_RETRY_MS;
      return;
    }
    judgeState.isWanted = false;
    judgeState.lastAt = this.clock.now();
    const judge = await lists.judgeOf(service);
    if (judge) {
      judgeState.interval = intervalOf(judge);
      const listed = await this.list(judge, judgeState);
      if (listed && !this.isDisposed) await this.matchRecords(judge, listed);
    }
    if (!this.waiting().has(service)) await shared.release(lease);
  }

  /** Runs work of a judge during which no poll starts. Afterwards, sets the timer. */
  private async withoutPolls<Value>(judgeState: JudgeState, work: () => Promise<Value>): Promise<Value> {
    judgeState.requestsUnderWay += 1;
    try {
      return await work();
    } finally {
      judgeState.requestsUnderWay -= 1;
      this.reschedule();
    }
  }

  /** Resolves to null if the list couldn't be read, and reports the error. Never rejects. */
  private async list(judge: Judge, judgeState: JudgeState): Promise<readonly RecentSubmission[] | null> {
    judgeState.lastAt = this.clock.now();
    try {
      return await this.parts.lists.list(judge);
    } catch (error) {
      this.parts.onError(`submissions at ${judge.id} could not be listed`, error);
      return null;
    }
  }

  /**
   * Looks for the submissions of the records of that judge, those that were begun last first. Lists that arrive together
   * are handled one after the other. A record whose submission can't be stored doesn't stop the others. Never rejects.
   */
  private async matchRecords(judge: Judge, listed: readonly RecentSubmission[]): Promise<void> {
    await this.matching.run(judge.id, async () => {
      const waiting = this.waiting().get(judge.id) ?? [];
      let left = listed;
      for (const record of waiting.toSorted((a, b) => b.state.since - a.state.since)) {
        const found = newSubmission(record, left);
        if (found) left = left.filter((other) => other !== found);
        try {
          if (found) await this.parts.records.found(record, judge, found);
          else await this.setBefore(record.key, listed);
        } catch (error) {
          this.parts.onError(`a submission at ${judge.id} could not be stored`, error);
        }
      }
    });
  }

  /**
   * Stores which listed submissions were made before the submit page of a record was opened, if that is unknown. The list
   * may have arrived later. A submission of unknown time counts as earlier.
   */
  private async setBefore(key: RecordKey, listed: readonly RecentSubmission[]): Promise<void> {
    const record = this.parts.records.get(key);
    if (!record?.submission || record.state.before !== null) return;
    const { since } = record.state;
    const earlier = listed.filter(({ at }) => at === null || at < since);
    await this.parts.records.setBefore(key, idsOf(record.submission.problemId, earlier));
  }

  /** Ends a record that waited too long. Returns when to try that again, ms since 1970; Infinity: it is under way. */
  private giveUpAt(record: RecordInBrowser, now: number): number {
    const endsAt = this.endsAt.get(record.key) ?? now;
    if (endsAt > now) return endsAt;
    this.endsAt.set(record.key, Infinity);
    void this.giveUp(record);
    return Infinity;
  }

  private async giveUp({ key, service }: RecordInBrowser): Promise<void> {
    try {
      await this.parts.records.giveUp(key);
    } catch (error) {
      this.parts.onError(`a record of ${service} could not be ended`, error);
      this.endsAt.set(key, this.clock.now() + END_RETRY_MS);
      this.reschedule();
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
    for (const one of this.judges.values()) {
      one.lastAt -= by;
      one.notBefore -= by;
    }
    for (const [key, endsAt] of this.endsAt) this.endsAt.set(key, endsAt - by);
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
