import { contestOfRecord, namesProblem, type KnownRecord, type RecordKey } from '../../records';

/** `several`: groups by problem in contests, and else by source file, but only files with several results. */
export const groupings = ['several', 'none', 'source', 'service', 'problem'] as const;
export type Grouping = (typeof groupings)[number];

export interface Group {
  readonly by: Exclude<Grouping, 'none'>;
  /** URI of the source file, judge ID, or judge, contest, and ID of the problem; null: none */
  readonly name: string | null;
  readonly keys: readonly RecordKey[];
}

export type ListEntry = RecordKey | Group;

/** Groups the records. Each group takes the position of its first record. The group without a name is last. */
export function listEntries(records: readonly KnownRecord[], by: Grouping): ListEntry[] {
  if (by === 'none') return records.map(({ key }) => key);
  const groups = new Map<string | null, Group & { readonly keys: RecordKey[] }>();
  for (const record of records) {
    const { name, by: own } = groupNameOf(record, by);
    const group = groups.get(name);
    if (group) group.keys.push(record.key);
    else groups.set(name, { by: own, name, keys: [record.key] });
  }
  return [...groups.values()]
    .sort((a, b) => Number(a.name === null) - Number(b.name === null))
    .flatMap((group): ListEntry[] =>
      group.by === 'several' && group.keys.length === 1 ? group.keys : [group],
    );
}

export function isGroup(entry: ListEntry): entry is Group {
  return typeof entry !== 'string';
}

/** Returns all records in the list, in order, including those in groups. */
export function keysIn(entries: readonly ListEntry[]): RecordKey[] {
  return entries.flatMap((entry) => (isGroup(entry) ? entry.keys : [entry]));
}

/** Returns the judge with the contest or scope, from the name of the group of a problem. */
export function contestOfGroup(name: string): string {
  return name.slice(0, name.lastIndexOf('\n'));
}

function groupNameOf(record: KnownRecord, by: Exclude<Grouping, 'none'>): Pick<Group, 'by' | 'name'> {
  switch (by) {
    case 'several': {
      const problem = contestOfRecord(record) ? problemNameOf(record) : null;
      if (problem !== null) return { by: 'problem', name: problem };
      return { by, name: record.source?.uri ?? record.key };
    }
    case 'source':
      return { by, name: record.source?.uri ?? null };
    case 'service':
      return { by, name: record.service };
    case 'problem':
      return { by, name: problemNameOf(record) };
  }
}

/** Identifies the problem of a record: by the judge, the contest or scope, and the ID. Null: unknown. */
function problemNameOf(record: KnownRecord): string | null {
  const { service, submission } = record;
  if (!namesProblem(submission)) return null;
  const contest = contestOfRecord(record)?.contest;
  return `${service}\n${contest?.id ?? contest?.title ?? submission.place ?? ''}\n${submission.problemId}`;
}
