import { ProgressLocation, window, type Disposable, type Progress } from 'vscode';
import { systemClock } from '../later';

/** So long nothing more has to come until the next is told by itself again, ms. */
const quiet = 10_000;

export interface NoticeHooks<Item> {
  /** tells these, with buttons */
  tell(items: readonly Item[]): void;
  /** what is counted while more comes */
  soFar(items: readonly Item[]): string;
}

/**
 * Tells the first at once. What comes soon after is counted in one notice that is updated, and told together when no
 * more comes: a stream of notices would hide each other.
 */
export class GatheredNotice<Item> implements Disposable {
  private items: Item[] = [];
  private waiting: Disposable | null = null;
  private progress: Progress<{ message: string }> | null = null;
  /** closes the notice that counts; null: there is none */
  private close: (() => void) | null = null;

  constructor(
    private readonly hooks: NoticeHooks<Item>,
    private readonly clock: Pick<typeof systemClock, 'after'> = systemClock,
  ) {}

  add(items: readonly Item[]): void {
    if (this.waiting === null) {
      this.hooks.tell(items);
    } else {
      this.waiting.dispose();
      this.items.push(...items);
      this.count();
    }
    this.waiting = this.clock.after(quiet, () => this.end());
  }

  dispose(): void {
    this.waiting?.dispose();
    this.close?.();
  }

  private count(): void {
    this.progress?.report({ message: this.hooks.soFar(this.items) });
    if (this.close) return;
    // VS Code can change the text of notices that show progress, and of no others
    const closed = new Promise<void>((resolve) => (this.close = resolve));
    void window.withProgress({ location: ProgressLocation.Notification }, (progress) => {
      this.progress = progress;
      progress.report({ message: this.hooks.soFar(this.items) });
      return closed;
    });
  }

  private end(): void {
    const { items, close } = this;
    this.waiting = this.progress = this.close = null;
    this.items = [];
    close?.();
    if (items.length > 0) this.hooks.tell(items);
  }
}
