import type { ComparisonRule } from '../../../results';
import { builtInRules } from '../judgeType';
import { verdicts } from '../shared/commonVerdicts';

/** DOMjudge's default comparison. */
export const comparison: ComparisonRule = { unit: 'tokens', caseless: 'ascii' };

/** Codes of DOMjudge and PC². `codeOf` maps a site's custom codes. */
export const rules = builtInRules(
  'clics',
  verdicts('AC WA TLE MLE OLE RTE CE NO PE REJ QUEUED JUDGING', {
    PENDING: ['QUEUED', 'Pending or Unverified', '等待评测或审核'],
    LATE: ['REJ', 'Too Late', '提交太晚', 'LATE', 'tooLate'],
    JE: ['JE', 'Aborted', '已中止'],
    IE: ['JE', 'Import Error', '导入错误'],
    EO: ['OLE', 'Excessive Output', '输出过多'],
    OFE: ['PE', 'Output Format Error', '输出格式错误'],
    OCS: ['REJ', 'Other - Contact Staff', '其他（请联系工作人员）'],
  }),
);
