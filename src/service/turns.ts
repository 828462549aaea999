import type { Clock, Leases } from '../base/ports';
import { KeyedMutex } from '../base/async';

/** How long another window's turn is left alone before looking again, in parts of the interval. */
const LOOK_AGAIN = 1 / 8;
/** Longest time that an answer may take before another window's turn comes, ms. */
const LONGEST_ANSWER = 30_000;

/** Lets the windows of this machine ask a service in turn, each `interval` ms after the answer to the one before. */
export class Turns {
  private readonly queue = new KeyedMutex();
  private readonly lastAt = new Map<string, number>();

  constructor(
    private readonly leases: () => Promise<Leases>,
    private readonly clock: Clock,
    private readonly random: () => number = Math.random,
  ) {}

  /**
   * Asks when it is this window's turn. The interval is counted from the answer: counted from the question, two would
   * arrive at the service too close to each other where a busy machine holds up the first.
   */
  run<Value>(name: string, interval: number, ask: () => Promise<Value>): Promise<Value> {
    return this.queue.run(name, async () => {
      const lease = `turn ${name}`;
      const leases = await this.leases();
      const own = (this.lastAt.get(name) ?? -Infinity) + interval - this.clock.now();
      if (own > 0) {
        await this.pause(Math.min(own, interval));
        // whoever waits in another window gets it now; without that, the window that has it would always be first
        await leases.release(lease).catch(() => undefined);
        await this.pause(interval * LOOK_AGAIN * this.random());
      }
      // without leases two windows may ask at once, which is better than that nobody asks
      const isOurs = () => leases.tryAcquire(lease, LONGEST_ANSWER, interval).catch(() => true);
      while (!(await isOurs())) await this.pause(interval * LOOK_AGAIN);
      try {
        return await ask();
      } finally {
        this.lastAt.set(name, this.clock.now());
        // where that fails, the others wait until the lease runs out
        await leases.tryAcquire(lease, interval).catch(() => false);
      }
    });
  }

  private pause(delay: number): Promise<void> {
    return new Promise((resolve) => void this.clock.after(delay, resolve));
  }
}
