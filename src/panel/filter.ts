import type { StatusCode } from '../judge/status';
import { changeKinds, type ChangeKind, type RecordHead, type SubtaskView } from './messages';

/** Which squares are shown: all, those with trouble, those with one status, or those that changed. */
export type CaseFilter =
  | { readonly kind: 'all' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'status'; readonly code: StatusCode }
  | { readonly kind: 'changed' }
  | { readonly kind: 'change'; readonly change: ChangeKind };

export const everything: CaseFilter = { kind: 'all' };

export function sameFilter(a: CaseFilter, b: CaseFilter): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Indexes of the shown cases of a subtask, in their order; null: all of them. */
export function shownCases(
  subtask: SubtaskView,
  filter: CaseFilter,
  head: RecordHead,
): Uint32Array<ArrayBuffer> | null {
  const test = tester(filter, head, subtask);
  if (test === null) return null;
  const { length } = subtask.cases.id;
  const shown = new Uint32Array(length);
  let count = 0;
  for (let index = 0; index < length; index += 1) {
    if (!test(index)) continue;
    shown[count] = index;
    count += 1;
  }
  return shown.subarray(0, count);
}

/** Most statuses that have a filter of their own, besides the one that is chosen. */
export const mostStatuses = 24;

/** How many cases each filter would show; only those that would show some and not all, besides `all`. */
export function filterCounts(
  subtasks: readonly SubtaskView[],
  head: RecordHead,
  current: CaseFilter,
): readonly { readonly filter: CaseFilter; readonly count: number }[] {
  const statuses = new Map<StatusCode, number>();
  const changes = new Map<ChangeKind, number>();
  let all = 0;
  for (const { cases, before } of subtasks) {
    all += cases.id.length;
    for (const code of cases.status) if (code !== null) statuses.set(code, (statuses.get(code) ?? 0) + 1);
    for (const change of before?.changes ?? []) {
      const kind = changeKinds[change] ?? 'same';
      changes.set(kind, (changes.get(kind) ?? 0) + 1);
    }
  }
  const failed = head.statuses.reduce(
    (sum, status) => sum + (status.trouble ? (statuses.get(status.code) ?? 0) : 0),
    0,
  );
  return [
    { filter: everything, count: all },
    { filter: { kind: 'failed' }, count: failed },
    ...(changes.size > 0 ? changeFilters(changes, all) : statusFilters(statuses, head, current)),
  ];
}

type FilterCount = ReturnType<typeof filterCounts>[number];

/** In the order of their codes; of very many the most frequent. */
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
  return known
    .filter((code) => kept.has(code))
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

function tester(
  filter: CaseFilter,
  head: RecordHead,
  { cases, before }: SubtaskView,
): ((index: number) => boolean) | null {
  const { status } = cases;
  switch (filter.kind) {
    case 'all':
      return null;
    case 'failed': {
      const trouble = new Set(head.statuses.filter((one) => one.trouble).map(({ code }) => code));
      return (index) => trouble.has(status[index] ?? '');
    }
    case 'status':
      return (index) => status[index] === filter.code;
    case 'changed':
      return before ? (index) => before.changes[index] !== changeKinds.indexOf('same') : null;
    case 'change': {
      const wanted = changeKinds.indexOf(filter.change);
      return before ? (index) => before.changes[index] === wanted : null;
    }
  }
}
