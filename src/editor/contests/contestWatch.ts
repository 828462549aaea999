import { Emitter, type Disposable } from '../../base/emitter';
import type { Clock, Leases } from '../../base/ports';
import { DueTimer, type Due } from '../../base/dueTimer';
import type { Contest } from '../../results';
import {
  contestKey,
  contestOfRecord,
  decideAccess,
  isRunning,
  runningContest,
  siteOf,
  type AccessDecision,
  type AssistantAccess,
  type AssistantRulesStorage,
  type KnownRecord,
  type RecordKey,
  type RecordStore,
  type ReportedContest,
  CONTEST_GRACE_MS,
} from '../../records';
import { RequestFailed, type Judge, type JudgeId } from '../../judges';
import { contestSpread } from '../shared/backgroundRequests/contestSpread';
import type { AssistantPermissions } from '../shared/settings/assistantPermissions';
import type { SpacedRequests } from '../shared/backgroundRequests/spacedRequests';
import { ContestReports } from './contestReports';
import { ContestSchedule } from './contestSchedule';
import {
  CHECK_DELAY_MS,
  CHECK_LEASE_MS,
  FAILURE_PAUSE_MS,
  FIRST_CHECK_INTERVAL_MS,
  LONGEST_WATCH_TIMER_MS,
  MISSING_PAUSE_MS,
  MIN_CHECK_INTERVAL_MS,
  SHOWN_AFTER_END_MS,
} from './limits';

/** The user's judges, as far as contests need them. */
export interface ContestJudges {
  judgeOf(service: JudgeId): Promise<Judge | null>;
  /** Returns whether the user has the judge, and is signed in if it requires that. Rejects if that can't be read. */
  isReady(service: JudgeId): Promise<boolean>;
  /** Fetches a contest in the background. Rejects with `RequestFailed`. */
  fetchContest(judge: Judge, id: string): Promise<Contest>;
  /** Returns the current time by the judge's clock, ms since 1970. */
  timeAt(service: JudgeId): number;
}

export interface ContestWatchParts {
  readonly store: Pick<RecordStore, 'records' | 'get' | 'onDidChange' | 'loadAll' | 'setContest'>;
  readonly rules: AssistantRulesStorage;
  readonly judges: ContestJudges;
  /** requests of this window; those after the end of a contest don't wait */
  readonly spaced: SpacedRequests;
  /** Opens the leases, which all windows of this computer share. */
  readonly leases: { openLeases(): Promise<Leases> };
  readonly clock: Clock;
  /** Returns a random number in [0, 1). */
  readonly random: () => number;
  readonly permissions: () => AssistantPermissions;
  readonly onError: (what: string, error: unknown) => void;
}

/** A judge whose results assistants can't read now. */
export interface PausedJudge {
  readonly service: JudgeId;
  readonly contest: Contest;
}

/**
 * Collects the contests that are coming or running from the records and from other responses, and decides which results
 * assistants may read. Requests contests when `ContestSchedule` decides so. Uses one timer for all contests, and none if all
 * have ended.
 */
export class ContestWatch implements AssistantAccess, Disposable {
  private readonly reports: ContestReports;
  private readonly schedule: ContestSchedule;
  /** The contest of each record as JSON, when this window last saw it. */
  private readonly seenContests = new Map<RecordKey, string>();
  private readonly pendingChecks = new Map<string, Promise<void>>();
  /** Contests that can't be requested, because the judge was removed. An assistant that reads a result tries again. */
  private readonly unreachable = new Set<string>();
  /**
   * Judges of known contests that the user has removed, or is signed out of. Their results stay paused, but nothing else
   * happens.
   */
  private absentJudges: ReadonlySet<JudgeId> = new Set();
  /** Contests of entries that are requested after the spread. */
  private readonly planned = new Set<string>();
  /** Contests that the judge no longer has, or no longer shows to the user. */
  private readonly missing = new Set<string>();
  private readonly later = new Set<Disposable>();
  private readonly ended: Emitter<ReportedContest>;
  /** Fires in one window of this computer when the judge has confirmed the end of a contest. */
  readonly onDidEnd: Emitter<ReportedContest>['event'];
  private readonly changed: Emitter<void>;
  /** Fires when the paused judges may have changed. */
  readonly onDidChange: Emitter<void>['event'];
  private readonly ready: Promise<void>;
  private hasLoadedRecords = false;
  /** ms since 1970 */
  private readonly startedAt: number;
  private readonly timer: DueTimer;
  /** Delay of this window's background requests, ms. */
  private readonly spread: number;
  private readonly storeListener: Disposable;
  private isDisposed = false;

  constructor(private readonly parts: ContestWatchParts) {
    this.changed = new Emitter((error) => parts.onError('contests could not be shown', error));
    this.onDidChange = this.changed.event;
    this.ended = new Emitter((error) => parts.onError('the end of a contest could not be shown', error));
    this.onDidEnd = this.ended.event;
    this.timer = new DueTimer(parts.clock, LONGEST_WATCH_TIMER_MS, () => this.dues());
    this.reports = new ContestReports(parts);
    this.schedule = new ContestSchedule({
      now: () => this.timer.now(),
      timeAt: (service) => parts.judges.timeAt(service),
      at: (service, time) => this.at(service, time),
    });
    this.startedAt = parts.clock.now();
    this.spread = contestSpread(parts.random);
    this.storeListener = parts.store.onDidChange(({ added, removed, nodes }) => {
      for (const key of removed) this.seenContests.delete(key);
      this.reportContestsOf([...added, ...nodes.keys()].flatMap((key) => parts.store.get(key) ?? []));
    });
    this.ready = this.start();
  }

  private get contests(): readonly ReportedContest[] {
    return this.reports.contests;
  }

  /** Stores a contest from a response that belongs to no record, such as a list of submissions. */
  report(service: JudgeId, contest: Contest): void {
    if (contest.isHomework || contest.id === undefined) return;
    this.reportAll([{ service, contest }]);
  }

  async of(service: JudgeId): Promise<AccessDecision> {
    try {
      await this.ready;
      await this.readStored();
      await this.loadRecords();
      const due = this.ofSite(service).filter(
        (reported) =>
          this.pendingChecks.has(contestKey(reported)) ||
          this.schedule.nextCheckAt(reported, MIN_CHECK_INTERVAL_MS, 0) <= this.timer.now(),
      );
      await Promise.all(due.map((reported) => this.check(reported)));
      return this.decide(service);
    } catch (error) {
      this.parts.onError('contests could not be read', error);
      return { kind: 'refused', reason: 'unreadable', endsAt: null };
    }
  }

  /**
   * Requests the contest of a judge if it isn't known yet. `isHurried`: the user waits for it; if not, the requests of
   * all windows are spread, and there is a pause after a failed one.
   */
  async lookAt(service: JudgeId, id: string, isHurried: boolean): Promise<void> {
    await this.ready;
    const wanted = { service, contest: { title: null, endsAt: null, id } };
    const key = contestKey(wanted);
    const isMissing = this.missing.has(key);
    if (!isMissing && this.contests.some((known) => contestKey(known) === key)) return;
    const pause = isMissing ? MISSING_PAUSE_MS : FAILURE_PAUSE_MS;
    if (isHurried) {
      this.after(0, () => void this.check(wanted));
      return;
    }
    if (this.timer.now() < this.schedule.lastCheckAt(key) + pause || this.planned.has(key)) return;
    this.planned.add(key);
    this.after(this.spread, () => {
      this.planned.delete(key);
      void this.check(wanted);
    });
  }

  /**
   * Requests a known contest now, because the user looks at it and organizers move contests. Resolves when the request
   * has ended. Never rejects.
   */
  async refresh(service: JudgeId, id: string): Promise<void> {
    await this.ready;
    const key = contestKey({ service, contest: { title: null, endsAt: null, id } });
    const known = this.known().find((other) => contestKey(other) === key);
    if (known) await this.check(known, true);
  }

  /** Returns a contest, as it was last reported. Null: unknown */
  async find(service: JudgeId, id: string): Promise<Contest | null> {
    await this.ready;
    const key = contestKey({ service, contest: { title: null, endsAt: null, id } });
    return this.contests.find((known) => contestKey(known) === key)?.contest ?? null;
  }

  /**
   * Returns the contests that are known, with those of records, except those that the judge no longer has, and those of
   * judges that the user has removed or is signed out of.
   */
  known(): readonly ReportedContest[] {
    const byKey = new Map<string, ReportedContest>();
    const ofRecords = this.parts.store.records().flatMap((record) => contestOfRecord(record) ?? []);
    for (const reported of [...this.contests, ...ofRecords]) {
      const key = contestKey(reported);
      if (!byKey.has(key) && !this.missing.has(key)) byKey.set(key, reported);
    }
    return [...byKey.values()].filter(({ service }) => !this.absentJudges.has(service));
  }

  /**
   * Returns the judges with results that assistants can't read because of a contest, without those that the user allowed.
   */
  paused(): readonly PausedJudge[] {
    const { store, permissions, judges } = this.parts;
    const { isEnabled, isForbiddenByWorkspace, allowedDuringContests } = permissions();
    if (!isEnabled || isForbiddenByWorkspace) return [];
    const records = store.records();
    const withContests = new Set([...records, ...this.contests].map(({ service }) => service));
    const present = [...withContests].filter((service) => !this.absentJudges.has(service));
    return present.flatMap((service) => {
      const found = runningContest(service, records, this.contests, judges.timeAt(service));
      return found && !allowedDuringContests.includes(service) ? [{ service, contest: found.contest }] : [];
    });
  }

  dispose(): void {
    this.isDisposed = true;
    this.storeListener.dispose();
    this.timer.dispose();
    for (const one of this.later) one.dispose();
  }

  /** Calls a function later, unless the watch is disposed before. */
  private after(delay: number, run: () => void): void {
    if (this.isDisposed) return;
    const timer = this.parts.clock.after(delay, () => {
      this.later.delete(timer);
      run();
    });
    this.later.add(timer);
  }

  /** Called after the user's judges or their credentials have changed. Rejects if they can't be read. */
  async updateJudges(): Promise<void> {
    await this.ready;
    this.unreachable.clear();
    await this.readJudges();
    this.announceChange();
  }

  private async readJudges(): Promise<void> {
    const services = [
      ...new Set([...this.contests, ...this.parts.store.records()].map(({ service }) => service)),
    ];
    const areReady = await Promise.all(services.map((service) => this.parts.judges.isReady(service)));
    this.absentJudges = new Set(services.filter((_, index) => areReady[index] === false));
  }

  /** Called after the settings for assistants have changed. */
  updateSettings(): void {
    this.announceChange();
  }

  /** Never rejects. Unreadable data is read again before an assistant reads a result. */
  private async start(): Promise<void> {
    await this.readReports();
    this.reportContestsOf(this.parts.store.records());
    try {
      await this.loadRecords();
    } catch (error) {
      this.parts.onError('results could not be read for their contests', error);
    }
    try {
      await this.readJudges();
      this.announceChange();
    } catch (error) {
      this.parts.onError('the judges of contests could not be read', error);
    }
  }

  /** Loads all records, because the index of the history may lack older ones. */
  private async loadRecords(): Promise<void> {
    if (this.hasLoadedRecords) return;
    await this.parts.store.loadAll();
    this.hasLoadedRecords = true;
  }

  /** Reads the contests that other windows reported. Rejects if they can't be read. */
  private async readStored(): Promise<void> {
    if (await this.reports.read()) this.announceChange();
  }

  /** Like `readStored`, but logs a failure. */
  private async readReports(): Promise<void> {
    try {
      await this.readStored();
    } catch (error) {
      this.parts.onError('contests could not be read', error);
    }
  }

  private decide(service: JudgeId): AccessDecision {
    const { store, permissions, judges } = this.parts;
    const { isEnabled, isForbiddenByWorkspace, allowedDuringContests } = permissions();
    if (isForbiddenByWorkspace) return { kind: 'refused', reason: 'workspace', endsAt: null };
    const rules = { isEnabled, allowedDuringContests, contests: this.contests };
    return decideAccess(service, store.records(), rules, judges.timeAt(service));
  }

  /** Remembers the contest of a record. Returns it if it has changed and has an ID, else null. */
  private noteContest(record: KnownRecord): ReportedContest | null {
    const found = contestOfRecord(record);
    if (!found) return null;
    const text = JSON.stringify(found.contest);
    if (this.seenContests.get(record.key) === text) return null;
    this.seenContests.set(record.key, text);
    // Contests without an ID aren't reported: a later response may contain the ID, and would be reported as another contest.
    return found.contest.id === undefined ? null : found;
  }

  /**
   * Reports the changed contests of these records. A record without changes since the start can't be newer than a known
   * report. A contest that has ended isn't reported for the first time.
   */
  private reportContestsOf(records: readonly KnownRecord[]): void {
    const known = new Set(this.contests.map(contestKey));
    const reports = records.flatMap((record) => {
      const found = this.noteContest(record);
      if (!found) return [];
      const isOld = Math.max(record.addedAt, record.changedAt ?? 0) < this.startedAt;
      const isNews = known.has(contestKey(found))
        ? !isOld
        : isRunning(found.contest, this.parts.judges.timeAt(found.service));
      return isNews ? [found] : [];
    });
    this.reportAll(reports);
    this.announceChange();
  }

  private reportAll(reports: readonly ReportedContest[]): void {
    for (const key of reports.map(contestKey)) {
      this.schedule.noteReport(key);
      this.missing.delete(key);
    }
    const over = new Set(this.contests.filter(({ contest }) => contest.isOver).map(contestKey));
    if (!this.reports.add(reports)) return;
    for (const report of reports) {
      const key = contestKey(report);
      // an older result may contradict that the contest is over, so it is requested again immediately
      if (over.has(key) && !report.contest.isOver) this.schedule.forgetChecks(key);
    }
    this.announceChange();
  }

  /** Announces that the paused judges may have changed, and sets the timer. */
  private announceChange(): void {
    if (this.isDisposed) return;
    this.changed.fire();
    this.timer.reschedule();
  }

  /** Returns the requests for contests, and the ends of running contests, which change the paused judges. */
  private dues(): readonly Due[] {
    const contests = this.contests.filter(({ service }) => !this.absentJudges.has(service));
    return contests.flatMap((reported) => {
      const { service, contest } = reported;
      const isReachable = !this.unreachable.has(contestKey(reported));
      const isExpected = contest.endsAt !== null && isRunning(contest, this.parts.judges.timeAt(service));
      return [
        ...(isReachable
          ? [
              {
                at: this.spacedDueAt(reported),
                run: () => {
                  // another request of this window may have been sent since
                  if (this.spacedDueAt(reported) > this.timer.now()) return;
                  void this.check(reported).then(() => this.announceChange());
                },
              },
            ]
          : []),
        ...(isExpected
          ? [
              {
                at: this.at(service, contest.endsAt + CONTEST_GRACE_MS),
                run: () => this.announceChange(),
              },
            ]
          : []),
      ];
    });
  }

  /**
   * Returns when a contest is requested, by the timer. Waits for other requests of this window, except after the contest.
   */
  private spacedDueAt(reported: ReportedContest): number {
    const { service, contest } = reported;
    const dueAt = this.schedule.nextCheckAt(reported, FIRST_CHECK_INTERVAL_MS, this.spread);
    const isAfterEnd = contest.endsAt !== null && dueAt >= this.at(service, contest.endsAt + CHECK_DELAY_MS);
    return isAfterEnd ? dueAt : Math.max(dueAt, this.timer.now() + this.parts.spaced.wait(service));
  }

  /** Converts a time of the judge's clock, ms since 1970, to a time of the timer. */
  private at(service: JudgeId, time: number): number {
    const { judges, clock } = this.parts;
    return this.timer.at(time - judges.timeAt(service) + clock.now());
  }

  private ofSite(service: JudgeId): readonly ReportedContest[] {
    return this.contests.filter((reported) => siteOf(reported.service) === siteOf(service));
  }

  /**
   * Requests the contest, unless a request for it is in flight. Resolves when that request ends. Never rejects.
   * `isWanted`: the user waits for it, so it's also sent if another window has requested the contest a moment ago
   */
  private check(reported: ReportedContest, isWanted = false): Promise<void> {
    const key = contestKey(reported);
    const known = this.pendingChecks.get(key);
    if (known) return known;
    const started = this.request(reported, isWanted)
      .catch((error: unknown) => this.noteFailure(key, error))
      .finally(() => this.pendingChecks.delete(key));
    this.pendingChecks.set(key, started);
    return started;
  }

  /** Returns whether a contest was running a short time ago. */
  private wasRunning({ service, contest: { title, endsAt, isOver } }: ReportedContest): boolean {
    if (isOver || title === null) return false;
    return endsAt === null || this.parts.judges.timeAt(service) - endsAt < SHOWN_AFTER_END_MS;
  }

  /** Logs why a contest couldn't be requested. If the judge doesn't have it, it is no longer shown. */
  private noteFailure(key: string, error: unknown): void {
    this.parts.onError(`contest ${key} could not be requested`, error);
    const isMissing =
      error instanceof RequestFailed && error.failure.kind === 'status' && error.failure.status === 404;
    if (!isMissing) return;
    this.missing.add(key);
    this.announceChange();
  }

  private async request(reported: ReportedContest, isWanted: boolean): Promise<void> {
    const { judges, leases } = this.parts;
    const key = contestKey(reported);
    const { id } = reported.contest;
    this.schedule.countCheck(reported);
    this.parts.spaced.count(reported.service);
    const judge = await judges.judgeOf(reported.service);
    if (!judge?.contests?.fetch || id === undefined) {
      this.parts.spaced.release(reported.service);
      this.unreachable.add(key);
      return;
    }
    this.unreachable.delete(key);
    const shared = await leases.openLeases();
    const isFirst = await shared.tryAcquire(`contest ${key}`, CHECK_LEASE_MS);
    if (!isFirst && !isWanted) {
      // another window of this computer stores the contest
      this.parts.spaced.release(reported.service);
      this.after(CHECK_LEASE_MS, () => void this.readReports());
      return;
    }
    // another window may have announced the end
    await this.readReports();
    const fetched = await judges.fetchContest(judge, id);
    const hasEnded = fetched.endsAt !== null && judges.timeAt(reported.service) >= fetched.endsAt;
    const contest: Contest = { ...fetched, id, ...(hasEnded ? { isOver: true } : {}) };
    const current = { service: reported.service, contest };
    const isKnownEnd = this.reports.isConfirmedEnd(current);
    this.reportAll([current]);
    if (contest.isOver && !isKnownEnd && this.wasRunning(reported)) this.ended.fire(current);
    try {
      await this.storeInRecords(key, contest);
    } catch (error) {
      this.parts.onError('the end of a contest could not be stored with its results', error);
    }
  }

  /** Stores the current end of a contest with its records. */
  private async storeInRecords(key: string, contest: Contest): Promise<void> {
    const { store } = this.parts;
    for (const record of store.records()) {
      const found = contestOfRecord(record);
      if (!found || contestKey(found) !== key) continue;
      this.seenContests.set(record.key, JSON.stringify(contest));
      await store.setContest(record.key, contest);
    }
  }
}
