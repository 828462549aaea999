/** Returns `5 minutes ago`. `age`: ms; negative values count as 0. */
export function ageInWords(age: number, locale: string): string {
  const seconds = Math.max(0, Math.round(age / 1000));
  const [, unit, size] = steps.find(([limit]) => seconds < limit) ?? ['', 'second' as const, 1];
  // `Intl` formats 0 seconds as “现在”, which is not an age
  if (unit === 'second' && locale === 'zh-cn') return '刚刚';
  // “now” instead of “12 seconds ago”, which would be wrong a second later
  const amount = unit === 'second' ? 0 : -Math.floor(seconds / size);
  const words = formatterOf(locale).format(amount, unit);
  // “5 分钟前”: Chinese strings have a space after digits, but `Intl` omits it
  return words.replace(/\d(?=\p{Script=Han})/u, '$& ');
}

const formatters = new Map<string, Intl.RelativeTimeFormat>();

/** Returns a formatter. Cached, because each version in the chart has an age. */
function formatterOf(locale: string): Intl.RelativeTimeFormat {
  const known = formatters.get(locale);
  if (known) return known;
  const formatter = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  formatters.set(locale, formatter);
  return formatter;
}

const steps: readonly (readonly [limit: number, unit: Intl.RelativeTimeFormatUnit, size: number])[] = [
  [60, 'second', 1],
  [60 * 60, 'minute', 60],
  [24 * 60 * 60, 'hour', 60 * 60],
  [30 * 24 * 60 * 60, 'day', 24 * 60 * 60],
  [365 * 24 * 60 * 60, 'month', 30 * 24 * 60 * 60],
  [Number.POSITIVE_INFINITY, 'year', 365 * 24 * 60 * 60],
];
