/**
 * Where something stands next. Asked for ever later places it looks at each character of the text once, and it looks
 * many times faster than anything that goes line by line: the first question to ask about a line.
 */
export class NextOf {
  private from = 0;
  private found = -1;

  /** @param sought a character or a few: the rarer the first, the faster it is found */
  constructor(
    private readonly text: string,
    private readonly sought: string,
  ) {}

  /** Where the first one at `from` or behind it begins; past every line where there is none. */
  at(from: number): number {
    if (from < this.from || from > this.found) this.search(from);
    return this.found;
  }

  private search(from: number): void {
    const at = this.text.indexOf(this.sought, from);
    this.from = from;
    this.found = at < 0 ? Infinity : at;
  }
}
