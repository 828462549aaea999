import type { StatusCode } from '../judge/status';
import { emptyColumns, withRows } from './columns';
import type { RecordHead, PanelUpdate, ShowMessage, StatusView, SubtaskView } from './messages';

/** What the page shows, before any filter. Immutable: a patch makes a new one. */
export type Shown = Omit<ShowMessage, 'type'>;

export function patched(shown: Shown, patch: PanelUpdate): Shown {
  const subtasks: SubtaskView[] = shown.subtasks.slice(0, patch.subtaskCount);
  for (const { index, key, id, figures, count, at, cases } of patch.subtasks) {
    const old = subtasks[index]?.cases ?? emptyColumns(0);
    subtasks[index] = { key, id, figures, cases: withRows(old, count, at, cases), before: null };
  }
  return { ...shown, record: patch.record, subtasks };
}

/** The meaning of a code; null for none. */
export function statusOf(head: RecordHead, code: StatusCode | null | undefined): StatusView | null {
  return head.statuses.find((status) => status.code === code) ?? null;
}
