import type { Disposable } from 'vscode';
import { systemClock } from '../../base/ports';
import { MAX_NOTICE_WAIT_MS } from './limits';

/**
 * Shows one notification for several results that finish within a few seconds, because VS Code shows only a few
 * notifications at a time.
 */
export class GatheredNotice<Item> implements Disposable {
  private items: Item[] = [];
  private waiting: Disposable | null = null;

  constructor(
    private readonly announce: (items: readonly Item[]) => void,
    private readonly clock: Pick<typeof systemClock, 'after'> = systemClock,
  ) {}

  add(items: readonly Item[]): void {
    this.items.push(...items);
    if (this.items.length > 0) this.waiting ??= this.clock.after(MAX_NOTICE_WAIT_MS, () => this.end());
  }

  dispose(): void {
    this.waiting?.dispose();
  }

  private end(): void {
    const { items } = this;
    this.items = [];
    this.waiting = null;
    this.announce(items);
  }
}
