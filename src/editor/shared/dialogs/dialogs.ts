import { commands, l10n, ProgressLocation, window } from 'vscode';

/** Requests confirmation in a modal dialog. Returns false if the user cancels. */
export async function confirms(question: string, button: string, detail = ''): Promise<boolean> {
  return (await window.showWarningMessage(question, { modal: true, detail }, button)) === button;
}

/** Shows a notification with one button that calls `run`. */
export async function offer(
  message: string,
  button: string,
  run: () => unknown,
  show: (message: string, button: string) => Thenable<string | undefined> = window.showInformationMessage,
): Promise<void> {
  if ((await show(message, button)) === button) await run();
}

/** Shows a message about the user's judges, and offers to choose or add one. */
export function offerJudges(message: string, show = window.showInformationMessage): void {
  const open = (): Thenable<unknown> => commands.executeCommand('judgeResults.chooseService');
  void offer(message, l10n.t('Choose Online Judge'), open, show);
}

/** Shows a message, and offers to open the setting that helps. `setting`: its name without `judgeResults.` */
export function offerSetting(message: string, setting: string, show = window.showInformationMessage): void {
  const open = (): Thenable<unknown> =>
    commands.executeCommand('workbench.action.openSettings', `judgeResults.${setting}`);
  void offer(message, l10n.t('Open Setting'), open, show);
}

/** Shows that a command needs an open file, and offers to open one. */
export function showNoFile(): void {
  const open = (): Thenable<unknown> => commands.executeCommand('workbench.action.quickOpen');
  void offer(l10n.t('Open a source file first.'), l10n.t('Open File…'), open);
}

/** Shows that a command requires a trusted workspace, and offers VS Code’s page about that. */
export function showUntrusted(message: string): void {
  const open = (): Thenable<unknown> => commands.executeCommand('workbench.trust.manage');
  void offer(message, l10n.t('Manage Workspace Trust'), open, window.showWarningMessage);
}

/** Shows a progress notification that can cancel the work. */
export async function withCancel<Value>(
  title: string,
  work: (signal: AbortSignal) => Promise<Value>,
  abort = new AbortController(),
): Promise<Value> {
  return window.withProgress(
    { location: ProgressLocation.Notification, title, cancellable: true },
    async (_progress, token) => {
      const cancelling = token.onCancellationRequested(() => abort.abort());
      try {
        return await work(abort.signal);
      } finally {
        cancelling.dispose();
      }
    },
  );
}
