import type { ExtraFields } from './model';
import type { StatusCode } from './status';
import { plainText } from './text';

/** What the specification wants at some place. A closed list, so that it can be said in any language. */
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

/** Something taken as meant although the specification says otherwise. */
export interface DecodeNotice {
  readonly kind:
    | 'numericString' // a number came as text
    | 'keyedList' // a list came as an object keyed by ID
    | 'flatCases' // cases came without a subtask around them
    | 'unusableNumber' // too large for any number: taken as missing
    | 'longText'; // cut: 16 Mi characters are kept, of a case's description fewer
  /** the first place */
  readonly path: string;
  /** how many places in all */
  readonly count: number;
}

/** The first place of a body that is not what it should be. */
export interface Misread {
  readonly ok: false;
  /** `data.judge.subtasks[3].cases`; empty for the body itself */
  readonly path: string;
  readonly expected: Expectation;
  /** what stands there, shortened and fit for display */
  readonly found: string;
}

/** Where a JSON comes from: `stored` is what this extension wrote itself, in the one form of all services. */
export type Origin = 'service' | 'stored';

/** Runs `read` over parsed JSON. Never throws for what the JSON is. */
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

/** Thrown at the first place of a body that is not what it should be. */
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

const deepest = 64;
/** Entries of all lists of one name in an answer: as many as the largest record has cases. */
export const MAX_ENTRIES = 100_000;
const longestText = 16 * 1024 * 1024;
const numeric = /^[+-]?(?:\d{1,40}(?:\.\d{0,40})?|\.\d{1,40})(?:e[+-]?\d{1,4})?$/i;
/** what can stand in a row */
const textCode = /^[^\p{C}\p{Z}][^\p{C}\p{Zl}\p{Zp}]{0,63}$/u;
const wholeNumber = /^(?:0|-?[1-9]\d{0,14})$/;

type Item<T> = (raw: Record<string, unknown>, key: string | null, reader: Reader) => T;

/**
 * Reads fields of parsed JSON and remembers where it is, so that a path is put together only when something is
 * wrong. Missing and null are the same to every method: null.
 */
export class Reader {
  constructor(
    readonly origin: Origin = 'service',
    /** field names, and list keys or indexes, from the body down to the object being read */
    private readonly place: (string | number)[] = [],
    private readonly seen = new Map<DecodeNotice['kind'], { path: string; count: number }>(),
    /** Number of entries so far of all lists of each name. */
    private readonly entries = new Map<string, number>(),
  ) {}

  /** A reader of the same body that stays where this one is now, or in a field of it. */
  inside(...fields: readonly (string | number)[]): Reader {
    return new Reader(this.origin, [...this.place, ...fields], this.seen, this.entries);
  }

  enter(field: string | number): void {
    this.place.push(field);
  }

  leave(): void {
    this.place.pop();
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

  /** A status code: a whole number (specification, section 2.2), or a text that is none. */
  statusCode(value: unknown, field: string): StatusCode | null {
    if (typeof value !== 'string') return this.integer(value, field);
    const isText = this.origin === 'stored' || (textCode.test(value) && !numeric.test(value.trim()));
    return isText ? value : this.integer(value, field);
  }

  /** Cases of a record, where a service has no subtasks. */
  flatCases<T>(value: unknown, field: string, item: Item<T>): T[] {
    const cases = this.list(value, field, item);
    if (cases.length > 0) this.notice('flatCases', field);
    return cases;
  }

  /** At most `limit` characters. */
  text(value: unknown, field: string, limit = longestText): string | null {
    if (typeof value === 'string') return value.length <= limit ? value : this.cut(value, field, limit);
    if (value === null || value === undefined) return null;
    return this.typeMismatch(field, 'text', value);
  }

  flag(value: unknown, field: string): boolean | null {
    if (typeof value === 'boolean') return value;
    if (value === null || value === undefined) return null;
    return this.typeMismatch(field, 'true or false', value);
  }

  /** A list, or an object whose values are the items and whose keys are their IDs. */
  list<T>(value: unknown, field: string, item: Item<T>): T[] {
    if (isObject(value)) this.notice('keyedList', field);
    return this.keyedList(value, field, item);
  }

  /** The same where such an object is what the service always sends. */
  keyedList<T>(value: unknown, field: string, item: Item<T>): T[] {
    if (value === null || value === undefined) return [];
    if (Array.isArray(value)) return this.items(value, null, field, item);
    if (!isObject(value)) this.typeMismatch(field, 'a list', value);
    return this.items(Object.values(value), Object.keys(value), field, item);
  }

  /** The ID that a keyed list gives an item, where the item has none of its own. */
  idFromKey(key: string | null): number | null {
    return key !== null && wholeNumber.test(key) ? Number(key) : null;
  }

  /** Adds the fields of `raw` that are not in `known`, if there are any, to what was just decoded. */
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
    const whole: { extra?: ExtraFields } = decoded;
    // set in place: a copy of each of a hundred thousand cases takes three times as long
    if (extra) whole.extra = extra;
    return decoded;
  }

  /**
   * Refuses more entries than the largest record has cases, in all lists of one name together. Earlier versions took more,
   * so a stored result may have them.
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
    this.place.push(field, 0);
    const last = this.place.length - 1;
    const result: T[] = [];
    for (let index = 0; index < values.length; index += 1) {
      const raw = values[index];
      const key = keys === null ? null : (keys[index] ?? null);
      this.place[last] = keyAsIndex(key) ?? index;
      if (!isObject(raw)) throw new TypeMismatch(this.pathOf(''), 'an object', describe(raw));
      result.push(item(raw, key, this));
    }
    this.place.length = last - 1;
    return result;
  }

  private keep(extra: Record<string, unknown>, key: string, value: unknown): void {
    if (!fitsWithin(value, deepest - this.place.length - 1)) {
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
      if (typeof value !== 'string' || !numeric.test(value.trim())) this.typeMismatch(field, expected, value);
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
    // the body itself has no name
    for (const step of [...this.place, field].filter((one) => one !== '')) {
      if (typeof step === 'number') path += `[${step}]`;
      else if (/^[A-Za-z_$][\w$]{0,63}$/.test(step)) path += path === '' ? step : `.${step}`;
      else path += `[${JSON.stringify(plainText(step, 40))}]`;
    }
    return path;
  }
}

/** An assignment to `__proto__` would set the prototype instead. */
function define(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
}

/** An object of JSON: not null and not a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether no more than `levels` objects or lists lie inside each other. */
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
