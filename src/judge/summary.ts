import type { Case, Envelope, Subtask } from './model';
import type { JudgingRules } from './rules';
import { meaningOf } from './status';

/**
 * Whether a result is the last word. `hidden`: there is one, but a contest keeps it back. `unknown`: the service's codes
 * don't tell; only time can (`settled`).
 */
export type Completion = 'unfinished' | 'finished' | 'hidden' | 'unknown';

export function completionOf(envelope: Envelope | null, rules: JudgingRules): Completion {
  if (!envelope?.data) return 'unfinished';
  const { compile, judge, hidden } = envelope.data;
  if (hidden) return 'hidden';
  // what cannot be judged may be all there ever is, even where the service doesn't say so
  if (compile?.success === false) {
    if (rules.compileFailureIsFinal) return 'finished';
    if (!judge || judge.status === null) return 'unknown';
  }
  if (!judge || judge.status === null) {
    return Object.keys(rules.statuses).length > 0 ? 'unfinished' : 'unknown';
  }
  const meaning = meaningOf(rules.statuses, judge.status);
  if (!meaning) return rules.unknownStatusIsFinal === true ? 'finished' : 'unknown';
  return meaning.kind === 'pending' ? 'unfinished' : 'finished';
}

export interface CaseProgress {
  /** cases that have a verdict */
  readonly done: number;
  /** all cases, known only where the service lists the unfinished ones too; else null */
  readonly total: number | null;
}

/** “34 of 50” where unfinished cases are listed, “34 so far” where only the done ones are. */
export function caseProgress(envelope: Envelope | null, rules: JudgingRules): CaseProgress {
  const passed = envelope?.data?.judge?.passed;
  if (passed !== undefined) return { done: passed, total: null };
  let done = 0;
  let listed = 0;
  for (const subtask of subtasksOf(envelope)) {
    for (const one of subtask.cases) {
      listed += 1;
      if (!isPending(one, rules)) done += 1;
    }
  }
  return { done, total: listed > done ? listed : null };
}

export function subtasksOf(envelope: Envelope | null): readonly Subtask[] {
  return envelope?.data?.judge?.subtasks ?? [];
}

function isPending(one: Case, rules: JudgingRules): boolean {
  return meaningOf(rules.statuses, one.status)?.kind === 'pending';
}

/**
 * What makes a subtask or case the same one in the next result: its ID, and which occurrence it is where that repeats,
 * so that it stays itself when others appear before or after it. One key an item, in the order of `items`: `3`, `3~2`
 * for the second with ID 3, `-` where there is no ID.
 */
export function identities(items: readonly (Subtask | Case)[]): string[] {
  const occurrences = new Map<number | null, number>();
  return items.map(({ id }) => {
    const occurrence = (occurrences.get(id) ?? 0) + 1;
    occurrences.set(id, occurrence);
    const name = id === null ? '-' : String(id);
    return occurrence === 1 ? name : `${name}~${occurrence}`;
  });
}

/** The case of these identities; null: there is none. */
export function caseIn(
  envelope: Envelope | null,
  place: { readonly subtask: string; readonly case: string },
): Case | null {
  const { cases = [] } = subtaskIn(envelope, place.subtask) ?? {};
  return cases[identities(cases).indexOf(place.case)] ?? null;
}

/** The subtask of this identity; null: there is none. */
export function subtaskIn(envelope: Envelope | null, identity: string): Subtask | null {
  const subtasks = subtasksOf(envelope);
  return subtasks[identities(subtasks).indexOf(identity)] ?? null;
}
