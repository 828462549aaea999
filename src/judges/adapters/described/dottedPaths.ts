import * as v from 'valibot';
import { isValidTime } from '../../../base/validTime';
import { MAX_ENTRIES, containerInText, isObject, plainText } from '../../../results';
import { RequestFailed } from '../../requestFailed';
import { tooManyEntries } from '../shared/jsonValues';
import { MAX_DESCRIBED_TEXT_LENGTH } from '../limits';

/** A dotted path in a response; empty: the whole response. */
export const place = v.pipe(
  v.string(),
  v.check((text) => text.length <= 200 && !/\s/.test(text) && !/^\.|\.\.|\.$/.test(text)),
);

const text = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500));
/** A path below the judge’s base URL. */
export const path = v.pipe(
  text,
  v.transform((typed) => (typed.startsWith('/') ? typed : `/${typed}`)),
);

/**
 * Returns the value at a dotted path: `data.info`, `cases.0.id`; empty: the whole value. A path can continue in a text
 * that contains JSON. Undefined: the path leads to nothing.
 */
export function at(json: unknown, place: string): unknown {
  let value = json;
  for (const step of stepsOf(place)) {
    value = withoutJsonText(value);
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[step];
  }
  return value;
}

/** Parses a text that contains a JSON object or list. Returns any other value unchanged. */
function withoutJsonText(value: unknown): unknown {
  return typeof value === 'string' ? (containerInText(value) ?? value) : value;
}

function stepsOf(place: string): readonly string[] {
  return place === '' ? [] : place.split('.');
}

/**
 * Returns whether the value at a path, or an object on the way to it, is null. This means that the judge has no value.
 */
export function isNullAt(json: unknown, place: string): boolean {
  const steps = stepsOf(place);
  return (
    steps.some((_, count) => at(json, steps.slice(0, count).join('.')) === null) || at(json, place) === null
  );
}

/** Returns a number, which may be sent as text; null: none. `place`: undefined if not configured. */
export function numberAt(json: unknown, place: string | undefined): number | null {
  const value = place === undefined ? null : at(json, place);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.length > 30 || !/^-?\d+(?:\.\d+)?$/.test(value)) return null;
  return Number(value);
}

/**
 * Returns a text, or a number as text, with at most `limit` characters. Null: neither. `place`: undefined if not
 * configured.
 */
export function textAt(
  json: unknown,
  place: string | undefined,
  limit = MAX_DESCRIBED_TEXT_LENGTH,
): string | null {
  const value = place === undefined ? null : at(json, place);
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' ? value.slice(0, limit).toWellFormed() : null;
}

/**
 * Returns an ID: a text, or a whole number as text. Null: neither, or a number so large that JSON doesn't preserve its
 * digits.
 */
export function idAt(json: unknown, place: string): string | null {
  const value = at(json, place);
  return typeof value === 'number' && !Number.isSafeInteger(value) ? null : textAt(json, place, 200);
}

/** Returns whether `textAt` doesn't return the whole text, or not exactly. */
export function isShortenedAt(json: unknown, place: string | undefined): boolean {
  const value = place === undefined ? null : at(json, place);
  return typeof value === 'string' && value !== textAt(json, place);
}

/**
 * Returns a status code: a whole number or a text. Undefined: no valid code; null: no code yet, or no object that could
 * contain one.
 */
export function codeAt(json: unknown, place: string): number | string | null | undefined {
  const value = at(json, place);
  if (value === undefined) return lacksParent(json, place) ? null : undefined;
  if (value === null) return null;
  if (typeof value === 'number') return Number.isInteger(value) ? value : undefined;
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? value.slice(0, 64).toWellFormed() : undefined;
}

/** Returns whether an object on the way to the value is null or missing. The whole response doesn't count. */
function lacksParent(json: unknown, place: string): boolean {
  const steps = stepsOf(place);
  for (let count = 1; count < steps.length; count += 1) {
    const parent = withoutJsonText(at(json, steps.slice(0, count).join('.')));
    if (parent === undefined || parent === null) return true;
    if (typeof parent !== 'object') return false;
  }
  return false;
}

/**
 * Returns a list, or the values of an object, also in a text that contains JSON; an empty list for a missing value.
 * Throws `RequestFailed` for any other value, or if there are too many entries.
 */
export function listAt(json: unknown, place: string, field: string): readonly unknown[] {
  const items = itemsAt(json, place);
  if (!items) throw misplaced(json, place, field);
  if (items.length > MAX_ENTRIES) throw tooManyEntries(plainText(place, 100));
  return items;
}

/** Like `listAt`, but returns null for any other value. */
export function itemsAt(json: unknown, place: string): readonly unknown[] | null {
  const value = withoutJsonText(at(json, place));
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value as readonly unknown[];
  return isObject(value) ? Object.values(value) : null;
}

/** Creates the failure for a configured path that leads to no value. */
export function misplaced(json: unknown, place: string, field: string): RequestFailed {
  const names = namesAround(json, place);
  return new RequestFailed({ kind: 'place', field, place: plainText(place, 100), nearbyPaths: names });
}

/** Creates the failure for a configured path that leads to no ID, see `idAt`. */
export function misplacedId(json: unknown, place: string, field: string): RequestFailed {
  const value = at(json, place);
  if (typeof value !== 'number') return misplaced(json, place, field);
  return new RequestFailed({
    kind: 'shape',
    path: plainText(place, 100),
    expected: 'text',
    found: String(value),
  });
}

/** Returns the paths that exist next to the first missing part of a path, sanitized for display. */
export function namesAround(json: unknown, place: string): readonly string[] {
  const steps = [...stepsOf(place)];
  const parent = (): unknown => withoutJsonText(at(json, steps.join('.')));
  do steps.pop();
  while (steps.length > 0 && (typeof parent() !== 'object' || parent() === null));
  const around = parent();
  const names = typeof around === 'object' && around !== null ? Object.keys(around) : [];
  return names.slice(0, 8).map((name) => plainText([...steps, name].join('.'), 60));
}

/** Parses ISO 8601, or seconds or ms since 1970. Null: not a valid time. */
export function momentAt(json: unknown, place: string | undefined): number | null {
  const number = numberAt(json, place);
  // as seconds, it would be later than the year 5138
  if (number !== null) return Math.abs(number) < 1e11 ? number * 1000 : isValidTime(number) ? number : null;
  const time = Date.parse(textAt(json, place, 40) ?? '');
  return Number.isNaN(time) ? null : time;
}
