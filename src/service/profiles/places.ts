import * as v from 'valibot';
import { MAX_ENTRIES, isObject, plainText } from '../../judge';
import { ServiceFailed } from '../failure';
import { tooManyEntries } from './values';

/** A dotted place of an answer; empty: all of it. */
export const place = v.pipe(
  v.string(),
  v.check((text) => text.length <= 200 && !/\s/.test(text) && !/^\.|\.\.|\.$/.test(text)),
);

const text = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500));
/** Below the service’s address. */
export const path = v.pipe(
  text,
  v.transform((typed) => (typed.startsWith('/') ? typed : `/${typed}`)),
);

/** What stands at a dotted place of an answer: `data.info`, `cases.0.id`; empty: all of it. Undefined: nothing does. */
export function at(json: unknown, place: string): unknown {
  let value = json;
  for (const step of stepsOf(place)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[step];
  }
  return value;
}

function stepsOf(place: string): readonly string[] {
  return place === '' ? [] : place.split('.');
}

/** Whether null stands at a place, or on the way to it: the service has nothing there. */
export function isNullAt(json: unknown, place: string): boolean {
  const steps = stepsOf(place);
  return (
    steps.some((_, count) => at(json, steps.slice(0, count).join('.')) === null) || at(json, place) === null
  );
}

/** A number, also one that is sent as text; null: there is none. `place` undefined: none was described. */
export function numberAt(json: unknown, place: string | undefined): number | null {
  const value = place === undefined ? null : at(json, place);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.length > 30 || !/^-?\d+(?:\.\d+)?$/.test(value)) return null;
  return Number(value);
}

/** A text, or a number as text; at most `limit` characters. Null: neither stands there. */
export function textAt(json: unknown, place: string | undefined, limit = longestText): string | null {
  const value = place === undefined ? null : at(json, place);
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' ? value.slice(0, limit).toWellFormed() : null;
}

const longestText = 1024 * 1024;

/** A code of the service's own: a whole number or a text. Undefined: nothing stands there; null: nothing yet. */
export function codeAt(json: unknown, place: string): number | string | null | undefined {
  const value = at(json, place);
  if (value === undefined || value === null) return value;
  if (typeof value === 'number') return Number.isInteger(value) ? value : undefined;
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? value.slice(0, 64).toWellFormed() : undefined;
}

/**
 * A list, or the values of an object; an empty one where nothing stands. Throws `ServiceFailed` where something else does, or
 * where there are too many entries.
 */
export function listAt(json: unknown, place: string, field: string): readonly unknown[] {
  const items = itemsAt(json, place);
  if (!items) throw misplaced(json, place, field);
  if (items.length > MAX_ENTRIES) throw tooManyEntries(plainText(place, 100));
  return items;
}

/** The same; null: something else stands there. */
export function itemsAt(json: unknown, place: string): readonly unknown[] | null {
  const value = at(json, place);
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value as readonly unknown[];
  return isObject(value) ? Object.values(value) : null;
}

/** The place that a description names isn't in the answer. */
export function misplaced(json: unknown, place: string, field: string): ServiceFailed {
  const found = namesAround(json, place);
  return new ServiceFailed({ kind: 'place', field, place: plainText(place, 100), found });
}

/** What there is where a place leads to nothing, fit for display: the names beside the first one that is missing. */
export function namesAround(json: unknown, place: string): readonly string[] {
  const steps = [...stepsOf(place)];
  const isThere = () => typeof at(json, steps.join('.')) === 'object' && at(json, steps.join('.')) !== null;
  do steps.pop();
  while (steps.length > 0 && !isThere());
  const around = at(json, steps.join('.'));
  const names = typeof around === 'object' && around !== null ? Object.keys(around) : [];
  return names.slice(0, 8).map((name) => plainText([...steps, name].join('.'), 60));
}
