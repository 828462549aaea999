import { builtInRules } from '../judgeType';
import { verdicts } from '../shared/commonVerdicts';

export const PENDING = 'PENDING';
export const TESTING = 'TESTING';
export const COMPILE_ERROR = 'COMPILE ERROR';
export const ACCEPTED = 'ACCEPTED';

/** Our code for a submission with some of the points. CSES has no code for that. */
export const PARTIAL = 'PARTIAL';

/** Our code for a listed submission that wasn’t accepted. Lists don’t contain the reason. */
export const NOT_ACCEPTED = 'FAIL';

/** The codes of CSES. It can also send other texts, which are shown unchanged. */
export const rules = builtInRules(
  'cses',
  verdicts('', {
    [PENDING]: 'QUEUED',
    [TESTING]: 'JUDGING',
    [COMPILE_ERROR]: 'CE',
    [ACCEPTED]: 'AC',
    [PARTIAL]: 'PART',
    'WRONG ANSWER': 'WA',
    'TIME LIMIT EXCEEDED': 'TLE',
    'MEMORY LIMIT EXCEEDED': 'MLE',
    'OUTPUT LIMIT EXCEEDED': 'OLE',
    'RUNTIME ERROR': 'RE',
    // on courses that report tests as a text
    'TEST FAILED': ['WA', 'Test Failed', '测试未通过', 'FAIL'],
    'INVALID LANGUAGE': ['REJ', 'Invalid Language', '语言无效', 'REJ'],
    [NOT_ACCEPTED]: ['REJ', 'Not Accepted', '未通过', 'FAIL'],
  }),
);
