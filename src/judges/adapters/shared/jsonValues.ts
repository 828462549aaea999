import { fromBase64 } from '../../../base/base64';
import { isValidTime } from '../../../base/validTime';
import { MAX_ENTRIES, isObject } from '../../../results';
import { RequestFailed } from '../../requestFailed';

/** An unchecked JSON object. */
export type Raw = Readonly<Record<string, unknown>>;

/** Returns the value if it is an object, or else an empty object. */
export function objectOf(value: unknown): Raw {
  return isObject(value) ? value : {};
}

/**
 * Returns the value if it is a string, or else null. Replaces lone surrogates, because `encodeURIComponent` would
 * throw.
 */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value.toWellFormed() : null;
}

/** Returns the value if it is a finite number, or else null. */
export function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** Returns the value if it is a whole number that isn't too large for exact arithmetic, or else null. */
export function wholeOf(value: unknown): number | null {
  return Number.isSafeInteger(value) ? (value as number) : null;
}

/**
 * Returns the objects in a list; none if it isn't a list. Throws `RequestFailed` (`shape`) if it has too many entries.
 */
export function objectsOf(value: unknown): readonly Raw[] {
  if (!Array.isArray(value)) return [];
  if (value.length > MAX_ENTRIES) throw tooManyEntries('');
  return value.filter(isObject);
}

/**
 * Creates the failure of a response with more than `MAX_ENTRIES` entries. `path`: path of the list; empty for the whole
 * response.
 */
export function tooManyEntries(path: string): RequestFailed {
  return new RequestFailed({ kind: 'shape', path, expected: 'at most 100,000 entries', found: 'a list' });
}

/** Converts an ISO 8601 time, or seconds since 1970, to ms since 1970. Null: not a valid time. */
export function momentOf(value: unknown): number | null {
  const moment = typeof value === 'number' ? value * 1000 : Date.parse(textOf(value) ?? '');
  return isValidTime(moment) ? moment : null;
}

export function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/**
 * Decodes the named fields that contain base64 text. If any of these texts isn't base64, returns all of them unchanged.
 */
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

/** Converts seconds to ms. Rounds, so that 0.057 s become 57 ms, and not 57.00000000000001. */
export function milliseconds(seconds: number | null): number | null {
  const rounded = Math.round((seconds ?? NaN) * 1e6) / 1e3;
  return Math.abs(rounded) <= Number.MAX_SAFE_INTEGER ? rounded : null;
}

/** Converts a decimal text such as `"0.002"` to a number. Returns any other value unchanged. */
export function fromDecimal(value: unknown): unknown {
  return typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
}

export function kibibytes(bytes: number | null): number | null {
  return bytes === null ? null : bytes / 1024;
}
