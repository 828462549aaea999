/** What people, links, other extensions, and language models ask for: loaded with the first thing that is asked. */
export { fetchRecord, trackRecord, wholeResult } from './apiAsks';
export { invokeTool, prepareToolInvocation } from './assistant/tool';
export { restorePanel } from './commands/panels';
export { table } from './commands/table';
export { noticeSettingsProblems } from './settingsProblems';
