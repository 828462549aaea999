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

/** A service may send very many codes, and each square asks for one. */
const meanings = new WeakMap<RecordHead, ReadonlyMap<StatusCode | null | undefined, StatusView>>();

/** The meaning of a code; null for none. */
export function statusOf(head: RecordHead, code: StatusCode | null | undefined): StatusView | null {
  let known = meanings.get(head);
  if (!known) {
    known = new Map(head.statuses.map((status) => [status.code, status]));
    meanings.set(head, known);
  }
  return known.get(code) ?? null;
}
