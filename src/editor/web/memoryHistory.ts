import { MemoryStorage } from '../../records/memoryStorage';
import type { LeaseSight, Leases } from '../../base/ports';
import type { History } from '../history';

/** A history that lasts as long as the window: a browser has no folder that its windows share. */
export function memoryHistory(): History {
  const storage = new MemoryStorage();
  return {
    // memory refuses nothing
    records: { openStorage: () => Promise.resolve(storage), onProblem: () => undefined },
    openLeases: () => Promise.resolve(everythingOurs),
    sweep: () => Promise.resolve(),
  };
}

const never = () => ({ dispose: () => undefined });

/** There is no other window to share with. */
const everythingOurs: Leases & LeaseSight = {
  tryAcquire: () => Promise.resolve(true),
  release: () => Promise.resolve(),
  isHeld: () => Promise.resolve(false),
  onDidChange: never,
};
