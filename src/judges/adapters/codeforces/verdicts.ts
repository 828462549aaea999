import type { ComparisonRule } from '../../../results';
import { builtInRules } from '../judgeType';
import { verdicts } from '../shared/commonVerdicts';

/** `wcmp` of testlib, the usual checker. */
export const comparison: ComparisonRule = {
  unit: 'tokens',
  blanks: 'testlib',
  ignoresByteOrderMark: 'output',
};

export const rules = builtInRules(
  'codeforces',
  verdicts(
    'OK=AC RUNTIME_ERROR=RE WRONG_ANSWER=WA PRESENTATION_ERROR=PE TIME_LIMIT_EXCEEDED=TLE ' +
      'MEMORY_LIMIT_EXCEEDED=MLE IDLENESS_LIMIT_EXCEEDED=ILE REJECTED=REJ',
    {
      SUBMITTED: ['QUEUED', 'In queue', '排队中'],
      TESTING: ['JUDGING', 'Testing', '评测中'],
      PRETESTS_PASSED: ['AC', 'Pretests Passed', '预测试通过', 'PP'],
      PARTIAL: ['PART', 'Partial', '部分通过'],
      COMPILATION_ERROR: ['CE', 'Compilation Error', '编译错误'],
      SECURITY_VIOLATED: ['SV', 'Security Violated', '违反安全规则'],
      CRASHED: ['JE', 'Crashed', '评测机崩溃', 'CRASH'],
      INPUT_PREPARATION_CRASHED: ['JE', 'Input Preparation Crashed', '输入准备失败', 'IPC'],
      CHALLENGED: ['REJ', 'Hacked', '被 Hack', 'HK'],
      SKIPPED: ['JE', 'Skipped', '已跳过', 'SKIP'],
      FAILED: ['JE', 'Judgement Failed', '评测失败', 'FAIL'],
    },
  ),
);

/** Verdicts of a program that failed a test. */
export const failedVerdicts = new Set([
  'RUNTIME_ERROR',
  'WRONG_ANSWER',
  'PRESENTATION_ERROR',
  'TIME_LIMIT_EXCEEDED',
  'MEMORY_LIMIT_EXCEEDED',
  'IDLENESS_LIMIT_EXCEEDED',
  'SECURITY_VIOLATED',
]);
