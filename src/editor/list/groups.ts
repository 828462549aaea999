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

/**
 * Groups the records. Each group takes the position of its first record. The group without a name is last. With
 * `several`, the problems of a contest that have letters are listed together, in the order of the letters.
 * @param isNewestFirst order of the records; false: the user chose another one, which also applies to problems
 */
export function listEntries(
  records: readonly KnownRecord[],
  by: Grouping,
  isNewestFirst = true,
): ListEntry[] {
  if (by === 'none') return records.map(({ key }) => key);
  const groups = new Map<string | null, LetteredGroup>();
  for (const record of records) {
    const { name, by: own } = groupNameOf(record, by);
    const group = groups.get(name);
    if (group) group.keys.push(record.key);
    else groups.set(name, { by: own, name, keys: [record.key], letter: record.submission?.letter ?? '' });
  }
  const named = [...groups.values()].sort((a, b) => Number(a.name === null) - Number(b.name === null));
  const ordered = by === 'several' && isNewestFirst ? inOrderOfLetters(named) : named;
  return ordered.flatMap(({ letter: _, ...group }): ListEntry[] =>
    group.by === 'several' && group.keys.length === 1 ? group.keys : [group],
  );
}

/** `letter`: of the problem in its contest; empty: none */
type LetteredGroup = Group & { readonly keys: RecordKey[]; readonly letter: string };

/** Moves the problems with letters to the first one of their contest, and sorts them. */
function inOrderOfLetters(groups: readonly LetteredGroup[]): readonly LetteredGroup[] {
  const ordered: LetteredGroup[][] = [];
  const contests = new Map<string, LetteredGroup[]>();
  for (const group of groups) {
    const contest = contestOf(group);
    const known = contest === null ? undefined : contests.get(contest);
    if (known) {
      known.push(group);
      continue;
    }
    const problems = [group];
    ordered.push(problems);
    if (contest !== null) contests.set(contest, problems);
  }
  return ordered.flatMap((problems) => problems.sort(byLetter));
}

/** Null: not a problem with a letter. */
function contestOf({ by, name, letter }: LetteredGroup): string | null {
  return by === 'problem' && name !== null && letter !== '' ? contestOfGroup(name) : null;
}

function byLetter(one: LetteredGroup, other: LetteredGroup): number {
  return one.letter.localeCompare(other.letter, 'en', { numeric: true });
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
