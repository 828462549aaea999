import { commands, l10n, ProgressLocation, window } from 'vscode';

/** Asks for confirmation in a modal dialog. Returns false if the user cancels. */
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
