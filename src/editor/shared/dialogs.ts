import { ProgressLocation, window } from 'vscode';

/** A question that has to be answered before anything happens. False: the person changed their mind. */
export async function confirms(question: string, button: string, detail = ''): Promise<boolean> {
  return (await window.showWarningMessage(question, { modal: true, detail }, button)) === button;
}

/** A notice with one button, and what that does. */
export async function offer(
  message: string,
  button: string,
  run: () => unknown,
  show: (message: string, button: string) => Thenable<string | undefined> = window.showInformationMessage,
): Promise<void> {
  if ((await show(message, button)) === button) await run();
}

/** Works under a notice that can cancel it. */
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
