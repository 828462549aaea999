/**
 * npm run bench -- memory: memory of a record of 100,000 cases while it is open, and after other records have replaced it in
 * memory. The baseline is the result of `JSON.parse` of the same body.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { decodeEnvelope } from '../../src/results';
import { RecordStore, recordKey, type RecordKey, type StoredRecord } from '../../src/records';
import { MemoryStorage, type RecordUpdate } from '../../src/records/storage';
import { luogu } from '../support/profiles';
import { runAlone, type Row } from './row';

const caseCount = 100_000;
const service = 'https://judge.test';
const childMark = 'child';

/** MB */
interface Sizes {
  readonly parsed: number;
  readonly kept: number;
  readonly dropped: number;
}

export async function measure(): Promise<readonly Row[]> {
  const child = fork(import.meta.filename, [childMark], { execArgv: [...process.execArgv, '--expose-gc'] });
  const [sizes] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('the process ended early'))),
  ])) as [Sizes];
  const { parsed, kept, dropped } = sizes;
  const name = `a record of ${caseCount.toLocaleString('en')} cases`;
  return [
    {
      measure: `memory of ${name}, while it is open`,
      ours: `${kept.toFixed(1)} MB`,
      peer: `result of JSON.parse ${parsed.toFixed(1)} MB`,
      ratio: kept / parsed,
      budget: '',
      met: undefined,
    },
    {
      measure: `memory of ${name}, after others were opened`,
      ours: `${dropped.toFixed(1)} MB`,
      peer: `while it is open ${kept.toFixed(1)} MB`,
      ratio: dropped / kept,
      budget: '≤ 0.05',
      met: dropped <= kept * 0.05,
    },
  ];
}

async function child(): Promise<Sizes> {
  await (await opened(1000)).close(); // loads and compiles the code before the first measurement
  const parsed = await weight(async () => JSON.parse(bodyOf(caseCount)) as unknown);
  const one = await weight(() => opened(caseCount));
  // if another record is open, the first one is on the disk only; the difference to one record is the rest of it
  const two = await weight(async () => {
    const store = await opened(caseCount);
    await fill(store, 'other', caseCount);
    return store;
  });
  return { parsed, kept: one, dropped: Math.max(0, two - one) };
}

/** Returns the memory of the value that `make` returns, MB. */
async function weight(make: () => Promise<unknown>): Promise<number> {
  const before = await used();
  const made = await make();
  const after = await used();
  if (!made) throw new Error('nothing was made');
  return after - before;
}

async function opened(cases: number): Promise<RecordStore> {
  const store = new RecordStore({
    // keeps no results, because real results are on the disk
    openStorage: async () => new Forgetful(),
    limit: 100,
    caseBudget: 150_000,
    clock: { now: () => 0, after: () => ({ dispose: () => undefined }) },
    uniqueId: () => crypto.randomUUID(),
    onProblem: fail,
    onError: fail,
  });
  await fill(store, 'r1', cases);
  return store;
}

async function fill(store: RecordStore, requestId: string, cases: number): Promise<void> {
  const decoded = decodeEnvelope(JSON.parse(bodyOf(cases)));
  if (!decoded.ok) throw new Error(decoded.path);
  const add = { service, requestId, rules: luogu.rules, folder: null };
  const how = { via: 'refresh', receivedAt: 0, add } as const;
  const { kind } = await store.receive(recordKey(service, requestId), { envelope: decoded.envelope }, how);
  if (kind !== 'taken') throw new Error(kind);
}

/** Stands for a disk: keeps the records in memory, without their results. */
class Forgetful extends MemoryStorage {
  override async update(key: RecordKey, change: RecordUpdate): Promise<StoredRecord | null> {
    return super.update(key, (current) => {
      const draft = change(current);
      return draft === current || !draft
        ? draft
        : { record: draft.record, result: draft.result, plan: draft.plan };
    });
  }
}

function fail(problem: unknown): never {
  throw problem instanceof Error ? problem : new Error(JSON.stringify(problem));
}

/** Returns the used heap after full garbage collection, MB. */
async function used(): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    // the target of a WeakRef stays alive until the end of the current task
    await new Promise((resolve) => setImmediate(resolve));
    globalThis.gc?.();
  }
  return process.memoryUsage().heapUsed / 1e6;
}

function bodyOf(total: number): string {
  const subtasks = Array.from({ length: total / 1000 }, (_, at) => ({
    id: at,
    status: 12,
    score: 1,
    time: 3,
    memory: 800,
    cases: Array.from({ length: 1000 }, (_, id) => ({
      id,
      status: id % 3 ? 12 : 6,
      score: 1,
      time: id,
      memory: 800 + id,
      signal: 0,
      exitCode: 0,
      description: id % 3 ? 'ok accepted' : `Wrong Answer. On line ${id}, read 1, expected 3.`,
    })),
  }));
  const judge = { id: 1, status: 14, score: 66, time: 123_400, memory: 40_960, subtasks };
  return JSON.stringify({ type: 'judge', data: { compile: null, judge }, requestId: 'r1', trackId: null });
}

if (process.argv[2] === childMark) void child().then((sizes) => process.send?.(sizes));
else runAlone(import.meta.filename, measure);
