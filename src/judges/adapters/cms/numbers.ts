import type { Measured } from '../../../results';

/** Reads a decimal number. Null: not a number, or ambiguous. */
export type ReadNumber = (text: string) => number | null;

/**
 * Returns how to read the numbers of a page. `language`: its `Content-Language`; null: unknown, so that three digits after
 * a separator can be a fraction or thousands.
 */
export function numbersIn(language: string | null): ReadNumber {
  const separators = language === null ? null : separatorsOf(language);
  return separators ? (text) => numberWith(text, separators) : numberOfAnyLanguage;
}

interface Separators {
  readonly decimal: string;
  readonly group: string;
}

/** Returns the separators of a language. Null: an invalid language. */
function separatorsOf(language: string): Separators | null {
  if (!/^[A-Za-z]{2,3}(?:[-_][A-Za-z\d]{2,8}){0,3}$/.test(language)) return null;
  try {
    const format = new Intl.NumberFormat(language.replaceAll('_', '-'), {
      numberingSystem: 'latn',
      useGrouping: 'always',
    });
    const parts = format.formatToParts(1234567.5);
    const valueOf = (type: string): string => plain(parts.find((part) => part.type === type)?.value ?? '');
    return { decimal: valueOf('decimal'), group: valueOf('group') };
  } catch {
    return null;
  }
}

function numberWith(text: string, { decimal, group }: Separators): number | null {
  const number = plain(text);
  if (!/^\d[\d.,’ ]{0,20}$/.test(number)) return null;
  const [whole = '', fraction = '0', ...others] = number.split(decimal);
  const groups = group === '' ? [whole] : whole.split(group);
  const isGrouped = groups.every((digits, index) => (index === 0 ? /^\d{1,9}$/ : /^\d{3}$/).test(digits));
  return others.length === 0 && isGrouped && /^\d{1,9}$/.test(fraction)
    ? Number(`${groups.join('')}.${fraction}`)
    : null;
}

/** Returns a text with the usual space and apostrophe. */
function plain(text: string): string {
  return text.replaceAll(/\s/g, ' ').replaceAll("'", '’');
}

function numberOfAnyLanguage(text: string): number | null {
  const [, whole = '', fraction = ''] = /^(\d{1,9})(?:[.,](\d{1,9}))?$/.exec(text) ?? [];
  if (whole === '' || (fraction.length === 3 && whole !== '0')) return null;
  return Number(`${whole}.${fraction || '0'}`);
}

/** Abbreviations of seconds in the languages of CMS. */
const seconds = new Set('s sec secs second seconds Sek sek с сек sn seg mp 秒 초 ث วิ giây שנ׳'.split(' '));

/** Reads `0.123 s` or `> 1.000 s` as ms. CMS always shows three decimals. Null: unknown number or unit. */
export function readTime(text: string): Measured['time'] {
  const [, whole, fraction, unit = ''] =
    /^(?:> ?)?(\d{1,6})[.,](\d{1,3}) ?([^\d\s.]{1,10})\.?$/.exec(text) ?? [];
  if (whole === undefined || fraction === undefined || !seconds.has(unit.normalize('NFC'))) return null;
  return Number(whole) * 1000 + Number(fraction.padEnd(3, '0'));
}

/** KiB by unit, in the languages of CMS. */
const memoryUnits: Readonly<Record<string, number>> = {
  B: 1 / 1024,
  byte: 1 / 1024,
  bytes: 1 / 1024,
  KiB: 1,
  Kio: 1,
  КиБ: 1,
  MiB: 1024,
  Mio: 1024,
  МиБ: 1024,
  GiB: 1024 ** 2,
  Gio: 1024 ** 2,
  ГиБ: 1024 ** 2,
};

/**
 * Reads `12.3 MiB` as KiB. CMS shows at most two decimals, and four digits only from 1,000 to 1,023. Null: unknown
 * number or unit.
 */
export function readMemory(text: string): Measured['memory'] {
  const [, number = '', unit = ''] = /^(\d{1,4}(?:[., ]\d{1,3})?) ?([^\d\s.,]{1,10})$/.exec(text) ?? [];
  const factor = Object.hasOwn(memoryUnits, unit) ? memoryUnits[unit] : undefined;
  if (factor === undefined) return null;
  if (/^1[., ]0[012]\d$/.test(number)) return Number(number[0] + number.slice(2)) * factor;
  const [, whole, fraction = '0'] = /^(\d{1,4})(?:[.,](\d{1,2}))?$/.exec(number) ?? [];
  return whole === undefined ? null : Number(`${whole}.${fraction}`) * factor;
}
