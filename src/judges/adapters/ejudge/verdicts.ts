import type { ComparisonRule } from '../../../results';
import { builtInRules } from '../judgeType';
import { verdicts } from '../shared/commonVerdicts';

/** The usual checker, `cmp_file`. ejudge has no default. */
export const comparison: ComparisonRule = { unit: 'lines', ignoresByteOrderMark: true };

export const rules = builtInRules(
  'ejudge',
  verdicts(
    '0=AC 1=CE 2=RTE 3=TLE 4=PE 5=WA 7=PART 9=IGN 10=DQ 12=MLE 13=SV 16=REVIEW 17=REJ 18=SKIP 98=COMPILING',
    {
      6: ['JE', 'Check Failed', '检查失败'],
      8: ['REVIEW', 'Accepted for Testing', '已接受，待测试'],
      11: ['SUSPENDED', 'Pending Check', '等待检查'],
      14: ['CE', 'Coding Style Violation', '代码风格不符'],
      15: ['TLE', 'Wall Time Limit Exceeded', '超出实际时间限制'],
      19: ['JE', 'Synchronization Error', '同步错误'],
      23: ['REVIEW', 'Summoned for Defense', '待答辩'],
      95: ['QUEUED', 'Full Rejudge', '全部重测'],
      96: ['JUDGING', 'Running', '运行中'],
      97: ['JUDGING', 'Compiled', '已编译'],
      99: ['QUEUED', 'Available', '等待评测'],
    },
  ),
);

export const ACCEPTED = 0;
export const COMPILE_ERROR = 1;
export const STYLE_VIOLATION = 14;
export const SKIPPED = 18;

/** Entries of the run list that aren't runs: virtual starts and stops, and empty entries. */
export const noRuns: readonly unknown[] = [20, 21, 22];
