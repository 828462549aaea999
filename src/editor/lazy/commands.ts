/** Code for commands, notifications, links, and the API. Loaded with the first use. */
export { commandTable } from './commandTable';
export { DemoFiles } from '../demo/demoFiles';
export { fetchRecord, trackRecord, wholeResult } from '../integrations/apiFunctions';
export { invokeTool, prepareToolInvocation } from '../integrations/assistant/tools';
export { openSubmissionLink, submissionLinks } from '../integrations/terminalLinks';
export { restoreRecordPanel } from '../resultPanel';
export { findSamples } from '../samples';
export { noticeSettingsProblems } from '../shared/settings/settingsProblems';
export { makeBrowserSubmissions } from '../submit/inBrowser/makeBrowserSubmissions';
