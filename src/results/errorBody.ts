import type { ExtraFields } from './model';
import { fitsWithin, isObject } from './fieldReader';

/** A form field that the judge rejected (section 7.1). It has the fields that the public judge sends. */
export interface FieldError {
  readonly name: string | null;
  /** the rejected value, as received */
  readonly value: unknown;
  readonly message: string | null;
}

/** A 40x response in the judge's error format (section 7). */
export interface ErrorBody {
  readonly errorCode: number;
  readonly errorType: string | null;
  readonly errorMessage: string | null;
  /** as received; its shape depends on `errorType` */
  readonly errorData: unknown;
  /** present for a form error (section 7.1) */
  readonly form: FormError | null;
  readonly extra?: ExtraFields;
}

export interface FormError {
  readonly submitted: boolean | null;
  readonly valid: boolean | null;
  readonly fields: readonly FieldError[];
}

const MAX_DATA_DEPTH = 60;
const MAX_FIELDS = 1000;

/**
 * Decodes a 40x body in the error format (specification, section 7) from parsed JSON. `status` is the HTTP status,
 * which replaces a missing `errorCode`. Returns null if the body isn't in the error format. A field of a wrong type is
 * treated as missing, so that the other fields can still be shown. Never throws.
 */
export function decodeErrorBody(status: number, body: unknown): ErrorBody | null {
  if (!isObject(body)) return null;
  const known = ['errorCode', 'errorType', 'errorMessage', 'errorData'];
  if (!known.some((field) => Object.hasOwn(body, field))) return null;
  const errorType = textOf(body.errorType);
  const errorData = fitsWithin(body.errorData, MAX_DATA_DEPTH) ? (body.errorData ?? null) : null;
  const extra = extraOf(body, known);
  return {
    errorCode: wholeOf(body.errorCode) ?? status,
    errorType,
    errorMessage: textOf(body.errorMessage),
    errorData,
    form: formOf(errorType, errorData),
    ...(extra ? { extra } : {}),
  };
}

/**
 * Reads a form error, which is identified by the name of its type or by a marker in its data (section 7.1). Null for
 * any other error.
 */
function formOf(errorType: string | null, errorData: unknown): FormError | null {
  const data = isObject(errorData) ? errorData : {};
  const hasMarker = isMarker(data.platformFormError) || isMarker(data.lentilleFormError);
  if (!hasMarker && errorType?.endsWith('FormErrorException') !== true) return null;
  return { submitted: flagOf(data.submitted), valid: flagOf(data.valid), fields: fieldsOf(data.fields) };
}

/** Reads a list of field errors, or an object whose keys are the fields. */
function fieldsOf(fields: unknown): FieldError[] {
  if (Array.isArray(fields)) return fields.slice(0, MAX_FIELDS).map((item) => fieldOf(item, null));
  if (!isObject(fields)) return [];
  return Object.entries(fields)
    .slice(0, MAX_FIELDS)
    .map(([key, item]) => fieldOf(item, key));
}

function fieldOf(item: unknown, key: string | null): FieldError {
  if (!isObject(item)) return { name: key, value: null, message: textOf(item) };
  return { name: textOf(item.name) ?? key, value: item.value ?? null, message: textOf(item.message) };
}

function isMarker(value: unknown): boolean {
  return value === 1 || value === '1' || value === true;
}

/** Reads a text. Also accepts a number, because the reference declares `errorMessage` as an integer. */
function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return Number.isFinite(value) ? String(value) : null;
}

function wholeOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) ? number : null;
}

function flagOf(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null;
}

function extraOf(body: Record<string, unknown>, known: readonly string[]): ExtraFields | null {
  const unknown = Object.entries(body).filter(
    ([key, value]) => !known.includes(key) && fitsWithin(value, MAX_DATA_DEPTH),
  );
  // `fromEntries` defines properties, so a key `__proto__` doesn't set the prototype
  return unknown.length > 0 ? Object.fromEntries(unknown) : null;
}
