/** Two clicks on a row within this time are a double click, ms: VS Code tells of each click by itself. */
const longest = 300;

export class DoubleClicks {
  private last: { readonly row: string; readonly at: number } | null = null;

  /** `now` in ms */
  constructor(private readonly now: () => number) {}

  /** Whether this click, on the row with that ID, is the second one of a double click. */
  isSecond(row: string): boolean {
    const at = this.now();
    const isSecond = this.last?.row === row && at - this.last.at <= longest;
    this.last = isSecond ? null : { row, at };
    return isSecond;
  }
}
