import { errorMessage } from '../../base/errors';
import type { JudgingRules } from '../../judge';
import { recordKey } from '../record';
import type { StoredRecord } from '../storage';
import { count, either, flag, listOf, matching, nullable, object, oneOf, tableOf, text } from './shape';
import type { Guard } from './shape';

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

const rules = object({
  profile: text,
  statuses: tableOf(
    object({
      code: either(count, text),
      kind: oneOf('pending', 'accepted', 'partial', 'failed', 'error'),
      look: oneOf(
        'accepted',
        'wrongAnswer',
        'runtimeError',
        'limitExceeded',
        'compileError',
        'serviceError',
        'pending',
      ),
      name: text,
      chineseName: nullable(text),
      short: text,
    }),
  ),
  units: object({ time: nullable(text), memory: nullable(text), score: nullable(text) }),
  compileFailureIsFinal: flag,
}) satisfies Guard<JudgingRules>;

const state = either(
  object({ kind: oneOf('waiting', 'judging', 'finished', 'settled', 'stopped') }),
  either(
    object({ kind: oneOf('failed'), status: count, reason: nullable(text) }),
    object({ kind: oneOf('expired'), why: oneOf('gaveUp', 'gone') }),
  ),
);

const summary = object({
  completion: oneOf('unfinished', 'finished', 'unknown'),
  status: nullable(either(count, text)),
  score: nullable(count),
  time: nullable(count),
  memory: nullable(count),
  compiled: nullable(flag),
  hasCompilation: flag,
  hasCompileMessage: flag,
  progress: object({ done: count, total: nullable(count) }),
  subtasks: count,
  cases: count,
  trackId: nullable(text),
});

/** Becomes part of a file name. */
const resultId = matching(/^[\w-]{1,64}$/);
/** SHA-256 in hex; becomes part of a file name. */
const hash = matching(/^[0-9a-f]{64}$/);

const recordFields = {
  origin: text,
  requestId: text,
  state,
  summary: nullable(summary),
  label: nullable(text),
  source: nullable(object({ uri: text, how: oneOf('submitted', 'tied'), textHash: nullable(hash) })),
  submission: nullable(object({ problemId: text, language: text, optimise: flag })),
  folder: nullable(text),
  addedAt: count,
  changedAt: nullable(count),
};
const storedFields = { revision: count, result: nullable(object({ id: resultId, receivedAt: count })) };

const recordDocument = object({ ...storedFields, record: object({ ...recordFields, rules }) });
const indexDocument = object({
  rules: listOf(rules),
  rows: listOf(object({ ...storedFields, record: object({ ...recordFields, rules: count }) })),
});
const requestDocument = object({ request: object({ key: text }) });

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
  const key = recordKey(record.origin, record.requestId);
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

/** A pending request's own file; what it holds is the tracker's business. */
export function encodeRequest(request: { readonly key: string }): string {
  return JSON.stringify({ format: currentFormat, request });
}

/** `isRequest` knows what a request is made of. */
export function decodeRequest<Request>(
  content: string,
  isRequest: (json: unknown) => json is Request,
): ReadDocument<Request> {
  const read = readDocument(content, requestDocument);
  if (read.kind !== 'ok') return read;
  const request: unknown = read.value.request;
  return isRequest(request) ? { kind: 'ok', value: request } : { kind: 'broken', reason: 'request' };
}

/** Reads a document `{ "format": <number>, … }`. Never throws. */
export function readDocument<Value>(
  content: string,
  isValue: Guard<Value>,
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
  return isValue(document)
    ? { kind: 'ok', value: document }
    : { kind: 'broken', reason: 'unexpected content' };
}
