import path from 'node:path';
import { systemClock } from '../../../../src/base/ports';
import { recordKey, RecordStore } from '../../../../src/records';
import { openDisk } from '../../../../src/records/disk/openDisk';
import { thisComputer } from '../../../../src/judges';
import { LocalComputer } from '../../../../src/local';
import { localResult } from '../../../../src/local/localResult';
import type { CasesToRun } from '../../../../src/local/runCases';
import { newRecord } from '../../records/fixtures';
import { givenFolder } from '../localFolder';

// A window that runs a program, given as JSON, with the ID `run-1`, and stores its states in a history folder.
async function main(folder: string, toRun: CasesToRun): Promise<void> {
  const fail = (error: unknown): never => {
    throw error;
  };
  const disk = openDisk(
    {
      folder: path.join(folder, 'history'),
      clock: systemClock,
      onProblem: fail,
      containsCredential: () => Promise.resolve(false),
    },
    [],
  );
  const store = new RecordStore({
    openStorage: () => Promise.resolve(disk.records),
    limit: 500,
    clock: systemClock,
    uniqueId: () => crypto.randomUUID(),
    onProblem: fail,
    onError: fail,
  });
  const leases = { openLeases: () => Promise.resolve(disk.leases) };
  const computer = new LocalComputer(process.env, givenFolder(path.join(folder, 'private')), leases, {
    error: fail,
  });
  const { id, rules } = thisComputer;
  for await (const state of computer.start('run-1', toRun, computer.readSettings(undefined))) {
    if (!store.get(recordKey(id, 'run-1'))) await store.add(newRecord('run-1', { service: id, rules }));
    const result = localResult(state, 'run-1');
    await store.receive(recordKey(id, 'run-1'), result, { via: 'push', receivedAt: Date.now() });
  }
}

const [, , folder = '', toRun = ''] = process.argv;
void main(folder, JSON.parse(toRun) as CasesToRun);
