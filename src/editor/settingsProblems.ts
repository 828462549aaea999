import { commands, l10n, window, type Disposable } from 'vscode';
import { callbackPorts, type AddressProblem, type SettingFault, type SettingProblem } from '../service';
import { sanitizeForUi } from './sanitizeForUi';
import { later } from './later';
import type { Uses } from './extensionServices';

let noticed = '';
let waiting: Disposable | undefined;
/** several settings are changed one after the other: what is wrong in between is of no interest, ms */
const quiet = 1000;

/** Names wrong settings in the log and, once for the same ones, in a notice. */
export function noticeSettingsProblems(extension: Uses<'log' | 'services'>): void {
  waiting?.dispose();
  waiting = later(quiet, () => void noticeNow(extension));
}

async function noticeNow({ log, services }: Uses<'log' | 'services'>): Promise<void> {
  const choice = await services.choice();
  const words = choice.kind === 'wrong' ? choice.problems.map(settingProblemWords).join(' ') : '';
  if (words === noticed) return;
  noticed = words;
  if (choice.kind !== 'wrong') return;
  log.warn(words);
  await showSettingsProblems(choice.problems);
}

/** Says which setting is wrong and what is wrong with it, and opens it on demand. */
export async function showSettingsProblems(problems: readonly SettingProblem[]): Promise<void> {
  const [first] = problems;
  if (!first) return;
  const openSetting = l10n.t('Open Setting');
  const chosen = await window.showErrorMessage(problems.map(settingProblemWords).join(' '), openSetting);
  if (chosen === openSetting) {
    await commands.executeCommand('workbench.action.openSettings', `judgeResults.${first.setting}`);
  }
}

/** `The setting “judgeResults.baseUrl”: …` */
export function settingProblemWords({ setting, at, what }: SettingProblem): string {
  const name = at === '' ? `judgeResults.${setting}` : `judgeResults.${setting} → ${sanitizeForUi(at, 60)}`;
  return l10n.t('The setting “{0}”: {1}.', name, faultWords(what));
}

function faultWords(fault: SettingFault): string {
  switch (fault.kind) {
    case 'notChosen':
      return l10n.t('no service is chosen');
    case 'expected':
      return fault.expected === 'text'
        ? l10n.t('text is expected here')
        : l10n.t('an object is expected here');
    case 'oneOf':
      return l10n.t('one of these is expected: {0}', fault.options.join(', '));
    case 'address':
      return addressProblemWords(fault.problem);
    case 'plainHttp':
      return l10n.t('credentials are only sent over an encrypted address (https, wss) or to this computer');
    case 'headerName':
      return l10n.t('the name of a header is expected here, such as X-Api-Key');
    case 'statusCode':
      return l10n.t('a status code is a whole number');
    case 'port':
      return l10n.t(
        'a whole number from {0} to {1} is expected here',
        callbackPorts.lowest,
        callbackPorts.highest,
      );
    case 'pushAuthentication':
      return l10n.t('“none”, “header” or “query:<name>” is expected here');
  }
}

/** What is wrong with an address, also while it is typed. */
export function addressProblemWords(problem: AddressProblem | 'webSocketScheme'): string {
  switch (problem) {
    case 'empty':
      return l10n.t('an address is needed, such as https://judge.example.com');
    case 'notAnAddress':
      return l10n.t('this is not an address; write it as https://judge.example.com');
    case 'scheme':
      return l10n.t('the address has to begin with https:// (or http:// on this computer)');
    case 'webSocketScheme':
      return l10n.t('the address has to begin with wss:// (or ws:// on this computer)');
    case 'userInformation':
      return l10n.t(
        'leave user name and password out of the address: they are asked for apart and kept safely',
      );
    case 'query':
      return l10n.t('leave out everything from “?” or “#” on');
  }
}
