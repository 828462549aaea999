import { squareKind } from './cases';
import type { SubtaskView } from './messages';
import type { Saved } from './saved';
import { statusOf, type Shown } from './shown';

/** Returns whether subtasks can be folded: the record is judged, and has very many cases in several subtasks. */
export function canFold(shown: Shown, { filter }: Saved): boolean {
  const { record, subtasks } = shown;
  return (
    subtasks.length > 1 && record.progress === null && filter.kind === 'all' && squareKind(shown) === 'small'
  );
}

/** Returns whether only the heading of a subtask is shown: as the person chose, else if others failed and it didn't. */
export function isFolded(shown: Shown, saved: Saved, { key, cases }: SubtaskView): boolean {
  if (!canFold(shown, saved)) return false;
  const chosen = saved.folds[key];
  if (chosen !== undefined) return chosen;
  const isAccepted = cases.every(({ status }) => {
    const meaning = statusOf(shown.record, status);
    return meaning?.look === 'accepted' && !meaning.trouble;
  });
  return isAccepted && shown.record.first !== null;
}
