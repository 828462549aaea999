import { KeyedMutex } from '../../../src/base/async';
import { completionOf, caseProgress } from '../../../src/results';
import { isWorthAWrite } from '../../../src/records/pollingPlan';
import type { Envelope, JudgeSemantics, RecordState } from '../../../src/results';
import { RequestFailed } from '../../../src/judges/failure';
import type { RequestFailure } from '../../../src/judges/failure';
import type { BatchAnswer, ReadResult } from '../../../src/judges';
import type { Leases, LeaseObserver } from '../../../src/base/ports';
import type { PendingRequest } from '../../../src/tracking/pendingRequest';
import type {
  PollAnswer,
  PendingStorage,
  PollingSettings,
  JudgeHealth,
  StoredOutcome,
  TrackedRequest,
} from '../../../src/tracking/ports';
import { Tracker, type TrackerParts } from '../../../src/tracking/tracker';
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

export function result(status: number, done = 0, total = done): PollAnswer {
  return { kind: 'result', envelope: envelope(status, done, total), raw: null };
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
export const NOT_COMPILED: PollAnswer = {
  kind: 'result',
  envelope: {
    type: 'judge',
    data: { compile: { success: false, message: 'error: expected ;', opt2: null }, judge: null },
    requestId: null,
    trackId: null,
  },
  raw: null,
};

export const NOT_READY: PollAnswer = { kind: 'notReady' };
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

export function request(id: string, given: Partial<TrackedRequest> = {}): TrackedRequest {
  const service = given.service ?? ORIGIN;
  return {
    key: `${service}\n${id}`,
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

type Script = (id: string, at: number) => PollAnswer | Error;

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

  ask = async (window: string, asked: TrackedRequest, signal: AbortSignal): Promise<PollAnswer> => {
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
    all: readonly TrackedRequest[],
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

/** A disk that windows share. */
export class FakeDisk {
  readonly pending = new Map<string, PendingRequest>();
  broken = false;
  writes = 0;
  /** Whether change events are missing, as on some network folders. */
  silent = false;
  /** Delays the result of reading until this resolves. */
  reading: Promise<void> = Promise.resolve();
  private readonly listeners = new Set<(of: string, stored: PendingRequest | null) => void>();

  /** Storage of one window. As the real store does, it keeps in memory what the disk rejects. */
  storage(
    onState: (of: string, state: RecordState) => Promise<void> = async () => undefined,
  ): PendingStorage {
    const refused = new Map<string, PendingRequest>();
    const write = async (of: string, change: () => void): Promise<void> => {
      await Promise.resolve();
      if (this.broken) throw new Error('disk full');
      change();
      refused.delete(of);
      this.writes += 1;
      if (!this.silent) void this.announceLate(of);
    };
    const keep = async (one: PendingRequest): Promise<void> => {
      if (!this.pending.has(one.key)) refused.set(one.key, one);
      await write(one.key, () => this.pending.set(one.key, json(one)));
    };
    const inOrder = new KeyedMutex();
    return {
      load: async () => {
        const found = [...this.pending.values()];
        await this.reading;
        return found;
      },
      read: async (of) => this.pending.get(of) ?? refused.get(of) ?? null,
      begin: (one) =>
        inOrder.run(one.key, async () => {
          try {
            await keep(one);
          } finally {
            await onState(one.key, { kind: 'waiting' });
          }
        }),
      save: (one) =>
        inOrder.run(one.key, async () => {
          const before = this.pending.get(one.key);
          if (!before && !refused.has(one.key)) return false;
          const isNewPhase = (before ?? refused.get(one.key))?.phase !== one.phase;
          if (!before || isNewPhase || isWorthAWrite(before, one)) {
            try {
              await keep(one);
            } finally {
              if (isNewPhase) await onState(one.key, { kind: one.phase });
            }
          }
          return true;
        }),
      expedite: (of, expeditedAt) =>
        inOrder.run(of, async () => {
          const stored = this.pending.get(of);
          if (stored) await keep({ ...stored, expeditedAt });
          return stored !== undefined || refused.has(of);
        }),
      end: (of, state) =>
        inOrder.run(of, async () => {
          await onState(of, state);
          refused.delete(of);
          await write(of, () => this.pending.delete(of));
        }),
      onDidChange: (listener) => {
        this.listeners.add(listener);
        return { dispose: () => void this.listeners.delete(listener) };
      },
    };
  }

  /** Fires after the write has resolved, as the events of a real disk do, also those of a window that was killed. */
  private async announceLate(of: string): Promise<void> {
    for (let ticks = 0; ticks < LATE_TICKS; ticks += 1) await Promise.resolve();
    this.announce([of]);
  }

  announce(keys: Iterable<string> = this.pending.keys()): void {
    for (const of of [...keys]) {
      for (const listener of [...this.listeners]) listener(of, this.pending.get(of) ?? null);
    }
  }

  get listenerCount(): number {
    return this.listeners.size;
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
  /** State changes in the order reported. */
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
  /** Saving waits until this resolves. */
  keeping: Promise<void> = Promise.resolve();
  /** Called when the store has saved a result, before the tracker applies it. */
  announcing: ((of: string, standing: StoredOutcome) => void) | null = null;
  /** Stored results as text, to detect changes. */
  readonly store = new Map<string, string>();
  private readonly random = seededRandom(42);

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
    const disk = this.disk.storage(async (of, state) => {
      await this.keeping;
      states.push({ id: of.split('\n')[1] ?? '', state });
    });
    const leases = this.leases.of(name);
    const tracker = make({
      clock: { now: this.clock.now, after },
      random: this.random,
      judges: {
        poll: (asked, signal) => whileAlive(() => this.service.ask(name, asked, signal)),
        pollBatch: (_service, all, signal) => whileAlive(() => this.service.askBatch(name, all, signal)),
        notBefore: () => -Infinity,
      },
      storage: {
        load: () => whileAlive(() => disk.load()),
        read: (of) => whileAlive(() => disk.read(of)),
        begin: (one) => whileAlive(() => disk.begin(one)),
        save: (one) => whileAlive(() => disk.save(one)),
        expedite: (of, at) => whileAlive(() => disk.expedite(of, at)),
        end: (of, state) => whileAlive(() => disk.end(of, state)),
        onDidChange: (listener) => disk.onDidChange((of, stored) => run(() => listener(of, stored))),
      },
      leases: {
        tryAcquire: (of, duration, rest) => whileAlive(() => leases.tryAcquire(of, duration, rest)),
        release: (of) => whileAlive(() => leases.release(of)),
      },
      settings: { of: () => this.readSettings() },
      sink: {
        onResult: async (asked, got) => {
          const standing = this.keep(asked.key, got.envelope);
          this.announcing?.(asked.key, standing);
          return standing;
        },
        onPendingChanged: () => {
          onChange();
          const how = tracker.health(ORIGIN);
          if (wordsOf(how) !== wordsOf(health.at(-1) ?? { kind: 'ok' })) health.push(how);
        },
        onError: (what) => void troubles.push(what),
      },
    });
    const kill = (): void => {
      alive = false;
      this.service.hangUp(name);
      this.leases.kill(name);
    };
    const hang = (): void => {
      waiting ??= [];
    };
    const wakeUp = (): void => {
      const actions = waiting ?? [];
      waiting = null;
      for (const action of actions) action();
    };
    return { tracker, states, health, troubles, kill, hang, wakeUp, timers: () => timers };
  }

  /** Saves a result in the store. */
  keep(of: string, got: Envelope): StoredOutcome {
    if (this.full) throw new Error('the store is full');
    const text = JSON.stringify(got);
    const changed = this.store.get(of) !== text;
    this.store.set(of, text);
    return {
      completion: completionOf(got, this.rules),
      progress: caseProgress(got, this.rules),
      compiled: got.data?.compile?.success ?? null,
      changed,
    };
  }

  /** Advances the clock until nothing is pending in this window. Returns false if that never happens. */
  async untilIdle(window: Window, most?: number): Promise<boolean> {
    return this.clock.until(() => window.tracker.pending.length === 0, most);
  }
}

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

function json<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
