import type { SquareKind } from './cases';
import type { CaseFilter } from './caseFilter';
import type { SubtaskView } from './messages';
import type { SavedState } from './savedState';
import { statusOf, type PageContent } from './pageContent';

/**
 * Returns whether subtasks can be folded: the record is judged, has very many cases in several subtasks, and all of
 * them are shown.
 */
export function canFoldSubtasks(
  { record, subtasks }: PageContent,
  { kind }: CaseFilter,
  squares: SquareKind,
): boolean {
  return subtasks.length > 1 && record.progress === null && kind === 'all' && squares === 'small';
}

/**
 * Returns whether a subtask is folded. If the user didn't choose, it is folded if all of its cases were accepted and
 * another case failed.
 */
export function isFolded(shown: PageContent, saved: SavedState, { key, cases }: SubtaskView): boolean {
  const chosen = saved.folds[key];
  if (chosen !== undefined) return chosen;
  const isAccepted = cases.every(({ status }) => {
    const meaning = statusOf(shown.record, status);
    return meaning?.style === 'accepted' && !meaning.trouble;
  });
  return isAccepted && shown.record.first !== null;
}
