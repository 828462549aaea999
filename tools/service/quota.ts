/** The points of an app. A submission costs 1 point, plus 1 for every 10 s of run time, at most 10 in total. */
export class Quota {
  private used = 0;
  private readonly created = Math.floor(Date.now() / 1000);

  constructor(private max: number) {}

  get available(): number {
    return Math.max(0, this.max - this.used);
  }

  /** Sets the number of remaining points. */
  set(points: number): void {
    this.max = this.used + points;
  }

  /** Subtracts one point before a submission is judged. Returns false if no point is left. */
  begin(): boolean {
    if (this.available < 1) return false;
    this.used += 1;
    return true;
  }

  /** Subtracts the remaining cost of a submission. `runTime`: ms. */
  end(runTime: number): void {
    this.used += Math.min(9, Math.floor(runTime / 10_000));
  }

  /** Returns the body of `GET /judge/quotaAvailable`. */
  body(): Record<string, unknown> {
    const day = 86_400;
    return {
      quotas: [
        {
          availablePoints: this.available,
          createTime: this.created,
          validAfter: this.created,
          expireTime: this.created + 90 * day,
          points: { max: this.max, used: this.used },
        },
      ],
    };
  }
}
