import type { Disposable } from 'vscode';
import { systemClock } from '../../base/ports';

/** The first waits no longer than this for others, ms. */
const longest = 5000;

/** Tells together what ends soon after each other: a stream of notices would hide each other. */
export class GatheredNotice<Item> implements Disposable {
  private items: Item[] = [];
  private waiting: Disposable | null = null;

  constructor(
    private readonly tell: (items: readonly Item[]) => void,
    private readonly clock: Pick<typeof systemClock, 'after'> = systemClock,
  ) {}

  add(items: readonly Item[]): void {
    this.items.push(...items);
    if (this.items.length > 0) this.waiting ??= this.clock.after(longest, () => this.end());
  }

  dispose(): void {
    this.waiting?.dispose();
  }

  private end(): void {
    const { items } = this;
    this.items = [];
    this.waiting = null;
    this.tell(items);
  }
}
