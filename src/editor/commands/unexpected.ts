import { l10n, window } from 'vscode';
import { StorageFailed } from '../../records';
import type { Parts } from '../parts';

/** Expected failures are told where they happen; what arrives here is told too, never swallowed. */
export function tellUnexpected(parts: Parts, command: string, error: unknown): void {
  parts.log.error(`${command}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  const message =
    error instanceof StorageFailed
      ? l10n.t('The results could not be saved. The log says why.')
      : l10n.t('Something unexpected went wrong. The log says more.');
  const showLog = l10n.t('Show Log');
  void window.showErrorMessage(message, showLog).then((chosen) => {
    if (chosen === showLog) parts.log.show();
  });
}
