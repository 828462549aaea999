import type { Disposable } from '../base/emitter';
import type { LeaseObserver, Leases } from '../base/ports';
import { SOCKET_LEASE_MS } from './limits';

export interface SocketLeaseParts {
  readonly leases: Leases & LeaseObserver;
  /** called when another window's connection has opened or closed */
  readonly onOtherWindowChanged: () => void;
  readonly onError: (what: string, error: unknown) => void;
}

const SHARING = 'sharing a push connection';

/**
 * Decides which window of this computer has the push connection. A second lease, the live mark, shows whether the
 * connection is live. While it is, the other windows poll less often.
 */
export class SocketLease {
  private lease: string | null = null;
  private liveMark: string | null = null;
  private watch: { readonly liveMark: string; readonly end: Disposable } | null = null;

  constructor(private readonly parts: SocketLeaseParts) {}

  /** Acquires the lease. Rejects if leases can't be stored. Calls `isWanted` again after each wait. */
  async take(lease: string, isWanted: () => boolean): Promise<'ours' | 'others' | 'unwanted'> {
    const ours = await this.parts.leases.tryAcquire(lease, SOCKET_LEASE_MS);
    if (ours && isWanted() && this.lease !== null && this.lease !== lease) await this.release();
    if (!isWanted()) {
      if (ours && lease !== this.lease) await this.releaseNamed(lease);
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
  async renew(more = 0): Promise<boolean> {
    const { lease, liveMark } = this;
    if (lease === null) return true;
    const ours = await this.acquire(lease, SOCKET_LEASE_MS + more, () => this.lease === lease);
    if (ours && liveMark !== null)
      await this.acquire(liveMark, SOCKET_LEASE_MS, () => this.liveMark === liveMark);
    return ours;
  }

  /** Signals to the other windows that the connection is open. */
  async markLive(): Promise<void> {
    if (this.lease === null) return;
    const liveMark = liveMarkOf(this.lease);
    this.liveMark = liveMark;
    await this.acquire(liveMark, SOCKET_LEASE_MS, () => this.liveMark === liveMark);
  }

  /** Signals to the other windows that the connection is closed. */
  async unmarkLive(): Promise<void> {
    const { liveMark } = this;
    this.liveMark = null;
    if (liveMark !== null) await this.releaseNamed(liveMark);
  }

  /** Resolves to whether another window's connection is live. From now on, changes are reported to `onOtherWindowChanged`. */
  async isLiveElsewhere(lease: string): Promise<boolean> {
    const { leases, onOtherWindowChanged } = this.parts;
    const liveMark = liveMarkOf(lease);
    if (this.watch?.liveMark !== liveMark) {
      this.unwatch();
      this.watch = { liveMark, end: leases.onDidChange(liveMark, onOtherWindowChanged) };
    }
    return leases.isHeld(liveMark);
  }

  unwatch(): void {
    this.watch?.end.dispose();
    this.watch = null;
  }

  /** Releases the lease. Resolves when other windows can acquire it. */
  async release(): Promise<void> {
    const { lease } = this;
    this.lease = null;
    if (lease !== null) await this.releaseNamed(lease);
    // last, because this notifies the other windows
    await this.unmarkLive();
  }

  private async acquire(name: string, duration: number, isWanted: () => boolean): Promise<boolean> {
    try {
      const ours = await this.parts.leases.tryAcquire(name, duration);
      if (ours && !isWanted()) await this.parts.leases.release(name);
      return ours;
    } catch (error) {
      this.parts.onError(SHARING, error);
      return true;
    }
  }

  private async releaseNamed(name: string): Promise<void> {
    try {
      await this.parts.leases.release(name);
    } catch (error) {
      this.parts.onError(SHARING, error);
    }
  }
}

function liveMarkOf(lease: string): string {
  return `live ${lease}`;
}
