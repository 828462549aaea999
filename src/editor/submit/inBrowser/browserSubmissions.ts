import { KeyedMutex, settlesWithin } from '../../../base/async';
import { DueTimer, type Due } from '../../../base/dueTimer';
import { Emitter, type Disposable } from '../../../base/emitter';
import type { Clock, Leases } from '../../../base/ports';
import type { RecordInBrowser, RecordKey } from '../../../records';
import type { Judge, RecentSubmission, JudgeId } from '../../../judges';
import {
  DOUBLE_PRESS_MS,
  END_RETRY_MS,
  LIST_LEASE_MS,
  MAX_OPEN_DELAY_MS,
  MAX_SUBMISSION_WAIT_MS,
  MIN_LIST_INTERVAL_MS,
  OTHER_WINDOW_RETRY_MS,
  TIME_ROUNDING_MS,
} from '../limits';
import { afterRequest, maximumWait, planList, type ListPlan, type ListState } from './listSchedule';
import { isSameProblemId, newSubmission, submissionsOf } from './newSubmission';

/** Access to the records of programs that the user is submitting in the browser. */
export interface RecordsInBrowser {
  /** Returns the records, including those of other windows. */
  all(): readonly RecordInBrowser[];
  /** Returns null if the record was removed, or its program isn't being submitted anymore. */
  get(key: RecordKey): RecordInBrowser | null;
  /** Stores the known data about the earlier submissions, and about the reachability of the judge. */
  setState(key: RecordKey, state: RecordInBrowser['state']): Promise<void>;
  /** Replaces the record by one of the found submission, and tracks it. */
  found(record: RecordInBrowser, judge: Judge, submission: RecentSubmission): Promise<void>;
  /** Ends the wait of a record for which no submission appeared. */
  giveUp(key: RecordKey): Promise<void>;
}

/** Access to the judges and the user's submissions there. */
export interface ListedSubmissions {
  /** Resolves to null if the judge was removed from the settings. */
  judgeOf(service: JudgeId): Promise<Judge | null>;
  /** Requests the user's submissions, newest first. Null: the request failed or can't be sent now. */
  list(judge: Judge): Promise<readonly RecentSubmission[] | null>;
  /** Returns whether the last request of the list didn't reach the judge. */
  isUnreachable(service: JudgeId): boolean;
  /** Returns the time before which the list isn't requested, ms since 1970; -Infinity: no limit. */
  notBefore(service: JudgeId): number;
}

export interface BrowserSubmissionParts {
  readonly clock: Clock;
  /** opens the leases that all windows of this computer share */
  readonly leases: { openLeases(): Promise<Leases> };
  readonly records: RecordsInBrowser;
  readonly lists: ListedSubmissions;
  readonly onError: (what: string, error: unknown) => void;
}

/** Data that is known before the submit page is opened. */
export interface BegunSubmission {
  /** State of the new record. */
  readonly state: RecordInBrowser['state'];
  /** The list of earlier submissions, if it didn't arrive in time for `state`; null: it did. Never rejects. */
  readonly lateList: Promise<readonly RecentSubmission[] | null> | null;
}

/** State of the requests to a judge, which changes with each request. Its times are those of the timer, in ms. */
type JudgeState = { -readonly [Field in keyof ListState]: ListState[Field] };

/**
 * Finds the submissions that the user makes in the browser. While a record waits for its submission, one window of this
 * computer requests the judge's list: 2, 5, and 10 seconds after the submit page was opened, and then every 10 seconds,
 * for at most 5 minutes in which the judge can be reached. If no record waits, nothing is requested, and no timer runs.
 */
export class BrowserSubmissions implements Disposable {
  private readonly judges = new Map<JudgeId, JudgeState>();
  /** time of the next attempt to end the wait of a record, by the timer; Infinity: one is under way */
  private readonly endsAt = new Map<RecordKey, number>();
  /** keys of the records that waited for a submission when the timer was set */
  private waitingKeys: ReadonlySet<RecordKey> = new Set();
  private readonly matching = new KeyedMutex();
  private readonly timer: DueTimer;
  private isDisposed = false;
  private readonly listed = new Emitter<JudgeId>((error) => this.parts.onError('a listener failed', error));
  /** Fires after a list was requested, also if that failed, when the next request is planned. */
  readonly onDidList = this.listed.event;

  constructor(private readonly parts: BrowserSubmissionParts) {
    this.timer = new DueTimer(parts.clock, MAX_SUBMISSION_WAIT_MS, (now) => this.dues(now));
  }

  /**
   * Returns whether the submit page of this file and problem was opened a moment ago, because the user pressed the key
   * twice.
   */
  wasJustBegun(file: string, problemId: string): boolean {
    const now = this.parts.clock.now();
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
   * Requests the list of earlier submissions to the problem. The caller must then add a record with the returned state,
   * open the submit page, and call `waitForSubmission`. Resolves after `MAX_OPEN_DELAY_MS` at most. Never rejects.
   */
  async begin(judge: Judge, problemId: string): Promise<BegunSubmission> {
    const judgeState = this.stateOf(judge.id);
    judgeState.interval = intervalOf(judge);
    judgeState.isWanted = false;
    const listing = this.withoutPolls(judge.id, () => this.list(judge, judgeState));
    const listed = await this.soon(listing);
    // the program of an earlier record may have been submitted meanwhile
    if (listed) await this.matchRecords(judge, listed);
    const before = listed && idsOf(problemId, listed);
    return {
      state: { kind: 'inBrowser', since: this.parts.clock.now(), before },
      lateList: listed ? null : listing,
    };
  }

  /** Starts waiting for the submission of a record after its submit page was opened. Never rejects. */
  async waitForSubmission(key: RecordKey, judge: Judge, { lateList }: BegunSubmission): Promise<void> {
    await this.withoutPolls(judge.id, async () => {
      const listed = await lateList;
      if (this.isDisposed) return;
      await this.noteReachability(judge.id);
      if (!listed) return;
      try {
        await this.matching.run(judge.id, () => this.setBefore(key, listed));
      } catch (error) {
        this.parts.onError(`the earlier submissions at ${judge.id} could not be stored`, error);
      }
      await this.matchRecords(judge, listed);
    });
  }

  /**
   * Reschedules the requests if these records wait for a submission, or did. Must be called after records were added,
   * changed, or removed.
   */
  onRecordsChanged(keys: Iterable<RecordKey>): void {
    for (const key of keys)
      if (this.waitingKeys.has(key) || this.parts.records.get(key)) return this.reschedule();
  }

  /** Requests the lists that are due, ends the wait of records that waited too long, and sets the timer. */
  reschedule(): void {
    this.timer.reschedule();
  }

  /** Requests the lists as soon as possible, because the user came back to this window or refreshed a record. */
  pollSoon(): void {
    for (const service of this.waiting().keys()) this.stateOf(service).isWanted = true;
    this.reschedule();
  }

  /**
   * Returns when this window requests the list of a judge next, ms since 1970. Null: it is being requested, or not
   * planned.
   */
  nextListAt(service: JudgeId): number | null {
    const { listAt } = this.planOf(service, this.waiting().get(service) ?? [], this.timer.now());
    // the timer's time differs from the clock if that was set back
    return listAt === Infinity ? null : listAt - this.timer.at(0);
  }

  dispose(): void {
    this.isDisposed = true;
    this.timer.dispose();
    this.listed.dispose();
  }

  private dues(now: number): readonly Due[] {
    const byJudge = this.waiting();
    this.waitingKeys = new Set([...byJudge.values()].flat().map(({ key }) => key));
    for (const key of this.endsAt.keys()) if (!this.waitingKeys.has(key)) this.endsAt.delete(key);
    return [...byJudge].flatMap(([service, records]) => {
      const { listAt, ends } = this.planOf(service, records, now);
      return [
        ...ends.map(({ key, at }) => ({ at, run: () => void this.giveUp(key) })),
        { at: listAt, run: () => void this.poll(service) },
      ];
    });
  }

  private planOf(
    service: JudgeId,
    records: readonly RecordInBrowser[],
    now: number,
  ): ListPlan<RecordInBrowser> {
    const judgeState = this.stateOf(service);
    const notBefore = Math.max(judgeState.notBefore, this.timer.at(this.parts.lists.notBefore(service)));
    const waiting = records.map((record) => ({
      key: record,
      since: this.timer.at(record.state.since),
      until: this.timer.at(record.state.since) + maximumWait(record.state),
      endAt: this.endsAt.get(record.key) ?? -Infinity,
    }));
    return planList({ ...judgeState, notBefore }, waiting, now);
  }

  private waiting(): ReadonlyMap<JudgeId, readonly RecordInBrowser[]> {
    const byJudge = new Map<JudgeId, RecordInBrowser[]>();
    for (const record of this.parts.records.all())
      byJudge.set(record.service, [...(byJudge.get(record.service) ?? []), record]);
    return byJudge;
  }

  private stateOf(service: JudgeId): JudgeState {
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

  private async poll(service: JudgeId): Promise<void> {
    const judgeState = this.stateOf(service);
    await this.withoutPolls(service, async () => {
      try {
        await this.pollWithLease(service, judgeState);
      } catch (error) {
        judgeState.lastAt = this.timer.now();
        this.parts.onError(`submissions at ${service} could not be listed`, error);
      }
    });
  }

  private async pollWithLease(service: JudgeId, judgeState: JudgeState): Promise<void> {
    const { leases, lists } = this.parts;
    const shared = await leases.openLeases();
    // The lease expires automatically, so another window takes over if this one is closed.
    const lease = `submissions in browser ${service}`;
    if (!(await shared.tryAcquire(lease, LIST_LEASE_MS))) {
      judgeState.notBefore = this.timer.now() + OTHER_WINDOW_RETRY_MS;
      return;
    }
    judgeState.isWanted = false;
    judgeState.lastAt = this.timer.now();
    const judge = await lists.judgeOf(service);
    if (judge) {
      judgeState.interval = intervalOf(judge);
      const listed = await this.list(judge, judgeState);
      if (listed && !this.isDisposed) await this.matchRecords(judge, listed);
    }
    if (!this.isDisposed) await this.noteReachability(service);
    if (!this.waiting().has(service)) await shared.release(lease);
  }

  /** Runs work that sends requests to a judge. No poll starts until it has finished. Then sets the timer. */
  private async withoutPolls<Value>(service: JudgeId, work: () => Promise<Value>): Promise<Value> {
    const judgeState = this.stateOf(service);
    judgeState.requestsUnderWay += 1;
    try {
      return await work();
    } finally {
      judgeState.requestsUnderWay -= 1;
      this.reschedule();
      this.listed.fire(service);
    }
  }

  /** Requests the list. If that fails, reports the error and resolves to null. Never rejects. */
  private async list(judge: Judge, judgeState: JudgeState): Promise<readonly RecentSubmission[] | null> {
    judgeState.lastAt = this.timer.now();
    try {
      return await this.parts.lists.list(judge);
    } catch (error) {
      this.parts.onError(`submissions at ${judge.id} could not be listed`, error);
      return null;
    }
  }

  /**
   * Finds the submissions of the judge's records in a list, starting with the newest record. Lists that arrive at the
   * same time are processed one after the other. If a submission can't be stored, continues with the other records.
   * Never rejects.
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

  /** Stores with the records of a judge whether the last request of its list reached it. Never rejects. */
  private async noteReachability(service: JudgeId): Promise<void> {
    const { clock, lists, records } = this.parts;
    const isUnreachable = lists.isUnreachable(service);
    await this.matching.run(service, async () => {
      for (const { key, state } of this.waiting().get(service) ?? []) {
        const next = afterRequest(state, isUnreachable, clock.now());
        try {
          if (next !== state) await records.setState(key, next);
        } catch (error) {
          this.parts.onError(`the reachability of ${service} could not be stored`, error);
        }
      }
    });
  }

  /**
   * Stores which listed submissions were made before the record's submit page was opened, unless that is already known.
   * The list may have arrived after the page was opened. Submissions without a time count as earlier.
   */
  private async setBefore(key: RecordKey, listed: readonly RecentSubmission[]): Promise<void> {
    const record = this.parts.records.get(key);
    if (!record?.submission || record.state.before !== null) return;
    const { state } = record;
    const earlier = listed.filter(({ at }) => at === null || at < state.since - TIME_ROUNDING_MS);
    await this.parts.records.setState(key, { ...state, before: idsOf(record.submission.problemId, earlier) });
  }

  /** Ends the wait of a record that waited too long. If that can't be stored, tries again later. Never rejects. */
  private async giveUp({ key, service }: RecordInBrowser): Promise<void> {
    this.endsAt.set(key, Infinity);
    try {
      await this.parts.records.giveUp(key);
    } catch (error) {
      this.parts.onError(`a record of ${service} could not be ended`, error);
      this.endsAt.set(key, this.timer.now() + END_RETRY_MS);
      this.reschedule();
    }
  }

  /** Waits for the list. Resolves to null if the list takes longer than opening the submit page may be delayed. */
  private async soon(
    listing: Promise<readonly RecentSubmission[] | null>,
  ): Promise<readonly RecentSubmission[] | null> {
    return (await settlesWithin(this.parts.clock, MAX_OPEN_DELAY_MS, listing)) ? listing : null;
  }
}

function intervalOf({ pace }: Judge): number {
  return Math.max(MIN_LIST_INTERVAL_MS, pace?.interval ?? 0);
}

function idsOf(problemId: string, listed: readonly RecentSubmission[]): readonly string[] {
  return submissionsOf(problemId, listed).map(({ requestId }) => requestId);
}
