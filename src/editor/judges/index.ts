export { chooseService, readyService } from './chooseService';
export { addService } from './editServices';
export { testRequest } from './judgeTest';
export { type Choice } from './serviceManager';
export { signInAgain } from './signIn';
