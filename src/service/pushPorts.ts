/*
 * What push needs from outside. Times are ms since 1970 by `PushClock.now`, durations are ms. The shapes are
 * structural: whoever composes hands in the same clock and leases as everywhere.
 */

export interface PushTimer {
  dispose(): void;
}

export interface PushClock {
  now(): number;
  /** Calls `action` once, `delay` ms from now, unless disposed before. */
  after(delay: number, action: () => void): PushTimer;
}

/** What is held by whichever window of this machine. */
export interface LeaseSight {
  /**
   * Whether any window holds it, this one too; takes nothing. False also where this window could not hear what the
   * others store.
   */
  isHeld(name: string): Promise<boolean>;
  /** It was taken or given up, maybe by a window that died (may fire too often, and is not certain to fire). */
  onDidChange(name: string, listener: () => void): PushTimer;
}

/** Decides which window of this machine holds a socket or a port. */
export interface PushLeases {
  /** True: ours for `duration` ms (also when it was ours already). False: another window's. */
  tryAcquire(name: string, duration: number): Promise<boolean>;
  /** Fine when it isn't ours. */
  release(name: string): Promise<void>;
}
