import { currentFolder } from '../shared/files';
import { EventEmitter, window, type Disposable, type Event } from 'vscode';
import { isNewer, isPending } from '../../records/record';
import { recordKey, type KnownRecord, type NewRecord, type RecordKey, type RecordStore } from '../../records';
import type { ReadResult, ServiceId, Judge } from '../../service';
import type { PendingView, ServiceHealth, TrackedRequest, Tracker, TrackOptions } from '../../tracking';
import type { Judges } from '../shared/judges';
import { paceOf } from '../../tracking/pendingRequest';
import { outcomeOf } from '../../records/nextState';

/** The response to a fetch. Failures reject with `ServiceFailed`. */
export type Fetched =
  | { readonly kind: 'result'; readonly record: KnownRecord }
  /** there is no result yet; `record`: null if it isn't in the list */
  | { readonly kind: 'notReady'; readonly record: KnownRecord | null };

/** Details that are stored with a record when it is fetched. */
export type RecordDetails = Partial<
  Pick<NewRecord, 'hint' | 'label' | 'source' | 'submission' | 'limits' | 'addedAt'>
>;

/** The request IDs in the response to a batch, the newest first. They can contain more than the pending ones. */
export interface Listed {
  readonly service: ServiceId;
  readonly requestIds: readonly string[];
}

/** What the tracker reports to the rest of the extension. */
export interface TrackerEvents {
  /** What is pending, or the health of a service, changed. */
  onPendingChanged(): void;
  /** A service responded to a batch with these request IDs, the newest first. They can contain more than the pending ones. */
  onListed(service: ServiceId, requestIds: readonly string[]): void;
}

/** What polling needs and isn't loaded before something is pending. Each is called once, unless it failed. */
export interface TrackingLoader {
  /** Creates the tracker, with the first request. */
  makeTracker(events: TrackerEvents): Promise<Tracker>;
  /** Shows what is pending: status bar, badge, and notifications. */
  showPending(): Promise<void>;
}

/** Fetches results for the user, and polls what is pending. Loads the tracker with the first request that needs it. */
export class Tracking implements TrackerEvents, Disposable {
  /** Created, but it polls nothing yet. */
  private made: Promise<Tracker> | null = null;
  /** Started: it polls everything that is pending on this computer. */
  private tracker: Promise<Tracker> | null = null;
  /** The same, once it has started. */
  private running: Tracker | null = null;
  /** the last attempt to load the tracker failed */
  private hasFailed = false;
  private readonly changed = new EventEmitter<void>();
  /** Fires when what is pending, or the health of a service, changed. */
  readonly onDidChange: Event<void> = this.changed.event;
  private readonly listed = new EventEmitter<Listed>();
  /** Fires when a service responded to a batch. */
  readonly onDidList: Event<Listed> = this.listed.event;
  private whyNotPushed = '';
  /** Submitted or fetched in this window, where the user waits for them. */
  readonly requestedHere = new Set<RecordKey>();
  private readonly disposables: Disposable[];

  constructor(
    private readonly store: RecordStore,
    private readonly services: Judges,
    private readonly loader: TrackingLoader,
    private readonly onError: (what: string, error: unknown) => void,
  ) {
    this.disposables = [
      this.changed,
      this.listed,
      services.onDidChange((service) => void this.serviceChanged(service)),
      // Another window may have begun to track something.
      store.onDidPlan(() => void this.loadIfTracked()),
      window.onDidChangeWindowState(({ focused }) => void this.focusChanged(focused)),
    ];
  }

  /** Why results aren't pushed right now, for the UI; empty if they are, or if no service with pending requests pushes. */
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

  onListed(service: ServiceId, requestIds: readonly string[]): void {
    this.listed.fire({ service, requestIds });
  }

  /** Continues to poll what was pending when the window closed. */
  async resume(): Promise<void> {
    await this.load();
  }

  /**
   * Fetches a result once, now, and stores it. If it is unfinished, it is tracked from then on. If another window polls
   * it, that window does so now, and what is known is returned. If it is no longer wanted when it arrives, nothing is
   * stored.
   */
  async fetch(
    profile: Judge,
    requestId: string,
    signal?: AbortSignal,
    details: RecordDetails = {},
    isWanted: () => boolean = () => true,
  ): Promise<Fetched> {
    const key = recordKey(profile.id, requestId);
    await this.store.reread([key]);
    const isTracked = this.store.trackedOne(key) !== null;
    const tracker = await (isTracked ? this.load() : this.make());
    if (await tracker.beginFetch(key)) return this.askOnce(profile, requestId, signal, details, isWanted);
    tracker.pollNow(key);
    const record = this.store.get(key) ?? (await this.add(profile, requestId, details));
    return record.summary ? { kind: 'result', record } : { kind: 'notReady', record };
  }

  private async askOnce(
    profile: Judge,
    requestId: string,
    signal: AbortSignal | undefined,
    details: RecordDetails,
    isWanted: () => boolean,
  ): Promise<Fetched> {
    const key = recordKey(profile.id, requestId);
    const hint = details.hint ?? this.store.get(key)?.hint ?? null;
    // A result is dated by its request: an end that is pushed meanwhile is newer.
    const receivedAt = Date.now();
    const answer = await this.services.result(profile, { requestId, hint }, signal);
    this.onServiceResponded(profile.id);
    if (answer.kind === 'notReady' || !isWanted()) return { kind: 'notReady', record: this.store.get(key) };

    const accepted = await this.store.receive(key, answer, {
      via: 'refresh',
      receivedAt,
      add: this.newRecord(profile, requestId, details),
    });
    if (accepted.kind === 'unknown') throw new Error('a record that was to be added is not known');
    const outcome = outcomeOf(accepted.record, accepted.kind === 'taken');
    if (outcome.completion !== 'finished' && outcome.completion !== 'hidden') {
      await this.track(profile, requestId, { ...details, answered: true });
    }
    (await this.tracker)?.onRecordUpdated(key, outcome);
    return { kind: 'result', record: this.store.get(key) ?? accepted.record };
  }

  /** Polls a request until it finishes. It is on the disk when this resolves. */
  async track(
    profile: Judge,
    requestId: string,
    details: RecordDetails & Pick<TrackOptions, 'submitted' | 'answered'> = {},
  ): Promise<KnownRecord> {
    const { submitted = false, answered = false, ...rest } = details;
    const before = this.store.get(recordKey(profile.id, requestId));
    const record = await this.add(profile, requestId, rest);
    // The last response was sent then. The service may have deleted the result since.
    const since = before && !submitted && !answered ? { since: before.changedAt ?? before.addedAt } : {};
    await this.begin(profile, record, { submitted, answered, ...since });
    return record;
  }

  /** Stores a record of a request without tracking it: `begin` does that. It is on the disk when this resolves. */
  async add(profile: Judge, requestId: string, details: RecordDetails): Promise<KnownRecord> {
    const record = await this.store.add(this.newRecord(profile, requestId, details));
    if (!record) throw new Error('a record that was added is not known');
    return record;
  }

  /** Tracks a record that is stored. If this rejects, the record is tracked when the window gets the focus again. */
  async begin(profile: Judge, record: KnownRecord, options: TrackOptions): Promise<void> {
    if (isNewer(record)) return;
    const { submitted = false } = options;
    const tracker = await this.load();
    if (submitted) this.onServiceResponded(profile.id);
    await tracker.track(trackedRequest(profile, record, submitted), options);
  }

  /** Returns what is pending in this folder, or `everywhere`, in the order in which tracking began. */
  pending(everywhere = false): readonly PendingView[] {
    const folder = currentFolder();
    const views = this.running?.pending ?? [];
    return everywhere ? views : views.filter(({ request }) => request.folder === folder);
  }

  /** The health of a service, by its responses to polls. */
  health(service: ServiceId): ServiceHealth {
    return this.running?.health(service) ?? { kind: 'ok' };
  }

  /** The user wants these polled now. */
  pollNow(keys: readonly RecordKey[]): void {
    for (const key of keys) this.running?.pollNow(key);
  }

  /** Tracks a request again that expired, failed, or was stopped. False: its service isn't set up any more. */
  async resumeTracking(record: KnownRecord): Promise<boolean> {
    const profile = await this.services.profileOf(record.service);
    if (profile) await this.track(profile, record.requestId);
    return profile !== null;
  }

  /** Tracks records that are pending without a plan: a window was killed before it stored one, or status codes changed. */
  async resumePending(): Promise<void> {
    const records = this.store
      .records()
      .filter((record) => isPending(record) && !this.store.trackedOne(record.key));
    for (const record of records) await this.resumeTracking(record);
  }

  /** The user may have redefined the status codes of a service, so that some records are pending again. */
  async followRules(): Promise<void> {
    for (const service of new Set(this.store.records().map((record) => record.service))) {
      const rules = (await this.services.profileOf(service))?.rules;
      if (!rules) continue;
      for (const record of this.store.records()) {
        if (record.service === service) await this.store.applyRules(record.key, rules);
      }
    }
    await this.resumePending();
  }

  /** Stores a pushed result. */
  async onPushed(key: RecordKey, answer: ReadResult): Promise<void> {
    const before = this.store.get(key);
    const accepted = await this.store.receive(key, answer, { via: 'push', receivedAt: Date.now() });
    if (accepted.kind === 'unknown') return;
    const { record } = accepted;
    // It was finished, so it isn't polled.
    if (before && !isPending(before) && isPending(record)) {
      const profile = await this.services.profileOf(record.service);
      if (profile) await this.track(profile, record.requestId, { answered: true });
    }
    this.running?.onRecordUpdated(record.key, outcomeOf(record, false));
  }

  /** There may be news of these. The message isn't trusted, so they are polled. */
  pollSoon(...keys: readonly RecordKey[]): void {
    this.running?.pollSoon(...keys);
  }

  /** Results of a service are pushed from now on, or no longer. */
  setPushLive(service: ServiceId, live: boolean): void {
    this.running?.setPushLive(service, live);
  }

  /** A service responded to the user, or accepted a submission: it can be polled. */
  onServiceResponded(service: ServiceId): void {
    this.running?.onServiceResponded(service);
  }

  async stop(keys: readonly RecordKey[]): Promise<void> {
    const tracker = await this.tracker;
    for (const key of keys) tracker?.stop(key);
  }

  dispose(): void {
    this.disposables.forEach((one) => void one.dispose());
    void this.close();
  }

  /** Lets other windows poll what is pending. Resolves when everything is written. */
  async close(): Promise<void> {
    await (await this.made)?.dispose();
  }

  /** Creates the tracker, which polls nothing yet. A failed attempt is repeated with the next call. */
  private make(): Promise<Tracker> {
    if (this.made) return this.made;
    const made = this.loader.makeTracker(this);
    this.made = made;
    made.catch(() => (this.made = null));
    return made;
  }

  /** Starts the tracker, which polls all that is pending on this computer. A failed attempt is repeated with the next call. */
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
    // A window that was killed may have announced an end that is newer than the index.
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
      // Requests are tracked without their status bar item and notifications.
      this.onError('pending requests could not be shown', error);
    }
    this.changed.fire();
    return tracker;
  }

  /** The credential of a service changed, or the settings of all services (null): they are polled again. */
  private async serviceChanged(service: ServiceId | null): Promise<void> {
    const tracker = await this.tracker;
    if (service === null) tracker?.onServicesChanged();
    else tracker?.onCredentialChanged(service);
  }

  private newRecord(profile: Judge, requestId: string, details: RecordDetails): NewRecord {
    return { service: profile.id, requestId, rules: profile.rules, folder: currentFolder(), ...details };
  }
}

function trackedRequest(profile: Judge, record: KnownRecord, known: boolean): TrackedRequest {
  const { key, service, requestId, folder } = record;
  return {
    key,
    service,
    requestId,
    folder,
    lifetime: profile.resultLifetime ?? null,
    ...paceOf(profile),
    known: known || record.summary !== null || record.submission !== null,
  };
}
