/** Lets what happens under one name happen one after the other, in this process. */
export class Turns {
  private readonly last = new Map<string, Promise<unknown>>();

  async take<Value>(name: string, action: () => Promise<Value>): Promise<Value> {
    const before = this.last.get(name) ?? Promise.resolve();
    const mine = before.then(action);
    const settled = mine.catch(() => undefined); // the caller is told; the next one's turn comes all the same
    this.last.set(name, settled);
    try {
      return await mine;
    } finally {
      if (this.last.get(name) === settled) this.last.delete(name);
    }
  }
}
