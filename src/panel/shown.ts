import type { StatusCode } from '../judge/status';
import type { RecordHead, ShowMessage, StatusView, Words } from './messages';

/** Content of the page, before any filter. */
export type Shown = Omit<ShowMessage, 'type'>;

/** Statuses of each record by code: every square looks one up, and a service may send very many. */
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

/** Replaces `{0}`, `{1}` … by the values. */
export function fill(template: string, ...values: readonly (string | number)[]): string {
  return template.replace(/\{(\d)\}/g, (whole, index: string) => String(values[Number(index)] ?? whole));
}

export function joined(separator: string, ...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(separator);
}

/** Returns the name in `WA Wrong Answer`. Empty if the verdict consists of the code only. */
export function nameAfterCode(verdict: string, code: string): string {
  return verdict.startsWith(`${code} `) ? verdict.slice(code.length + 1) : '';
}

/** Returns the comma and the colon of the page’s language, with the space that follows them. */
export function punctuation({ locale }: Words): { readonly comma: string; readonly colon: string } {
  return locale.startsWith('zh') ? { comma: '，', colon: '：' } : { comma: ', ', colon: ': ' };
}
