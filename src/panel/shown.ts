import type { StatusCode } from '../judge/status';
import type { RecordHead, ShowMessage, StatusView } from './messages';

/** What the page shows, before any filter. */
export type Shown = Omit<ShowMessage, 'type'>;

/** A service may send very many codes, and each square asks for one. */
const meanings = new WeakMap<RecordHead, ReadonlyMap<StatusCode | null, StatusView>>();

/** The meaning of a code; null for none. */
export function statusOf(head: RecordHead, code: StatusCode | null): StatusView | null {
  let known = meanings.get(head);
  if (!known) {
    known = new Map(head.statuses.map((status) => [status.code, status]));
    meanings.set(head, known);
  }
  return known.get(code) ?? null;
}

/** `{0}`, `{1}` … replaced by the values. */
export function fill(template: string, ...values: readonly (string | number)[]): string {
  return template.replace(/\{(\d)\}/g, (whole, index: string) => String(values[Number(index)] ?? whole));
}

export function joined(separator: string, ...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(separator);
}
