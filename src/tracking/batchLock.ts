import type { Leases } from '../base/ports';
import { SHARING } from './claims';
import type { Random, TrackerEvents } from './ports';
import { BATCH_LOCK_MS, BATCH_RETRY_PART } from './limits';

/**
 * Elects the window that sends the next batch request to a judge, so that all windows together send one per batch
 * interval. `take` never waits for another window, because waiting would repeat a batch that was just sent and delay
 * the user's requests. No method rejects.
 */
export class BatchLock {
  /** This window may send the batch now. */
  isOurs = false;
  isTaking = false;
  /** Time before which `take` can't succeed, ms since 1970. */
  opensAt = -Infinity;
  /** This window sent the last batch. */
  private wasLast = false;
  private readonly name: string;

  constructor(
    service: string,
    private readonly leases: Leases,
    private readonly clock: { now(): number },
    private readonly random: Random,
    private readonly events: Pick<TrackerEvents, 'onError'>,
  ) {
    // Other versions use the same name, so it can't change.
    this.name = `look ${service}`;
  }

  /**
   * Tries to take the lock. Sets `isOurs` if it succeeds, or `opensAt` if it doesn't. The lock becomes free `interval`
   * ms after the last batch, even if the window that sent it was killed.
   */
  async take(interval: number): Promise<void> {
    this.isTaking = true;
    try {
      if (this.wasLast) await this.yield();
      else this.isOurs = await this.leases.tryAcquire(this.name, BATCH_LOCK_MS, interval);
    } catch (error) {
      // Leases can't be stored. Batches from every window are better than no batches.
      this.events.onError(SHARING, error);
      this.isOurs = true;
    }
    if (!this.isOurs)
      this.opensAt = this.clock.now() + interval * BATCH_RETRY_PART * (0.5 + this.random() / 2);
    this.isTaking = false;
  }

  /** Records that the batch was sent. All windows wait `interval` ms before the next batch. */
  async onBatchSent(interval: number): Promise<void> {
    this.isOurs = false;
    this.wasLast = true;
    this.opensAt = this.clock.now() + interval;
    try {
      await this.leases.tryAcquire(this.name, interval);
    } catch (error) {
      this.events.onError(SHARING, error);
    }
  }

  /** Releases the lock without having sent a batch, so any window may send one now. */
  async release(): Promise<void> {
    this.isOurs = false;
    this.wasLast = false;
    try {
      await this.leases.release(this.name);
    } catch (error) {
      this.events.onError(SHARING, error);
    }
  }

  /** Adjusts `opensAt` after the clock was set back by `by` ms. */
  shift(by: number): void {
    this.opensAt -= by;
  }

  /** Lets the other windows try first, because this one sent the last batch. */
  private async yield(): Promise<void> {
    this.wasLast = false;
    await this.leases.release(this.name);
  }
}
