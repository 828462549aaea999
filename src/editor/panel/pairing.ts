import type { KnownRecord } from '../../records';

/** The newest record of the same source file that was asked for before this one and has a result; null: none. */
export function earlierOf(record: KnownRecord, all: readonly KnownRecord[]): KnownRecord | null {
  const uri = record.source?.uri;
  if (uri === undefined) return null;
  let newest: KnownRecord | null = null;
  for (const other of all) {
    if (other.key === record.key || other.source?.uri !== uri || !other.summary) continue;
    if (other.addedAt >= record.addedAt || (newest && newest.addedAt >= other.addedAt)) continue;
    newest = other;
  }
  return newest;
}

/** Two records in the order in which they were asked for. */
export function inOrder(
  one: KnownRecord,
  other: KnownRecord,
): readonly [before: KnownRecord, now: KnownRecord] {
  return one.addedAt <= other.addedAt ? [one, other] : [other, one];
}
