import type { Words } from './messages';

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
  if (locale.startsWith('zh')) return { comma: '，', colon: '：' };
  return { comma: locale === 'ja' ? '、' : ', ', colon: ': ' };
}
