import { sameJson } from '../../../src/base/sameJson';
import type { Envelope, JudgeSemantics, RecordState } from '../../../src/results';
import { recordKey, RecordStore, type KnownRecord, type Plan, type RecordKey } from '../../../src/records';
import type { PollingSettings } from '../../../src/records/pollingPlan';
import { newPlan } from '../../../src/records/pollingPlan';
import { addRecord } from '../../../src/records/recordUpdates';
import {
  MemoryStorage,
  StorageFailed,
  type RecordStorage,
  type RecordUpdate,
  type StoredRecord,
  type StoredSnapshot,
} from '../../../src/records/storage';
import { RequestFailed } from '../../../src/judges/requestFailed';
import type { RequestFailure } from '../../../src/judges/requestFailed';
import type { BatchAnswer, PaceLimits, ReadResult, RequestName, ResultAnswer } from '../../../src/judges';
import type { ResultLifetime } from '../../../src/judges/adapter';
import type { Leases, LeaseObserver } from '../../../src/base/ports';
import { Tracker, type TrackOptions } from '../../../src/tracking';
import type { BatchSupport } from '../../../src/judges/adapter';
import { standIn } from '../support/standIn';
import type { SubmissionDetails } from '../../../src/records';
import type { PolledJudge, JudgeHealth, TrackedStore, TrackerParts } from '../../../src/tracking/ports';
import { FakeClock, seededRandom } from '../support/fakeClock';

/** One machine: a clock, a disk shared by its windows, and a service whose responses the test scripts. */

/** Service of all requests. */
export const ORIGIN = 'judge https://judge.example judge.example';
export const SAFE = 15 * 60_000;
/** Lifetime of a result as a service may report it. */
export const LIFETIME = { safe: SAFE, end: 4 * SAFE };
export const SECOND = 1000;
export const MINUTE = 60_000;

/** 0 and 1: not judged yet, as at the public service. 12: accepted. Other codes are unknown. */
export const RULES: JudgeSemantics = {
  profile: 'test',
  statuses: {
    '0': meaning(0, 'pending'),
    '1': meaning(1, 'pending'),
    '12': meaning(12, 'accepted'),
  },
  units: { time: 'ms', memory: 'KiB', score: 'points' },
  compileFailureIsFinal: true,
};

export function result(status: number, done = 0, total = done): ResultAnswer {
  return { kind: 'result', envelope: envelope(status, done, total), raw: null, notices: [] };
}

function envelope(status: number, done: number, total: number): Envelope {
  const cases = Array.from({ length: total }, (_, index) => ({
    ...measured(index, index < done ? 12 : 0),
    signal: null,
    exitCode: null,
    description: null,
  }));
  const judge = { ...measured(1, status), subtasks: [{ ...measured(0, status), cases }] };
  return {
    type: 'judge',
    data: { compile: { success: true, message: null, opt2: null }, judge },
    requestId: null,
    trackId: null,
  };
}

/** The compilation failed, and the response contains no judging. */
export const NOT_COMPILED: ResultAnswer = {
  kind: 'result',
  envelope: {
    type: 'judge',
    data: { compile: { success: false, message: 'error: expected ;', opt2: null }, judge: null },
    requestId: null,
    trackId: null,
  },
  raw: null,
  notices: [],
};

export const NOT_READY: ResultAnswer = { kind: 'notReady' };
export const FINISHED = result(12, 3);

/** Accepted, but the service hasn't finished. */
export const PRELIMINARY: ReadResult = {
  kind: 'result',
  envelope: {
    type: 'judge',
    data: { compile: null, judge: { ...measured(1, 12), subtasks: [], isPreliminary: true } },
    requestId: null,
    trackId: null,
  },
  raw: null,
  notices: [],
};

export function status(code: number, more: { retryAfter?: number; message?: string } = {}): RequestFailed {
  const error = {
    errorCode: code,
    errorType: null,
    errorMessage: more.message ?? null,
    errorData: null,
    form: null,
  };
  return failure({ kind: 'status', status: code, error, retryAfter: more.retryAfter ?? null });
}

export function failure(what: RequestFailure): RequestFailed {
  return new RequestFailed(what);
}

export const UNREACHABLE = failure({ kind: 'refused', host: 'judge.example' });

/** A request to track, and what its judge allows. */
export interface RequestToTrack {
  readonly key: RecordKey;
  readonly service: string;
  readonly requestId: string;
  readonly folder: string | null;
  readonly lifetime: ResultLifetime | null;
  readonly pace: PaceLimits | null;
  /** Minimum time between two batches, ms; null if the judge has none. */
  readonly batchInterval: number | null;
  /** The judge reported the submission before. */
  readonly known: boolean;
}

export function request(id: string, given: Partial<RequestToTrack> = {}): RequestToTrack {
  const service = given.service ?? ORIGIN;
  return {
    key: recordKey(service, id),
    service,
    requestId: id,
    folder: null,
    lifetime: null,
    pace: null,
    batchInterval: null,
    known: false,
    ...given,
  };
}

export const key = (id: string): string => request(id).key;

type Script = (id: string, at: number) => ResultAnswer | Error;

/** Records the requests and responds as scripted. */
class FakeService {
  readonly log: { readonly id: string; readonly at: number; readonly window: string }[] = [];
  mostAtOnce = 0;
  twiceAtOnce: string[] = [];
  /** Duration of a response, ms. */
  latency = 50;
  private underWay: { readonly id: string; readonly window: string }[] = [];

  constructor(
    private readonly clock: FakeClock,
    public script: Script = () => NOT_READY,
  ) {}

  ask = async (window: string, asked: RequestName, signal: AbortSignal): Promise<ResultAnswer> => {
    const id = asked.requestId;
    const call = { id, window };
    if (this.underWay.some((one) => one.id === id)) this.twiceAtOnce.push(id);
    this.underWay.push(call);
    this.mostAtOnce = Math.max(this.mostAtOnce, this.underWay.length);
    this.log.push({ id, at: this.clock.now(), window });
    try {
      return await new Promise((resolve, reject) => {
        const cancel = (): void => reject(failure({ kind: 'cancelled' }));
        signal.addEventListener('abort', cancel);
        this.clock.after(this.latency, () => {
          const answer = this.script(id, this.clock.now());
          if (answer instanceof Error) reject(answer);
          else resolve(answer);
        });
      });
    } finally {
      this.underWay = this.underWay.filter((one) => one !== call);
    }
  };

  /** Batch response for the pending IDs; null: batches aren't supported. */
  batch: ((ids: readonly string[]) => ReadonlyMap<string, BatchAnswer> | Error) | null = null;
  /** When each batch was requested. */
  readonly lists: { readonly at: number; readonly window: string }[] = [];

  askBatch = async (
    window: string,
    all: readonly RequestName[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, BatchAnswer> | null> => {
    if (!this.batch) return null;
    this.lists.push({ at: this.clock.now(), window });
    await new Promise<void>((resolve) => void this.clock.after(this.latency, resolve));
    if (signal.aborted) throw failure({ kind: 'cancelled' });
    const seen = this.batch(all.map(({ requestId }) => requestId));
    if (seen instanceof Error) throw seen;
    return seen;
  };

  /** Closes the connections of a window whose process has ended. */
  hangUp(window: string): void {
    this.underWay = this.underWay.filter((one) => one.window !== window);
  }

  /** Shortest interval between two polls of one ID, ms; Infinity if none was polled twice. */
  leastGap(): number {
    const lastAt = new Map<string, number>();
    let least = Infinity;
    for (const { id, at } of this.log) {
      least = Math.min(least, at - (lastAt.get(id) ?? -Infinity));
      lastAt.set(id, at);
    }
    return least;
  }

  asks(id: string): number[] {
    return this.log.filter((one) => one.id === id).map((one) => one.at);
  }
}

/** Number of microtasks between a write and its event. */
const LATE_TICKS = 16;

/** A disk that windows share. Each window has its own store on it. */
export class FakeDisk {
  broken = false;
  writes = 0;
  /** Whether change events are missing, as on some network folders. */
  silent = false;
  /** Writing waits until this resolves. */
  writing: Promise<void> = Promise.resolve();
  private readonly files = new MemoryStorage();
  private readonly plans = new Map<RecordKey, Plan>();
  private readonly listeners = new Map<(seen: readonly StoredSnapshot[]) => void, string>();

  /** Plans of all tracked records, as they are on the disk. */
  get pending(): ReadonlyMap<RecordKey, Plan> {
    return this.plans;
  }

  /** Storage of one window. `onState` receives the states that the window writes, or tries to write. */
  storage(
    owner: string,
    onState: (of: RecordKey, state: RecordState) => void = () => undefined,
  ): RecordStorage {
    const { files } = this;
    return {
      update: async (of, update) => {
        await this.writing;
        const before = await files.read(of);
        const draft = update(before);
        const state = draft?.record.state;
        const isNewState = !sameJson(state, before?.record.state);
        if (state && state.kind !== 'newer' && isNewState) onState(of, state);
        if (this.broken) throw new StorageFailed({ kind: 'full', path: of });
        const stored = await this.write(of, update);
        if (stored !== before && !this.silent) void this.announceLate(of, owner);
        return stored;
      },
      removeRest: (keys) => files.removeRest(keys),
      read: (of) => files.read(of),
      readResult: (of, result) => files.readResult(of, result),
      writeSource: (of, hash, text) => files.writeSource(of, hash, text),
      readSource: (of, hash) => files.readSource(of, hash),
      scan: () => files.scan(),
      writeIndex: async () => undefined,
      onDidChange: (listener) => {
        this.listeners.set(listener, owner);
        return { dispose: () => void this.listeners.delete(listener) };
      },
    };
  }

  get listenerCount(): number {
    return this.listeners.size;
  }

  /** Changes a record as if a window had written it that this test doesn't open. Announces nothing. */
  async write(of: RecordKey, update: RecordUpdate): Promise<StoredRecord | null> {
    const before = await this.files.read(of);
    const stored = await this.files.update(of, update);
    if (stored === before) return stored;
    this.writes += 1;
    if (stored?.plan) this.plans.set(of, stored.plan);
    else this.plans.delete(of);
    return stored;
  }

  /** Adds a record that another window tracks. Announces nothing. */
  async track(added: RequestToTrack, now: number): Promise<void> {
    const { service, requestId, folder } = added;
    const draft = addRecord({ service, requestId, folder, rules: RULES }, now);
    await this.write(added.key, draft);
    await this.setPlan(added.key, newPlan(added, now, now + SECOND));
  }

  /** Changes the stored plan (null: ends the tracking) as another window would. Announces nothing. */
  async setPlan(of: RecordKey, plan: Plan | null): Promise<void> {
    await this.write(of, (current) => current && { ...current, plan });
  }

  /** Fires after the write has resolved, as the events of a real disk do, also those of a window that was killed. */
  private async announceLate(of: RecordKey, writer: string): Promise<void> {
    for (let ticks = 0; ticks < LATE_TICKS; ticks += 1) await Promise.resolve();
    await this.announce([of], writer);
  }

  /** Fires the change events of these records in all windows except the writer's. */
  async announce(keys: Iterable<RecordKey> = [...this.plans.keys()], writer = ''): Promise<void> {
    const seen: StoredSnapshot[] = [];
    for (const of of keys) seen.push([of, await this.files.read(of)]);
    for (const [listener, owner] of this.listeners) if (owner !== writer) listener(seen);
  }
}

/** Grace period before others may take an expired lease: part of its duration, at most `most` ms. */
const GRACE = { part: 1 / 8, most: 2 * SECOND };

interface Lease {
  owner: string;
  until: number;
  since?: number;
}

function graceOf({ since, until }: Lease): number {
  return since === undefined ? 0 : Math.min(GRACE.most, (until - since) * GRACE.part);
}

export class FakeLeases {
  readonly held = new Map<string, Lease>();
  /** All attempts to take a lease. `at`: ms since 1970. */
  readonly attempts: { readonly name: string; readonly owner: string; readonly at: number }[] = [];
  /** Processes that were killed. */
  private readonly gone = new Set<string>();
  broken = false;
  private readonly listeners = new Set<{ readonly name: string; readonly tell: () => void }>();

  constructor(private readonly clock: FakeClock) {}

  of(owner: string): Leases & LeaseObserver {
    return {
      tryAcquire: async (name, duration, rest = 0) => {
        await Promise.resolve();
        if (this.broken) throw new Error('no leases');
        const now = this.clock.now();
        this.attempts.push({ name, owner, at: now });
        const lease = this.held.get(name);
        if (lease && lease.owner !== owner) {
          const isGone = this.gone.has(lease.owner) && Math.abs(now - (lease.since ?? now)) >= rest;
          if (!isGone && now <= lease.until + graceOf(lease)) return false;
        }
        this.held.set(name, { owner, until: now + duration, since: now });
        this.announce(name);
        return true;
      },
      release: async (name) => {
        if (this.held.get(name)?.owner === owner) this.held.delete(name);
        this.announce(name);
      },
      isHeld: async (name) => {
        const lease = this.held.get(name);
        return lease !== undefined && !this.gone.has(lease.owner) && lease.until > this.clock.now();
      },
      onDidChange: (name, tell) => {
        const listener = { name, tell };
        this.listeners.add(listener);
        return { dispose: () => void this.listeners.delete(listener) };
      },
    };
  }

  /** Marks the process as killed. */
  kill(owner: string): void {
    this.gone.add(owner);
  }

  get listenerCount(): number {
    return this.listeners.size;
  }

  private announce(name: string): void {
    for (const listener of [...this.listeners]) if (listener.name === name) listener.tell();
  }
}

export interface Window {
  readonly tracker: Tracker;
  readonly store: RecordStore;
  /** Reads the records from the disk, and starts polling everything that is pending. */
  readonly start: () => Promise<void>;
  /** Adds the record of a request. */
  readonly add: (added: RequestToTrack) => Promise<KnownRecord>;
  /** Adds the record of a request, and tracks it. */
  readonly track: (added: RequestToTrack, options?: TrackOptions) => Promise<void>;
  /** Stores a pushed result. */
  readonly push: (id: string, pushed: ResultAnswer) => Promise<void>;
  /** Disposes of the tracker, and closes the store. */
  readonly dispose: () => Promise<void>;
  /** The states that this window wrote, or tried to write, in that order. */
  readonly states: { readonly id: string; readonly state: RecordState }[];
  readonly health: JudgeHealth[];
  readonly troubles: string[];
  /** Number of timers that the tracker holds. */
  readonly timers: () => number;
  /** Ends the process: nothing of it runs any more. */
  readonly kill: () => void;
  /** Blocks the event loop, as at a breakpoint: no timer, response, or event is delivered. */
  readonly hang: () => void;
  /** Delivers all delayed timers, responses, and events. */
  readonly wakeUp: () => void;
}

interface Opening {
  /** Called when pending requests change. */
  readonly onChange?: () => void;
  /** Creates the tracker; absent: the current version. */
  readonly make?: (parts: TrackerParts) => Tracker;
}

/** A machine on which windows can be opened. */
export class World {
  readonly clock = new FakeClock();
  readonly service = new FakeService(this.clock);
  readonly disk = new FakeDisk();
  readonly leases = new FakeLeases(this.clock);
  readonly settings: { -readonly [name in keyof PollingSettings]: PollingSettings[name] } = {
    interval: SECOND,
    maximumInterval: 30 * SECOND,
    giveUpAfter: 60 * MINUTE,
    besidePush: 0,
  };
  /** Reads the settings for each decision. */
  readSettings = (): PollingSettings => this.settings;
  rules = RULES;
  /** Whether the store rejects results. */
  full = false;
  /** Reading the settings of a judge waits until this resolves. */
  reading: Promise<void> = Promise.resolve();
  /** Called when a window has a new result of a record, before its tracker applies it. */
  announcing: ((of: RecordKey) => void) | null = null;
  /** The judges of the tracked requests. */
  private readonly judges = new Map<string, PolledJudge>();
  private readonly random = seededRandom(42);
  private lastId = 0;

  open(
    name = 'A',
    { onChange = () => undefined, make = (parts) => new Tracker(parts) }: Opening = {},
  ): Window {
    const states: Window['states'] = [];
    const health: JudgeHealth[] = [];
    const troubles: string[] = [];
    let alive = true;
    let timers = 0;
    /** Actions delayed until the window resumes; null if it isn't hanging. */
    let waiting: (() => void)[] | null = null;
    /** Runs an action of this process: never after a kill, and after a hang only once it resumes. */
    const run = (action: () => void): void => {
      if (waiting) waiting.push(() => run(action));
      else if (alive) action();
    };
    const after = (delay: number, action: () => void): { dispose(): void } => {
      let open = true;
      timers += 1;
      const close = (): void => {
        if (open) timers -= 1;
        open = false;
      };
      const timer = this.clock.after(delay, () => {
        close();
        run(action);
      });
      return {
        dispose: () => {
          timer.dispose();
          close();
        },
      };
    };
    /** Returns a promise that never settles once the process is killed. */
    const whileAlive = async <T>(work: () => Promise<T>): Promise<T> => {
      if (!alive) return new Promise(() => undefined);
      const [done] = await Promise.allSettled([work()]);
      if (!alive || waiting) await new Promise<void>(run);
      if (done.status === 'rejected') throw done.reason;
      return done.value;
    };
    const disk = this.disk.storage(name, (of, state) => {
      const id = of.split('\n')[1] ?? '';
      const last = states.filter((one) => one.id === id).at(-1);
      if (!sameJson(last?.state, state)) states.push({ id, state });
    });
    const store = new RecordStore({
      openStorage: async () => ({
        update: (of, update) => whileAlive(() => disk.update(of, update)),
        removeRest: (keys) => whileAlive(() => disk.removeRest(keys)),
        read: (of) => whileAlive(() => disk.read(of)),
        readResult: (of, stored) => whileAlive(() => disk.readResult(of, stored)),
        writeSource: (of, hash, text) => whileAlive(() => disk.writeSource(of, hash, text)),
        readSource: (of, hash) => whileAlive(() => disk.readSource(of, hash)),
        scan: () => disk.scan(),
        writeIndex: (newest) => disk.writeIndex(newest),
        onDidChange: (listener) => disk.onDidChange((seen) => run(() => listener(seen))),
      }),
      limit: 10_000,
      clock: {
        now: this.clock.now,
        after: (delay, action) => this.clock.after(delay, () => run(action)),
      },
      uniqueId: () => `${name}-${(this.lastId += 1)}`,
      onProblem: ({ kind }) => void troubles.push(`disk: ${kind}`),
      onError: (error) => void troubles.push(String(error)),
    });
    store.onDidChange(({ nodes }) => {
      for (const [of, change] of nodes) if (change.summary) this.announcing?.(of);
    });
    const leases = this.leases.of(name);
    const tracker = make({
      clock: { now: this.clock.now, after },
      random: this.random,
      store: this.trackedStore(store),
      judges: {
        judgeOf: async (service) => {
          await this.reading;
          return this.judges.get(service) ?? null;
        },
        poll: (_service, asked, signal) => whileAlive(() => this.service.ask(name, asked, signal)),
        pollBatch: (_service, all, signal) => whileAlive(() => this.service.askBatch(name, all, signal)),
        notBefore: () => -Infinity,
      },
      leases: {
        tryAcquire: (of, duration, rest) => whileAlive(() => leases.tryAcquire(of, duration, rest)),
        release: (of) => whileAlive(() => leases.release(of)),
      },
      settings: { of: () => this.readSettings() },
      events: {
        onPendingChanged: () => {
          onChange();
          const how = tracker.health(ORIGIN);
          if (wordsOf(how) !== wordsOf(health.at(-1) ?? { kind: 'ok' })) health.push(how);
        },
        onListed: () => undefined,
        onError: (what) => void troubles.push(what),
      },
    });
    const add = async (added: RequestToTrack): Promise<KnownRecord> => {
      const { service, requestId, folder, known } = added;
      this.judges.set(service, judgeOf(added));
      const submission = known ? SUBMISSION : undefined;
      const record = await store.add({ service, requestId, folder, rules: this.rules, submission });
      if (!record) throw new Error(`${requestId} was removed`);
      return record;
    };
    return {
      tracker,
      store,
      states,
      health,
      troubles,
      timers: () => timers,
      start: async () => {
        await store.loadAll();
        await tracker.start();
      },
      add,
      track: async (added, options) => tracker.track(judgeOf(added), await add(added), options),
      push: async (id, pushed) => {
        if (pushed.kind !== 'result') throw new Error('only results are pushed');
        await store.receive(key(id), pushed, { via: 'push', receivedAt: this.clock.now() });
      },
      dispose: async () => {
        await tracker.dispose();
        await store.close();
      },
      kill: () => {
        alive = false;
        this.service.hangUp(name);
        this.leases.kill(name);
      },
      hang: () => {
        waiting ??= [];
      },
      wakeUp: () => {
        const actions = waiting ?? [];
        waiting = null;
        for (const action of actions) action();
      },
    };
  }

  /** Returns the store as a tracker sees it. It rejects results while the store is full. */
  private trackedStore(store: RecordStore): TrackedStore {
    return {
      get: (of) => store.get(of),
      tracked: () => store.tracked(),
      trackedOne: (of) => store.trackedOne(of),
      setPlan: (of, plan, how) => store.setPlan(of, plan, how),
      reread: (keys) => store.reread(keys),
      receive: async (of, received, how) => {
        if (this.full) throw new Error('the store is full');
        return store.receive(of, received, how);
      },
      onDidChange: (listener) => store.onDidChange(listener),
      onDidPlan: (listener) => store.onDidPlan(listener),
    };
  }

  /** Advances the clock until nothing is pending in this window. Returns false if that never happens. */
  async untilIdle(window: Window, most?: number): Promise<boolean> {
    return this.clock.until(() => window.tracker.pending.length === 0, most);
  }
}

function judgeOf({ pace, batchInterval, lifetime }: RequestToTrack): PolledJudge {
  return {
    ...(pace ? { pace } : {}),
    ...(batchInterval === null ? {} : { batch: standIn<BatchSupport>({ interval: batchInterval }) }),
    ...(lifetime ? { resultLifetime: lifetime } : {}),
  };
}

const SUBMISSION: SubmissionDetails = {
  problemId: '1',
  title: null,
  place: null,
  language: null,
  optimise: false,
};

/** The part of the health that users can distinguish. */
function wordsOf(health: JudgeHealth): string {
  return health.kind === 'paused' ? health.why : health.kind;
}

/** Last reported state of this request. */
export function stateOf(window: Window, id: string): RecordState | undefined {
  return window.states.filter((one) => one.id === id).at(-1)?.state;
}

export function kinds(window: Window, id: string): string[] {
  return window.states.filter((one) => one.id === id).map((one) => one.state.kind);
}

function measured(id: number, code: number) {
  return { id, status: code, score: 0, time: 1, memory: 1 };
}

function meaning(code: number, kind: 'pending' | 'accepted') {
  return { code, kind, style: kind, name: kind, chineseName: null, short: kind };
}
