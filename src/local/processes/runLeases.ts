import { errorMessage, type Log } from '../../base/log';
import { systemClock, type Clock, type Leases } from '../../base/ports';
import { RUN_LEASE_MS, RUN_LEASE_RENEWAL_MS } from '../limits';

export interface SharedLeases {
  openLeases(): Promise<Leases>;
}

/**
 * The runs of this computer that are in progress. Each has a lease, which ends with its window, so that other windows
 * notice that the window was killed.
 */
export class RunLeases {
  /** Times at which this window took or last renewed the lease of a run, by the ID of the run, ms since 1970 */
  private readonly own = new Map<string, number>();

  constructor(
    private readonly shared: SharedLeases,
    private readonly log: Pick<Log, 'error'>,
    private readonly clock: Pick<Clock, 'now'> = systemClock,
  ) {}

  /**
   * Takes the lease of a run of this window, or renews it if it is old. If that fails, only this window can show that the
   * run is in progress. Never rejects.
   */
  async keep(id: string): Promise<void> {
    const now = this.clock.now();
    const age = Math.abs(now - (this.own.get(id) ?? -Infinity));
    if (age < RUN_LEASE_RENEWAL_MS) return;
    this.own.set(id, now);
    await this.orLog(async (leases) => leases.tryAcquire(leaseName(id), RUN_LEASE_MS));
  }

  /** Ends a run of this window. Never rejects. */
  async end(id: string): Promise<void> {
    this.own.delete(id);
    await this.orLog(async (leases) => leases.release(leaseName(id)));
  }

  /** Returns whether a run is in progress in any window. */
  async isInProgress(id: string): Promise<boolean> {
    if (this.own.has(id)) return true;
    const leases = await this.shared.openLeases();
    if (!(await leases.tryAcquire(leaseName(id), RUN_LEASE_MS))) return true;
    await leases.release(leaseName(id));
    return false;
  }

  private async orLog(work: (leases: Leases) => Promise<unknown>): Promise<void> {
    try {
      await work(await this.shared.openLeases());
    } catch (error) {
      this.log.error(`the lease of a local run could not be changed: ${errorMessage(error)}`);
    }
  }
}

function leaseName(id: string): string {
  return `local ${id}`;
}
