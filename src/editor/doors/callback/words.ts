import { commands, l10n, window } from 'vscode';
import { isLoopback, parseUrl, type ServiceProfile } from '../../../service';
import { offer } from '../../prompts/dialogs';

/** Says, before anything listens, who else can reach the port. True: allowed. */
export async function agreesToListen(port: number): Promise<boolean> {
  const enable = l10n.t('Enable');
  const chosen = await window.showWarningMessage(
    l10n.t(
      'Judge Results will listen on 127.0.0.1:{0} for HTTP callbacks. Every user of this computer can reach this port. Only signed results are accepted; anything else only triggers a poll.',
      port,
    ),
    enable,
    openSettingWords(),
  );
  if (chosen === openSettingWords()) await openSettings();
  return chosen === enable;
}

/** A message about something that is missing in the settings. */
export function openCallbackSettings(message: string): Promise<void> {
  return offer(message, openSettingWords(), openSettings);
}

/** `code` as Node has it. */
export function showPortProblem(port: number, code: string): Promise<void> {
  return offer(portWords(port, code), openSettingWords(), openSettings, window.showWarningMessage);
}

/** Such a service reaches this computer without a tunnel. */
export function isOnThisComputer({ baseUrl }: ServiceProfile): boolean {
  const url = parseUrl(baseUrl);
  return url !== null && isLoopback(url);
}

function portWords(port: number, code: string): string {
  switch (code) {
    case 'EADDRINUSE':
      return l10n.t(
        'Port {0} is in use by another program. HTTP callbacks are off until the port is free; polling.',
        port,
      );
    case 'EACCES':
      return l10n.t('No permission to listen on port {0}. HTTP callbacks are off; polling.', port);
    default:
      return l10n.t('Can’t listen on port {0} ({1}). HTTP callbacks are off; polling.', port, code);
  }
}

function openSettingWords(): string {
  return l10n.t('Open Setting');
}

async function openSettings(): Promise<void> {
  await commands.executeCommand('workbench.action.openSettings', 'judgeResults.push.callback');
}
