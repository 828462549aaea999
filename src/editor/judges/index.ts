export { chooseJudge } from './chooseJudge';
export { addFound, addJudge, freeJudgeName } from './editJudges';
export type { JudgeAtUrl } from './judgeAtUrl';
export { testRequest } from './judgeTest';
export type { Choice } from '../shared/judges';
export { missingJudgeAt } from './missingJudge';
export { judgeForFile, readyJudge, signedIn } from './readyJudge';
export { addConfirmed, confirmShared, type Confirmed } from './sharing/addShared';
export { signInAgain } from './signIn/signIn';
