import type { Disposable } from './emitter';
import type { Clock } from './ports';

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

/** Does one piece of work after the other; one that fails is told of, and holds up none. */
export class OneByOne {
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly onError: (error: unknown) => void) {}

  add(work: () => Promise<void> | void): void {
    this.last = this.last.then(work).catch((error: unknown) => this.onError(error));
  }
}

/** Something that is loaded when it is first asked for, and disposed only if it was. */
export class Lazy<Value extends Disposable> implements Disposable {
  private value: Promise<Value> | null = null;

  constructor(private readonly load: () => Promise<Value>) {}

  get(): Promise<Value> {
    this.value ??= this.load();
    return this.value;
  }

  dispose(): void {
    void this.value?.then((value) => {
      value.dispose();
    });
  }
}

/** Does the same work after each of many changes: the first time at once, then at most once in `interval` ms. */
export class Paced implements Disposable {
  private timer: Disposable | null = null;
  private isWanted = false;

  constructor(
    private readonly clock: Pick<Clock, 'after'>,
    private readonly interval: number,
    private readonly work: () => void,
  ) {}

  /** Something has changed: the work is done now or soon. */
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
