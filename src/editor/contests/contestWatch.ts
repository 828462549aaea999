import { sameJson } from '../../base/sameJson';
import { Emitter, type Disposable } from '../../base/emitter';
import type { Clock, Leases } from '../../base/ports';
import { DueTimer, type Due } from '../../base/dueTimer';
import { contestState, type Contest } from '../../results';
import {
  contestKey,
  contestOfRecord,
  decideAccess,
  isRunning,
  runningContest,
  siteOf,
  withReported,
  type AccessDecision,
  type AssistantAccess,
  type AssistantRules,
  type AssistantRulesStorage,
  type KnownRecord,
  type RecordKey,
  type RecordStore,
  type ReportedContest,
  CONTEST_GRACE_MS,
} from '../../records';
import { RequestFailed, type Judge, type JudgeId } from '../../judges';
import { contestSpread } from '../shared/contestSpread';
import type { AssistantPermissions } from '../shared/settings';
import type { SpacedRequests } from '../shared/spacedRequests';
import {
  CHECK_DELAY_MS,
  CHECK_LEASE_MS,
  CHECKED_BEFORE_END_MS,
  CONFIRMABLE_END_MS,
  FAILURE_PAUSE_MS,
  FIRST_CHECK_INTERVAL_MS,
  LONGEST_WATCH_TIMER_MS,
  MAX_CHECK_INTERVAL_MS,
  MAX_END_CHECKS,
  MISSING_PAUSE_MS,
  MIN_CHECK_INTERVAL_MS,
  SHOWN_AFTER_END_MS,
  UNPLANNED_CHECK_INTERVAL_MS,
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

/** The requests for a contest that this window has sent. */
interface Checks {
  /** Time of the last request, by the timer. */
  readonly at: number;
  readonly count: number;
}

/**
 * Collects the contests that are coming or running from the records and from other responses, and decides which results
 * assistants may read. Requests a contest if its end is unknown, and again at its start, in its last minutes, and after its
 * end, because organizers move them. Uses one timer for all contests, and none if all have ended.
 */
export class ContestWatch implements AssistantAccess, Disposable {
  private contests: readonly ReportedContest[] = [];
  /** The contest of each record as JSON, when this window last saw it. */
  private readonly seenContests = new Map<RecordKey, string>();
  private readonly checks = new Map<string, Checks>();
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
  /** Ends that a judge has confirmed, ms since 1970, by contest. A later report may not contain that the contest is over. */
  private readonly confirmedEnds = new Map<string, number | null>();
  /** Time of the last report of a contest, by the timer. */
  private readonly reportedAt = new Map<string, number>();
  private readonly later = new Set<Disposable>();
  /** Reports that aren't in the file yet, by contest. */
  private readonly unsaved = new Map<string, ReportedContest>();
  /** The last read found stored rules. */
  private hasStoredRules = false;
  /** Resolves when all reports so far are written. */
  private saving: Promise<void> = Promise.resolve();
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
    this.startedAt = parts.clock.now();
    this.spread = contestSpread(parts.random);
    this.storeListener = parts.store.onDidChange(({ added, removed, nodes }) => {
      for (const key of removed) this.seenContests.delete(key);
      this.reportContestsOf([...added, ...nodes.keys()].flatMap((key) => parts.store.get(key) ?? []));
    });
    this.ready = this.start();
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
          this.pendingChecks.has(contestKey(reported)) || this.isDue(reported, MIN_CHECK_INTERVAL_MS, 0),
      );
      await Promise.all(due.map((reported) => this.check(reported)));
      return this.decide(service);
    } catch (error) {
      this.parts.onError('contests could not be read', error);
      return { kind: 'refused', reason: 'unreadable', endsAt: null };
    }
  }

  /**
   * Requests the contest of a judge if it isn't known yet. `isHurried`: the user waits for it; otherwise, the requests of
   * all windows are spread, and there is a pause after a failed one.
   */
  async lookAt(service: JudgeId, id: string, isHurried: boolean): Promise<void> {
    await this.ready;
    const wanted = { service, contest: { title: null, endsAt: null, id } };
    const key = contestKey(wanted);
    const isMissing = this.missing.has(key);
    if (!isMissing && this.contests.some((known) => contestKey(known) === key)) return;
    const pause = isMissing ? MISSING_PAUSE_MS : FAILURE_PAUSE_MS;
    const askedAt = this.checks.get(key)?.at ?? -Infinity;
    if (isHurried) {
      this.after(0, () => void this.check(wanted));
      return;
    }
    if (this.timer.now() < askedAt + pause || this.planned.has(key)) return;
    this.planned.add(key);
    this.after(this.spread, () => {
      this.planned.delete(key);
      void this.check(wanted);
    });
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

  /** Returns the judges with results that assistants can't read because of a contest, without those that the user allowed. */
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

  /** Never rejects. What can't be read is read again before an assistant reads a result. */
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

  /**
   * Reads the contests that other windows reported. If the file is gone, for example because it was damaged, keeps the
   * contests of this window and writes them again.
   */
  private async readStored(): Promise<void> {
    await this.saving;
    const stored = await this.parts.rules.read();
    if (!stored && this.hasStoredRules) this.saving = this.saving.then(() => this.save());
    this.hasStoredRules = stored !== null;
    const before = this.contests;
    this.noteConfirmedEnds(stored?.contests ?? []);
    this.contests = withReported(
      stored?.contests ?? before,
      [...this.unsaved.values()],
      this.parts.clock.now(),
    );
    if (!sameJson(before, this.contests)) this.announceChange();
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
   * Reports the changed contests of these records. A record that hasn't changed since the start can't be newer than a
   * known report. A contest that has ended isn't reported for the first time.
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

  private noteConfirmedEnds(contests: readonly ReportedContest[]): void {
    for (const reported of contests) {
      const { isOver, endsAt } = reported.contest;
      if (isOver) this.confirmedEnds.set(contestKey(reported), endsAt);
    }
  }

  private reportAll(reports: readonly ReportedContest[]): void {
    const now = this.parts.clock.now();
    this.noteConfirmedEnds(reports);
    for (const report of reports) {
      const key = contestKey(report);
      this.reportedAt.set(key, this.timer.now());
      this.missing.delete(key);
    }
    const next = withReported(this.contests, reports, now);
    if (next === this.contests) return;
    const over = new Set(this.contests.filter(({ contest }) => contest.isOver).map(contestKey));
    this.contests = next;
    for (const report of reports) {
      const key = contestKey(report);
      // an older result may contradict that the contest is over, so it is requested again immediately
      if (over.has(key) && !report.contest.isOver) this.checks.delete(key);
      this.unsaved.set(key, report);
    }
    this.saving = this.saving.then(() => this.save());
    this.announceChange();
  }

  /**
   * Adds the reports to the stored rules. Without stored rules, also writes the settings and all known contests. Logs a
   * failure; the next call writes the reports then. Never rejects.
   */
  private async save(): Promise<void> {
    const reports = [...this.unsaved];
    const now = this.parts.clock.now();
    const { isEnabled, allowedDuringContests } = this.parts.permissions();
    const known: AssistantRules = { isEnabled, allowedDuringContests, contests: this.contests };
    try {
      await this.parts.rules.update((stored) => {
        const rules = stored ?? known;
        const contests = withReported(
          rules.contests,
          reports.map(([, report]) => report),
          now,
        );
        return { ...rules, contests };
      });
      for (const [key, report] of reports) if (this.unsaved.get(key) === report) this.unsaved.delete(key);
    } catch (error) {
      this.parts.onError('a contest could not be stored', error);
    }
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

  /** Like `dueAt`, but waits for other requests of this window, except after the end of the contest. */
  private spacedDueAt(reported: ReportedContest): number {
    const { service, contest } = reported;
    const dueAt = this.dueAt(reported, FIRST_CHECK_INTERVAL_MS, this.spread);
    const isAfterEnd = contest.endsAt !== null && dueAt >= this.at(service, contest.endsAt + CHECK_DELAY_MS);
    return isAfterEnd ? dueAt : Math.max(dueAt, this.timer.now() + this.parts.spaced.wait(service));
  }

  /** Converts a time of the judge's clock, ms since 1970, to a time of the timer. */
  private at(service: JudgeId, time: number): number {
    const { judges, clock } = this.parts;
    return this.timer.at(time - judges.timeAt(service) + clock.now());
  }

  private isDue(reported: ReportedContest, interval: number, spread: number): boolean {
    return this.dueAt(reported, interval, spread) <= this.timer.now();
  }

  /**
   * Returns the time of the next request for a contest, by the timer; Infinity if no request is needed. `interval`: time
   * between the first and the second request, ms. It doubles with each further request. `spread`: additional delay of the
   * first request, ms.
   */
  private dueAt(reported: ReportedContest, interval: number, spread: number): number {
    const { service, contest } = reported;
    const { startsAt = null, endsAt, id, isOver, isHomework } = contest;
    if (isOver || isHomework || id === undefined) return Infinity;
    const now = this.parts.judges.timeAt(service);
    if (endsAt !== null && endsAt < now - CONFIRMABLE_END_MS) return Infinity;
    const key = contestKey(reported);
    const checks = this.checks.get(key);
    if (contestState(contest, now) === 'notBegun') {
      if (startsAt === null)
        return Math.max(checks?.at ?? -Infinity, this.readAt(key)) + UNPLANNED_CHECK_INTERVAL_MS + spread;
      return this.at(service, startsAt + CHECK_DELAY_MS) + spread;
    }
    if (endsAt === null || now >= endsAt + CHECK_DELAY_MS) {
      const firstAt = endsAt === null ? -Infinity : this.at(service, endsAt + CHECK_DELAY_MS);
      if (!checks || checks.at < firstAt) return firstAt + spread;
      if (endsAt !== null && checks.count >= MAX_END_CHECKS) return Infinity;
      return checks.at + Math.min(interval * 2 ** (checks.count - 1), MAX_CHECK_INTERVAL_MS);
    }
    const moments = [
      startsAt === null ? -Infinity : startsAt + CHECK_DELAY_MS,
      endsAt - CHECKED_BEFORE_END_MS,
    ];
    const due = moments
      .map((moment) => this.at(service, moment))
      .filter((moment) => moment > this.readAt(key))
      .map((moment) => moment + spread);
    return Math.min(...due, this.at(service, endsAt + CHECK_DELAY_MS) + spread);
  }

  /** Returns when the times of a contest were last read or requested, by the timer. */
  private readAt(key: string): number {
    const at = this.reportedAt.get(key) ?? this.timer.at(this.startedAt);
    return Math.max(at, this.checks.get(key)?.at ?? -Infinity);
  }

  /** Returns the contests of a judge's site. */
  private ofSite(service: JudgeId): readonly ReportedContest[] {
    return this.contests.filter((reported) => siteOf(reported.service) === siteOf(service));
  }

  /** Requests the contest, unless a request for it is in flight. Resolves when that request ends. Never rejects. */
  private check(reported: ReportedContest): Promise<void> {
    const key = contestKey(reported);
    const known = this.pendingChecks.get(key);
    if (known) return known;
    const started = this.request(reported)
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

  /** Counts a request. The requests after the end of the contest are counted separately. */
  private countCheck({ service, contest: { endsAt } }: ReportedContest, key: string): void {
    const before = this.checks.get(key);
    const isFirst = !before || (endsAt !== null && before.at < this.at(service, endsAt + CHECK_DELAY_MS));
    this.checks.set(key, { at: this.timer.now(), count: isFirst ? 1 : before.count + 1 });
  }

  private async request(reported: ReportedContest): Promise<void> {
    const { judges, leases } = this.parts;
    const key = contestKey(reported);
    const { id } = reported.contest;
    this.countCheck(reported, key);
    this.parts.spaced.count(reported.service);
    const judge = await judges.judgeOf(reported.service);
    if (!judge?.contests?.fetch || id === undefined) {
      this.parts.spaced.release(reported.service);
      this.unreachable.add(key);
      return;
    }
    this.unreachable.delete(key);
    const shared = await leases.openLeases();
    if (!(await shared.tryAcquire(`contest ${key}`, CHECK_LEASE_MS))) {
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
    const isKnownEnd = this.confirmedEnds.has(key) && this.confirmedEnds.get(key) === contest.endsAt;
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
