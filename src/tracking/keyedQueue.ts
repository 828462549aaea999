/** Runs what belongs to one key in order, one after the other; different keys don't wait for each other. */
export class KeyedQueue {
  private readonly tails = new Map<string, Promise<unknown>>();

  /** Resolves or rejects with `operation`; a rejection doesn't stop what comes after it. */
  run<T>(key: string, operation: () => Promise<T>): Promise<T> {
    const result = (this.tails.get(key) ?? Promise.resolve()).then(operation);
    const tail = result
      .catch(() => undefined) // the caller has the rejection
      .finally(() => {
        if (this.tails.get(key) === tail) this.tails.delete(key);
      });
    this.tails.set(key, tail);
    return result;
  }

  /** Resolves when everything that was queued for `key` (or for all) is through. */
  async idle(key?: string): Promise<void> {
    if (key !== undefined) await this.tails.get(key);
    else await Promise.all(this.tails.values());
  }
}
