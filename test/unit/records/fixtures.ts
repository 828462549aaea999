import type { Case, Envelope, JudgeSemantics, StatusKind, Subtask } from '../../../src/results';
import {
  RecordStore,
  recordKey,
  type KnownRecord,
  type NewRecord,
  type Plan,
  type StoreChangeEvent,
  type RecordStorage,
  type RecordStoreOptions,
  type StorageProblem,
} from '../../../src/records';
import { summarise } from '../../../src/records/mergePolicy';
import { addRecord } from '../../../src/records/recordUpdates';
import { MemoryStorage } from '../../../src/records/storage';

export function meaning(code: number, kind: StatusKind) {
  return { code, kind, style: 'pending', name: `N${code}`, chineseName: null, short: `S${code}` } as const;
}

export const rules: JudgeSemantics = {
  profile: 'test',
  statuses: {
    '0': meaning(0, 'pending'),
    '1': meaning(1, 'pending'),
    '6': meaning(6, 'failed'),
    '12': meaning(12, 'accepted'),
  },
  units: { time: 'ms', memory: 'KiB', score: 'points' },
  compileFailureIsFinal: true,
};

export const service = 'https://judge.test';
export const key = recordKey(service, 'r1');

export function newRecord(requestId = 'r1', more: Partial<NewRecord> = {}): NewRecord {
  return { service, requestId, rules, folder: null, ...more };
}

export function oneCase(id: number | null, status: number, more: Partial<Case> = {}): Case {
  const none = { signal: 0, exitCode: 0, description: null };
  return { id, status, score: status === 12 ? 10 : 0, time: 3, memory: 800, ...none, ...more };
}

export function subtask(id: number | null, cases: readonly Case[], more: Partial<Subtask> = {}): Subtask {
  return { id, status: 1, score: 0, time: 3, memory: 800, cases, ...more };
}

export function envelope(
  status: number,
  subtasks: readonly Subtask[],
  more: Partial<Envelope> = {},
): Envelope {
  const compile = { success: true, message: 'a warning', opt2: true };
  const judge = { id: 1, status, score: 0, time: 3, memory: 800, subtasks };
  return { type: 'judge', requestId: 'r1', trackId: null, data: { compile, judge }, ...more };
}

/** Returns a result of `total` cases in subtasks of `width`, with the first `done` of them judged. */
export function progressed(done: number, total: number, width = total, status = 1): Envelope {
  const cases = Array.from({ length: total }, (_, at) => oneCase(at + 1, at < done ? 12 : 0));
  const subtasks = Array.from({ length: Math.ceil(total / width) }, (_, at) => {
    const own = cases.slice(at * width, (at + 1) * width);
    return subtask(at, own, { score: own.filter((one) => one.status === 12).length });
  });
  return envelope(status, subtasks);
}

/** Returns a finished record with this result. */
export function finished(result: Envelope, more: Partial<NewRecord> = {}): KnownRecord {
  const record = addRecord(newRecord(result.requestId ?? 'r1', more), 1)(null)?.record;
  if (!record) throw new Error('a new record is one');
  return { ...record, state: { kind: 'finished' }, summary: summarise(result, record.rules) };
}

/** Returns the plan of a request that was submitted a moment ago. */
export function planAt(dueAt: number, more: Partial<Plan> = {}): Plan {
  return {
    startedAt: 1,
    dueAt,
    askedAt: null,
    unfinishedAt: null,
    lastChangeAt: 1,
    idlePollMs: 0,
    failures: 0,
    missing: 0,
    readings: [],
    expeditedAt: 0,
    known: false,
    lifetime: null,
    ...more,
  };
}

/** A timer that runs only when the test calls `run`. */
export class ManualTimer {
  private readonly waiting = new Set<() => void>();

  readonly after = (_delay: number, action: () => void) => {
    this.waiting.add(action);
    return { dispose: () => void this.waiting.delete(action) };
  };

  get size(): number {
    return this.waiting.size;
  }

  run(): void {
    for (const action of [...this.waiting]) {
      this.waiting.delete(action);
      action();
    }
  }
}

/** `storage`: what `openStorage` resolves to if that isn't given. */
type StoreOptions = Partial<RecordStoreOptions> & { readonly storage?: RecordStorage };

let lastId = 0;

export interface StoreUnderTest {
  readonly store: RecordStore;
  readonly events: StoreChangeEvent[];
  readonly problems: StorageProblem[];
  readonly timer: ManualTimer;
  time: number;
}

export function makeStore({ storage = new MemoryStorage(), ...options }: StoreOptions = {}): StoreUnderTest {
  const timer = new ManualTimer();
  const under = { events: [] as StoreChangeEvent[], problems: [] as StorageProblem[], timer, time: 1_000 };
  const store = new RecordStore({
    openStorage: async () => storage,
    limit: 500,
    clock: { now: () => under.time, after: timer.after },
    uniqueId: () => `id${(lastId += 1)}`,
    onProblem: (problem) => under.problems.push(problem),
    onError: (error) => {
      throw error;
    },
    ...options,
  });
  store.onDidChange((event) => under.events.push(event));
  return Object.assign(under, { store });
}
