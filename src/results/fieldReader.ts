import type { ExtraFields } from './model';
import type { StatusCode } from './status';
import { plainText } from './plainText';

/** Expected type of a value. A closed list, so that messages can be translated. */
export type Expectation =
  | 'an object'
  | 'a list'
  | 'a number'
  | 'a whole number'
  | 'text'
  | 'true or false'
  | '"judge"'
  | 'a request ID'
  | 'at most 64 levels of nesting'
  | 'at most 100,000 entries';

/** A deviation from the specification that is tolerated. */
export interface DecodeNotice {
  readonly kind:
    | 'numericString' // a number was sent as text
    | 'keyedList' // a list was sent as an object with IDs as keys
    | 'flatCases' // cases were sent without a subtask
    | 'unusableNumber' // infinite when parsed, and read as null
    | 'longText'; // cut to 16 Mi characters, or to a lower limit of the field
  /** path of the first occurrence */
  readonly path: string;
  /** number of occurrences */
  readonly count: number;
}

/** The first value in a body that doesn't have the expected type. */
export interface Misread {
  readonly ok: false;
  /** `data.judge.subtasks[3].cases`; empty for the body itself */
  readonly path: string;
  readonly expected: Expectation;
  /** the actual value, shortened and safe to display */
  readonly found: string;
}

/** Source of a JSON value. `stored`: this extension encoded it, in the same form for all judges. */
export type Origin = 'service' | 'stored';

/** Reads parsed JSON with `read`. Returns a `Misread` if a value has an unexpected type. Rethrows other errors. */
export function readJson<T>(
  json: unknown,
  read: (json: unknown, reader: Reader) => T,
  origin: Origin = 'service',
): Misread | { readonly ok: true; readonly value: T; readonly notices: readonly DecodeNotice[] } {
  const reader = new Reader(origin);
  try {
    const value = read(json, reader);
    return { ok: true, value, notices: reader.notices() };
  } catch (error) {
    if (!(error instanceof TypeMismatch)) throw error;
    return { ok: false, path: error.path, expected: error.expected, found: error.found };
  }
}

/** Thrown for the first value in a body that doesn't have the expected type. */
export class TypeMismatch extends Error {
  constructor(
    /** `data.judge.subtasks[3].cases`; empty for the body itself */
    readonly path: string,
    readonly expected: Expectation,
    readonly found: string,
  ) {
    super(`${path}: expected ${expected}`);
  }
}

const MAX_DEPTH = 64;
/** Maximum number of entries in all lists with the same name in a response. The largest record has as many cases. */
export const MAX_ENTRIES = 100_000;
const MAX_VALUE_LENGTH = 16 * 1024 * 1024;
const numericText = /^[+-]?(?:\d{1,40}(?:\.\d{0,40})?|\.\d{1,40})(?:e[+-]?\d{1,4})?$/i;
/** Status codes that are text: short enough for a row, without control characters or line separators. */
const textStatusCode = /^[^\p{C}\p{Z}][^\p{C}\p{Zl}\p{Zp}]{0,63}$/u;
const wholeNumber = /^(?:0|-?[1-9]\d{0,14})$/;

type Item<T> = (raw: Record<string, unknown>, key: string | null, reader: Reader) => T;

/**
 * Reads fields of parsed JSON. Tracks the current path, but builds its text only for an error or a notice. All methods
 * treat a missing field like null.
 */
export class Reader {
  constructor(
    readonly origin: Origin = 'service',
    /** fields, list keys, and indexes, from the body down to the object being read */
    private readonly currentPath: (string | number)[] = [],
    private readonly seen = new Map<DecodeNotice['kind'], { path: string; count: number }>(),
    /** Number of entries read so far, by list name. */
    private readonly entries = new Map<string, number>(),
  ) {}

  /** Returns a reader for the current object, or for a nested field. The path of the returned reader never changes. */
  inside(...fields: readonly (string | number)[]): Reader {
    return new Reader(this.origin, [...this.currentPath, ...fields], this.seen, this.entries);
  }

  enter(field: string | number): void {
    this.currentPath.push(field);
  }

  leave(): void {
    this.currentPath.pop();
  }

  notices(): DecodeNotice[] {
    return [...this.seen].map(([kind, { path, count }]) => ({ kind, path, count }));
  }

  typeMismatch(field: string | number, expected: Expectation, value: unknown): never {
    throw new TypeMismatch(this.pathOf(field), expected, describe(value));
  }

  object(value: unknown, field: string | number): Record<string, unknown> {
    if (!isObject(value)) this.typeMismatch(field, 'an object', value);
    return value;
  }

  number(value: unknown, field: string): number | null {
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    return value === null || value === undefined ? null : this.oddNumber(value, field, 'a number');
  }

  integer(value: unknown, field: string): number | null {
    if (typeof value === 'number' && Number.isInteger(value)) return value;
    if (value === null || value === undefined) return null;
    const number = this.oddNumber(value, field, 'a whole number');
    if (number !== null && !Number.isInteger(number)) this.typeMismatch(field, 'a whole number', value);
    return number;
  }

  /** Reads a status code: a whole number (specification, section 2.2), or a text that isn't a number. */
  statusCode(value: unknown, field: string): StatusCode | null {
    if (typeof value !== 'string') return this.integer(value, field);
    const isText =
      this.origin === 'stored' || (textStatusCode.test(value) && !numericText.test(value.trim()));
    return isText ? value : this.integer(value, field);
  }

  /** Reads the cases of a record from a judge that has no subtasks. */
  flatCases<T>(value: unknown, field: string, item: Item<T>): T[] {
    const cases = this.list(value, field, item);
    if (cases.length > 0) this.notice('flatCases', field);
    return cases;
  }

  /** Reads a text, cut to `limit` characters. */
  text(value: unknown, field: string, limit = MAX_VALUE_LENGTH): string | null {
    if (typeof value === 'string') return value.length <= limit ? value : this.cut(value, field, limit);
    if (value === null || value === undefined) return null;
    return this.typeMismatch(field, 'text', value);
  }

  flag(value: unknown, field: string): boolean | null {
    if (typeof value === 'boolean') return value;
    if (value === null || value === undefined) return null;
    return this.typeMismatch(field, 'true or false', value);
  }

  /** Reads a list, or an object whose values are the items and whose keys are their IDs. */
  list<T>(value: unknown, field: string, item: Item<T>): T[] {
    if (isObject(value)) this.notice('keyedList', field);
    return this.keyedList(value, field, item);
  }

  /** Like `list`, but adds no notice for an object with IDs as keys, because the judge always sends one. */
  keyedList<T>(value: unknown, field: string, item: Item<T>): T[] {
    if (value === null || value === undefined) return [];
    if (Array.isArray(value)) return this.items(value, null, field, item);
    if (!isObject(value)) this.typeMismatch(field, 'a list', value);
    return this.items(Object.values(value), Object.keys(value), field, item);
  }

  /** Converts the key of an item to its ID. Null without a key, or if it isn't a whole number. */
  idFromKey(key: string | null): number | null {
    return key !== null && wholeNumber.test(key) ? Number(key) : null;
  }

  /**
   * Adds the fields of `raw` that aren't in `known` to `decoded` as its `extra`, if there are any. Returns `decoded`.
   */
  withExtra<T extends { readonly extra?: ExtraFields }>(
    decoded: T,
    raw: object,
    known: readonly string[],
  ): T {
    let extra: Record<string, unknown> | null = null;
    for (const key in raw) {
      if (known.includes(key)) continue;
      extra ??= {};
      this.keep(extra, key, (raw as Record<string, unknown>)[key]);
    }
    const target: { extra?: ExtraFields } = decoded;
    // changes the object itself: copying each of 100,000 cases would take three times as long
    if (extra) target.extra = extra;
    return decoded;
  }

  /**
   * Throws if all lists with this name have more than 100,000 entries together. Stored results may have more, because
   * earlier versions accepted them.
   */
  countEntries(field: string, values: readonly unknown[]): void {
    const count = (this.entries.get(field) ?? 0) + values.length;
    this.entries.set(field, count);
    if (count > MAX_ENTRIES && this.origin === 'service')
      this.typeMismatch(field, 'at most 100,000 entries', values);
  }

  private items<T>(
    values: readonly unknown[],
    keys: readonly string[] | null,
    field: string,
    item: Item<T>,
  ): T[] {
    this.countEntries(field, values);
    this.currentPath.push(field, 0);
    const last = this.currentPath.length - 1;
    const result: T[] = [];
    for (let index = 0; index < values.length; index += 1) {
      const raw = values[index];
      const key = keys === null ? null : (keys[index] ?? null);
      this.currentPath[last] = keyAsIndex(key) ?? index;
      if (!isObject(raw)) throw new TypeMismatch(this.pathOf(''), 'an object', describe(raw));
      result.push(item(raw, key, this));
    }
    this.currentPath.length = last - 1;
    return result;
  }

  private keep(extra: Record<string, unknown>, key: string, value: unknown): void {
    if (!fitsWithin(value, MAX_DEPTH - this.currentPath.length - 1)) {
      this.typeMismatch(key, 'at most 64 levels of nesting', value);
    }
    if (key === '__proto__') define(extra, key, value);
    else extra[key] = value;
  }

  private oddNumber(value: unknown, field: string, expected: Expectation): number | null {
    let number: number;
    if (typeof value === 'number') {
      number = value;
    } else {
      if (typeof value !== 'string' || !numericText.test(value.trim()))
        this.typeMismatch(field, expected, value);
      number = Number(value);
      this.notice('numericString', field);
    }
    if (Number.isFinite(number)) return number;
    this.notice('unusableNumber', field);
    return null;
  }

  private cut(value: string, field: string, limit: number): string {
    this.notice('longText', field);
    return `${value.slice(0, limit - 1)}…`;
  }

  private notice(kind: DecodeNotice['kind'], field: string): void {
    const known = this.seen.get(kind);
    if (known) known.count += 1;
    else this.seen.set(kind, { path: this.pathOf(field), count: 1 });
  }

  private pathOf(field: string | number): string {
    let path = '';
    // the name of the body itself is empty
    for (const step of [...this.currentPath, field].filter((part) => part !== '')) {
      if (typeof step === 'number') path += `[${step}]`;
      else if (/^[A-Za-z_$][\w$]{0,63}$/.test(step)) path += path === '' ? step : `.${step}`;
      else path += `[${JSON.stringify(plainText(step, 40))}]`;
    }
    return path;
  }
}

/** Defines a field. An assignment to `__proto__` would set the prototype instead. */
function define(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
}

/** Returns whether a JSON value is an object: neither null nor a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns whether objects and lists are nested at most `levels` deep. */
export function fitsWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (levels <= 0) return false;
  for (const inner of Object.values(value)) if (!fitsWithin(inner, levels - 1)) return false;
  return true;
}

function keyAsIndex(key: string | null): number | string | null {
  return key !== null && wholeNumber.test(key) ? Number(key) : key;
}

function describe(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(plainText(value, 40));
    case 'number':
    case 'boolean':
      return String(value);
    case 'undefined':
      return 'nothing';
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? 'a list' : 'an object';
    case 'bigint':
    case 'function':
    case 'symbol':
      return `a ${typeof value}`;
  }
}
