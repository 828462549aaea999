import type { ComparisonRule } from '../../../results';
import { builtInRules } from '../judgeType';
import { verdicts } from '../shared/commonVerdicts';

/** The validator `token-caseless`, the default. */
export const comparison: ComparisonRule = { unit: 'tokens', blanks: 'unicode', caseless: 'unicode' };

/** Status of a run that a judge disqualified. It keeps its earlier verdict and score. */
export const DISQUALIFIED = 'disqualified';

export const rules = builtInRules(
  'omegaup',
  verdicts(
    'AC WA PE TLE MLE OLE RTE CE JE PA=PART RFE=RF compiling=COMPILING TO=TLE OL=OLE ML=MLE RE=RTE FO=RF OF=RF',
    {
      uploading: ['QUEUED', 'Uploading', '上传中'],
      new: ['QUEUED', 'New', '新提交'],
      waiting: ['QUEUED', 'Waiting', '等待评测'],
      running: ['JUDGING', 'Running', '运行中'],
      'NO-AC': ['REJ', 'Not Accepted', '未通过'],
      VE: ['JE', 'Validator Error', '校验器错误'],
      [DISQUALIFIED]: 'DQ',
    },
  ),
);
