import type { Subtask } from './model';

/**
 * What a case is called, by the IDs of its subtask and of itself: `2-1` where subtasks number their cases anew; else `1`,
 * which is then the only one.
 */
export function caseName(subtask: number | null, one: number | null, isNumberedAnew: boolean): string {
  const own = one === null ? '–' : String(one);
  return isNumberedAnew && subtask !== null ? `${subtask}-${own}` : own;
}

const known = new WeakMap<readonly Subtask[], boolean>();

/** Whether two subtasks have a case of the same ID. Found out once a list. */
export function numberAnew(subtasks: readonly Subtask[]): boolean {
  const before = known.get(subtasks);
  if (before !== undefined) return before;
  const seen = new Set<number | null>();
  let found = false;
  for (const { cases } of subtasks) {
    const own = new Set(cases.map(({ id }) => id));
    if ([...own].some((id) => seen.has(id))) {
      found = true;
      break;
    }
    own.forEach((id) => seen.add(id));
  }
  known.set(subtasks, found);
  return found;
}
