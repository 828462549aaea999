import type { Uri } from 'vscode';
import { usualComparison, type ProblemComparison } from '../../results';
import type { RunComparison } from '../../local';
import type { Judge } from '../../judges';
import { nameOfJudge } from '../labels/judgeLabels';
import type { Core } from '../shared/core';
import { chosenComparison, ruleOf } from './chosenComparison';
import { sentComparison } from './sentComparison';

/**
 * Returns how a run of a program compares outputs: as the user chose, else by the rule of the problem or of its
 * statement, else by the judge's usual rule. `judge`: null if unknown; `sent`: the rule that the judge has just sent;
 * null: none, so what it sent with the samples applies
 */
export function comparisonOfRun(
  { context }: Pick<Core, 'context'>,
  program: Uri,
  judge: Judge | null,
  sent: ProblemComparison | null,
): RunComparison {
  const chosen = chosenComparison(context.workspaceState, program);
  if (chosen !== null) return { rule: ruleOf(chosen, judge?.comparison), source: 'user', judge: null };
  const said = sent ?? (judge && sentComparison(context.workspaceState, program, judge.id));
  if (said && said.source !== 'default') return { ...said, judge: null };
  const rule = judge?.comparison;
  return {
    rule: rule ?? usualComparison,
    source: 'default',
    judge: judge && rule ? nameOfJudge(judge) : null,
  };
}
