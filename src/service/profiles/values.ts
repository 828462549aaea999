import { fromBase64 } from '../../base/base64';
import { isValidTime } from '../../base/moments';
import { MAX_ENTRIES, isObject } from '../../judge';
import { ServiceFailed } from '../failure';

/** An object of JSON, as it came. */
export type Raw = Readonly<Record<string, unknown>>;

/** One without any fields for what is no object. */
export function objectOf(value: unknown): Raw {
  return isObject(value) ? value : {};
}

/** Null: it is no text. Half of a surrogate pair, which no address can hold, is replaced. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value.toWellFormed() : null;
}

/** Null: it is no number. */
export function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** Null: it is no whole number that can be counted with. */
export function wholeOf(value: unknown): number | null {
  return Number.isSafeInteger(value) ? (value as number) : null;
}

/** Returns the objects in a list; none if it isn't a list. Throws `ServiceFailed` (`shape`) if it has too many entries. */
export function objectsOf(value: unknown): readonly Raw[] {
  if (!Array.isArray(value)) return [];
  if (value.length > MAX_ENTRIES) throw tooManyEntries('');
  return value.filter(isObject);
}

/** A response with more entries than the largest record has cases. `path`: of the list; empty for the whole response. */
export function tooManyEntries(path: string): ServiceFailed {
  return new ServiceFailed({ kind: 'shape', path, expected: 'at most 100,000 entries', found: 'a list' });
}

/** A moment in ISO 8601, or in seconds since 1970, as ms since 1970. Null: it is none. */
export function momentOf(value: unknown): number | null {
  const moment = typeof value === 'number' ? value * 1000 : Date.parse(textOf(value) ?? '');
  return isValidTime(moment) ? moment : null;
}

/** An ID as a part of an address. */
export function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Of the fields named, those that are texts, decoded from base 64. Where one of them is none, all are as they came. */
export function decodedTexts(raw: Raw, fields: readonly string[]): Record<string, string> {
  const texts = fields.flatMap((field) => {
    const text = textOf(raw[field]);
    return text === null ? [] : [{ field, text, decoded: fromBase64(text) }];
  });
  const isEncoded = texts.every(({ decoded }) => decoded !== null);
  return Object.fromEntries(
    texts.map(({ field, text, decoded }) => [field, isEncoded ? (decoded ?? text) : text]),
  );
}

/** 0.057 s are 57 ms, not 57.00000000000001. */
export function milliseconds(seconds: number | null): number | null {
  const rounded = Math.round((seconds ?? NaN) * 1e6) / 1e3;
  return Math.abs(rounded) <= Number.MAX_SAFE_INTEGER ? rounded : null;
}

/** A number that the service sends as text, such as `"0.002"`; anything else as it is. */
export function fromDecimal(value: unknown): unknown {
  return typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
}

/** Null: it isn't told. */
export function kibibytes(bytes: number | null): number | null {
  return bytes === null ? null : bytes / 1024;
}
