export { chooseJudge } from './chooseJudge';
export { addJudge, freeJudgeName } from './editJudges';
export { testRequest } from './judgeTest';
export type { Choice } from '../shared/judges';
export { judgeForFile, readyJudge } from './readyJudge';
export { addConfirmed, confirmShared, type Confirmed } from './sharing/addShared';
export { signInAgain } from './signIn/signIn';
