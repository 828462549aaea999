import type { Uri } from 'vscode';
import { usualComparison, type ProblemComparison } from '../../results';
import type { RunComparison } from '../../local';
import type { Judge } from '../../judges';
import { nameOfJudge } from '../labels/judgeLabels';
import type { Core } from '../shared/core';
import { chosenComparison, ruleOf } from './chosenComparison';

/**
 * Returns how a run of a program compares outputs: as the user chose, else as the judge or the statement says, else by the
 * judge's usual rule. `judge`: null if unknown; `sent`: what the judge sent about the problem; null: nothing
 */
export function comparisonOfRun(
  { context }: Pick<Core, 'context'>,
  program: Uri,
  judge: Judge | null,
  sent: ProblemComparison | null,
): RunComparison {
  const chosen = chosenComparison(context.workspaceState, program);
  if (chosen !== null) return { rule: ruleOf(chosen), source: 'user', judge: null };
  if (sent && sent.source !== 'default') return { ...sent, judge: null };
  const rule = judge?.comparison;
  return {
    rule: rule ?? usualComparison,
    source: 'default',
    judge: judge && rule ? nameOfJudge(judge) : null,
  };
}
