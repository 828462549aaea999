import { MemoryStorage } from '../../records/memoryStorage';
import type { PendingRequest } from '../../tracking';
import type { History, SharedState } from '../history';

/** A history that lasts as long as the window: a browser has no folder that its windows share. */
export function memoryHistory(): History {
  const storage = new MemoryStorage();
  const shared: SharedState = { storage: memoryPending(), leases: everythingOurs };
  return {
    // memory refuses nothing
    records: { openStorage: () => Promise.resolve(storage), onProblem: () => undefined },
    openShared: () => Promise.resolve(shared),
    pending: 0,
    sweep: () => Promise.resolve(),
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
