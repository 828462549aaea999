import type { KnownRecord } from '../../records';

/** The newest record of the same source file that was asked for before this one and has a result; null: none. */
export function earlierOf(record: KnownRecord, all: readonly KnownRecord[]): KnownRecord | null {
  const uri = record.source?.uri;
  if (uri === undefined) return null;
  const earlier = all.filter(
    ({ key, source, summary, addedAt }) =>
      key !== record.key && source?.uri === uri && summary && addedAt < record.addedAt,
  );
  return earlier.sort((a, b) => b.addedAt - a.addedAt)[0] ?? null;
}

/** Most versions that are drawn at once. */
const mostVersions = 30;

/**
 * The judged versions of a record's source in the order in which they were asked for, itself among them also while it
 * is judged. Empty where it is the only one.
 */
export function versionsOf(record: KnownRecord, all: readonly KnownRecord[]): readonly KnownRecord[] {
  const uri = record.source?.uri;
  if (uri === undefined) return [];
  const versions = all
    .filter(
      ({ key, source, summary }) =>
        key === record.key ||
        (source?.uri === uri && (summary?.completion === 'finished' || summary?.completion === 'unknown')),
    )
    .sort((a, b) => a.addedAt - b.addedAt);
  if (versions.length < 2) return [];
  // the newest, and those that an older one was among
  const first = Math.min(
    versions.findIndex(({ key }) => key === record.key),
    Math.max(versions.length - mostVersions, 0),
  );
  return versions.slice(first, first + mostVersions);
}

/** Two records in the order in which they were asked for. */
export function inOrder(
  one: KnownRecord,
  other: KnownRecord,
): readonly [before: KnownRecord, now: KnownRecord] {
  return one.addedAt <= other.addedAt ? [one, other] : [other, one];
}
