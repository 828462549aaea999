import type { Disposable } from '../base/emitter';
import type { LeaseObserver, Leases } from '../base/ports';
import { SOCKET_LEASE_MS } from './limits';

export interface SocketLeaseParts {
  readonly leases: Leases & LeaseObserver;
  /** called when another window's connection has opened or closed */
  readonly onNews: () => void;
  readonly onError: (what: string, error: unknown) => void;
}

const SHARING = 'sharing a push connection';

/**
 * Decides which window of this computer has the push connection. A second lease, the sign, shows whether the connection
 * is live. While it is, the other windows poll less often.
 */
export class SocketLease {
  private lease: string | null = null;
  private sign: string | null = null;
  private watch: { readonly sign: string; readonly end: Disposable } | null = null;

  constructor(private readonly parts: SocketLeaseParts) {}

  /** Acquires the lease. Rejects if leases can't be stored. Calls `isWanted` again after each wait. */
  async take(lease: string, isWanted: () => boolean): Promise<'ours' | 'others' | 'unwanted'> {
    const ours = await this.parts.leases.tryAcquire(lease, SOCKET_LEASE_MS);
    if (ours && isWanted() && this.lease !== null && this.lease !== lease) await this.release();
    if (!isWanted()) {
      if (ours && lease !== this.lease) await this.giveUp(lease);
      return 'unwanted';
    }
    if (!ours) return 'others';
    this.unwatch();
    this.lease = lease;
    return 'ours';
  }

  /**
   * Renews the lease, for `more` ms longer if the connection pauses. Resolves to false if another window has acquired
   * the lease.
   */
  async keep(more = 0): Promise<boolean> {
    const { lease, sign } = this;
    if (lease === null) return true;
    const ours = await this.hold(lease, SOCKET_LEASE_MS + more, () => this.lease === lease);
    if (ours && sign !== null) await this.hold(sign, SOCKET_LEASE_MS, () => this.sign === sign);
    return ours;
  }

  /** Signals to the other windows that the connection is open. */
  async raise(): Promise<void> {
    if (this.lease === null) return;
    const sign = signOf(this.lease);
    this.sign = sign;
    await this.hold(sign, SOCKET_LEASE_MS, () => this.sign === sign);
  }

  /** Signals to the other windows that the connection is closed. */
  async lower(): Promise<void> {
    const { sign } = this;
    this.sign = null;
    if (sign !== null) await this.giveUp(sign);
  }

  /** Resolves to whether another window's connection is live. From now on, changes are reported to `onNews`. */
  async isLiveElsewhere(lease: string): Promise<boolean> {
    const { leases, onNews } = this.parts;
    const sign = signOf(lease);
    if (this.watch?.sign !== sign) {
      this.unwatch();
      this.watch = { sign, end: leases.onDidChange(sign, onNews) };
    }
    return leases.isHeld(sign);
  }

  unwatch(): void {
    this.watch?.end.dispose();
    this.watch = null;
  }

  /** Releases the lease. Resolves when other windows can acquire it. */
  async release(): Promise<void> {
    const { lease } = this;
    this.lease = null;
    if (lease !== null) await this.giveUp(lease);
    // last, because this notifies the other windows
    await this.lower();
  }

  private async hold(name: string, duration: number, isWanted: () => boolean): Promise<boolean> {
    try {
      const ours = await this.parts.leases.tryAcquire(name, duration);
      if (ours && !isWanted()) await this.parts.leases.release(name);
      return ours;
    } catch (error) {
      this.parts.onError(SHARING, error);
      return true;
    }
  }

  private async giveUp(name: string): Promise<void> {
    try {
      await this.parts.leases.release(name);
    } catch (error) {
      this.parts.onError(SHARING, error);
    }
  }
}

function signOf(lease: string): string {
  return `live ${lease}`;
}
