import type { Leases } from '../base/ports';
import type { TrackerEvents } from './ports';
import { REQUEST_LEASE_MS, MIN_REMAINING_LEASE_MS } from './limits';

/** Name of the failed operation in the log. */
export const SHARING = 'sharing requests between windows';

/**
 * `kept`: this window already had the lease. `taken`: this window has just got it, so another window may have polled
 * last. `foreign`: another window has it.
 */
export type ClaimResult = 'kept' | 'taken' | 'foreign';

/**
 * The leases of the requests that this window polls. `covers` is synchronous, so nothing can happen between the check
 * and the poll. No method rejects.
 */
export class Claims {
  /** End of each lease by name, ms since 1970; Infinity if unknown because the clock was set back. */
  private readonly until = new Map<string, number>();
  private isDisposed = false;

  constructor(
    private readonly leases: Leases,
    private readonly clock: { now(): number },
    private readonly events: Pick<TrackerEvents, 'onError'>,
  ) {}

  /** Returns all leases that this window took and didn't lose or release. Some may have expired. */
  names(): readonly string[] {
    return [...this.until.keys()];
  }

  /** Returns whether this window took the lease and didn't lose or release it. The lease may have expired. */
  has(name: string): boolean {
    return this.until.has(name);
  }

  /**
   * Returns whether the lease lasts long enough for a poll. If not, for example after the clock was changed, the
   * process was blocked, or the computer slept, the lease must be renewed before the next poll.
   */
  covers(name: string): boolean {
    const left = (this.until.get(name) ?? -Infinity) - this.clock.now();
    return left > MIN_REMAINING_LEASE_MS && left <= REQUEST_LEASE_MS;
  }

  /**
   * Takes or renews the lease. If leases can't be stored, this window acts as if it had the lease, because polling in
   * two windows is better than not polling at all.
   */
  async renew(name: string): Promise<ClaimResult> {
    const now = this.clock.now();
    const isOurs = (this.until.get(name) ?? -Infinity) > now;
    try {
      if (!(await this.leases.tryAcquire(name, REQUEST_LEASE_MS))) {
        this.until.delete(name);
        return 'foreign';
      }
    } catch (error) {
      this.events.onError(SHARING, error);
      this.until.set(name, now + REQUEST_LEASE_MS);
      return 'kept';
    }
    this.until.set(name, now + REQUEST_LEASE_MS);
    if (this.isDisposed) await this.release(name);
    return isOurs ? 'kept' : 'taken';
  }

  /** Releases the lease for other windows. No-op if this window doesn't have it. */
  async release(name: string): Promise<void> {
    if (!this.until.delete(name)) return;
    try {
      await this.leases.release(name);
    } catch (error) {
      this.events.onError('releasing a lease', error);
    }
  }

  /** Releases all leases, and any lease whose `renew` is still in progress. */
  async dispose(): Promise<void> {
    this.isDisposed = true;
    await Promise.all(this.names().map((name) => this.release(name)));
  }

  /**
   * Makes `covers` return false for each lease until it is renewed. Called after the clock was set back, because the
   * end times of the leases are then unknown.
   */
  expire(): void {
    for (const name of this.until.keys()) this.until.set(name, Infinity);
  }
}
