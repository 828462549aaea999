/*
 * A window that will be killed: keeps changing a few records and prints each change once it is acknowledged.
 *   writer.ts <folder> <first step>
 */
import * as fs from 'node:fs';
import { randomUUID } from 'node:crypto';
import { RecordStore, recordKey } from '../../../../src/records';
import { HistoryFolder } from '../../../../src/records/disk/folder';
import { RecordFiles } from '../../../../src/records/disk/recordFiles';
import { thisProcess } from '../../../../src/records/disk/fileLocks';
import { newRecord, planAt, progressed, service } from '../fixtures';

const [folder = '', first] = process.argv.slice(2);

const clock = {
  now: Date.now,
  after: (delay: number, action: () => void) => {
    const timer = setTimeout(action, delay);
    return { dispose: () => clearTimeout(timer) };
  },
};

function acknowledge(what: string, id: string, step: number): void {
  fs.writeSync(1, `${what} ${id} ${step}\n`);
}

/** Starts tracking a record without a result, because a final result ends the plan in the same write. */
async function track(store: RecordStore, id: string, step: number): Promise<void> {
  await store.add(newRecord(id));
  await store.setPlan(recordKey(service, id), planAt(step), { begins: true });
  acknowledge('plan', id, step);
}

async function main(): Promise<void> {
  const onProblem = (problem: unknown) => acknowledge(`problem ${JSON.stringify(problem)}`, '-', 0);
  const history = new HistoryFolder({
    folder,
    lockOwner: thisProcess(),
    clock,
    onProblem,
  });
  const store = new RecordStore({
    openStorage: async () => new RecordFiles(history),
    limit: 500,
    clock,
    uniqueId: randomUUID,
    onProblem,
    onError: (error) => {
      throw error;
    },
  });
  await store.loadAll();
  for (let step = Number(first); ; step += 1) {
    const id = `r${step % 5}`;
    const key = recordKey(service, id);
    const result = progressed(3, 3 + (step % 3) * 400, 100, 12);
    const judge = result.data?.judge ? { ...result.data.judge, id: step } : null;
    const envelope = { ...result, data: { compile: null, judge } };
    await Promise.all([
      store
        .receive(key, { envelope }, { via: 'refresh', receivedAt: Date.now(), add: newRecord(id) })
        .then(() => acknowledge('result', id, step)),
      track(store, `pending${step % 5}`, step),
    ]);
    await store.update(key, { label: String(step) });
    acknowledge('label', id, step);
  }
}

void main();
