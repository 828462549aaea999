import type { StatusCode } from '../results';
import type { RecordHead, ShowMessage, StatusView } from './messages';

/** Content of the page, before any filter. */
export type PageContent = Omit<ShowMessage, 'type'>;

/** Statuses of each record, by code. Cached, because each square needs one, and a judge may send very many. */
const meanings = new WeakMap<RecordHead, ReadonlyMap<StatusCode | null, StatusView>>();

/** Returns the meaning of a code; null if there is none. */
export function statusOf(head: RecordHead, code: StatusCode | null): StatusView | null {
  let known = meanings.get(head);
  if (!known) {
    known = new Map(head.statuses.map((status) => [status.code, status]));
    meanings.set(head, known);
  }
  return known.get(code) ?? null;
}
