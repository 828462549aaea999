/** Every command, `judgeResults.<name>`; `row.…` are run by rows only and so in no menu. */
export const commandNames = [
  'fetch',
  'refresh',
  'refreshAll',
  'openRecord',
  'compareRecords',
  'setSourceFile',
  'openSource',
  'openCompileMessage',
  'compareWithJudged',
  'compareOutput',
  'copyRequestId',
  'remove',
  'clearFinished',
  'filter',
  'clearFilter',
  'sortBy',
  'groupBy',
  'copyAsMarkdown',
  'exportJson',
  'importJson',
  'openSample',
  'removeSamples',
  'chooseService',
  'setCredentials',
  'getToken',
  'removeCredentials',
  'submit',
  'submitAgain',
  'submitWith',
  'runSamples',
  'showQuota',
  'openProblem',
  'openInBrowser',
  'defineStatusCodes',
  'showResultsOfFile',
  'showLog',
  'row.openDiagnostic',
  'resumeTracking',
  'stopTracking',
  'stopAll',
  'showPending',
  'copyCallbackAddress',
  'row.showMoreCases',
  'row.showVerdictActions',
] as const;

export type CommandName = (typeof commandNames)[number];

/** Names the panels of records to VS Code, which opens them again after a reload. */
export const panelType = 'judgeResults.record';

/** Where a workspace's arrangement of the list is kept; nothing there: the list is plain. */
export const arrangementKey = 'judgeResults.arrangement';

/** Where it is kept which requests were stopped because their service was removed; nothing there: none. */
export const stoppedWithServiceKey = 'judgeResults.stoppedWithService';
