import type { Disposable } from './emitter';

/** Times are ms since 1970 by `now`, durations are ms. */
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

/** The system clock. */
export const systemClock: Clock = { now: Date.now, after: later };

/**
 * Leases between the windows of this machine: one window at a time acts for a name (a record, a socket, a listener). A
 * lease of a process that no longer exists is free, so a reloaded or killed window gets its leases back immediately.
 */
export interface Leases {
  /**
   * Takes or renews a lease for `duration` ms from now. False: another window has it. The lease of an owner
   * that died is free `rest` ms (default 0) after it was taken or renewed, because the owner may just have acted.
   */
  tryAcquire(name: string, duration: number, rest?: number): Promise<boolean>;
  /** No-op if the lease isn't ours. */
  release(name: string): Promise<void>;
}

/** Observes the leases of all windows. */
export interface LeaseSight {
  /**
   * True if any window holds it, including this one. False if this window doesn't see changes of other windows on the
   * disk.
   */
  isHeld(name: string): Promise<boolean>;
  /** Fires when a lease was taken or released. May fire too often, or not at all if a window died. */
  onDidChange(name: string, listener: () => void): Disposable;
}
