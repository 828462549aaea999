import * as v from 'valibot';
import { errorMessage } from '../../base/errors';
import type { JudgingRules, Limits, StatusMeaning, Units } from '../../judge/known';
import { recordKey } from '../record';
import type { KnownRecord, RecordSummary, SourceTie, SubmissionDetails } from '../record';
import type { ResultReference, StoredRecord } from '../storage';

/** The version of what is written. A file from a newer one is left as it is; one from an older one is migrated. */
const currentFormat = 1;

/** For each older format, how its document becomes one of the next. */
export type Migrations = Readonly<Record<number, (document: object) => object>>;

/** None yet: 1 is the first. */
const migrations: Migrations = {};

export type ReadDocument<Value> =
  | { readonly kind: 'ok'; readonly value: Value }
  | { readonly kind: 'broken'; readonly reason: string }
  | { readonly kind: 'newer'; readonly format: number };

/** What a pending request's file must say; what a request is made of is the tracker's business. */
export type RequestSchema<Request> = v.GenericSchema<unknown, Request>;

/** A schema for each field of `Type`, also for those that may be missing: none is forgotten. */
type FieldsOf<Type> = { readonly [Field in keyof Type]-?: v.GenericSchema<unknown, Type[Field]> };

/** An object of a file. Fields that only a newer version knows are kept as they are. */
function stored<Type>() {
  return <const Fields extends FieldsOf<Type>>(fields: Fields) => v.looseObject(fields);
}

const count = v.pipe(v.number(), v.finite());
const text = v.string();
const flag = v.boolean();
const code = v.union([count, text]);
/** Becomes part of a file name. */
const resultId = v.pipe(text, v.regex(/^[\w-]{1,64}$/));
/** SHA-256 in hex; becomes part of a file name. */
const hash = v.pipe(text, v.regex(/^[0-9a-f]{64}$/));

const rules = stored<JudgingRules>()({
  profile: text,
  statuses: v.record(
    text,
    stored<StatusMeaning>()({
      code,
      kind: v.picklist(['pending', 'accepted', 'partial', 'failed', 'error']),
      running: v.optional(flag),
      look: v.picklist([
        'accepted',
        'wrongAnswer',
        'runtimeError',
        'limitExceeded',
        'compileError',
        'serviceError',
        'pending',
      ]),
      name: text,
      chineseName: v.nullable(text),
      short: text,
    }),
  ),
  units: stored<Units>()({ time: v.nullable(text), memory: v.nullable(text), score: v.nullable(text) }),
  compileFailureIsFinal: flag,
  unknownStatusIsFinal: v.optional(flag),
  canRejudge: v.optional(flag),
});

const state = v.variant('kind', [
  v.looseObject({ kind: v.picklist(['waiting', 'judging', 'finished', 'settled', 'stopped']) }),
  v.looseObject({ kind: v.literal('failed'), status: count, reason: v.nullable(text) }),
  v.looseObject({ kind: v.literal('expired'), why: v.picklist(['gaveUp', 'gone']) }),
]);

const summary = stored<RecordSummary>()({
  completion: v.picklist(['unfinished', 'finished', 'hidden', 'unknown']),
  status: v.nullable(code),
  cause: v.optional(v.nullable(code), null),
  failed: v.optional(count, 0),
  score: v.nullable(count),
  time: v.nullable(count),
  memory: v.nullable(count),
  compiled: v.nullable(flag),
  hasCompilation: flag,
  hasCompileMessage: flag,
  progress: v.looseObject({ done: count, total: v.nullable(count) }),
  subtasks: count,
  cases: count,
  trackId: v.nullable(text),
});

const details = {
  service: text,
  requestId: text,
  hint: v.nullable(text),
  state,
  summary: v.nullable(summary),
  label: v.nullable(text),
  source: v.nullable(
    stored<SourceTie>()({ uri: text, how: v.picklist(['submitted', 'tied']), textHash: v.nullable(hash) }),
  ),
  submission: v.nullable(
    stored<SubmissionDetails>()({
      problemId: text,
      title: v.nullable(text),
      place: v.nullable(text),
      language: v.nullable(text),
      optimise: flag,
    }),
  ),
  limits: v.optional(
    v.nullable(stored<Limits>()({ time: v.nullable(count), memory: v.nullable(count) })),
    null,
  ),
  judgedHash: v.nullable(hash),
  folder: v.nullable(text),
  addedAt: count,
  changedAt: v.nullable(count),
} satisfies FieldsOf<Omit<KnownRecord, 'key' | 'rules'>>;
const result = v.nullable(stored<ResultReference>()({ id: resultId, receivedAt: count }));

const recordDocument = v.looseObject({
  revision: count,
  result,
  record: v.looseObject({ ...details, rules }),
});
const indexDocument = v.looseObject({
  rules: v.array(rules),
  rows: v.array(
    v.looseObject({ revision: count, result, record: v.looseObject({ ...details, rules: count }) }),
  ),
});

/** A record's own file. */
export function encodeRecord({ revision, result, record }: StoredRecord): string {
  return JSON.stringify({ format: currentFormat, revision, result, record: { ...record, key: undefined } });
}

export function decodeRecord(content: string): ReadDocument<StoredRecord> {
  const read = readDocument(content, recordDocument);
  return read.kind === 'ok'
    ? { kind: 'ok', value: keyed(read.value, shared(read.value.record.rules)) }
    : read;
}

/** The history's index: rows that share their rules. */
export function encodeIndex(rows: readonly StoredRecord[]): string {
  const distinct = [...new Set(rows.map(({ record }) => record.rules))];
  return JSON.stringify({
    format: currentFormat,
    rules: distinct,
    rows: rows.map(({ revision, result, record }) => ({
      revision,
      result,
      record: { ...record, key: undefined, rules: distinct.indexOf(record.rules) },
    })),
  });
}

export function decodeIndex(content: string): ReadDocument<readonly StoredRecord[]> {
  const read = readDocument(content, indexDocument);
  if (read.kind !== 'ok') return read;
  const table = read.value.rules.map(shared);
  const rows: StoredRecord[] = [];
  for (const row of read.value.rows) {
    const own = table[row.record.rules];
    if (!own) return { kind: 'broken', reason: `no rules ${row.record.rules}` };
    rows.push(keyed(row, own));
  }
  return { kind: 'ok', value: rows };
}

type AnyRow = Omit<StoredRecord, 'record'> & {
  readonly record: Omit<StoredRecord['record'], 'key' | 'rules'> & { readonly rules: unknown };
};

function keyed({ revision, result, record }: AnyRow, own: JudgingRules): StoredRecord {
  const key = recordKey(record.service, record.requestId);
  return { revision, result, record: { ...record, key, rules: own } };
}

const known = new Map<string, JudgingRules>();

/** Thousands of records were judged under the same few rules: each is in memory once. */
function shared(own: JudgingRules): JudgingRules {
  const spelled = JSON.stringify(own);
  const same = known.get(spelled);
  if (same) return same;
  known.set(spelled, own);
  return own;
}

/** A pending request's own file. */
export function encodeRequest(request: { readonly key: string }): string {
  return JSON.stringify({ format: currentFormat, request });
}

export function decodeRequest<Request>(
  content: string,
  request: RequestSchema<Request>,
): ReadDocument<Request> {
  const read = readDocument(content, v.object({ request }));
  return read.kind === 'ok' ? { kind: 'ok', value: read.value.request } : read;
}

/** Reads a document `{ "format": <number>, … }`. Never throws. */
export function readDocument<Value>(
  content: string,
  schema: v.GenericSchema<unknown, Value>,
  steps: Migrations = migrations,
  format: number = currentFormat,
): ReadDocument<Value> {
  let json: unknown;
  try {
    json = JSON.parse(content);
  } catch (error) {
    return { kind: 'broken', reason: errorMessage(error) };
  }
  if (typeof json !== 'object' || json === null || !('format' in json) || typeof json.format !== 'number') {
    return { kind: 'broken', reason: 'no format' };
  }
  if (json.format > format) return { kind: 'newer', format: json.format };
  let document: object = json;
  for (let version = json.format; version < format; version += 1) {
    const step = Object.hasOwn(steps, version) ? steps[version] : undefined;
    if (!step) return { kind: 'broken', reason: `format ${version}` };
    document = step(document);
  }
  const read = v.safeParse(schema, document, { abortEarly: true });
  if (read.success) return { kind: 'ok', value: read.output };
  const [issue] = read.issues;
  return { kind: 'broken', reason: `${v.getDotPath(issue) ?? 'document'}: expected ${issue.expected}` };
}
