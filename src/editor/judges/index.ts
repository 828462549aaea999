export { chooseService, readyService } from './chooseService';
export { addService, freeName } from './editServices';
export { testRequest } from './judgeTest';
export type { Choice } from '../shared/judges';
export { addConfirmed, confirmShared, type Confirmed } from './sharing/addShared';
export { signInAgain } from './signIn/signIn';
