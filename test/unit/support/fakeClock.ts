/**
 * A clock that only tests advance. As in Node, its timers run on monotonic time. `now` is wall time, which can also be
 * set.
 */
export class FakeClock {
  private monotonic = 0;
  private offset: number;
  private order = 0;
  private readonly timers = new Map<number, { at: number; action: () => void }>();

  constructor(start = Date.UTC(2026, 10, 21)) {
    this.offset = start;
  }

  now = (): number => this.monotonic + this.offset;

  after = (delay: number, action: () => void): { dispose(): void } => {
    const id = (this.order += 1);
    this.timers.set(id, { at: this.monotonic + Math.max(delay, 0), action });
    return { dispose: () => void this.timers.delete(id) };
  };

  /** ms until the last timer; Node runs a timer of more than 2^31 ms immediately. */
  get longestTimer(): number {
    return Math.max(0, ...[...this.timers.values()].map(({ at }) => at - this.monotonic));
  }

  /** Number of active timers. */
  get timerCount(): number {
    return this.timers.size;
  }

  /** Wall time jumps by `ms` (negative: back), but timers don't: the clock was set, or the machine slept. */
  jump(ms: number): void {
    this.offset += ms;
  }

  /** Advances the clock by `ms`: runs each timer at its time, and then all promises that it resolved. */
  async advance(ms: number): Promise<void> {
    const end = this.monotonic + ms;
    await settle();
    for (let next = this.first(end); next; next = this.first(end)) {
      this.monotonic = Math.max(this.monotonic, next.at);
      this.timers.delete(next.id);
      next.action();
      await settle();
    }
    this.monotonic = end;
  }

  /** Runs timers until `done` returns true. Returns false if no timer is left or `most` ms have passed. */
  async until(done: () => boolean, most = 7 * 24 * 3_600_000): Promise<boolean> {
    const end = this.monotonic + most;
    await settle();
    while (!done()) {
      const next = this.first(end);
      if (!next) return false;
      await this.advance(next.at - this.monotonic);
    }
    return true;
  }

  private first(end: number): { id: number; at: number; action: () => void } | null {
    let first: { id: number; at: number; action: () => void } | null = null;
    for (const [id, timer] of this.timers) {
      if (timer.at <= end && (!first || timer.at < first.at)) first = { id, ...timer };
    }
    return first;
  }
}

/** Waits until all pending promise callbacks have run. */
export async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

/** Returns a generator of numbers in [0, 1) that depend only on the seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Waits until `isSo` returns true. Gives up before the test's own timeout, because a longer wait would prevent the whole
 * run from ending.
 */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 20_000;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`it never is so: ${String(isSo)}`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}
