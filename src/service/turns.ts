import type { Clock, Leases } from '../base/ports';
import { KeyedMutex } from '../base/keyedMutex';

/** How long another window's turn is left alone before looking again, in parts of the interval. */
const LOOK_AGAIN = 1 / 8;

/** Lets the windows of this machine ask a service in turn, each turn `interval` ms after the one before. */
export class Turns {
  private readonly queue = new KeyedMutex();
  private readonly lastAt = new Map<string, number>();

  constructor(
    private readonly leases: () => Promise<Leases>,
    private readonly clock: Clock,
    private readonly random: () => number = Math.random,
  ) {}

  /** Resolves when it is this window's turn; a turn that was taken lasts `interval` ms. */
  take(name: string, interval: number): Promise<void> {
    return this.queue.run(name, () => this.taken(name, interval));
  }

  private async taken(name: string, interval: number): Promise<void> {
    const lease = `turn ${name}`;
    const leases = await this.leases();
    const own = (this.lastAt.get(name) ?? -Infinity) + interval - this.clock.now();
    if (own > 0) {
      await this.pause(Math.min(own, interval));
      // whoever waits in another window gets it now; without that, the window that has it would always be first
      await leases.release(lease);
      await this.pause(interval * LOOK_AGAIN * this.random());
    }
    while (!(await leases.tryAcquire(lease, interval))) await this.pause(interval * LOOK_AGAIN);
    this.lastAt.set(name, this.clock.now());
  }

  private pause(delay: number): Promise<void> {
    return new Promise((resolve) => void this.clock.after(delay, resolve));
  }
}
