import * as v from 'valibot';
import {
  compareCodes,
  isTrouble,
  meaningOf,
  type JudgeSemantics,
  type StatusCode,
  type StatusMeaning,
} from '../../judge/known';
import { type KnownRecord } from '../../records';
import { serviceIdentity } from '../../service/address';
import { shownStatus } from '../../records/verdict';
import { groupings, type Grouping, type ListEntry } from './groups';

/** What of the list is shown, and in which order. */
export interface Arrangement {
  readonly filter: RecordFilter;
  readonly sortBy: SortOrder;
  readonly groupBy: Grouping;
}

export type RecordFilter =
  | { readonly kind: 'none' }
  /** records and cases that are not accepted */
  | { readonly kind: 'failed' }
  /** a verdict (short code, English or Chinese name), or words that a record's names have in them */
  | { readonly kind: 'text'; readonly text: string }
  /** records with a case of that verdict, whatever their own is; the short code */
  | { readonly kind: 'cases'; readonly verdict: string };

export const sortOrders = ['newest', 'name', 'verdict', 'score'] as const;
export type SortOrder = (typeof sortOrders)[number];

export const unarranged: Arrangement = { filter: { kind: 'none' }, sortBy: 'newest', groupBy: 'several' };

/** Arranges the list where it is not as `unarranged` says. */
export interface ListArranger {
  list(): Promise<readonly ListEntry[]>;
  /** Whether a case or subtask is one that the filter is about. */
  caseFits(status: StatusCode | null, rules: JudgeSemantics): boolean;
  readonly filter: RecordFilter;
}

/** Everything, newest first, with the results of a file together. */
export function isPlain({ filter, sortBy, groupBy }: Arrangement): boolean {
  return filter.kind === 'none' && sortBy === unarranged.sortBy && groupBy === unarranged.groupBy;
}

/** A record with what the arrangement needs to know beside it. */
export interface ListedRecord {
  readonly record: KnownRecord;
  /** what its row is called */
  readonly name: string;
  /** statuses that its cases have; null where they are not known */
  readonly caseStatuses: ReadonlySet<StatusCode> | null;
}

/** The records that fit the filter, in order. `entries` are newest first, which also decides between equals. */
export function arrange(
  entries: readonly ListedRecord[],
  { filter, sortBy }: Pick<Arrangement, 'filter' | 'sortBy'>,
): KnownRecord[] {
  const fitting = entries.filter((entry) => fits(entry, filter));
  const compare = comparers[sortBy];
  return (compare ? fitting.sort(compare) : fitting).map(({ record }) => record);
}

/** Whether a case (or a subtask) is one of those that the filter is about. */
export function caseFits(status: StatusCode | null, rules: JudgeSemantics, filter: RecordFilter): boolean {
  switch (filter.kind) {
    case 'none':
      return true;
    case 'failed':
      return isTrouble(status, rules);
    case 'text': {
      const wanted = namedVerdicts(filter.text, rules);
      return wanted.size === 0 || (status !== null && wanted.has(status));
    }
    case 'cases':
      return status !== null && namedVerdicts(filter.verdict, rules).has(status);
  }
}

/** The verdicts of records, and those of their cases, each the most frequent first. */
export function verdictsAmong(entries: readonly ListedRecord[]): {
  readonly ofRecords: readonly StatusMeaning[];
  readonly ofCases: readonly StatusMeaning[];
} {
  return {
    ofRecords: mostFrequent(entries, shownVerdictsOf),
    ofCases: mostFrequent(entries, ({ caseStatuses }) => caseStatuses ?? []),
  };
}

function mostFrequent(
  entries: readonly ListedRecord[],
  statusesOf: (entry: ListedRecord) => Iterable<StatusCode>,
): StatusMeaning[] {
  const found = new Map<string, { readonly meaning: StatusMeaning; count: number }>();
  for (const entry of entries) {
    for (const status of new Set(statusesOf(entry))) {
      const meaning = meaningOf(entry.record.rules.statuses, status);
      if (!meaning) continue;
      const known = found.get(meaning.short);
      if (known) known.count += 1;
      else found.set(meaning.short, { meaning, count: 1 });
    }
  }
  return [...found.values()].sort((a, b) => b.count - a.count).map(({ meaning }) => meaning);
}

const stored = v.object({
  filter: v.fallback(
    v.variant('kind', [
      v.object({ kind: v.picklist(['none', 'failed']) }),
      v.object({ kind: v.literal('cases'), verdict: v.string() }),
      v.object({ kind: v.literal('text'), text: v.pipe(v.string(), v.regex(/\S/)) }),
    ]),
    unarranged.filter,
  ),
  sortBy: v.fallback(v.picklist(sortOrders), unarranged.sortBy),
  groupBy: v.fallback(v.picklist(groupings), unarranged.groupBy),
});

/** What was stored, or the default for whatever of it is not understood. */
export function readArrangement(state: unknown): Arrangement {
  return v.parse(v.fallback(stored, unarranged), state);
}

function fits(entry: ListedRecord, filter: RecordFilter): boolean {
  switch (filter.kind) {
    case 'none':
      return true;
    case 'failed':
      return hasFailed(entry.record);
    case 'text':
      return fitsText(entry, filter.text);
    case 'cases': {
      const wanted = namedVerdicts(filter.verdict, entry.record.rules);
      return [...(entry.caseStatuses ?? [])].some((status) => wanted.has(status));
    }
  }
}

function hasFailed({ state, summary, rules }: KnownRecord): boolean {
  if (state.kind === 'failed') return true;
  if (!summary) return false;
  return summary.compiled === false || isTrouble(summary.status, rules);
}

function fitsText(entry: ListedRecord, text: string): boolean {
  const { rules } = entry.record;
  const wanted = namedVerdicts(text, rules);
  const verdicts = verdictsOf(entry);
  if (wanted.size > 0) return verdicts.some((status) => wanted.has(status));
  const own = searchText(entry);
  return wordsOf(text).every((word) => {
    // a code is a verdict and not a part of a name: `AC` is not in `back.cpp`
    const named = namedVerdicts(word, rules);
    return named.size > 0 ? verdicts.some((status) => named.has(status)) : own.includes(word);
  });
}

/** What it is found by: what its row shows, and the service's own word. */
function verdictsOf(entry: ListedRecord): StatusCode[] {
  const own = entry.record.summary?.status ?? null;
  return own === null ? shownVerdictsOf(entry) : [...shownVerdictsOf(entry), own];
}

/** One, unless several codes mean a failed compilation. */
function shownVerdictsOf({ record }: ListedRecord): StatusCode[] {
  const { summary, rules } = record;
  const shown = shownStatus(record);
  const statuses = shown === null ? [] : [shown];
  // a failed compilation ends some services' judging before there is a status
  if (summary?.compiled === false) {
    for (const { code, look } of Object.values(rules.statuses))
      if (look === 'compileError') statuses.push(code);
  }
  return statuses;
}

function searchText({ record, name }: ListedRecord): string {
  const { label, note, submission, source, requestId, service } = record;
  const { problemId, title, language } = submission ?? {};
  const file = source && decoded(source.uri);
  return [name, label, note, problemId, title, language, file, requestId, serviceIdentity(service).name]
    .filter((part) => typeof part === 'string')
    .join('\n')
    .toLowerCase();
}

function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

/** The codes of a verdict that somebody wrote as short code, English or Chinese name, in any case. */
function namedVerdicts(text: string, { statuses }: JudgeSemantics): ReadonlySet<StatusCode> {
  const wanted = text.trim().toLowerCase().replace(/\s+/g, ' ');
  const codes = new Set<StatusCode>();
  if (wanted === '') return codes;
  for (const { code, short, name, chineseName } of Object.values(statuses)) {
    if ([short, name, chineseName].some((word) => word?.toLowerCase() === wanted)) codes.add(code);
  }
  return codes;
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** Null: as they come, which is the newest first (`newestFirst` of the records). */
const comparers: Readonly<Record<SortOrder, ((a: ListedRecord, b: ListedRecord) => number) | null>> = {
  newest: null,
  name: (a, b) => a.name.localeCompare(b.name, undefined, { numeric: true, sensitivity: 'base' }),
  verdict: (a, b) =>
    badness(a.record) - badness(b.record) || compareCodes(shownStatus(a.record), shownStatus(b.record)),
  score: (a, b) => score(b.record) - score(a.record),
};

/** What needs a look first: failed, then pending and unknown, accepted last. */
function badness(record: KnownRecord): number {
  const { summary, rules } = record;
  if (hasFailed(record)) return 0;
  const kind = meaningOf(rules.statuses, summary?.status ?? null)?.kind;
  return kind === 'accepted' ? 2 : 1;
}

/** Records without a score come last. */
function score({ summary }: KnownRecord): number {
  return summary?.score ?? Number.NEGATIVE_INFINITY;
}
