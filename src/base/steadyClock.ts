import type { Clock } from './ports';

/** Clocks that differ by less than this are the same, ms. */
export const CLOCK_NOISE = 1000;

/**
 * Reads the computer's clock, and detects that it was set back. Without this, everything planned would lie in the future
 * for as long as the clock was set back. `onSetBack`: by how much, ms. It is called before `now` returns, and has to
 * subtract that from all stored times.
 */
export class SteadyClock {
  private lastNow: number;

  constructor(
    private readonly clock: Pick<Clock, 'now'>,
    private readonly onSetBack: (by: number) => void,
  ) {
    this.lastNow = clock.now();
  }

  /** ms since 1970 */
  now(): number {
    const now = this.clock.now();
    const back = this.lastNow - now;
    this.lastNow = now;
    if (back > CLOCK_NOISE) this.onSetBack(back);
    return now;
  }
}
