import type { Case, Subtask } from './model';

/**
 * What makes a node of a record the same node in the next result: subtask ID, case ID, and which occurrence it is
 * where an ID repeats. A list's items keep their identity when others appear before or after them.
 */

/** One key an item, in the order of `items`: `3`, `3~2` for the second with ID 3, `-` where there is no ID. */
export function identities(items: readonly (Subtask | Case)[]): string[] {
  const occurrences = new Map<number | null, number>();
  return items.map(({ id }) => {
    const occurrence = (occurrences.get(id) ?? 0) + 1;
    occurrences.set(id, occurrence);
    const name = id === null ? '-' : String(id);
    return occurrence === 1 ? name : `${name}~${occurrence}`;
  });
}

/** A case's key within its record, from its subtask's key and its own. */
export function caseKey(subtask: string, one: string): string {
  return `${subtask}/${one}`;
}
