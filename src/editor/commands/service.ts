/** What commands, links and checks do with a service: one piece that is loaded at the first use. */
export { agreeToUnchecked } from '../uncheckedCertificates';
export { noticeSettingsProblems, showSettingsProblems } from '../settingsProblems';
export { handleUri } from '../uriHandler';
export { chooseService } from './chooseService';
export { removeCredentials, setCredentials } from './credentials';
export { fetchJudgeResult } from './fetch';
export { openProblem } from './openProblem';
export { showQuota } from './quota';
export { submit, submitAgain } from './submit';
