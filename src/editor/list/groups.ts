import type { KnownRecord, RecordKey } from '../../records';

/** `several`: by source file where that has several results, everything else by itself. */
export const groupings = ['several', 'none', 'source', 'service', 'day'] as const;
export type Grouping = (typeof groupings)[number];

/** Records with something in common. */
export interface Group {
  readonly by: Exclude<Grouping, 'none'>;
  /** the URI of their source file, the ID of their service, or their day (`2026-11-22`); null: they have none */
  readonly name: string | null;
  readonly keys: readonly RecordKey[];
}

/** What stands in the list: a record by itself, or a group. */
export type ListEntry = RecordKey | Group;

/** The records in their order, each group where its first record stands; the group without a name is last. */
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

/** The records of the list, in order, in and outside of groups. */
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

/** `2026-11-22`, where the person is. */
function dayOf(time: number): string {
  const date = new Date(time);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
