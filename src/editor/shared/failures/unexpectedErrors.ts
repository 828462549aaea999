import { commands, l10n, window } from 'vscode';
import { errorStack, type Log } from '../../../base/log';
import { StorageFailed } from '../../../records';
import { offer } from '../dialogs/dialogs';
import { SettingsNotWritten } from '../settings/settings';
import { sanitizeForUi } from '../../labels/sanitizeText';
import { storageProblemWords } from '../storage/storageProblems';
import type { Core } from '../core';

/** Runs a user's action, and shows any error. */
export async function showingUnexpectedErrors(
  extension: Core,
  what: string,
  run: () => Promise<unknown>,
): Promise<unknown> {
  try {
    return await run();
  } catch (error) {
    await showUnexpectedError(extension, what, error);
    return undefined;
  }
}

/** Shows an unexpected error that no other code handled. */
export async function showUnexpectedError(
  { log }: { readonly log: Pick<Log, 'error' | 'show'> },
  command: string,
  error: unknown,
): Promise<void> {
  log.error(`${command}: ${errorStack(error)}`);
  if (error instanceof SettingsNotWritten) {
    const open = () => commands.executeCommand('workbench.action.openSettingsJson');
    void offer(sanitizeForUi(error.message), l10n.t('Open Settings'), open, window.showErrorMessage);
    return;
  }
  // the store already reports failed writes, so this is usually a failed read
  const message =
    error instanceof StorageFailed
      ? storageProblemWords(error.problem)
      : l10n.t('An unexpected error occurred. See the log for details.');
  void offer(message, l10n.t('Show Log'), () => log.show(), window.showErrorMessage);
}
