import type { RecordKey } from '../../records';

/** Verdicts that came while the list wasn't shown: they mark it until it is looked at. */
export class UnseenVerdicts {
  /** what had no verdict at the last look */
  private awaited: readonly RecordKey[] = [];
  private readonly unseen = new Set<RecordKey>();

  /** How many there are now. `hasVerdict` is false for what was removed. */
  count(
    awaited: readonly RecordKey[],
    hasVerdict: (key: RecordKey) => boolean,
    isListShown: boolean,
  ): number {
    for (const key of this.awaited) if (!awaited.includes(key)) this.unseen.add(key);
    this.awaited = awaited;
    for (const key of this.unseen) if (isListShown || !hasVerdict(key)) this.unseen.delete(key);
    return this.unseen.size;
  }
}
