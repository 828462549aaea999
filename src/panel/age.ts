/** `5 minutes ago`; `age` in ms. */
export function ageInWords(age: number, locale: string): string {
  const seconds = Math.max(0, Math.round(age / 1000));
  const [, unit, size] = steps.find(([limit]) => seconds < limit) ?? ['', 'second' as const, 1];
  // “now” instead of “12 seconds ago”, which would be wrong a moment later
  if (unit === 'second' && locale === 'zh-cn') return '刚刚'; // “现在”, as the format has it, is no age
  const amount = unit === 'second' ? 0 : -Math.floor(seconds / size);
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(amount, unit);
  // “5 分钟前”: the format leaves out the blank that Chinese has after digits everywhere else
  return words.replace(/\d(?=\p{Script=Han})/u, '$& ');
}

const steps: readonly (readonly [limit: number, unit: Intl.RelativeTimeFormatUnit, size: number])[] = [
  [60, 'second', 1],
  [60 * 60, 'minute', 60],
  [24 * 60 * 60, 'hour', 60 * 60],
  [30 * 24 * 60 * 60, 'day', 24 * 60 * 60],
  [365 * 24 * 60 * 60, 'month', 30 * 24 * 60 * 60],
  [Number.POSITIVE_INFINITY, 'year', 365 * 24 * 60 * 60],
];
