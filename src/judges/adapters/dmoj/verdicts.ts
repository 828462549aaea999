import type { ComparisonRule } from '../../../results';
import { builtInRules } from '../judgeType';
import { verdicts } from '../shared/commonVerdicts';

/** The checker `standard`. */
export const comparison: ComparisonRule = { unit: 'tokens', lineEnds: 'countedButForEmptyLines' };

export const rules = builtInRules(
  'dmoj',
  verdicts('AC WA IR RTE TLE MLE OLE CE QU=QUEUED PARTIAL=PART', {
    P: ['JUDGING', 'Processing', '处理中'],
    G: ['JUDGING', 'Grading', '评测中'],
    // all pretests passed; the other tests run after the contest
    PRETEST: ['REVIEW', 'Accepted for Testing', '已接受，待测试'],
    // not run because an earlier case of its batch failed
    SC: ['SKIP', 'Not Run', '未运行', 'SC'],
    AB: ['IGN', 'Aborted', '已中止', 'AB'],
    IE: ['JE', 'Internal Error', '内部错误', 'IE'],
  }),
);

/** Statuses of submissions that are still judged. */
const pending: ReadonlySet<string | null> = new Set(['QU', 'P', 'G']);

export function isPending(status: string | null): boolean {
  return pending.has(status);
}

/** Returns `PARTIAL` for an accepted answer without full points. DMOJ has no code for that. */
export function verdictOf(
  status: string | null,
  points: number | null,
  maximum: number | null,
): string | null {
  const isPartial = points !== null && maximum !== null && points < maximum;
  return status === 'AC' && isPartial ? 'PARTIAL' : status;
}
