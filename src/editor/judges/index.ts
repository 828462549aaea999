export { chooseJudge, readyJudge } from './chooseJudge';
export { addJudge, freeJudgeName } from './editJudges';
export { testRequest } from './judgeTest';
export type { Choice } from '../shared/judges';
export { addConfirmed, confirmShared, type Confirmed } from './sharing/addShared';
export { signInAgain } from './signIn/signIn';
