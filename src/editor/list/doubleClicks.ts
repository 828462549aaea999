import { MAX_DOUBLE_CLICK_MS } from './limits';

export class DoubleClicks {
  private last: { readonly row: string; readonly at: number } | null = null;

  /** `now`: returns the current time, ms */
  constructor(private readonly now: () => number) {}

  /** Returns whether this click completes a double click on the row with this ID. */
  isSecond(row: string): boolean {
    const at = this.now();
    const isSecond = this.last?.row === row && at - this.last.at <= MAX_DOUBLE_CLICK_MS;
    this.last = isSecond ? null : { row, at };
    return isSecond;
  }
}
