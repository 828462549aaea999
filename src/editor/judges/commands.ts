import { accountCommands } from './signIn/account';
import { serviceCommands } from './chooseService';
import { addJudgeFromFile } from './sharing/addShared';
import { copyJudgeLink } from './sharing/shareJudge';
import { statusCodeCommands } from './defineStatusCodes';
import type { JudgeCommands } from './register';

export const judgeCommands: JudgeCommands = {
  ...accountCommands,
  ...serviceCommands,
  ...statusCodeCommands,
  addJudgeFromFile,
  copyJudgeLink,
};
