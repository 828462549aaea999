/** Code for commands, notifications, links, and the API. Loaded with the first use. */
export { demoCommands } from '../demo/commands';
export { SampleFiles } from '../demo/sampleFiles';
export { exchangeCommands } from '../exchange/commands';
export { fetchCommands } from '../fetch/commands';
export { fetchRecord, trackRecord, wholeResult } from '../integrations/apiFunctions';
export { invokeTool, prepareToolInvocation } from '../integrations/assistant/tool';
export { integrationCommands } from '../integrations/commands';
export { openSubmissionLink, submissionLinks } from '../integrations/terminalLinks';
export { judgeCommands } from '../judges/commands';
export { listCommands } from '../list/commands';
export { pendingCommands } from '../pending/commands';
export { problemsCommands } from '../problems/commands';
export { restoreRecordPanel } from '../recordPage';
export { recordPageCommands } from '../recordPage/commands';
export { noticeSettingsProblems } from '../shared/settingsProblems';
export { sourceFileCommands } from '../sourceFiles/commands';
export { submitCommands } from '../submit/commands';
export { makeBrowserSubmissions } from '../submit/inBrowser/makeBrowserSubmissions';
