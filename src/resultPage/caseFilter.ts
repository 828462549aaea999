import { sameJson } from '../base/sameJson';
import type { StatusCode } from '../results';
import {
  changeKinds,
  type ChangeKind,
  type ComparedCase,
  type RecordHead,
  type SubtaskView,
} from './messages';

export type CaseFilter =
  | { readonly kind: 'all' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'status'; readonly code: StatusCode }
  | { readonly kind: 'changed' }
  | { readonly kind: 'change'; readonly change: ChangeKind };

export const everything: CaseFilter = { kind: 'all' };

export function sameFilter(a: CaseFilter, b: CaseFilter): boolean {
  return sameJson(a, b);
}

/** Returns the indexes of the cases of a subtask that the filter shows, ascending. Null: all of them. */
export function shownCases(
  subtask: SubtaskView,
  filter: CaseFilter,
  head: RecordHead,
): readonly number[] | null {
  const test = tester(filter, head);
  return test && subtask.cases.flatMap((comparedCase, index) => (test(comparedCase) ? [index] : []));
}

/** Maximum number of statuses that have a filter, in addition to the chosen one. */
export const mostStatuses = 24;

/**
 * Returns the filters to offer, with the number of cases that each shows. Includes “Failed” if there are several kinds
 * of failures, if two records are compared, or if it is chosen. Empty if all cases have the same status and no filter
 * is chosen.
 */
export function filterCounts(
  subtasks: readonly SubtaskView[],
  head: RecordHead,
  current: CaseFilter,
): readonly { readonly filter: CaseFilter; readonly count: number }[] {
  const statuses = new Map<StatusCode, number>();
  const changes = new Map<ChangeKind, number>();
  let all = 0;
  for (const { cases } of subtasks) {
    all += cases.length;
    for (const { status, change } of cases) {
      if (status !== null) statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (change !== null) changes.set(change, (changes.get(change) ?? 0) + 1);
    }
  }
  const troubles = head.statuses.filter(({ code, trouble }) => trouble && statuses.has(code));
  const failed = troubles.reduce((sum, { code }) => sum + (statuses.get(code) ?? 0), 0);
  const isOffered = troubles.length > 1 || changes.size > 0 || current.kind === 'failed';
  const kinds = changes.size > 0 ? changeFilters(changes, all) : statusFilters(statuses, head, current);
  if (kinds.length === 0 && current.kind === 'all') return [];
  return [
    { filter: everything, count: all },
    ...(isOffered ? [{ filter: { kind: 'failed' as const }, count: failed }] : []),
    ...kinds,
  ];
}

type FilterCount = ReturnType<typeof filterCounts>[number];

/**
 * Returns the filters of the most frequent statuses. Failures come first and accepted comes last. Within each group,
 * the more frequent status comes first.
 */
function statusFilters(
  counts: ReadonlyMap<StatusCode, number>,
  head: RecordHead,
  current: CaseFilter,
): FilterCount[] {
  const known = head.statuses.flatMap(({ code }) => (counts.has(code) ? [code] : []));
  if (known.length < 2) return [];
  const countOf = (code: StatusCode): number => counts.get(code) ?? 0;
  const kept = new Set([...known].sort((a, b) => countOf(b) - countOf(a)).slice(0, mostStatuses));
  if (current.kind === 'status') kept.add(current.code);
  const calm = new Map(
    head.statuses.map(({ code, trouble, style }) => [code, style === 'accepted' ? 2 : trouble ? 0 : 1]),
  );
  return known
    .filter((code) => kept.has(code))
    .sort((a, b) => (calm.get(a) ?? 0) - (calm.get(b) ?? 0) || countOf(b) - countOf(a))
    .map((code) => ({ filter: { kind: 'status', code }, count: countOf(code) }));
}

function changeFilters(counts: ReadonlyMap<ChangeKind, number>, all: number): FilterCount[] {
  const kinds = changeKinds.filter((kind) => kind !== 'same' && counts.has(kind));
  return [
    { filter: { kind: 'changed' }, count: all - (counts.get('same') ?? 0) },
    ...kinds.map((change): FilterCount => ({
      filter: { kind: 'change', change },
      count: counts.get(change) ?? 0,
    })),
  ];
}

/** Returns the filter as a predicate for cases; null if the filter shows every case. */
function tester(filter: CaseFilter, head: RecordHead): ((comparedCase: ComparedCase) => boolean) | null {
  switch (filter.kind) {
    case 'all':
      return null;
    case 'failed': {
      const trouble = new Set(head.statuses.filter((status) => status.trouble).map(({ code }) => code));
      return ({ status }) => trouble.has(status ?? '');
    }
    case 'status':
      return ({ status }) => status === filter.code;
    case 'changed':
      return ({ change }) => change !== 'same';
    case 'change':
      return ({ change }) => change === filter.change;
  }
}
