import type { ComparisonRule } from '../../../results';
import { builtInRules } from '../judgeType';
import { verdicts } from '../shared/commonVerdicts';

/** Kattis' default validator. */
export const comparison: ComparisonRule = { unit: 'tokens', caseless: 'ascii', ignoresAfterNul: true };

export const rules = builtInRules(
  'kattis',
  verdicts('3=COMPILING 6=JE 8=CE 9=RTE 10=MLE 11=OLE 12=TLE 14=WA 16=AC SKIP', {
    0: ['QUEUED', 'New', '新提交'],
    1: ['QUEUED', 'New', '新提交'],
    2: ['QUEUED', 'Waiting for Compile', '等待编译'],
    4: ['QUEUED', 'Waiting for Run', '等待运行'],
    5: ['JUDGING', 'Running', '运行中'],
    7: ['JE', 'Submission Error', '提交错误'],
    13: ['RF', 'Illegal Function', '使用了非法函数'],
  }),
);

/** The highest pending status. */
export const RUNNING = 5;
export const COMPILE_ERROR = 8;
export const ACCEPTED = 16;
