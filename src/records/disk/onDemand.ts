import type { Disposable } from '../../base/emitter';
import type { StoredRecord } from '../storage';
import type { Disk, DiskOptions, Keyed } from './open';

/**
 * The disk, of which nothing is loaded before something is read from it or written: a window that is only started
 * needs no more than `readStart` gives. Listening to other windows begins with the first use.
 */
export function diskOnDemand<Request extends Keyed>(
  options: DiskOptions,
  initial: readonly StoredRecord[],
  isRequest: (json: unknown) => json is Request,
): Disk<Request> {
  let loading: Promise<Disk<Request>> | null = null;
  const listeners = new Set<(disk: Disk<Request>) => void>();
  const disk = () => {
    loading ??= import('./open').then(({ openDisk }) => {
      const opened = openDisk(options, initial, isRequest);
      for (const listen of listeners) listen(opened);
      return opened;
    });
    return loading;
  };
  const listening = (listen: (disk: Disk<Request>) => Disposable): Disposable => {
    let isDisposed = false;
    let own: Disposable | null = null;
    const begin = (opened: Disk<Request>) => {
      if (!isDisposed) own ??= listen(opened);
    };
    listeners.add(begin);
    if (loading) void loading.then(begin);
    return {
      dispose: () => {
        isDisposed = true;
        listeners.delete(begin);
        own?.dispose();
      },
    };
  };
  return {
    records: {
      update: async (...all) => (await disk()).records.update(...all),
      read: async (...all) => (await disk()).records.read(...all),
      readResult: async (...all) => (await disk()).records.readResult(...all),
      scan: async function* () {
        yield* (await disk()).records.scan();
      },
      writeSource: async (...all) => (await disk()).records.writeSource(...all),
      readSource: async (...all) => (await disk()).records.readSource(...all),
      writeIndex: async (...all) => (await disk()).records.writeIndex(...all),
      onDidChange: (listener) => listening(({ records }) => records.onDidChange(listener)),
    },
    pending: {
      load: async () => (await disk()).pending.load(),
      read: async (key) => (await disk()).pending.read(key),
      add: async (request) => (await disk()).pending.add(request),
      save: async (request) => (await disk()).pending.save(request),
      remove: async (key) => (await disk()).pending.remove(key),
      onDidChange: (listener) => listening(({ pending }) => pending.onDidChange(listener)),
    },
    leases: {
      tryAcquire: async (...all) => (await disk()).leases.tryAcquire(...all),
      renew: async (...all) => (await disk()).leases.renew(...all),
      release: async (name) => (await disk()).leases.release(name),
      isHeld: async (name) => (await disk()).leases.isHeld(name),
      onDidChange: (name, listener) => listening(({ leases }) => leases.onDidChange(name, listener)),
    },
    sweep: async () => (await disk()).sweep(),
  };
}
