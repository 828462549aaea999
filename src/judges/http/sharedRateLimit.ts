import type { Clock, Leases } from '../../base/ports';
import { KeyedMutex } from '../../base/async';
import { MAX_TURN_MS } from '../limits';

/** How long to wait before checking another window's turn again, as a fraction of the interval. */
const LOOK_AGAIN = 1 / 8;

/**
 * Enforces one rate limit for all windows of this computer: each request is sent `interval` ms after the previous
 * response.
 */
export class SharedRateLimit {
  private readonly queue = new KeyedMutex();
  private readonly lastAt = new Map<string, number>();

  constructor(
    private readonly leases: () => Promise<Leases>,
    private readonly clock: Clock,
    private readonly random: () => number = Math.random,
  ) {}

  /**
   * Calls `ask` when it is this window's turn. The interval starts at the response. If it started at the request, two
   * requests could reach the judge in quick succession, because a busy computer may delay the first one.
   */
  run<Value>(name: string, interval: number, ask: () => Promise<Value>): Promise<Value> {
    return this.queue.run(name, async () => {
      const lease = `turn ${name}`;
      const leases = await this.leases();
      const ownWait = (this.lastAt.get(name) ?? -Infinity) + interval - this.clock.now();
      if (ownWait > 0) {
        await this.pause(Math.min(ownWait, interval));
        // lets another waiting window take its turn, because without this the window that has the lease would always be
        // first
        await leases.release(lease).catch(() => undefined);
        await this.pause(interval * LOOK_AGAIN * this.random());
      }
      // if leases fail, two windows may send at the same time, which is better than no window sending at all
      const isOurs = () => leases.tryAcquire(lease, MAX_TURN_MS, interval).catch(() => true);
      while (!(await isOurs())) await this.pause(interval * LOOK_AGAIN);
      try {
        return await ask();
      } finally {
        this.lastAt.set(name, this.clock.now());
        // if this fails, the other windows wait until the lease expires
        await leases.tryAcquire(lease, interval).catch(() => false);
      }
    });
  }

  private pause(delay: number): Promise<void> {
    return new Promise((resolve) => void this.clock.after(delay, resolve));
  }
}
