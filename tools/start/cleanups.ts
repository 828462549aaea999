/**
 * What has to be ended or removed again, last first, whatever happens. What is begun after that time, by work that was
 * still under way, is ended at once.
 */
export class Cleanups {
  private readonly list: (() => unknown)[] = [];
  private running: Promise<void> | null = null;

  add(end: () => unknown): void {
    this.list.push(end);
    if (this.running) this.running = this.running.then(() => this.all());
  }

  /** Does all of it once; what fails is said, and the rest is done all the same. Again: what has come since, too. */
  run(): Promise<void> {
    this.running ??= this.all();
    return this.running;
  }

  /** Throws once everything is being ended: for work that would begin something anew. */
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
