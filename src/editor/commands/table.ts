import { commands } from 'vscode';
import { accountCommands } from '../judges/account';
import { serviceCommands } from '../judges/chooseService';
import { statusCodeCommands } from '../judges/defineStatusCodes';
import { exchangeCommands } from '../exchange/commands';
import { fetchCommands } from '../fetch/fetch';
import { arrangementCommands } from '../list/filterAndSort';
import { listCommands } from '../list/commands';
import { problemCommands } from '../submit/openProblem';
import { problemsCommands } from '../problems/commands';
import { panelCommands } from '../recordPage/commands';
import { refreshCommands } from '../fetch/refresh';
import { runSamplesCommands } from '../submit/runSamples';
import { sampleRecordCommands } from '../demo/commands';
import { sourceFileCommands } from '../sourceFiles/commands';
import { inputCommands } from '../submit/inputEditors';
import { submitCommands } from '../submit/submit';
import { showPending } from '../pending/showPending';
import type { Commands } from '../shared/targets';

/** What each command does: loaded with the first one that is used. */
export const table: Commands = {
  ...accountCommands,
  ...serviceCommands,
  ...statusCodeCommands,
  ...exchangeCommands,
  ...fetchCommands,
  ...arrangementCommands,
  ...listCommands,
  ...panelCommands,
  ...problemCommands,
  ...problemsCommands,
  ...refreshCommands,
  ...runSamplesCommands,
  ...sampleRecordCommands,
  ...sourceFileCommands,
  ...submitCommands,
  ...inputCommands,
  showPending,
  reloadWindow: () => Promise.resolve(commands.executeCommand('workbench.action.reloadWindow')),
  showLog: async ({ log }) => log.show(),
  copyCallbackAddress: async ({ callbacks }) => (await callbacks()).copyAddress(),
};
