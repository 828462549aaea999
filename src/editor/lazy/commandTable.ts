import { commands } from 'vscode';
import { caseInput, debugCase } from '../localRuns/debugCase';
import { compareAs } from '../localRuns/compareAs';
import { runAgain } from '../localRuns/runAgain';
import { runCase } from '../localRuns/runCase';
import { addSampleOf, deleteSample, editSample } from '../cases/editSamples';
import { saveCase } from '../cases/saveCase';
import { askJury } from '../clarifications/askJury';
import { assistantsDuringContests } from '../contests/chooseAllowedJudges';
import { openSample, removeSamples } from '../demo/demoResults';
import { copyAsMarkdown } from '../exchange/copyAsMarkdown';
import { exportJson } from '../exchange/exportResults';
import { importJson } from '../exchange/importResults';
import { fetchJudgeResult } from '../fetch/fetch';
import { pasteInList } from '../fetch/pasteInList';
import { showProblemSubmissions } from '../fetch/problemSubmissions';
import { refresh, refreshAll } from '../fetch/refresh';
import { resumeTracking, stopAll, stopTracking } from '../fetch/resumeAndStop';
import { askAndTest, chooseJudge } from '../judges/chooseJudge';
import { defineStatusCodes } from '../judges/defineStatusCodes';
import { addJudgeFromFile } from '../judges/sharing/addShared';
import { copyJudgeLink } from '../judges/sharing/shareJudge';
import {
  follow,
  getToken,
  removeCredentials,
  setCredentials,
  showQuota,
  stopFollowing,
} from '../judges/signIn/account';
import { clearFilter, filter, groupBy, sortBy } from '../list/askArrangement';
import { copyRequestId } from '../list/copyRequestId';
import { openDiagnostic } from '../list/openDiagnostic';
import { clearFinished, remove } from '../list/removeResults';
import { editNote, rename } from '../list/renameAndNote';
import { showMoreCases } from '../list/showMoreCases';
import { showPending } from '../pending/showPending';
import { openCompileMessage } from '../diagnostics/sourceActions';
import { compareOutput } from '../resultPanel/compareOutput';
import { compare } from '../resultPanel/compareResults';
import { openInBrowser } from '../resultPanel/openInBrowser';
import { clickRecord, enterRow, openCase, openRecord } from '../resultPanel/openResult';
import type { CommandTable } from '../shared/commands/registerCommands';
import { compareWithJudged } from '../sourceFiles/compareWithSubmitted';
import { openSource } from '../sourceFiles/openSource';
import { showResultsOfFile } from '../sourceFiles/resultsOfFile';
import { setSourceFile } from '../sourceFiles/setSourceFile';
import { showVerdictActions } from '../sourceFiles/verdictActions';
import { submitInBrowser } from '../submit/inBrowser/submitInBrowser';
import { runWithInput } from '../localRuns';
import { openProblem, showStatementOf } from '../problemPages/openProblem';
import { showContest } from '../problemPages/showContest';
import { getSamples } from '../samples/getSamples';
import { runInputHere, runSamples, runSamplesOn } from '../submit/runSamples';
import { submit, submitWithOptions } from '../submit/submit';
import { tryRealJudge } from '../demo/tryRealJudge';
import type { Extension } from '../extension';

/** The function of each command. A command that is missing here, or isn't in `package.json`, doesn't compile. */
export const commandTable: CommandTable<Extension> = {
  // results
  fetch: (extension, [requestId]) => fetchJudgeResult(extension, requestId),
  refresh,
  refreshAll,
  resumeTracking,
  stopAll,
  stopTracking,
  showPending,
  showProblemSubmissions,
  openRecord,
  openInBrowser,
  compareRecords: compare,
  compareOutput: (extension, [place]) => compareOutput(extension, place),
  openCompileMessage,
  copyAsMarkdown,
  exportJson,
  importJson,

  // list
  filter,
  clearFilter,
  sortBy,
  groupBy,
  rename,
  editNote,
  copyRequestId,
  remove,
  clearFinished,
  'row.clickRecord': clickRecord,
  'row.enter': enterRow,
  'row.openCase': openCase,
  'row.openDiagnostic': (extension, [node]) => openDiagnostic(extension, node),
  'row.paste': pasteInList,
  'row.showClarifications': async ({ clarifications }, [row]) => (await clarifications()).showRow(row),
  'row.showMoreCases': showMoreCases,
  'row.showVerdictActions': showVerdictActions,

  // cases
  caseInput: async () => caseInput(),
  debugCase: (extension, [place]) => debugCase(extension, place),
  runCase: (extension, [place]) => runCase(extension, place),
  compareAs: (extension, [place]) => compareAs(extension, place),
  runAgain: (extension, args) => runAgain(extension, args),
  saveCase: (extension, [place]) => saveCase(extension, place),
  addSample: (extension, [program]) => addSampleOf(extension, program),
  editSample: (extension, [program]) => editSample(extension, program),
  deleteSample: (extension, [program]) => deleteSample(extension, program),

  // source files
  compareWithJudged,
  openSource,
  setSourceFile,
  showResultsOfFile: (extension, [file]) => showResultsOfFile(extension, file),

  // submissions, problems, and runs on this computer
  submit,
  submitWith: (extension, [file]) => submitWithOptions(extension, file),
  submitAgain: submit,
  submitInBrowser,
  openProblem,
  receiveProblems: async ({ receiving }) => (await receiving()).toggle(),
  showStatement: showStatementOf,
  showContest: (extension) => showContest(extension),
  getSamples: (extension, [file, problem]) => getSamples(extension, file, problem),
  runSamples: (extension, [file]) => runSamples(extension, file),
  runSamplesOn: (extension, [file]) => runSamplesOn(extension, file),
  runInputHere: (extension, [file]) => runInputHere(extension, file),
  runWithInput: async (_extension, [document]) => runWithInput(document),

  // judges
  chooseService: (extension) => chooseJudge(extension),
  addJudgeFromFile,
  copyJudgeLink,
  defineStatusCodes,
  testService: askAndTest,
  setCredentials: (extension, [service]) => setCredentials(extension, service),
  getToken,
  removeCredentials,
  follow,
  stopFollowing,
  showQuota,
  askJury,
  assistantsDuringContests,
  copyCallbackAddress: async ({ callbacks }) => (await callbacks()).copyAddress(),
  copyMcpConfiguration: ({ copyMcpConfiguration }) => copyMcpConfiguration(),

  // demo
  openSample,
  removeSamples,
  tryRealJudge,

  // window
  reloadWindow: async () => commands.executeCommand('workbench.action.reloadWindow'),
  showLog: async ({ log }) => log.show(),
};
