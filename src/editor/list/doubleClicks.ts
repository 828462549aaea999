/** Maximum time between the clicks of a double click, ms. VS Code only reports single clicks. */
const longest = 300;

export class DoubleClicks {
  private last: { readonly row: string; readonly at: number } | null = null;

  /** `now`: returns ms */
  constructor(private readonly now: () => number) {}

  /** Whether this click on the row with that ID completes a double click. */
  isSecond(row: string): boolean {
    const at = this.now();
    const isSecond = this.last?.row === row && at - this.last.at <= longest;
    this.last = isSecond ? null : { row, at };
    return isSecond;
  }
}
