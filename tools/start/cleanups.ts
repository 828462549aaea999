/**
 * Functions that stop or remove something at the end of the process. They run in reverse order. A function that is
 * added after `run` has begun still runs.
 */
export class Cleanups {
  private readonly list: (() => unknown)[] = [];
  private running: Promise<void> | null = null;

  add(end: () => unknown): void {
    this.list.push(end);
    if (this.running) this.running = this.running.then(() => this.all());
  }

  /**
   * Runs all functions once. If one fails, prints its error and continues. A second call also waits for the functions
   * added meanwhile.
   */
  run(): Promise<void> {
    this.running ??= this.all();
    return this.running;
  }

  /** Throws if `run` has begun. Must be called before something new is started. */
  throwIfEnded(): void {
    if (this.running) throw new Error('stopping');
  }

  private async all(): Promise<void> {
    for (let end = this.list.pop(); end !== undefined; end = this.list.pop()) {
      try {
        await end();
      } catch (error) {
        console.error('Cleanup failed:', error instanceof Error ? error.message : error);
      }
    }
  }
}
