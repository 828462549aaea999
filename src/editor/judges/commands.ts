import { accountCommands } from './signIn/account';
import { serviceCommands } from './chooseService';
import { statusCodeCommands } from './defineStatusCodes';
import type { JudgeCommands } from './register';

export const judgeCommands: JudgeCommands = {
  ...accountCommands,
  ...serviceCommands,
  ...statusCodeCommands,
};
