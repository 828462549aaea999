/** What has to be ended or removed again, last first, whatever happens. */
export class Cleanups {
  private readonly list: (() => unknown)[] = [];
  private running: Promise<void> | null = null;

  add(end: () => unknown): void {
    this.list.push(end);
  }

  /** Does all of it once; what fails is said, and the rest is done all the same. */
  run(): Promise<void> {
    this.running ??= this.all();
    return this.running;
  }

  private async all(): Promise<void> {
    for (let end = this.list.pop(); end !== undefined; end = this.list.pop()) {
      try {
        await end();
      } catch (error) {
        console.error('Could not clean up:', error instanceof Error ? error.message : error);
      }
    }
  }
}
