import type { Disposable } from './emitter';

/** A clock. `now` returns ms since 1970. */
export interface Clock {
  now(): number;
  /** Calls `action` once, `delay` ms from now, unless disposed before. */
  after(delay: number, action: () => void): Disposable;
}

/** Calls `action` once, `delay` ms from now, unless disposed before. */
export function later(delay: number, action: () => void): Disposable {
  const timer = setTimeout(action, delay);
  return { dispose: () => clearTimeout(timer) };
}

export const systemClock: Clock = { now: Date.now, after: later };

/**
 * Leases shared by the windows on this computer. For each name (a record, a socket, a listener) only one window at a
 * time has the lease and does the work. The lease of a process that no longer exists is free, so that a reloaded or
 * killed window doesn't block the others.
 */
export interface Leases {
  /**
   * Takes or renews a lease for `duration` ms from now. Returns false if another window has it. If its owner died,
   * others can take the lease, but not until `rest` ms (default 0) after it was last taken or renewed: the owner may
   * have finished the work just before it died.
   */
  tryAcquire(name: string, duration: number, rest?: number): Promise<boolean>;
  /** Releases the lease. No-op if this window doesn't have it. */
  release(name: string): Promise<void>;
}

export interface LeaseObserver {
  /**
   * Resolves to true if any window has the lease, including this one. Resolves to false if this window can't see the
   * leases of other windows.
   */
  isHeld(name: string): Promise<boolean>;
  /** Calls `listener` after the lease was taken or released. May call it too often, or never if a window died. */
  onDidChange(name: string, listener: () => void): Disposable;
}
