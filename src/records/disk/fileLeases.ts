import type { Disposable } from '../../base/emitter';
import type { LeaseObserver, Leases } from '../../base/ports';
import { FileLocks } from './fileLocks';
import type { HistoryFolder } from './folder';
import { safeName } from './layout';

/** Leases that decide which window does the work for a name, for example polls a record. Each is a file lock. */
export class FileLeases extends FileLocks implements Leases, LeaseObserver {
  constructor(private readonly history: HistoryFolder) {
    super(history.files, history.layout.leases, history.options.lockOwner);
  }

  /**
   * Returns whether any window has the lease. Always false if the file system doesn't report changes, because this
   * window then wouldn't notice the results that the other window stores.
   */
  override async isHeld(name: string): Promise<boolean> {
    return !this.history.isUnwatched && (await super.isHeld(name));
  }

  /**
   * Fires when any window takes or releases the lease. It may fire too often. It doesn't fire when a window is killed.
   */
  onDidChange(name: string, listener: () => void): Disposable {
    return this.history.watch(this.history.layout.leases, (names) => {
      if (names === null || names.has(safeName(name))) listener();
    });
  }
}
