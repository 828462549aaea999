import type { ExtensionServices } from '../extensionServices';
import { showPending } from '../pending/showPending';
import { clearFilter, filter, groupBy, sortBy } from './arrange';
import { chooseService } from './chooseService';
import { getToken, removeCredentials, setCredentials } from './credentials';
import { defineStatusCodes } from './defineStatusCodes';
import { copyAsMarkdown, exportJson, importJson } from './exchange';
import { fetchJudgeResult } from './fetch';
import { clearFinished, copyRequestId, remove, showMoreCases } from './list';
import { openInBrowser, openProblem } from './browserPages';
import { compare, openRecord } from './panels';
import { showQuota } from './quota';
import { refresh, refreshAll, resumeTracking, stopAll, stopTracking } from './refresh';
import { showResultsOfFile, showVerdictActions } from './resultsOfFile';
import { runSamples } from './runSamples';
import { openSample, removeSamples } from './samples';
import {
  compareOutput,
  compareWithJudged,
  openCompileMessage,
  openDiagnostic,
  openSource,
  setSourceFile,
} from './sources';
import { submit, submitAgain } from './submit';
import type { CommandName } from './names';

type Run = (parts: ExtensionServices, args: readonly unknown[]) => Promise<unknown>;

/** What each command does: loaded with the first one that is used. */
export const table: Readonly<Record<CommandName, Run>> = {
  fetch: (parts, args) => fetchJudgeResult(parts, args[0]),
  refresh: (parts, args) => refresh(parts, args),
  refreshAll: (parts) => refreshAll(parts),
  openRecord: (parts, args) => openRecord(parts, args),
  compareRecords: (parts, args) => compare(parts, args),
  setSourceFile: (parts, args) => setSourceFile(parts, args),
  openSource: (parts, args) => openSource(parts, args),
  openCompileMessage: (parts, args) => openCompileMessage(parts, args),
  compareWithJudged: (parts, args) => compareWithJudged(parts, args),
  compareOutput: (parts, args) => compareOutput(parts, args[0]),
  copyRequestId: (parts, args) => copyRequestId(parts, args),
  remove: (parts, args) => remove(parts, args),
  clearFinished: (parts) => clearFinished(parts),
  filter: (parts) => filter(parts),
  clearFilter: (parts) => clearFilter(parts),
  sortBy: (parts) => sortBy(parts),
  groupBy: (parts) => groupBy(parts),
  copyAsMarkdown: (parts, args) => copyAsMarkdown(parts, args),
  exportJson: (parts, args) => exportJson(parts, args),
  importJson: (parts) => importJson(parts),
  openSample: (parts) => openSample(parts),
  removeSamples: (parts) => removeSamples(parts),
  chooseService: (parts) => chooseService(parts),
  setCredentials: (parts, args) => setCredentials(parts, args[0]),
  getToken: (parts) => getToken(parts),
  removeCredentials: (parts) => removeCredentials(parts),
  submit: (parts, args) => submit(parts, args[0]),
  submitWith: (parts, args) => submit(parts, args[0]),
  submitAgain: (parts, args) => submitAgain(parts, args[0]),
  runSamples: (parts, args) => runSamples(parts, args[0]),
  showQuota: (parts) => showQuota(parts),
  openProblem: (parts, args) => openProblem(parts, args),
  openInBrowser: (parts, args) => openInBrowser(parts, args),
  showResultsOfFile: (parts, args) => showResultsOfFile(parts, args[0]),
  defineStatusCodes: (parts, args) => defineStatusCodes(parts, args),
  showLog: async (parts) => parts.log.show(),
  'row.openDiagnostic': (parts, args) => openDiagnostic(parts, args[0]),
  resumeTracking: (parts, args) => resumeTracking(parts, args),
  stopTracking: (parts, args) => stopTracking(parts, args),
  stopAll: (parts) => stopAll(parts),
  showPending: (parts) => showPending(parts),
  copyCallbackAddress: async (parts) => (await parts.callbacks()).copyAddress(),
  'row.showMoreCases': (parts, args) => showMoreCases(parts, args[0]),
  'row.showVerdictActions': (parts, args) => showVerdictActions(parts, args[0], args[1]),
};
