/** Runs the operations of one key one after the other, in the order of the calls. Different keys don't wait for each other. */
export class KeyedMutex {
  private readonly tails = new Map<string, Promise<unknown>>();

  /** Resolves or rejects with `operation`; a rejection doesn't stop what comes after it. */
  run<Value>(key: string, operation: () => Promise<Value>): Promise<Value> {
    const result = (this.tails.get(key) ?? Promise.resolve()).then(operation);
    const tail = result
      .catch(() => undefined) // the caller has the rejection
      .finally(() => {
        if (this.tails.get(key) === tail) this.tails.delete(key);
      });
    this.tails.set(key, tail);
    return result;
  }

  /** Resolves when every operation called so far for `key` (or for all keys) has ended. */
  async idle(key?: string): Promise<void> {
    if (key !== undefined) await this.tails.get(key);
    else await Promise.all(this.tails.values());
  }
}
