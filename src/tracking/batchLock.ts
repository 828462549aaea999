import type { Leases } from '../base/ports';
import { LEASE_DURATION, SHARING } from './claims';
import type { Random, TrackerSink } from './ports';

/** If another window has the lock, it is tried again after this part of the batch interval. */
const RETRY = 1 / 8;

/**
 * Elects the window that sends the next batch request to a service, so that all windows together send one per batch
 * interval. `take` never waits for another window: it would only send what that window has just sent, and delay requests of
 * the user. Nothing here rejects.
 */
export class BatchLock {
  /** This window may send the batch now. */
  isOurs = false;
  /** `take` is in progress. */
  isTaking = false;
  /** Time before which `take` has no chance, ms since 1970. */
  opensAt = -Infinity;
  /** This window sent the last batch. */
  private wasLast = false;
  private readonly name: string;

  constructor(
    service: string,
    private readonly leases: Leases,
    private readonly clock: { now(): number },
    private readonly random: Random,
    private readonly sink: Pick<TrackerSink, 'onError'>,
  ) {
    // Windows of other versions use the same name.
    this.name = `look ${service}`;
  }

  /** Tries to take it. It is free `interval` ms after the last batch, also if the window that sent it was killed. */
  async take(interval: number): Promise<void> {
    this.isTaking = true;
    try {
      if (this.wasLast) await this.yield();
      else this.isOurs = await this.leases.tryAcquire(this.name, LEASE_DURATION, interval);
    } catch (error) {
      // Leases can't be stored: that every window sends batches is better than that none does.
      this.sink.onError(SHARING, error);
      this.isOurs = true;
    }
    if (!this.isOurs) this.opensAt = this.clock.now() + interval * RETRY * (0.5 + this.random() / 2);
    this.isTaking = false;
  }

  /** The batch was sent. The next one, in any window, waits for the interval. */
  async onBatchSent(interval: number): Promise<void> {
    this.isOurs = false;
    this.wasLast = true;
    this.opensAt = this.clock.now() + interval;
    try {
      await this.leases.tryAcquire(this.name, interval);
    } catch (error) {
      this.sink.onError(SHARING, error);
    }
  }

  /** No batch was sent: any window may send one now. */
  async release(): Promise<void> {
    this.isOurs = false;
    this.wasLast = false;
    try {
      await this.leases.release(this.name);
    } catch (error) {
      this.sink.onError(SHARING, error);
    }
  }

  /** The clock was set back by `by` ms. */
  shift(by: number): void {
    this.opensAt -= by;
  }

  /** Lets the other windows try first, because this one sent the last batch. */
  private async yield(): Promise<void> {
    this.wasLast = false;
    await this.leases.release(this.name);
  }
}
