import type { ComparisonRule } from '../../../results';
import { builtInRules } from '../judgeType';
import { verdicts } from '../shared/commonVerdicts';

/** The comparison `white diff`. */
export const comparison: ComparisonRule = { unit: 'tokens', lineEnds: 'counted' };

/** CMS has no verdicts. The numbers are its states of a submission, the other codes are derived from scores. */
export const rules = builtInRules(
  'cms',
  verdicts('1=COMPILING 2=CE AC WA TLE MLE RTE', {
    3: ['JUDGING', 'Evaluating', '评测中'],
    4: ['JUDGING', 'Scoring', '评分中'],
    5: ['REVIEW', 'Evaluated, Score Hidden', '已评测，分数未公开', 'DONE'],
    NOPOINTS: ['REVIEW', 'Evaluated Without Points', '已评测，不计分', 'DONE'],
    CTLE: ['CE', 'Compiler Timed Out', '编译超时'],
    PUBLIC: ['AC', 'Public Tests Passed', '公开测试点通过', 'PP'],
    PART: ['PART', 'Scored', '已得分'],
    PC: ['PART', 'Partially Correct', '部分正确'],
  }),
);

export const COMPILATION_FAILED = 2;
export const SCORED = 5;
/** Derived from the details of a submission in the state `COMPILATION_FAILED`. */
export const COMPILER_TIMED_OUT = 'CTLE';
/** Derived from the state `SCORED` of a submission to a task that gives no points. */
export const WITHOUT_POINTS = 'NOPOINTS';
