import * as v from 'valibot';
import { oneOf, type FieldReader } from '../../fields';
import { isObject, plainText } from '../../../judge';
import { ServiceFailed } from '../../failure';

/** A dotted place of an answer; empty: all of it. */
const place = v.pipe(
  v.string(),
  v.check((text) => text.length <= 200 && !/\s/.test(text) && !/^\.|\.\.|\.$/.test(text)),
);
const maybe = v.optional(place);
const text = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500));
const path = v.pipe(
  text,
  v.transform((typed) => (typed.startsWith('/') ? typed : `/${typed}`)),
);
const pathOfId = v.pipe(
  path,
  v.check((typed) => typed.includes('{id}')),
);

export const timeUnits = { ns: 1e-6, us: 1e-3, ms: 1, s: 1000 } as const;
export const memoryUnits = { B: 1 / 1024, KB: 1, KiB: 1, MB: 1024, MiB: 1024, GiB: 1024 * 1024 } as const;
const units = v.strictObject({
  time: v.optional(oneOf(['ns', 'us', 'ms', 's'] as const), 'ms' as const),
  memory: v.optional(oneOf(['B', 'KB', 'KiB', 'MB', 'MiB', 'GiB'] as const), 'KiB' as const),
});

const figures = { score: maybe, time: maybe, memory: maybe };
const cases = v.strictObject({
  list: place,
  fields: v.strictObject({
    ...{ id: maybe, ...figures },
    status: place,
    ...{ description: maybe, signal: maybe, exitCode: maybe },
    ...{ input: maybe, output: maybe, expected: maybe, errorOutput: maybe },
  }),
  units: v.optional(units),
});
const subtasks = v.strictObject({
  list: place,
  fields: v.optional(v.strictObject({ id: maybe, ...figures, status: maybe }), {}),
});

const result = v.strictObject({
  path: pathOfId,
  fields: v.strictObject({
    ...figures,
    status: place,
    ...{
      compileMessage: maybe,
      message: maybe,
      problem: maybe,
      problemTitle: maybe,
      code: maybe,
      language: maybe,
    },
  }),
  subtasks: v.nullish(subtasks),
  cases: v.nullish(cases),
});

const failure = v.nullish(
  v.strictObject({
    if: place,
    message: maybe,
    status: v.optional(
      v.record(v.string(), v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599))),
      {},
    ),
  }),
);

const recent = v.nullish(
  v.strictObject({
    path,
    list: place,
    fields: v.strictObject({ id: place, status: maybe, problem: maybe, score: maybe, at: maybe }),
  }),
);

const submission = v.nullish(
  v.strictObject({
    path,
    body: v.optional(oneOf(['json', 'form', 'multipart']), 'json'),
    id: place,
    fields: v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])),
    languages: v.optional(v.record(v.string(), v.string()), {}),
  }),
);

const check = v.nullish(v.strictObject({ path, account: maybe }));

export type DescribedResult = v.InferOutput<typeof result>;
export type DescribedCases = v.InferOutput<typeof cases>;
export type DescribedFailure = v.InferOutput<typeof failure>;
export type DescribedRecent = NonNullable<v.InferOutput<typeof recent>>;
export type DescribedSubmission = NonNullable<v.InferOutput<typeof submission>>;
export type Units = v.InferOutput<typeof units>;

/** All that a description says of a JSON interface but its address, sign-in and codes. */
export interface JsonDescription {
  readonly result: DescribedResult;
  readonly failure: DescribedFailure;
  readonly units: Units;
  readonly recent: DescribedRecent | null;
  readonly submission: DescribedSubmission | null;
  readonly check: { readonly path: string; readonly account?: string | undefined } | null;
  /** `{id}` stands for the ID */
  readonly page: string | null;
  /** `{problem}` stands for the problem’s ID */
  readonly problemPage: string | null;
}

/** Null: something is wrong, which is noted. */
export function readDescription(fields: FieldReader): JsonDescription | null {
  const described = fields.read<DescribedResult | null>('result', result, null);
  const others = {
    failure: fields.read('failure', failure, null),
    units: fields.read<Units>('units', v.optional(units, {}), { time: 'ms', memory: 'KiB' }),
    recent: fields.read('recent', recent, null) ?? null,
    submission: fields.read('submission', submission, null) ?? null,
    check: fields.read('check', check, null) ?? null,
    page: fields.read('page', v.nullish(pathOfId), null) ?? null,
    problemPage: fields.read('problemPage', v.nullish(path), null) ?? null,
  };
  return described && { result: described, ...others };
}

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
/** Most items of all lists that are read together. */
const mostItems = 100_000;

/** A code of the service's own: a whole number or a text. Undefined: nothing stands there; null: nothing yet. */
export function codeAt(json: unknown, place: string): number | string | null | undefined {
  const value = at(json, place);
  if (value === undefined || value === null) return value;
  if (typeof value === 'number') return Number.isInteger(value) ? value : undefined;
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? value.slice(0, 64).toWellFormed() : undefined;
}

/** A list, or the values of an object; an empty one where nothing stands. Throws where something else does. */
export function listAt(json: unknown, place: string, field: string): readonly unknown[] {
  const items = itemsAt(json, place);
  if (!items) throw misplaced(json, place, field);
  return items;
}

/** The same; null: something else stands there. */
export function itemsAt(json: unknown, place: string): readonly unknown[] | null {
  const value = at(json, place);
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return (value as readonly unknown[]).slice(0, mostItems);
  return isObject(value) ? Object.values(value).slice(0, mostItems) : null;
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
