import { commands, l10n, window, type Disposable } from 'vscode';
import {
  callbackPorts,
  pollIntervals,
  type AddressProblem,
  type SettingFault,
  type SettingProblem,
} from '../../../judges';
import { sanitizeForUi } from '../../labels/sanitizeText';
import { offer } from '../dialogs/dialogs';
import { later } from '../../../base/ports';
import { SETTINGS_PAUSE_MS } from '../limits';
import type { Core } from '../core';

let noticed = '';
let waiting: Disposable | undefined;

/** Logs invalid settings. Also shows a notification, but only once for the same problems. */
export function noticeSettingsProblems(extension: Core): void {
  waiting?.dispose();
  waiting = later(SETTINGS_PAUSE_MS, () => void noticeNow(extension));
}

async function noticeNow({ log, judges }: Core): Promise<void> {
  const choice = await judges.choice();
  const words = choice.kind === 'wrong' ? choice.problems.map(settingProblemWords).join(' ') : '';
  if (words === noticed) return;
  noticed = words;
  if (choice.kind !== 'wrong') return;
  log.warn(words);
  await showSettingsProblems(choice.problems);
}

/** Shows which setting is invalid and why, with a button to open it. */
export async function showSettingsProblems(problems: readonly SettingProblem[]): Promise<void> {
  const [first] = problems;
  if (!first) return;
  const open = () =>
    commands.executeCommand('workbench.action.openSettings', `judgeResults.${first.setting}`);
  const words = problems.map(settingProblemWords).join(' ');
  await offer(words, l10n.t('Open Setting'), open, window.showErrorMessage);
}

/** Returns `Setting “judgeResults.services → school.url”: …`. */
export function settingProblemWords({ setting, at, what }: SettingProblem): string {
  const name = at === '' ? `judgeResults.${setting}` : `judgeResults.${setting} → ${sanitizeForUi(at, 60)}`;
  return l10n.t('Setting “{0}”: {1}.', name, faultWords(what));
}

export function faultWords(fault: SettingFault): string {
  switch (fault.kind) {
    case 'notChosen':
      return l10n.t('No online judge selected');
    case 'expected':
      return fault.expected === 'text' ? l10n.t('Expected a string') : l10n.t('Expected an object');
    case 'oneOf':
      return l10n.t('Expected one of: {0}', fault.options.join(', '));
    case 'address':
      return addressProblemWords(fault.problem);
    case 'plainHttp':
      return l10n.t('Credentials are sent only over HTTPS or WSS, or to localhost');
    case 'headerName':
      return l10n.t('Expected a header name, for example X-Api-Key');
    case 'unknownField':
      return l10n.t('Unknown field');
    case 'statusCode':
      return l10n.t('Status codes have up to 64 characters');
    case 'port':
      return l10n.t('Expected a whole number from {0} to {1}', callbackPorts.lowest, callbackPorts.highest);
    case 'pushAuthentication':
      return l10n.t('Expected “none”, “header”, or “query:<name>”');
    case 'placeholder':
      return l10n.t(
        '{0} has no value here. Define it in “constants”, or check its spelling',
        `{${fault.name}}`,
      );
    case 'constantName':
      return l10n.t(
        'The name must have only letters, digits, and “_”, and can’t be that of another placeholder',
      );
    case 'nestedField':
      return l10n.t('A name with dots must be complete, and can’t contain the name of another field');
    case 'pollInterval':
      return l10n.t(
        'Expected a number of seconds from {0} to {1}',
        pollIntervals.shortest,
        pollIntervals.longest,
      );
    case 'serviceName':
      return l10n.t('This name can’t be used for a judge');
    case 'command':
      return l10n.t('Expected a list of a program’s name or absolute path and its arguments');
    case 'flags':
      return l10n.t('Expected a list of arguments');
  }
}

/** Explains why a URL is invalid, also while the user types it. */
export function addressProblemWords(problem: AddressProblem | 'webSocketScheme'): string {
  const words: Readonly<Record<typeof problem, string>> = {
    empty: l10n.t('Enter a URL, for example https://judge.example.com'),
    notAnAddress: l10n.t('Enter a URL, for example https://judge.example.com'),
    scheme: l10n.t('The URL must start with https:// (or http:// for localhost)'),
    webSocketScheme: l10n.t('The URL must start with wss:// (or ws:// for localhost)'),
    userInformation: l10n.t('Remove the user name and password. Credentials are entered separately'),
    query: l10n.t('Remove “?” or “#” and everything after it'),
  };
  return words[problem];
}
