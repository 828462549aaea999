import type { JudgeSemantics } from '../../results';
import type { JudgeAdapter } from '../adapter';
import { localJudge, judgeIdOf } from '../address';
import type { Judge } from '../judge';
import { makeJudge, type JudgeType } from './judgeType';
import { nearlyRight, statusTable, verdicts } from './shared/commonVerdicts';

const rules: JudgeSemantics = {
  profile: localJudge.type,
  statuses: {
    ...verdicts('QUEUED COMPILING AC WA PART TLE MLE OLE RE CE JE', {
      RUN: ['JUDGING', 'Running', '运行中'],
      STOP: ['SKIP', 'Stopped', '已停止', 'STOP'],
      SLOW: ['CE', 'Compiler Timed Out', '编译超时'],
      FAIL: ['JE', 'Couldn’t Start', '无法启动', 'FAIL'],
    }),
    ...statusTable([
      nearlyRight,
      ['DONE', 'accepted', 'accepted', 'Finished', '已运行', 'DONE', 'notCompared'],
    ]),
  },
  units: { time: 'ms', memory: 'KiB', score: null },
  compileFailureIsFinal: true,
  unknownStatusIsFinal: true,
};

const adapter: JudgeAdapter = {
  signIn: { kind: 'none' },
  worksInBrowser: false,

  checkAccount() {
    return Promise.resolve({ name: null });
  },

  fetchResult() {
    return Promise.resolve({ kind: 'notReady' });
  },

  // runs have no IDs that a user would enter
  looksLikeRequestId() {
    return false;
  },

  runsHere: true,
};

const address = 'local://this-computer';

/** This computer as a judge. No request is sent to it: a run stores its results itself. */
export const thisComputer: Judge = makeJudge(
  {
    id: judgeIdOf({ type: localJudge.type, address, name: localJudge.name }),
    name: localJudge.label,
    chineseName: localJudge.chineseLabel,
    baseUrl: address,
    authentication: { scheme: 'none' },
    rules,
  },
  adapter,
);

/** The type of this computer, which has no settings. */
export const local: JudgeType = {
  promptedFields: [],
  followsSpecification: false,
  rules,
  describe: () => thisComputer,
};
