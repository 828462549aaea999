/**
 * npm run bench -- records: time of a partial update of a large record, and of reading a history at the start.
 * Baselines of the same run: `JSON.parse` of the same body, creating a row for each case (the minimum of a full refresh),
 * and reading every file of the history.
 */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  decodeEnvelope,
  formatMemory,
  formatScore,
  formatTime,
  identities,
  rowDescription,
  statusText,
  subtasksOf,
  type Envelope,
  type JudgeSemantics,
  type Subtask,
} from '../../src/results';
import { RecordStore, recordKey, type RecordStorage, type StoredRecord } from '../../src/records';
import { HistoryFolder } from '../../src/records/disk/folder';
import { MemoryStorage } from '../../src/records/storage';
import { RecordFiles } from '../../src/records/disk/recordFiles';
import { readIndex } from '../../src/records/disk/readIndex';
import { thisProcess } from '../../src/records/disk/fileLocks';
import { luogu } from '../support/profiles';
import { median, ms, runAlone, timed, type Row } from './row';

const service = 'https://judge.test';
const rules: JudgeSemantics = luogu.rules;
const clock = { now: Date.now, after: () => ({ dispose: () => undefined }) };

function makeStore(storage: RecordStorage, initial: readonly StoredRecord[] = []): RecordStore {
  return new RecordStore({
    openStorage: async () => storage,
    initial,
    limit: 1_000_000,
    clock,
    uniqueId: randomUUID,
    onProblem: (problem) => {
      throw new Error(JSON.stringify(problem));
    },
    onError: (error) => {
      throw error;
    },
  });
}

/** Returns a body with `total` cases in subtasks of 1000. The first `done` cases are finished. */
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
    id: at,
    status: 1,
    score: 0,
    time: 3,
    memory: 800,
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

async function partialUpdates(total: number, rounds: number): Promise<readonly Row[]> {
  const store = makeStore(new MemoryStorage());
  const key = recordKey(service, 'r');
  await store.add({ service, requestId: 'r', rules, folder: null });
  const results = Array.from({ length: rounds + 1 }, (_, at) => decoded(bodyOf(total / 2 + at * 10, total)));
  const [first, ...rest] = results;
  if (first) await store.receive(key, { envelope: first }, { via: 'push', receivedAt: 0 });
  let refreshed = 0;
  store.onDidChange(({ nodes }) => {
    for (const { subtasks } of nodes.values()) for (const { cases } of subtasks) refreshed += cases.length;
  });
  const updates: number[] = [];
  for (const envelope of rest) {
    updates.push(await timed(() => store.receive(key, { envelope }, { via: 'push', receivedAt: 1 })));
  }
  if (refreshed !== rounds * 10) throw new Error(`${refreshed} cases refreshed`);
  const body = bodyOf(total / 2, total);
  const parsing = await repeated(rounds, () => JSON.parse(body) as unknown);
  const last = rest.at(-1) ?? null;
  const rebuilding = await repeated(rounds, () => subtasksOf(last).map(rowsOf));
  const opened = subtasksOf(last)[0];
  if (!opened) throw new Error('no subtask');
  const opening = await repeated(rounds, () => rowsOf(opened));
  const update = median(updates);
  return [
    {
      measure: `a partial update of ${total.toLocaleString('en')} cases, 10 of them new (slowest)`,
      headline: `a partial update of ${total.toLocaleString('en')} cases, 10 of them new (slowest)`,
      ours: `${ms(update)} (${ms(Math.max(...updates))})`,
      peer: `JSON.parse of its body ${ms(parsing)}`,
      ratio: update / parsing,
      budget: '≤ 50 ms, ≤ 1',
      met: update <= 50 && update <= parsing,
    },
    {
      measure: 'rows refreshed by this update',
      ours: `${refreshed / rounds} in ${ms(update)}`,
      peer: `full refresh, all ${total.toLocaleString('en')} rows ${ms(rebuilding)}`,
      ratio: update / rebuilding,
      budget: 'only changed rows, ≤ 1',
      met: refreshed === rounds * 10 && update <= rebuilding,
    },
    {
      measure: 'strings of 1,000 cases of an expanded subtask',
      ours: ms(opening),
      peer: 'a frame at 60 Hz, 16 ms',
      ratio: opening / 16,
      budget: '≤ 16 ms',
      met: opening <= 16,
    },
  ];
}

/** Returns the minimum for the rows of a subtask: identity, label, and description of each case. */
function rowsOf({ id, cases }: Subtask): unknown {
  const names = identities(cases);
  const { units } = rules;
  return cases.map((one, at) => ({
    id: `${id}/${names[at]}`,
    label: `#${one.id} ${statusText(one.status, rules)}`,
    description: [
      formatScore(one.score, units),
      formatTime(one.time, units),
      formatMemory(one.memory, units),
      rowDescription(one, rules),
    ].join(' · '),
  }));
}

async function repeated(rounds: number, action: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await timed(action));
  return median(times);
}

interface History {
  readonly records: number;
  /** time of reading what the list shows first, ms */
  readonly start: number;
  /** time of reading everything in the background, ms */
  readonly all: number;
  /** median time of storing one record, ms */
  readonly stored: number;
}

async function history(records: number): Promise<History> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'judge-bench-'));
  try {
    const adding = await writeHistory(folder, records);
    const start = await repeated(9, () => readIndex(folder));
    const reader = openStore(folder, await readIndex(folder));
    const all = await timed(() => reader.loadAll());
    if (reader.records().length !== records) throw new Error(`${reader.records().length} records read`);
    return { records, start, all, stored: median(adding) };
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

/** Writes a history of this many finished records to a folder. Returns the time of storing each record, ms. */
export async function writeHistory(folder: string, records: number): Promise<readonly number[]> {
  const writer = openStore(folder);
  const envelope = decoded(bodyOf(20, 20));
  const adding: number[] = [];
  for (let at = 0; at < records; at += 1) {
    const add = { service, requestId: `r${at}`, rules, folder: null };
    const how = { via: 'refresh', receivedAt: at, add } as const;
    adding.push(await timed(() => writer.receive(recordKey(service, `r${at}`), { envelope }, how)));
  }
  await writer.close();
  return adding;
}

function openStore(folder: string, initial: readonly StoredRecord[] = []): RecordStore {
  const lockOwner = thisProcess();
  const options = { folder, lockOwner, clock, onProblem: () => undefined };
  return makeStore(new RecordFiles(new HistoryFolder(options), initial), initial);
}

async function histories(): Promise<readonly Row[]> {
  const [none, some, many] = [await history(0), await history(100), await history(10_000)];
  const row = ({ records, start, all }: History): Row => ({
    measure: `reading the index of ${records.toLocaleString('en')} records at the start`,
    ours: ms(start),
    peer: `reading all records ${ms(all)}`,
    ratio: start / all,
    budget: '≤ 10 ms',
    met: start <= 10,
  });
  return [
    row(none),
    row(some),
    row(many),
    {
      measure: 'writing a finished result to the disk, with lock, flush, and rename',
      ours: ms(many.stored),
      peer: '',
      budget: '',
      met: undefined,
    },
  ];
}

export async function measure(): Promise<readonly Row[]> {
  return [...(await partialUpdates(100_000, 15)), ...(await histories())];
}

runAlone(import.meta.filename, measure);
