import { l10n, window } from 'vscode';
import { errorStack } from '../../base/errors';
import { StorageFailed } from '../../records/storage';
import { offer } from '../dialogs';
import type { ExtensionServices } from '../extensionServices';
import { storageProblemWords } from '../storageWords';

/** Expected failures are told where they happen; what arrives here is told too, never swallowed. */
export function showUnexpectedError(
  { log }: { readonly log: Pick<ExtensionServices['log'], 'error' | 'show'> },
  command: string,
  error: unknown,
): void {
  log.error(`${command}: ${errorStack(error)}`);
  // what could not be written stays in memory and is told by the store: mostly it is something that can't be read
  const message =
    error instanceof StorageFailed
      ? storageProblemWords(error.problem)
      : l10n.t('An unexpected error occurred. See the log for details.');
  void offer(message, l10n.t('Show Log'), () => log.show(), window.showErrorMessage);
}
