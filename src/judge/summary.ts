import type { Case, Envelope, Subtask } from './model';
import type { JudgingRules } from './rules';
import { meaningOf } from './status';

/** Whether a result is the last word. `unknown`: the service's codes don't tell; only time can (`settled`). */
export type Completion = 'unfinished' | 'finished' | 'unknown';

export function completionOf(envelope: Envelope | null, rules: JudgingRules): Completion {
  if (!envelope?.data) return 'unfinished';
  const { compile, judge } = envelope.data;
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

/** «34 of 50» where unfinished cases are listed, «34 so far» where only the done ones are. */
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
