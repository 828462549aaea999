import { builtInRules } from '../judgeType';
import { verdicts } from '../shared/commonVerdicts';

/** Our code for a run that is being tested, for which the API has no verdict. */
export const TESTING = 'TESTING';

/** Our code for a tested run whose verdict the contest hides. */
const HIDDEN = 'HIDDEN';

/** Our code for a run that the judge failed to test. */
const FAILED = 'FAILED';

export const PASSED = 'OK';
export const COMPILE_ERROR = 'CompilationError';
export const CHECK_FAILED = 'PrecompileCheckFailed';

/** The verdicts as the API spells them. */
export const rules = builtInRules(
  'yandex-contest',
  verdicts(
    'OK=AC WrongAnswer=WA TimeLimitExceeded=TLE MemoryLimitExceeded=MLE RuntimeError=RE IdlenessLimitExceeded=ILE ' +
      'PresentationError=PE OutputLimitExceeded=OLE CompilationError=CE SecurityViolation=SV Ignored=IGN',
    {
      [TESTING]: ['JUDGING', 'Testing', '评测中'],
      AcceptedForTesting: ['AC', 'Accepted for Testing', '已接受，待测试', 'AFT'],
      ManualInspection: ['REVIEW', 'Manual Inspection', '人工检查'],
      [HIDDEN]: ['REVIEW', 'Verdict Hidden', '结果已隐藏', 'HIDDEN'],
      [CHECK_FAILED]: ['CE', 'Precompile Check Failed', '预编译检查失败'],
      Crash: ['JE', 'Crash', '评测机崩溃', 'CRASH'],
      [FAILED]: ['JE', 'Testing Failed', '评测失败', 'FAIL'],
    },
  ),
);

/** Short forms of verdicts, in lower case. */
const shortForms: Readonly<Record<string, string>> = {
  wa: 'WrongAnswer',
  tl: 'TimeLimitExceeded',
  tle: 'TimeLimitExceeded',
  ml: 'MemoryLimitExceeded',
  mle: 'MemoryLimitExceeded',
  re: 'RuntimeError',
  rte: 'RuntimeError',
  il: 'IdlenessLimitExceeded',
  ile: 'IdlenessLimitExceeded',
  pe: 'PresentationError',
  ol: 'OutputLimitExceeded',
  ole: 'OutputLimitExceeded',
  ce: COMPILE_ERROR,
  pcf: CHECK_FAILED,
  sv: 'SecurityViolation',
  ig: 'Ignored',
};

const codes: ReadonlyMap<string, string> = new Map([
  ...Object.entries(shortForms),
  ...Object.keys(rules.statuses).map((code) => [code.toLowerCase(), code] as const),
]);

const MAX_VERDICT_LENGTH = 64;

/**
 * Returns the code of a verdict, which may be a short form, in any letter case. An empty verdict means that the program
 * is being tested. Returns an unknown verdict unchanged, and null if there is none.
 */
export function codeOfVerdict(verdict: string | null): string | null {
  if (verdict === null) return null;
  const text = verdict.trim().slice(0, MAX_VERDICT_LENGTH);
  if (text === '') return TESTING;
  return codes.get(text.toLowerCase().replaceAll(/[ _-]/g, '')) ?? text;
}

/**
 * Returns the code of a run. `status`: state of its report, which ends with `FINISHED` or `FAILED`; null: the response
 * contains none, so the verdict decides.
 */
export function codeOfRun(status: string | null, verdict: string | null): string {
  const code = codeOfVerdict(verdict);
  switch (status?.trim().toUpperCase() ?? '') {
    case '':
      return code ?? TESTING;
    case 'FINISHED':
      return code === null || code === TESTING ? HIDDEN : code;
    case 'FAILED':
      return code === null || code === TESTING ? FAILED : code;
    default:
      return TESTING;
  }
}
