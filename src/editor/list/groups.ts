import type { KnownRecord, RecordKey } from '../../records';

/** `several`: groups by source file, but only files with several results. */
export const groupings = ['several', 'none', 'source', 'service', 'day'] as const;
export type Grouping = (typeof groupings)[number];

/** Records that are grouped together. */
export interface Group {
  readonly by: Exclude<Grouping, 'none'>;
  /** URI of the source file, judge ID, or day (`2026-11-22`); null: none */
  readonly name: string | null;
  readonly keys: readonly RecordKey[];
}

/** An entry of the list: a single record or a group. */
export type ListEntry = RecordKey | Group;

/** Groups the records. Each group takes the position of its first record. The group without a name is last. */
export function listEntries(records: readonly KnownRecord[], by: Grouping): ListEntry[] {
  if (by === 'none') return records.map(({ key }) => key);
  const groups = new Map<string | null, RecordKey[]>();
  for (const record of records) {
    const name = by === 'several' ? (record.source?.uri ?? record.key) : groupNameOf(record, by);
    const group = groups.get(name);
    if (group) group.push(record.key);
    else groups.set(name, [record.key]);
  }
  const isAlone = ([, [, second]]: readonly [string | null, readonly RecordKey[]]): boolean =>
    by === 'several' && second === undefined;
  return [...groups]
    .sort(([a], [b]) => Number(a === null) - Number(b === null))
    .flatMap((entry): ListEntry[] => (isAlone(entry) ? entry[1] : [{ by, name: entry[0], keys: entry[1] }]));
}

export function isGroup(entry: ListEntry): entry is Group {
  return typeof entry !== 'string';
}

/** Returns all records in the list, in order, including those in groups. */
export function keysIn(entries: readonly ListEntry[]): RecordKey[] {
  return entries.flatMap((entry) => (isGroup(entry) ? entry.keys : [entry]));
}

function groupNameOf(record: KnownRecord, by: Exclude<Grouping, 'none' | 'several'>): string | null {
  switch (by) {
    case 'source':
      return record.source?.uri ?? null;
    case 'service':
      return record.service;
    case 'day':
      return dayOf(record.addedAt);
  }
}

/** Returns the local date: `2026-11-22`. */
function dayOf(time: number): string {
  const date = new Date(time);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
