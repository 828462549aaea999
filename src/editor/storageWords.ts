import { l10n } from 'vscode';
import type { StorageProblem } from '../records';

/** What is wrong with the disk, and what becomes of the results. */
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
        : l10n.t('A damaged history file was moved aside: {0}.', problem.movedTo);
    case 'newer':
      return l10n.t(
        '{0} was written by a newer version of Judge Results. Update the extension to use it.',
        problem.path,
      );
    case 'missing':
      return l10n.t('A result is no longer available. Refresh its record to fetch it again.');
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
