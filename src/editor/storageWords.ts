import { l10n } from 'vscode';
import type { StorageProblem } from '../records';

/** What is wrong with the disk, and what becomes of the results. */
export function storageProblemWords(problem: StorageProblem): string {
  switch (problem.kind) {
    case 'full':
      return l10n.t(
        'The disk is full: new results are not kept until there is room. What was kept before is safe.',
      );
    case 'readOnly':
      return l10n.t(
        'Results can’t be kept: their folder may not be written to. What was kept before is safe. ({0})',
        problem.path,
      );
    case 'broken':
      return problem.movedTo === null
        ? l10n.t('A file of the history is damaged: {0}.', problem.path)
        : l10n.t('A damaged file of the history was set aside: {0}.', problem.movedTo);
    case 'newer':
      return l10n.t(
        'A newer version of Judge Results wrote {0}. It is left as it is; please update.',
        problem.path,
      );
    case 'missing':
      return l10n.t('A result is not there any more. Refresh its record to fetch it again.');
    case 'unwatched':
      return l10n.t('What other windows change is seen when this window gets the focus.');
    case 'busy':
      return l10n.t(
        'Another window keeps {0} locked. Its result is kept as soon as it lets go.',
        problem.path,
      );
    case 'other':
      return l10n.t('Results can’t be kept in {0} ({1}).', problem.path, problem.code);
  }
}
