/**
 * npm run bench:records: what a partial update of a large record costs, and what a history costs at the start.
 * Peers in the same run: `JSON.parse` of the same body, a row made for each case (the least that a full refresh
 * does), and reading every file of the history. Ends with 1 where an update costs more than either of the first two.
 */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { decodeEnvelope, identities, subtasksOf } from '../../src/judge';
import type { Envelope, JudgingRules } from '../../src/judge';
import { RecordStore, readStart } from '../../src/records';
import { HistoryFolder } from '../../src/records/disk/folder';
import { MemoryStorage } from '../../src/records/memory';
import { RecordFiles } from '../../src/records/disk/records';
import { recordKey } from '../../src/records';
import { thisProcess } from '../../src/records/disk/claimant';
import type { RecordStorage, StoredRecord } from '../../src/records';
import { luogu } from '../../src/service/profiles/luogu';

const origin = 'https://judge.test';
const rules: JudgingRules = luogu.rules;
const none = { dispose: () => undefined };

function makeStore(storage: RecordStorage, initial: readonly StoredRecord[] = []): RecordStore {
  return new RecordStore({
    storage,
    initial,
    limit: 1_000_000,
    now: Date.now,
    later: () => none,
    uniqueId: randomUUID,
    onProblem: (problem) => {
      throw new Error(JSON.stringify(problem));
    },
    onListenerError: (error) => {
      throw error;
    },
  });
}

/** A body of `total` cases in subtasks of 1000, the first `done` of them judged. */
function bodyOf(done: number, total: number): string {
  const cases = (first: number, end: number) =>
    Array.from({ length: end - first }, (_, at) => {
      const isDone = first + at < done;
      const figures = {
        score: isDone ? 1 : 0,
        time: isDone ? 3 : 0,
        memory: isDone ? 800 : 0,
        signal: 0,
        exitCode: 0,
      };
      return { id: at, status: isDone ? 12 : 0, ...figures, description: isDone ? 'ok accepted' : null };
    });
  const subtasks = Array.from({ length: Math.ceil(total / 1000) }, (_, at) => ({
    ...{ id: at, status: 1, score: 0, time: 3, memory: 800 },
    cases: cases(at * 1000, Math.min((at + 1) * 1000, total)),
  }));
  const judge = { id: 1, status: done === total ? 12 : 1, score: done, time: done, memory: 800, subtasks };
  const compile = { success: true, message: '', opt2: true };
  return JSON.stringify({ type: 'judge', requestId: 'r', trackId: null, data: { compile, judge } });
}

function decoded(body: string): Envelope {
  const result = decodeEnvelope(JSON.parse(body));
  if (!result.ok) throw new Error(result.path);
  return result.envelope;
}

async function timed(action: () => unknown): Promise<number> {
  const start = performance.now();
  await action();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function partialUpdates(total: number, rounds: number): Promise<void> {
  const store = makeStore(new MemoryStorage());
  const key = recordKey(origin, 'r');
  await store.add({ origin, requestId: 'r', rules, folder: null });
  const results = Array.from({ length: rounds + 1 }, (_, at) => decoded(bodyOf(total / 2 + at * 10, total)));
  const [first, ...rest] = results;
  if (first) await store.accept(key, { envelope: first }, { via: 'push', receivedAt: 0 });
  let refreshed = 0;
  store.onDidChange(({ nodes }) => {
    for (const { subtasks } of nodes.values()) for (const { cases } of subtasks) refreshed += cases.length;
  });
  const updates: number[] = [];
  for (const envelope of rest) {
    updates.push(await timed(() => store.accept(key, { envelope }, { via: 'push', receivedAt: 1 })));
  }
  if (refreshed !== rounds * 10) throw new Error(`${refreshed} cases refreshed`);
  const body = bodyOf(total / 2, total);
  const parsing = await repeated(rounds, () => JSON.parse(body) as unknown);
  const last = rest.at(-1) ?? null;
  const rebuilding = await repeated(rounds, () =>
    subtasksOf(last).map(({ id, cases }) => {
      const names = identities(cases);
      return cases.map((one, at) => ({
        id: `${id}/${names[at]}`,
        label: `#${one.id}`,
        detail: `${one.time} ms`,
      }));
    }),
  );
  const update = median(updates);
  console.log(
    `partial update of ${total} cases, 10 of them new: ${update.toFixed(1)} ms (slowest ` +
      `${Math.max(...updates).toFixed(1)}, budget 50), 10 case rows refreshed; JSON.parse of the body ` +
      `${parsing.toFixed(1)} ms, ratio ${(update / parsing).toFixed(2)}; a row for each case ` +
      `${rebuilding.toFixed(1)} ms, ratio ${(update / rebuilding).toFixed(2)}`,
  );
  if (update > parsing || update > rebuilding) process.exitCode = 1;
}

async function repeated(rounds: number, action: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await timed(action));
  return median(times);
}

async function history(records: number): Promise<void> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'judge-bench-'));
  try {
    const options = {
      folder,
      claimant: thisProcess(),
      now: Date.now,
      later: () => none,
      onProblem: () => undefined,
    };
    const open = (initial: readonly StoredRecord[] = []) =>
      makeStore(new RecordFiles(new HistoryFolder(options), initial), initial);
    const writer = open();
    const envelope = decoded(bodyOf(20, 20));
    const adding: number[] = [];
    for (let at = 0; at < records; at += 1) {
      const add = { origin, requestId: `r${at}`, rules, folder: null };
      const how = { via: 'refresh', receivedAt: at, add } as const;
      adding.push(await timed(() => writer.accept(recordKey(origin, `r${at}`), { envelope }, how)));
    }
    await writer.flush();
    const start = await repeated(9, () => readStart(folder));
    const reader = open((await readStart(folder)).newest);
    const all = await timed(() => reader.loadAll());
    if (reader.records().length !== records) throw new Error(`${reader.records().length} records read`);
    const again = await timed(() => reader.loadAll());
    const stored = records > 0 ? `, each stored in ${median(adding).toFixed(1)} ms` : '';
    console.log(
      `${records} records: read at the start ${start.toFixed(2)} ms, all in the background ${all.toFixed(1)} ms ` +
        `(ratio ${(start / all).toFixed(3)}), looked at again ${again.toFixed(1)} ms${stored}`,
    );
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  await partialUpdates(100_000, 15);
  for (const records of [0, 100, 10_000]) await history(records);
}

void main();
