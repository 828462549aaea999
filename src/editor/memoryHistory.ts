import { workspace } from 'vscode';
import { errorStack } from '../base/errors';
import { MemoryStorage } from '../records/memoryStorage';
import { RecordStore } from '../records/store';
import type { PendingRequest } from '../tracking';
import type { History, SharedState } from './history';
import { later } from './later';
import type { Log } from './log';
import { historyLimit } from './settings';

/** A history that lasts as long as the window: a browser has no folder that its windows share. */
export function memoryHistory(log: Log): History {
  const store = new RecordStore({
    storage: new MemoryStorage(),
    initial: [],
    limit: historyLimit(),
    now: Date.now,
    later,
    uniqueId: () => crypto.randomUUID(),
    onProblem: (problem) => log.error(`storage: ${JSON.stringify(problem)}`),
    onListenerError: (error) => log.error(errorStack(error)),
  });
  const settingsWatch = workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration('judgeResults.history.limit')) void store.setLimit(historyLimit());
  });
  return {
    store,
    shared: { storage: memoryPending(), leases: everythingOurs },
    pending: 0,
    loadRest: () => Promise.resolve(),
    close: async () => {
      settingsWatch.dispose();
      await store.close();
    },
  };
}

const never = () => ({ dispose: () => undefined });

function memoryPending(): SharedState['storage'] {
  const pending = new Map<string, PendingRequest>();
  return {
    load: async () => [...pending.values()],
    read: async (key) => pending.get(key) ?? null,
    add: async (request) => void pending.set(request.key, request),
    save: async (request) => pending.has(request.key) && pending.set(request.key, request).size > 0,
    remove: async (key) => void pending.delete(key),
    onDidChange: never,
  };
}

/** There is no other window to share with. */
const everythingOurs: History['shared']['leases'] = {
  tryAcquire: () => Promise.resolve(true),
  renew: () => Promise.resolve(true),
  release: () => Promise.resolve(),
  isHeld: () => Promise.resolve(false),
  onDidChange: never,
};
