import { usualComparison, type ProblemComparison } from '../../results';
import type { RunComparison } from '../../local';
import type { Judge } from '../../judges';
import { nameOfJudge } from '../labels/judgeLabels';

/**
 * Returns how a run compares outputs: as the judge or the statement says, else by the judge's usual rule. `judge`: null if
 * unknown; `sent`: what the judge sent about the problem; null: nothing
 */
export function comparisonOfRun(
  judge: Pick<Judge, 'comparison' | 'name' | 'chineseName'> | null,
  sent: ProblemComparison | null,
): RunComparison {
  if (sent && sent.source !== 'default') return { ...sent, judge: null };
  const rule = judge?.comparison;
  return {
    rule: rule ?? usualComparison,
    source: 'default',
    judge: judge && rule ? nameOfJudge(judge) : null,
  };
}
