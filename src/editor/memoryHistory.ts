import { errorStack } from '../base/errors';
import { MemoryStorage } from '../records/memoryStorage';
import { RecordStore } from '../records/store';
import type { PendingRequest } from '../tracking';
import type { History, SharedState } from './history';
import { systemClock } from './later';
import type { Log } from './log';
import { followHistoryLimit, historyLimit } from './settings';

/** A history that lasts as long as the window: a browser has no folder that its windows share. */
export function memoryHistory(log: Log): History {
  const storage = new MemoryStorage();
  const shared: SharedState = { storage: memoryPending(), leases: everythingOurs };
  const store = new RecordStore({
    openStorage: () => Promise.resolve(storage),
    initial: [],
    limit: historyLimit(),
    clock: systemClock,
    uniqueId: () => crypto.randomUUID(),
    onProblem: (problem) => log.error(`storage: ${JSON.stringify(problem)}`),
    onError: (error) => log.error(errorStack(error)),
  });
  const settingsWatch = followHistoryLimit(store);
  return {
    store,
    openShared: () => Promise.resolve(shared),
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
const everythingOurs: SharedState['leases'] = {
  tryAcquire: () => Promise.resolve(true),
  release: () => Promise.resolve(),
  isHeld: () => Promise.resolve(false),
  onDidChange: never,
};
