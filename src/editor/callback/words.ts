import { commands, l10n, window } from 'vscode';
import { isLoopback, parseUrl, type ServiceProfile } from '../../service';

/** Says, before anything listens, who else can reach the port. True: switched on. */
export async function agreesToListen(port: number): Promise<boolean> {
  const switchOn = l10n.t('Switch On');
  const chosen = await window.showWarningMessage(
    l10n.t(
      'Results that a service posts will be received on port {0} of this computer (127.0.0.1). Where several people share this computer, every one of them can reach that port. Only what the service has signed is believed; anything else is at most a reason to ask once more.',
      port,
    ),
    switchOn,
    openSettingWords(),
  );
  if (chosen === openSettingWords()) await openSettings();
  return chosen === switchOn;
}

/** A message about something that is missing in the settings. */
export async function openCallbackSettings(message: string): Promise<void> {
  const chosen = await window.showInformationMessage(message, openSettingWords());
  if (chosen !== undefined) await openSettings();
}

/** `code` as Node has it. */
export async function showPortProblem(port: number, code: string): Promise<void> {
  const chosen = await window.showWarningMessage(portWords(port, code), openSettingWords());
  if (chosen !== undefined) await openSettings();
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
        'Another program uses port {0}, so results that a service posts there don’t arrive. They are asked for, and the port is tried again by itself.',
        port,
      );
    case 'EACCES':
      return l10n.t(
        'This computer doesn’t allow listening on port {0}, so results that a service posts there don’t arrive. They are asked for.',
        port,
      );
    default:
      return l10n.t(
        'Listening on port {0} failed ({1}), so results that a service posts there don’t arrive. They are asked for.',
        port,
        code,
      );
  }
}

function openSettingWords(): string {
  return l10n.t('Open Setting');
}

async function openSettings(): Promise<void> {
  await commands.executeCommand('workbench.action.openSettings', 'judgeResults.push.callback');
}
