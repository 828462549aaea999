import type { Leases } from '../base/ports';
import type { TrackerSink } from './ports';

/** How long a lease lasts, ms. Other windows wait this long for a window that hangs, and not at all for one that ended. */
export const LEASE_DURATION = 90_000;
/** A poll takes at most 40 s and must end while the lease is still ours, ms. */
const NEEDED = 45_000;

/** What failed, for the log. */
export const SHARING = 'sharing requests between windows';

/**
 * `kept`: it was ours already. `taken`: it has just become ours, so another window may have polled since we last did.
 * `foreign`: another window has it.
 */
export type ClaimResult = 'kept' | 'taken' | 'foreign';

/**
 * The leases of the requests that this window polls. `covers` is a synchronous check, so nothing can happen between the
 * check and the poll. Nothing here rejects.
 */
export class Claims {
  /** When each lease ends, ms since 1970. */
  private readonly until = new Map<string, number>();
  private isDisposed = false;

  constructor(
    private readonly leases: Leases,
    private readonly clock: { now(): number },
    private readonly sink: Pick<TrackerSink, 'onError'>,
  ) {}

  /** The names of all leases that were ours when we last tried. */
  names(): readonly string[] {
    return [...this.until.keys()];
  }

  /** Whether it was ours when we last tried. */
  has(name: string): boolean {
    return this.until.has(name);
  }

  /**
   * Whether it is ours for as long as a poll takes. False after a leap of the clock, a hang, or sleep: then it has to be
   * renewed before the next poll.
   */
  covers(name: string): boolean {
    const left = (this.until.get(name) ?? -Infinity) - this.clock.now();
    return left > NEEDED && left <= LEASE_DURATION;
  }

  /** Takes or renews it. Counts as ours if leases can't be stored: two windows that poll are better than none. */
  async renew(name: string): Promise<ClaimResult> {
    const now = this.clock.now();
    const isOurs = (this.until.get(name) ?? -Infinity) > now;
    try {
      if (!(await this.leases.tryAcquire(name, LEASE_DURATION))) {
        this.until.delete(name);
        return 'foreign';
      }
    } catch (error) {
      this.sink.onError(SHARING, error);
      this.until.set(name, now + LEASE_DURATION);
      return 'kept';
    }
    this.until.set(name, now + LEASE_DURATION);
    if (this.isDisposed) await this.release(name);
    return isOurs ? 'kept' : 'taken';
  }

  /** Lets other windows have it. No-op if it isn't ours. */
  async release(name: string): Promise<void> {
    if (!this.until.delete(name)) return;
    try {
      await this.leases.release(name);
    } catch (error) {
      this.sink.onError('releasing a lease', error);
    }
  }

  /** Releases all, also those that are being taken right now. */
  async dispose(): Promise<void> {
    this.isDisposed = true;
    await Promise.all(this.names().map((name) => this.release(name)));
  }

  /** The clock was set back, so it is unknown when the leases end: `covers` returns false for each until it is renewed. */
  expire(): void {
    for (const name of this.until.keys()) this.until.set(name, Infinity);
  }
}
