import type { ComparisonRule } from '../../../results';
import { builtInRules } from '../judgeType';
import { verdicts } from '../shared/commonVerdicts';

/** The verifier `TOKENS`. */
export const comparison: ComparisonRule = { unit: 'tokens' };

/** Our codes, which are derived from several fields. Eolymp doesn't send them. */
export const COMPILATION_ERROR = 'COMPILATION_ERROR';
export const PARTIAL = 'PARTIAL';

/** Eolymp's statuses and verdicts, which don't overlap. */
export const rules = builtInRules(
  'eolymp',
  verdicts(
    'ACCEPTED=AC WRONG_ANSWER=WA TIME_LIMIT_EXCEEDED=TLE MEMORY_OVERFLOW=MLE RUNTIME_ERROR=RTE FAILURE=JE ' +
      `SKIPPED=SKIP ${COMPILATION_ERROR}=CE ${PARTIAL}=PART NONE=QUEUED`,
    {
      PENDING: ['QUEUED', 'Pending', '等待中'],
      PROVISIONING: ['QUEUED', 'Provisioning', '准备环境'],
      INITIALIZING: ['JUDGING', 'Initializing', '初始化'],
      TESTING: ['JUDGING', 'Testing', '评测中'],
      // judged, but the verdict isn't shown
      COMPLETE: ['REVIEW', 'Judged', '已评测', 'DONE'],
      ERROR: ['RTE', 'Error', '出错'],
      TIMEOUT: ['TLE', 'Testing Timed Out', '测试超时'],
      CPU_EXHAUSTED: ['TLE', 'CPU Time Limit Exceeded', '超出 CPU 时间限制'],
      BLOCKED: ['SKIP', 'Blocked', '因依赖未通过而未运行'],
    },
  ),
);
