import type { ExtensionServices } from '../extensionServices';
import { showPending } from '../pending/showPending';
import { clearFilter, filter, groupBy, sortBy } from './filterAndSort';
import { chooseService } from './chooseService';
import { getToken, removeCredentials, setCredentials } from './credentials';
import { defineStatusCodes } from './defineStatusCodes';
import { copyAsMarkdown, exportJson, importJson } from './exchange';
import { fetchJudgeResult } from './fetch';
import { follow, stopFollowing } from './follow';
import { clearFinished, copyRequestId, remove, showMoreCases } from './list';
import { openInBrowser, openProblem, compare, enterRow, openCase, openRecord } from './panels';
import { showQuota } from './quota';
import { refresh, refreshAll, resumeTracking, stopAll, stopTracking } from './refresh';
import { showResultsOfFile, showVerdictActions } from './resultsOfFile';
import { rename } from './rename';
import { runSamples } from './runSamples';
import { openSample, removeSamples } from './sampleRecords';
import {
  compareOutput,
  compareWithJudged,
  openCompileMessage,
  openDiagnostic,
  openSource,
  setSourceFile,
} from './sourceFile';
import { submit, submitAgain } from './submit';
import type { CommandName } from './names';

type Run = (extension: ExtensionServices, args: readonly unknown[]) => Promise<unknown>;

/** What each command does: loaded with the first one that is used. */
export const table: Readonly<Record<CommandName, Run>> = {
  fetch: (extension, args) => fetchJudgeResult(extension, args[0]),
  refresh,
  refreshAll,
  openRecord,
  compareRecords: compare,
  setSourceFile,
  openSource,
  openCompileMessage,
  compareWithJudged,
  compareOutput: (extension, args) => compareOutput(extension, args[0]),
  rename,
  copyRequestId,
  remove,
  clearFinished,
  filter,
  clearFilter,
  sortBy,
  groupBy,
  copyAsMarkdown,
  exportJson,
  importJson,
  openSample,
  removeSamples,
  chooseService,
  follow,
  stopFollowing,
  setCredentials: (extension, args) => setCredentials(extension, args[0]),
  getToken,
  removeCredentials,
  submit: (extension, args) => submit(extension, args[0]),
  submitWith: (extension, args) => submit(extension, args[0]),
  submitAgain: (extension, args) => submitAgain(extension, args[0]),
  runSamples: (extension, args) => runSamples(extension, args[0]),
  showQuota,
  openProblem,
  openInBrowser,
  showResultsOfFile: (extension, args) => showResultsOfFile(extension, args[0]),
  defineStatusCodes,
  showLog: async (extension) => extension.log.show(),
  'row.openCase': openCase,
  'row.enter': enterRow,
  'row.openDiagnostic': (extension, args) => openDiagnostic(extension, args[0]),
  resumeTracking,
  stopTracking,
  stopAll,
  showPending,
  copyCallbackAddress: async (extension) => (await extension.callbacks()).copyAddress(),
  'row.showMoreCases': (extension, args) => showMoreCases(extension, args[0]),
  'row.showVerdictActions': (extension, args) => showVerdictActions(extension, args[0], args[1]),
};
