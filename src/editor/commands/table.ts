import { commands } from 'vscode';
import { accountCommands } from './account';
import { serviceCommands } from './chooseService';
import { statusCodeCommands } from './defineStatusCodes';
import { exchangeCommands } from './exchange';
import { fetchCommands } from './fetch';
import { arrangementCommands } from './filterAndSort';
import { listCommands } from './list';
import { panelCommands } from './panels';
import { refreshCommands } from './refresh';
import { runSamplesCommands } from './runSamples';
import { sampleRecordCommands } from './sampleRecords';
import { sourceFileCommands } from './sourceFile';
import { inputCommands } from '../submission/inputEditors';
import { submitCommands } from './submit';
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
