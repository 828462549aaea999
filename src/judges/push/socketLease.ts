import { KeyedMutex } from '../../base/async';
import type { Disposable } from '../../base/emitter';
import type { LeaseObserver, Leases } from '../../base/ports';
import { SOCKET_LEASE_MS } from '../limits';

export interface SocketLeaseParts {
  readonly leases: Leases & LeaseObserver;
  /** called when another window's connection has opened or closed */
  readonly onOtherWindowChanged: () => void;
  readonly onError: (what: string, error: unknown) => void;
}

const SHARING = 'sharing a push connection';

/**
 * Decides which window of this computer has the push connection. A second lease, the live mark, shows whether the
 * connection is live. While it is, the other windows poll less often. The calls take effect one after the other, because
 * a release of an outdated call could end the lease that a later call took meanwhile.
 */
export class SocketLease {
  private lease: string | null = null;
  private liveMark: string | null = null;
  private watch: { readonly liveMark: string; readonly end: Disposable } | null = null;
  private readonly calls = new KeyedMutex();

  constructor(private readonly parts: SocketLeaseParts) {}

  /** Acquires the lease. Rejects if leases can't be stored. Calls `isWanted` again after each wait. */
  take(lease: string, isWanted: () => boolean): Promise<'ours' | 'others' | 'unwanted'> {
    return this.inOrder(async () => {
      if (!isWanted()) return 'unwanted';
      const ours = await this.parts.leases.tryAcquire(lease, SOCKET_LEASE_MS);
      if (ours && isWanted() && this.lease !== null && this.lease !== lease) await this.releaseAll();
      if (!isWanted()) {
        if (ours && lease !== this.lease) await this.releaseNamed(lease);
        return 'unwanted';
      }
      if (!ours) return 'others';
      this.unwatch();
      this.lease = lease;
      return 'ours';
    });
  }

  /**
   * Renews the lease, for `more` ms longer if the connection pauses. Resolves to false if another window has acquired
   * the lease.
   */
  renew(more = 0): Promise<boolean> {
    return this.inOrder(async () => {
      if (this.lease === null) return true;
      const ours = await this.acquire(this.lease, SOCKET_LEASE_MS + more);
      if (ours && this.liveMark !== null) await this.acquire(this.liveMark, SOCKET_LEASE_MS);
      return ours;
    });
  }

  /** Signals to the other windows that the connection is open. */
  markLive(): Promise<void> {
    return this.inOrder(async () => {
      if (this.lease === null) return;
      this.liveMark = liveMarkOf(this.lease);
      await this.acquire(this.liveMark, SOCKET_LEASE_MS);
    });
  }

  /** Signals to the other windows that the connection is closed. */
  unmarkLive(): Promise<void> {
    return this.inOrder(() => this.releaseLiveMark());
  }

  /**
   * Resolves to whether another window's connection is live. From now on, changes are reported to `onOtherWindowChanged`.
   */
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
  release(): Promise<void> {
    return this.inOrder(() => this.releaseAll());
  }

  private inOrder<Value>(call: () => Promise<Value>): Promise<Value> {
    return this.calls.run(SHARING, call);
  }

  private async releaseAll(): Promise<void> {
    const { lease } = this;
    this.lease = null;
    if (lease !== null) await this.releaseNamed(lease);
    // last, because this notifies the other windows
    await this.releaseLiveMark();
  }

  private async releaseLiveMark(): Promise<void> {
    const { liveMark } = this;
    this.liveMark = null;
    if (liveMark !== null) await this.releaseNamed(liveMark);
  }

  private async acquire(name: string, duration: number): Promise<boolean> {
    try {
      return await this.parts.leases.tryAcquire(name, duration);
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
