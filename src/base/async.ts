import type { Disposable } from './emitter';
import type { Clock } from './ports';

/**
 * Runs the operations of each key one after the other, in the order of the calls. Operations of different keys run
 * concurrently.
 */
export class KeyedMutex {
  private readonly tails = new Map<string, Promise<unknown>>();

  /**
   * Runs `operation` after the earlier ones of `key`, and settles like it. A rejection doesn't stop later operations.
   */
  run<Value>(key: string, operation: () => Promise<Value>): Promise<Value> {
    const result = (this.tails.get(key) ?? Promise.resolve()).then(operation);
    const tail = result
      .catch(() => undefined) // the caller handles the rejection
      .finally(() => {
        if (this.tails.get(key) === tail) this.tails.delete(key);
      });
    this.tails.set(key, tail);
    return result;
  }

  /** Waits for all operations that were added so far: those of `key`, or of all keys if it is absent. */
  async idle(key?: string): Promise<void> {
    if (key !== undefined) await this.tails.get(key);
    else await Promise.all(this.tails.values());
  }
}

/** Runs tasks one after the other. A failed task is reported to `onError` and doesn't stop the others. */
export class TaskQueue {
  private lastTask: Promise<void> = Promise.resolve();

  constructor(private readonly onError: (error: unknown) => void) {}

  add(work: () => Promise<void> | void): void {
    this.lastTask = this.lastTask.then(work).catch((error: unknown) => this.onError(error));
  }
}

/** Loads a value at the first `get`, or at the next one after a failure. Disposes it only if it was loaded. */
export class Lazy<Value extends Disposable> implements Disposable {
  private value: Promise<Value> | null = null;

  constructor(private readonly load: () => Promise<Value>) {}

  get(): Promise<Value> {
    if (this.value) return this.value;
    const value = this.load();
    this.value = value;
    value.catch(() => {
      if (this.value === value) this.value = null;
    });
    return value;
  }

  dispose(): void {
    void this.value?.then(
      (value) => value.dispose(),
      () => undefined, // the caller of `get` handles the rejection
    );
  }
}

/** Throttles `work`: runs it immediately on the first request, then at most once every `interval` ms. */
export class Throttle implements Disposable {
  private timer: Disposable | null = null;
  private isWanted = false;

  constructor(
    private readonly clock: Pick<Clock, 'after'>,
    private readonly interval: number,
    private readonly work: () => void,
  ) {}

  /** Runs `work` now, or at the end of the current interval. */
  request(): void {
    if (this.timer) {
      this.isWanted = true;
      return;
    }
    this.timer = this.clock.after(this.interval, () => {
      this.timer = null;
      if (!this.isWanted) return;
      this.isWanted = false;
      this.request();
    });
    this.work();
  }

  dispose(): void {
    this.timer?.dispose();
  }
}

/** Returns whether a promise settles within `ms`, even if it rejects. The caller handles the rejection. Never rejects. */
export async function settlesWithin(
  clock: Pick<Clock, 'after'>,
  ms: number,
  promise: Promise<unknown>,
): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = clock.after(ms, () => resolve(false));
    const settled = (): void => {
      timer.dispose();
      resolve(true);
    };
    promise.then(settled, settled);
  });
}

/**
 * Maps items like `Promise.all`, but works on at most `limit` of them at the same time. Rejects with the first error.
 */
export async function mapLimited<Item, Value>(
  items: readonly Item[],
  limit: number,
  map: (item: Item) => Promise<Value>,
): Promise<Value[]> {
  const values: Value[] = [];
  const entries = items.entries();
  const work = async (): Promise<void> => {
    for (const [at, item] of entries) values[at] = await map(item);
  };
  await Promise.all(Array.from({ length: limit }, work));
  return values;
}
