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

/** The computer's own clock, ms since 1970. */
export const systemClock: Clock = { now: Date.now, after: later };

/**
 * Decides which window of this machine acts for a name (a request's key, a socket, a listener). An owner whose
 * process is surely gone owns nothing, so a window that was reloaded or killed gets its own back at once.
 */
export interface Leases {
  /**
   * True: ours for `duration` ms (when it was ours already, from now on). False: another window's. What an owner that is
   * gone took less than `rest` ms ago (0 by default) is its own still: it may just have acted.
   */
  tryAcquire(name: string, duration: number, rest?: number): Promise<boolean>;
  /** Fine when it isn't ours. */
  release(name: string): Promise<void>;
}

/** What is held by whichever window of this machine. */
export interface LeaseSight {
  /**
   * Whether any window holds it, this one too; takes nothing. False also where this window could not hear what the
   * others store.
   */
  isHeld(name: string): Promise<boolean>;
  /** It was taken or given up, maybe by a window that died (may fire too often, and is not certain to fire). */
  onDidChange(name: string, listener: () => void): Disposable;
}
