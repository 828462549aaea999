import type { Clock } from './ports';

/** Time differences up to this many ms aren't treated as a change of the clock. */
export const CLOCK_NOISE = 1000;

/**
 * Reads the system clock and detects when it was set back, because scheduled work would be delayed by the same time.
 * `onSetBack` receives the difference in ms before `now` returns, and must subtract it from all stored times.
 */
export class SteadyClock {
  private lastNow: number;

  constructor(
    private readonly clock: Pick<Clock, 'now'>,
    private readonly onSetBack: (by: number) => void,
  ) {
    this.lastNow = clock.now();
  }

  now(): number {
    const now = this.clock.now();
    const back = this.lastNow - now;
    this.lastNow = now;
    if (back > CLOCK_NOISE) this.onSetBack(back);
    return now;
  }

  /** Calls `onSetBack` if the clock was set back since the last reading. For code that doesn't need the time itself. */
  detectSetBack(): void {
    this.now();
  }
}
