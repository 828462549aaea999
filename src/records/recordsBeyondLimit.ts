import { isNewer, isPending, type KnownRecord } from './record';

/**
 * Returns the records to remove, because there are more than `limit`, the setting `history.limit`: those that were added or
 * changed before all others, so an old submission that was just fetched stays. Pending records and those of a newer version
 * are never removed.
 */
export function recordsBeyondLimit(records: readonly KnownRecord[], limit: number): readonly KnownRecord[] {
  const lastChange = ({ addedAt, changedAt }: KnownRecord): number => Math.max(addedAt, changedAt ?? 0);
  return records
    .toSorted((a, b) => lastChange(b) - lastChange(a))
    .slice(limit)
    .filter((record) => !isPending(record) && !isNewer(record));
}
