import type { Fetched, Listed, RecordDetails, TrackedResults } from '../shared/trackedResults';
import { currentFolder } from '../shared/files/files';
import { EventEmitter, window, type Disposable, type Event } from 'vscode';
import {
  isNewer,
  isPending,
  namesProblem,
  recordKey,
  type KnownRecord,
  type NewRecord,
  type RecordKey,
  type RecordStore,
} from '../../records';
import type { ReadResult, JudgeId, Judge } from '../../judges';
import type { PendingView, JudgeHealth, Tracker, TrackerEvents, TrackOptions } from '../../tracking';
import type { Judges } from '../shared/judges';
import { outcomeOf } from '../../tracking/nextPollOfRequest';

/** Loads the code for polling when it is first needed. Each function is called only once, unless it fails. */
export interface TrackingLoader {
  /** Creates the tracker, when the first request is sent. */
  makeTracker(events: TrackerEvents): Promise<Tracker>;
  /** Shows pending requests in the status bar, as a badge, and in notifications. */
  showPending(): Promise<void>;
}

/**
 * The implementation of `TrackedResults`, which describes the members without a comment. Loads the tracker for the first
 * request that needs it.
 */
export class Tracking implements TrackedResults, TrackerEvents, Disposable {
  /** The created tracker; null until it is needed. It may not be polling yet. */
  private made: Promise<Tracker> | null = null;
  /** The tracker if it was started; null until then. It polls all pending requests of this computer. */
  private tracker: Promise<Tracker> | null = null;
  /** Same as `tracker`, but null until starting has succeeded. */
  private running: Tracker | null = null;
  /** whether the last attempt to load the tracker failed */
  private hasFailed = false;
  private readonly changed = new EventEmitter<void>();
  readonly onDidChange: Event<void> = this.changed.event;
  private readonly listed = new EventEmitter<Listed>();
  readonly onDidList: Event<Listed> = this.listed.event;
  private whyNotPushed = '';
  readonly requestedHere = new Set<RecordKey>();
  /** Records whose problem was fetched after their result was pushed. */
  private readonly completed = new Set<RecordKey>();
  private readonly disposables: Disposable[];

  constructor(
    private readonly store: RecordStore,
    private readonly judges: Judges,
    private readonly loader: TrackingLoader,
    readonly onError: (operation: string, error: unknown) => void,
  ) {
    this.disposables = [
      this.changed,
      this.listed,
      judges.onDidChange((service) => void this.judgeChanged(service)),
      // another window may have started tracking
      store.onDidPlan(() => void this.loadIfTracked()),
      window.onDidChangeWindowState(({ focused }) => void this.focusChanged(focused)),
    ];
  }

  get pushTrouble(): string {
    return this.whyNotPushed;
  }

  setPushTrouble(words: string): void {
    if (words === this.whyNotPushed) return;
    this.whyNotPushed = words;
    this.changed.fire();
  }

  onPendingChanged(): void {
    this.changed.fire();
  }

  onListed(service: JudgeId, requestIds: readonly string[]): void {
    this.listed.fire({ service, requestIds });
  }

  async resume(): Promise<void> {
    await this.load();
  }

  async fetch(
    judge: Judge,
    requestId: string,
    signal?: AbortSignal,
    details: RecordDetails = {},
    isWanted: () => boolean = () => true,
  ): Promise<Fetched> {
    const key = recordKey(judge.id, requestId);
    await this.store.reread([key]);
    const isTracked = this.store.trackedOne(key) !== null;
    // the verdict of a known result may have changed, which is announced
    const isKnown = (this.store.get(key)?.summary ?? null) !== null;
    const tracker = await (isTracked || isKnown ? this.load() : this.make());
    if (await tracker.beginFetch(key)) return this.fetchOnce(judge, requestId, signal, details, isWanted);
    tracker.pollNow(key);
    const record = this.store.get(key) ?? (await this.add(judge, requestId, details));
    return record.summary ? { kind: 'result', record } : { kind: 'notReady', record };
  }

  private async fetchOnce(
    judge: Judge,
    requestId: string,
    signal: AbortSignal | undefined,
    details: RecordDetails,
    isWanted: () => boolean,
  ): Promise<Fetched> {
    const key = recordKey(judge.id, requestId);
    const hint = details.hint ?? this.store.get(key)?.hint ?? null;
    // Uses the time of the request, so that a final result that was pushed meanwhile counts as newer.
    const receivedAt = Date.now();
    const isOpened = judge.fetchOpened !== undefined && (await this.hasOpenedParts(key));
    const answer = isOpened
      ? await this.judges.openedResult(judge, { requestId, hint }, signal)
      : await this.judges.result(judge, { requestId, hint }, signal);
    this.onJudgeResponded(judge.id);
    if (answer.kind === 'notReady' || !isWanted()) return { kind: 'notReady', record: this.store.get(key) };

    const accepted = await this.store.receive(key, answer, {
      via: 'refresh',
      receivedAt,
      add: this.newRecord(judge, requestId, details),
    });
    if (accepted.kind === 'unknown') throw new Error('a record that was to be added is not known');
    if (isUnfinished(accepted.record)) await this.track(judge, requestId, { ...details, answered: true });
    return { kind: 'result', record: this.store.get(key) ?? accepted.record };
  }

  /** Returns whether the stored result has parts that a judge sends only for an opened result. */
  private async hasOpenedParts(key: RecordKey): Promise<boolean> {
    const { judge, compile } = (await this.store.findEnvelope(key))?.data ?? {};
    const hasSamples = judge?.hidesCases === true && judge.subtasks.length > 0;
    return hasSamples || (compile?.success === true && Boolean(compile.message));
  }

  async fetchOpened({ key, service, requestId, hint }: KnownRecord): Promise<void> {
    const judge = await this.judges.judgeOf(service);
    if (!judge?.fetchOpened) return;
    const receivedAt = Date.now();
    const answer = await this.judges.openedResult(judge, { requestId, hint }, undefined, 'background');
    if (answer.kind === 'result') await this.store.receive(key, answer, { via: 'refresh', receivedAt });
  }

  async track(
    judge: Judge,
    requestId: string,
    details: RecordDetails & Pick<TrackOptions, 'submitted' | 'answered'> = {},
  ): Promise<KnownRecord> {
    const { submitted = false, answered = false, ...rest } = details;
    const before = this.store.get(recordKey(judge.id, requestId));
    const record = await this.add(judge, requestId, rest);
    // time of the last response, because the judge may have deleted the result since then
    const since = before && !submitted && !answered ? { since: before.changedAt ?? before.addedAt } : {};
    await this.begin(judge, record, { submitted, answered, ...since });
    return record;
  }

  async add(judge: Judge, requestId: string, details: RecordDetails): Promise<KnownRecord> {
    const record = await this.store.add(this.newRecord(judge, requestId, details));
    if (!record) throw new Error('a record that was added is not known');
    return record;
  }

  async begin(judge: Judge, record: KnownRecord, options: TrackOptions): Promise<void> {
    if (isNewer(record)) return;
    const { submitted = false } = options;
    const tracker = await this.load();
    if (submitted) this.onJudgeResponded(judge.id);
    await tracker.track(judge, record, options);
  }

  pending(everywhere = false): readonly PendingView[] {
    const folder = currentFolder();
    const views = this.running?.pending ?? [];
    return everywhere ? views : views.filter(({ request }) => request.folder === folder);
  }

  health(service: JudgeId): JudgeHealth {
    return this.running?.health(service) ?? { kind: 'ok' };
  }

  nextPollAt(service: JudgeId): number | null {
    return this.running?.nextPollAt(service) ?? null;
  }

  pollNow(keys: readonly RecordKey[]): void {
    for (const key of keys) this.running?.pollNow(key);
  }

  async resumeTracking(record: KnownRecord): Promise<boolean> {
    const judge = await this.judges.judgeOf(record.service);
    if (judge) await this.track(judge, record.requestId);
    return judge !== null;
  }

  async fetchAgain({ key, service, requestId }: KnownRecord): Promise<boolean> {
    const judge = await this.judges.judgeOf(service);
    // a record that is removed while the request runs must not reappear
    const isThere = (): boolean => this.store.get(key) !== null;
    if (judge) await this.fetch(judge, requestId, undefined, {}, isThere);
    return judge !== null;
  }

  async resumePending(): Promise<void> {
    const records = this.store
      .records()
      .filter((record) => isPending(record) && !this.store.trackedOne(record.key));
    for (const record of records) await this.resumeTracking(record);
  }

  async followRules(): Promise<void> {
    for (const service of new Set(this.store.records().map((record) => record.service))) {
      const rules = (await this.judges.judgeOf(service))?.rules;
      if (!rules) continue;
      for (const record of this.store.records()) {
        if (record.service === service) await this.store.applyRules(record.key, rules);
      }
    }
    await this.resumePending();
  }

  async onPushed(key: RecordKey, answer: ReadResult): Promise<void> {
    const before = this.store.get(key);
    const accepted = await this.store.receive(key, answer, { via: 'push', receivedAt: Date.now() });
    if (accepted.kind === 'unknown') return;
    const { record } = accepted;
    // The record was final before, so it isn't being polled.
    if (before && !isPending(before) && isPending(record)) {
      const judge = await this.judges.judgeOf(record.service);
      if (judge) await this.track(judge, record.requestId, { answered: true });
    }
    if (!isPending(record) && !namesProblem(record.submission)) await this.fetchProblem(record);
  }

  /**
   * Fetches the problem of a pushed final result if the judge pushes results without problems. Only adds the facts of the
   * response, because the pushed result may be newer. Tries it once.
   */
  private async fetchProblem({ key, service, requestId, hint }: KnownRecord): Promise<void> {
    const judge = await this.judges.judgeOf(service);
    if (!judge?.push?.omitsProblem || this.completed.has(key)) return;
    if (this.health(service).kind === 'paused') return;
    this.completed.add(key);
    try {
      const answer = await this.judges.result(judge, { requestId, hint }, undefined, 'background');
      if (answer.kind === 'result' && answer.about) await this.store.addFacts(key, answer.about);
    } catch (error) {
      this.onError('the problem of a pushed result could not be fetched', error);
    }
  }

  pollSoon(...keys: readonly RecordKey[]): void {
    this.running?.pollSoon(...keys);
  }

  setPushLive(service: JudgeId, live: boolean): void {
    this.running?.setPushLive(service, live);
  }

  onJudgeResponded(service: JudgeId): void {
    this.running?.onJudgeResponded(service);
  }

  async stop(keys: readonly RecordKey[]): Promise<void> {
    const tracker = await this.tracker;
    for (const key of keys) tracker?.stop(key);
  }

  dispose(): void {
    this.disposables.forEach((disposable) => void disposable.dispose());
    void this.close();
  }

  /** Releases pending requests, so that other windows can poll them. Resolves when all changes are saved. */
  async close(): Promise<void> {
    await (await this.made)?.dispose();
  }

  /** Creates the tracker without starting it. If that fails, the next call tries again. */
  private make(): Promise<Tracker> {
    if (this.made) return this.made;
    const made = this.loader.makeTracker(this);
    this.made = made;
    made.catch(() => (this.made = null));
    return made;
  }

  /**
   * Starts the tracker, which polls all pending requests of this computer. If that fails, the next call tries again.
   */
  private load(): Promise<Tracker> {
    if (this.tracker) return this.tracker;
    const started = this.start();
    this.tracker = started;
    this.hasFailed = false;
    started.catch(() => {
      this.tracker = null;
      this.hasFailed = true;
    });
    return started;
  }

  private async loadIfTracked(): Promise<void> {
    if (this.tracker !== null || this.store.tracked().length === 0) return;
    try {
      await this.load();
    } catch (error) {
      this.onError('pending requests could not be tracked', error);
    }
  }

  private async focusChanged(focused: boolean): Promise<void> {
    try {
      (await this.tracker)?.setFocused(focused);
      if (focused && this.hasFailed) await this.resumePending();
    } catch (error) {
      this.onError('pending requests could not be tracked', error);
    }
  }

  private async start(): Promise<Tracker> {
    const tracker = await this.make();
    tracker.setFocused(window.state.focused);
    // A closed window may have stored final states that are newer than the index.
    const awaited = [
      ...this.store.records().filter(isPending),
      ...this.store.tracked().map(({ record }) => record),
    ];
    await this.store.reread([...new Set(awaited.map(({ key }) => key))]);
    await tracker.start();
    this.running = tracker;
    try {
      await this.loader.showPending();
    } catch (error) {
      // Tracking works even without its status bar item and notifications.
      this.onError('pending requests could not be shown', error);
    }
    this.changed.fire();
    return tracker;
  }

  /** Resumes polling after the credential of a judge or the settings (`service` is null) changed. */
  private async judgeChanged(service: JudgeId | null): Promise<void> {
    const tracker = await this.tracker;
    if (service === null) tracker?.onJudgesChanged();
    else tracker?.onCredentialChanged(service);
  }

  private newRecord(judge: Judge, requestId: string, details: RecordDetails): NewRecord {
    return { service: judge.id, requestId, rules: judge.rules, folder: currentFolder(), ...details };
  }
}

/** Returns whether more of a result follows. */
function isUnfinished(record: KnownRecord): boolean {
  const { completion } = outcomeOf(record, false);
  return completion !== 'finished' && completion !== 'hidden';
}
