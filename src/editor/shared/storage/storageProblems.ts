import { commands, l10n, window } from 'vscode';
import type { KnownRecord, StorageProblem } from '../../../records';
import { offer } from '../dialogs/dialogs';

/** Shows a problem with the storage. If reloading the window helps, adds a button. */
export function showStorageProblem(problem: StorageProblem): void {
  const words = storageProblemWords(problem);
  if (problem.kind !== 'newer') {
    void window.showWarningMessage(words);
    return;
  }
  const reload = () => commands.executeCommand('workbench.action.reloadWindow');
  void offer(words, l10n.t('Reload Window'), reload, window.showWarningMessage);
}

/** Explains why a record that a newer version saved can't be used, and offers to reload the window. */
export function offerReload({ key }: KnownRecord): void {
  showStorageProblem({ kind: 'newer', path: key, reason: 'the record' });
}

export function storageProblemWords(problem: StorageProblem): string {
  switch (problem.kind) {
    case 'full':
      return l10n.t(
        'The disk is full. New results aren’t saved until space is available. Saved results aren’t affected.',
      );
    case 'readOnly':
      return l10n.t(
        'Can’t save results: the folder is read-only. Saved results aren’t affected. ({0})',
        problem.path,
      );
    case 'broken':
      return problem.movedTo === null
        ? l10n.t('A history file is damaged: {0}.', problem.path)
        : l10n.t('A damaged history file was moved to {0}.', problem.movedTo);
    case 'newer':
      return l10n.t(
        'Some results were saved by a newer version of Judge Results. Reload the window or update the extension to use them.',
      );
    case 'missing':
      return l10n.t('A result is no longer available. Refresh it to fetch it again.');
    case 'unwatched':
      return l10n.t('Changes from other windows appear when this window is focused.');
    case 'busy':
      return l10n.t(
        '{0} is locked by another window. The result is saved when the lock is released.',
        problem.path,
      );
    case 'other':
      return l10n.t('Can’t save results in {0} ({1}).', problem.path, problem.code);
  }
}
