/** What a person asks for beside the polls, tracked or not: by the requests' keys. */
export class DirectAsks {
  /** how many questions are under way at once */
  private readonly underWay = new Map<string, number>();
  /** when the last one went out, ms since 1970, as long as the minimum interval counts from it */
  private readonly lastAt = new Map<string, number>();

  isUnderWay(key: string): boolean {
    return this.underWay.has(key);
  }

  begin(key: string): void {
    this.underWay.set(key, (this.underWay.get(key) ?? 0) + 1);
  }

  end(key: string): void {
    const left = (this.underWay.get(key) ?? 0) - 1;
    if (left > 0) this.underWay.set(key, left);
    else this.underWay.delete(key);
  }

  /** One goes out now. `interval`: the minimum interval, ms. */
  note(key: string, now: number, interval: number): void {
    for (const [other, at] of this.lastAt) if (at + interval < now) this.lastAt.delete(other);
    this.lastAt.set(key, now);
  }

  /** ms since 1970; null: not within the minimum interval. */
  lastOf(key: string): number | null {
    return this.lastAt.get(key) ?? null;
  }

  /** The clock was set back: when the last ones went out no longer says anything. */
  forgetTimes(): void {
    this.lastAt.clear();
  }
}
