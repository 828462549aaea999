import type { Disposable } from './emitter';
import type { Clock } from './ports';
import { CLOCK_NOISE } from './steadyClock';

export interface Due {
  /** time of the timer, see `DueTimer.now`; Infinity: never */
  readonly at: number;
  /** Starts the work. Afterwards it must not be due, or have a later time. */
  run(): void;
}

/**
 * Runs work when it falls due, with one timer for all of it, and none if nothing is planned. Its time never goes back:
 * if the system clock is set back, remembered times stay valid, and work runs at most `longest` ms too late.
 */
export class DueTimer implements Disposable {
  private timer: Disposable | null = null;
  private lastNow: number;
  /** sum of the ms by which the system clock was set back */
  private setBack = 0;
  private isRunning = false;
  private isDisposed = false;

  /**
   * @param longest maximum time until `dues` is called again, ms, because timers stop while a computer sleeps
   * @param dues returns the planned work
   */
  constructor(
    private readonly clock: Clock,
    private readonly longest: number,
    private readonly dues: (now: number) => readonly Due[],
  ) {
    this.lastNow = clock.now();
  }

  /** The current time of the timer, in ms. Equal to the system clock until that is set back. */
  now(): number {
    const now = this.clock.now() + this.setBack;
    const back = this.lastNow - now;
    if (back > CLOCK_NOISE) this.setBack += back;
    if (back <= 0) this.lastNow = now;
    return this.lastNow;
  }

  /** Converts a stored time, or a time from a judge (ms since 1970), to a time of the timer. */
  at(time: number): number {
    this.now();
    return time + this.setBack;
  }

  /** Runs what is due, and sets the timer. Must be called after each change of the planned work. */
  reschedule(): void {
    if (this.isDisposed || this.isRunning) return;
    this.timer?.dispose();
    this.timer = null;
    const now = this.now();
    let dues = this.dues(now);
    const due = dues.filter(({ at }) => at <= now);
    if (due.length > 0) {
      this.run(due);
      dues = this.dues(now);
    }
    const next = Math.min(Infinity, ...dues.map(({ at }) => at));
    if (next === Infinity || this.isDisposed) return;
    const delay = Math.min(Math.max(next - now, 0), this.longest);
    this.timer = this.clock.after(delay, () => this.reschedule());
  }

  dispose(): void {
    this.isDisposed = true;
    this.timer?.dispose();
  }

  /** The work may call `reschedule`, which has no effect until all of it has started. */
  private run(due: readonly Due[]): void {
    this.isRunning = true;
    try {
      for (const one of due) one.run();
    } finally {
      this.isRunning = false;
    }
  }
}
