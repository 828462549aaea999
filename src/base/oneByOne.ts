/** Does one piece of work after the other; one that fails is told of, and holds up none. */
export class OneByOne {
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly onError: (error: unknown) => void) {}

  add(work: () => Promise<void> | void): void {
    this.last = this.last.then(work).catch((error: unknown) => this.onError(error));
  }
}
