import * as v from 'valibot';
import {
  compareCodes,
  isTrouble,
  meaningOf,
  type JudgeSemantics,
  type StatusCode,
  type StatusMeaning,
} from '../../results/withoutDecoder';
import { type KnownRecord, shownStatus } from '../../records';
import { judgeIdentity } from '../../judges/address';
import { translatedVerdict } from '../labels/verdictNames';
import { groupings, type Grouping, type ListEntry } from './groups';

/** Filter, order, and grouping of the list. */
export interface Arrangement {
  readonly filter: RecordFilter;
  readonly sortBy: SortOrder;
  readonly groupBy: Grouping;
}

export type RecordFilter =
  | { readonly kind: 'none' }
  /** all records and cases that failed */
  | { readonly kind: 'failed' }
  /** a verdict (short code, or name in English, Chinese, or the display language), or a part of a record's name */
  | { readonly kind: 'text'; readonly text: string }
  /** records that have a case with this verdict (short code) */
  | { readonly kind: 'cases'; readonly verdict: string };

export const sortOrders = ['newest', 'name', 'verdict', 'score'] as const;
export type SortOrder = (typeof sortOrders)[number];

export const unarranged: Arrangement = { filter: { kind: 'none' }, sortBy: 'newest', groupBy: 'several' };

/** Arranges the list if its arrangement differs from `unarranged`. */
export interface ListArranger {
  list(): Promise<readonly ListEntry[]>;
  caseFits(status: StatusCode | null, rules: JudgeSemantics): boolean;
  readonly filter: RecordFilter;
}

/** Returns whether the list is unfiltered, newest first, with the results of each file grouped. */
export function isPlain({ filter, sortBy, groupBy }: Arrangement): boolean {
  return filter.kind === 'none' && sortBy === unarranged.sortBy && groupBy === unarranged.groupBy;
}

/** A record with additional data for filtering and sorting. */
export interface ListedRecord {
  readonly record: KnownRecord;
  /** name of its row */
  readonly name: string;
  /** statuses of its cases; null: unknown */
  readonly caseStatuses: ReadonlySet<StatusCode> | null;
}

/** Filters and sorts the records. `entries`: newest first; equal records keep this order. */
export function arrange(
  entries: readonly ListedRecord[],
  { filter, sortBy }: Pick<Arrangement, 'filter' | 'sortBy'>,
): KnownRecord[] {
  const fitting = entries.filter((entry) => fits(entry, filter));
  const compare = comparers[sortBy];
  return (compare ? fitting.sort(compare) : fitting).map(({ record }) => record);
}

/** Returns whether a case or subtask matches the filter. */
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

/** Returns the verdicts of records and of their cases, each sorted by frequency. */
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

/** Reads the stored arrangement. Replaces invalid parts by their defaults. */
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
    // if the word is a verdict, doesn't search in file names: `AC` must not match `back.cpp`
    const named = namedVerdicts(word, rules);
    return named.size > 0 ? verdicts.some((status) => named.has(status)) : own.includes(word);
  });
}

/** Returns the verdicts by which the filter finds a record: those that its row shows, and the judge's own. */
function verdictsOf(entry: ListedRecord): StatusCode[] {
  const own = entry.record.summary?.status ?? null;
  return own === null ? shownVerdictsOf(entry) : [...shownVerdictsOf(entry), own];
}

/** Returns the displayed verdict. There are several if multiple codes mean a failed compilation. */
function shownVerdictsOf({ record }: ListedRecord): StatusCode[] {
  const { summary, rules } = record;
  const shown = shownStatus(record);
  const statuses = shown === null ? [] : [shown];
  // some judges send no status after a failed compilation
  if (summary?.compiled === false) {
    for (const { code, style } of Object.values(rules.statuses))
      if (style === 'compileError') statuses.push(code);
  }
  return statuses;
}

function searchText({ record, name }: ListedRecord): string {
  const { label, note, submission, source, requestId, service } = record;
  const { problemId, title, language } = submission ?? {};
  const file = source && decoded(source.uri);
  return [name, label, note, problemId, title, language, file, requestId, judgeIdentity(service).name]
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

/** Finds the codes of a verdict by its short code, or by its name in English, Chinese, or the display language, ignoring
 * case. */
function namedVerdicts(text: string, { statuses }: JudgeSemantics): ReadonlySet<StatusCode> {
  const wanted = text.trim().toLowerCase().replace(/\s+/g, ' ');
  const codes = new Set<StatusCode>();
  if (wanted === '') return codes;
  for (const { code, short, name, chineseName } of Object.values(statuses)) {
    const words = [short, name, chineseName, translatedVerdict(name)];
    if (words.some((word) => word?.toLowerCase() === wanted)) codes.add(code);
  }
  return codes;
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** Null: keep the order of the records, newest first. */
const comparers: Readonly<Record<SortOrder, ((a: ListedRecord, b: ListedRecord) => number) | null>> = {
  newest: null,
  name: (a, b) => a.name.localeCompare(b.name, undefined, { numeric: true, sensitivity: 'base' }),
  verdict: (a, b) =>
    badness(a.record) - badness(b.record) || compareCodes(shownStatus(a.record), shownStatus(b.record)),
  score: (a, b) => score(b.record) - score(a.record),
};

/**
 * Returns the rank of a record by how much attention it needs: 0 if it failed, 1 if it is pending or unknown, 2 if it
 * was accepted.
 */
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
