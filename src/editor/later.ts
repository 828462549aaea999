import { Disposable } from 'vscode';

/** Calls `action` once, `delay` ms from now, unless disposed before. */
export function later(delay: number, action: () => void): Disposable {
  const timer = setTimeout(action, delay);
  return new Disposable(() => clearTimeout(timer));
}

/** The computer's own clock, ms since 1970. */
export const systemClock = { now: Date.now, after: later };
