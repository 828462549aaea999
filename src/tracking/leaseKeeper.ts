import type { Clock, Leases } from '../base/ports';

/** How long a request is ours at a time, ms: a reloaded window's leases end with its process anyway. */
export const DURATION = 120_000;
/** An ask takes at most 40 s and must end while the lease is still ours, ms. */
const NEEDED = 45_000;

/** Whose a request is: `taken` has just become ours, so another window may have asked meanwhile. */
export type Holding = 'ours' | 'taken' | 'others';

/** Holds the leases of this window's requests with as few writes as possible. */
export class LeaseKeeper {
  private readonly until = new Map<string, number>();

  constructor(
    private readonly leases: Leases,
    private readonly clock: Clock,
  ) {}

  has(key: string): boolean {
    return this.until.has(key);
  }

  /** Makes sure that nobody else asks for `key` during the next ask. Rejects when leases cannot be kept at all. */
  async hold(key: string): Promise<Holding> {
    const now = this.clock.now();
    const left = (this.until.get(key) ?? -Infinity) - now;
    if (left > NEEDED && left <= DURATION) return 'ours';
    if (!(await this.leases.tryAcquire(key, DURATION))) {
      this.until.delete(key);
      return 'others';
    }
    this.until.set(key, now + DURATION);
    return left > 0 ? 'ours' : 'taken';
  }

  async release(key: string): Promise<void> {
    if (this.until.delete(key)) await this.leases.release(key);
  }

  async releaseAll(): Promise<void> {
    await Promise.all([...this.until.keys()].map((key) => this.release(key)));
  }
}
