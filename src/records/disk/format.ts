import * as v from 'valibot';
import { missingVerdicts, verdictStyles } from '../../results/withoutDecoder';
import type {
  Contest,
  JudgeSemantics,
  Limits,
  MissingVerdict,
  StatusMeaning,
  Units,
  VerdictStyle,
} from '../../results';
import type { Plan } from '../pollingPlan';
import {
  recordKey,
  type CompileErrors,
  type KnownRecord,
  type RecordSummary,
  type SourceLink,
  type SubmissionDetails,
} from '../record';
import type { ResultReference, StoredRecord } from '../storage';
import {
  documentText,
  readDocument,
  writable,
  type Fields,
  type Migrations,
  type ReadDocument,
} from './document';

/** Converts each older format of a record's file to the next one. */
const recordMigrations: Migrations = {
  1: (old) => ({ ...old, plan: null }),
  3: (old) => ({ ...old, record: { ...(old['record'] as Fields), note: null } }),
  4: withMissingVerdicts,
};

/**
 * Adds `noVerdict`. Up to format 4, a status without a verdict had the kind `error` and the style `pending` instead.
 */
function withMissingVerdicts(old: Fields): Fields {
  const record = old['record'] as Fields;
  const rules = record['rules'] as Fields;
  const statuses = Object.entries(rules['statuses'] as Readonly<Record<string, Fields>>).map(
    ([code, meaning]): [string, Fields] => {
      if (meaning['kind'] !== 'error' || meaning['look'] !== 'pending') return [code, meaning];
      const noVerdict: MissingVerdict = meaning['short'] === 'REVIEW' ? 'inReview' : 'notRun';
      return [code, { ...meaning, noVerdict }];
    },
  );
  return { ...old, record: { ...record, rules: { ...rules, statuses: Object.fromEntries(statuses) } } };
}

/** A schema for each field of `Type`, including the optional ones, so that no field is forgotten. */
type FieldsOf<Type> = { readonly [Field in keyof Type]-?: v.GenericSchema<unknown, Type[Field]> };

/** Defines the schema of an object in a file. */
function objectSchema<Type>() {
  return <const Own extends FieldsOf<Type>>(fields: Own) => v.object(fields);
}

const count = v.pipe(v.number(), v.finite());
const text = v.string();
const flag = v.boolean();
const code = v.union([count, text]);
/** ID of a result. It becomes part of a file name. */
const resultId = v.pipe(text, v.regex(/^[\w-]{1,64}$/));
/** SHA-256 in hex. It becomes part of a file name. */
const hash = v.pipe(text, v.regex(/^[0-9a-f]{64}$/));

/** A status as stored in files. Other versions share these files, so this name of its style can't change. */
type StoredMeaning = Omit<StatusMeaning, 'style'> & {
  /** Name of `style` in files. */
  readonly look: VerdictStyle;
};

type StoredRules = Omit<JudgeSemantics, 'statuses'> & {
  readonly statuses: Readonly<Record<string, StoredMeaning>>;
};

const meaning = objectSchema<StoredMeaning>()({
  code,
  kind: v.picklist(['pending', 'accepted', 'partial', 'failed', 'error']),
  running: v.optional(flag),
  suspended: v.optional(flag),
  noVerdict: v.optional(v.picklist(missingVerdicts)),
  tooLate: v.optional(flag),
  look: v.picklist(verdictStyles),
  name: text,
  chineseName: v.nullable(text),
  short: text,
});
const units = objectSchema<Units>()({
  time: v.nullable(text),
  memory: v.nullable(text),
  score: v.nullable(text),
});
const rules = objectSchema<StoredRules>()({
  profile: text,
  statuses: v.record(text, meaning),
  units,
  compileFailureIsFinal: flag,
  unknownStatusIsFinal: v.optional(flag),
  canRejudge: v.optional(flag),
});

const state = v.variant('kind', [
  v.object({ kind: v.picklist(['waiting', 'judging', 'finished', 'settled', 'stopped', 'notSubmitted']) }),
  v.object({ kind: v.literal('failed'), status: count, reason: v.nullable(text) }),
  v.object({ kind: v.literal('expired'), why: v.picklist(['gaveUp', 'gone']) }),
  v.object({
    kind: v.literal('inBrowser'),
    since: count,
    before: v.nullable(v.array(text)),
    unreachableSince: v.optional(count),
    unreachableFor: v.optional(count),
  }),
]);

const summary = objectSchema<RecordSummary>()({
  completion: v.picklist(['unfinished', 'finished', 'hidden', 'unknown']),
  status: v.nullable(code),
  cause: v.nullable(code),
  failed: count,
  score: v.nullable(count),
  maximum: v.optional(count),
  time: v.nullable(count),
  memory: v.nullable(count),
  compiled: v.nullable(flag),
  hasCompilation: flag,
  hasCompileMessage: flag,
  progress: v.object({ done: count, total: v.nullable(count) }),
  passed: v.optional(count),
  hidden: v.optional(count),
  notCompared: v.optional(count),
  subtasks: count,
  cases: count,
  partial: v.optional(count),
  notRun: v.optional(count),
  first: v.optional(text),
  isPreliminary: v.optional(v.literal(true)),
  hasOnlySamples: v.optional(v.literal(true)),
  isIgnored: v.optional(v.literal(true)),
  hasRemarks: v.optional(v.literal(true)),
  errors: v.optional(objectSchema<CompileErrors>()({ count, line: v.nullable(count) })),
  trackId: v.nullable(text),
});

export const contestSchema = objectSchema<Contest>()({
  title: v.nullable(text),
  endsAt: v.nullable(count),
  id: v.optional(text),
  isOver: v.optional(v.literal(true)),
  isHomework: v.optional(v.literal(true)),
  startsAt: v.optional(v.nullable(count)),
  acceptsSubmissions: v.optional(v.literal(false)),
  warning: v.optional(text),
  hasBegun: v.optional(v.literal(false)),
  freezesAt: v.optional(v.nullable(count)),
});
const source = objectSchema<SourceLink>()({
  uri: text,
  how: v.picklist(['submitted', 'tied']),
  textHash: v.nullable(hash),
  others: v.optional(v.array(text)),
});
const details = {
  service: text,
  requestId: text,
  hint: v.nullable(text),
  state,
  summary: v.nullable(summary),
  label: v.nullable(text),
  note: v.nullable(text),
  source: v.nullable(source),
  submission: v.nullable(
    objectSchema<SubmissionDetails>()({
      problemId: text,
      title: v.nullable(text),
      letter: v.optional(text),
      place: v.nullable(text),
      language: v.nullable(text),
      optimise: flag,
      languageName: v.optional(text),
      contest: v.optional(contestSchema),
      isSelfTest: v.optional(v.literal(true)),
      hasSamples: v.optional(v.literal(true)),
      user: v.optional(text),
      at: v.optional(count),
    }),
  ),
  limits: v.nullable(objectSchema<Limits>()({ time: v.nullable(count), memory: v.nullable(count) })),
  judgedHash: v.nullable(hash),
  folder: v.nullable(text),
  addedAt: count,
  changedAt: v.nullable(count),
} satisfies FieldsOf<Omit<KnownRecord, 'key' | 'rules'>>;
const result = v.nullable(
  objectSchema<ResultReference>()({
    id: resultId,
    receivedAt: count,
    form: v.optional(v.picklist(['received', 'own'])),
  }),
);

/** A plan as stored in files. Other versions share these files, so three fields keep their old names. */
type StoredPlan = Omit<Plan, 'lastChangeAt' | 'idlePollMs' | 'expeditedAt'> & {
  /** Name of `lastChangeAt` in files. */
  readonly newsAt: number;
  /** Name of `idlePollMs` in files. */
  readonly fruitless: number;
  /** Name of `expeditedAt` in files. */
  readonly hurriedAt: number;
};

function storedPlanOf({ lastChangeAt, idlePollMs, expeditedAt, ...same }: Plan): StoredPlan {
  return { ...same, newsAt: lastChangeAt, fruitless: idlePollMs, hurriedAt: expeditedAt };
}

function planOf({ newsAt, fruitless, hurriedAt, ...same }: StoredPlan): Plan {
  return { ...same, lastChangeAt: newsAt, idlePollMs: fruitless, expeditedAt: hurriedAt };
}

const plan = v.nullable(
  objectSchema<StoredPlan>()({
    startedAt: count,
    dueAt: count,
    askedAt: v.nullable(count),
    unfinishedAt: v.nullable(count),
    newsAt: count,
    fruitless: count,
    failures: count,
    missing: count,
    readings: v.array(v.object({ at: count, done: count, total: v.nullable(count) })),
    hurriedAt: count,
    known: flag,
    lifetime: v.nullable(v.object({ safe: count, end: count })),
  }),
);

export const recordDocument = v.object({
  revision: count,
  result,
  plan,
  record: v.object({ ...details, rules }),
});
/** Schema of a row in the index: a record's document in which `rules` is a position in the list of all rules. */
const row = v.object({ ...recordDocument.entries, record: v.object({ ...details, rules: count }) });
const indexDocument = v.object({ rules: v.array(rules), rows: v.array(row) });

const noUnits: Units = { time: null, memory: null, score: null };
const noRules: JudgeSemantics = { profile: '', statuses: {}, units: noUnits, compileFailureIsFinal: false };

/**
 * The fields of a newer version's record that this version can read. They identify the record and determine its
 * position in the list.
 */
const nameOfRecord = v.object({
  revision: count,
  record: v.object({
    service: text,
    requestId: text,
    addedAt: v.fallback(count, 0),
  }),
});

const recordForm = { schema: recordDocument, migrations: recordMigrations };
const indexForm = {
  schema: indexDocument,
  migrations: Object.fromEntries(
    Object.entries(recordMigrations).map(([format, migrate]) => [format, ofRows(migrate)]),
  ),
};

export function encodeRecord(stored: StoredRecord): string {
  return documentText(documentOf(stored));
}

export function decodeRecord(text: string): ReadDocument<StoredRecord> {
  const read = readDocument(text, recordForm);
  if (read.kind !== 'ok') return read;
  return { kind: 'ok', value: keyed(read.value, sharedRules(read.value.record.rules)) };
}

/**
 * Reads a record for the list. If a newer version saved the record, it gets the state `newer` and only the fields in
 * `nameOfRecord`. Returns `newer` if not even these can be read.
 */
export function decodeListed(text: string): ReadDocument<StoredRecord> {
  const read = decodeRecord(text);
  if (read.kind !== 'newer') return read;
  const name = v.safeParse(nameOfRecord, read.content);
  return name.success ? { kind: 'ok', value: ofNewerVersion(name.output) } : read;
}

function ofNewerVersion({ revision, record }: v.InferOutput<typeof nameOfRecord>): StoredRecord {
  const { service, requestId, addedAt } = record;
  return {
    revision,
    result: null,
    plan: null,
    record: {
      key: recordKey(service, requestId),
      service,
      requestId,
      hint: null,
      rules: noRules,
      state: { kind: 'newer' },
      summary: null,
      label: null,
      note: null,
      source: null,
      submission: null,
      limits: null,
      judgedHash: null,
      folder: null,
      addedAt,
      changedAt: null,
    },
  };
}

/** Encodes the index of the history. Rows with the same rules share them. */
export function encodeIndex(rows: readonly StoredRecord[]): string {
  const distinct = new Map<JudgeSemantics, unknown>();
  for (const row of rows) distinct.set(row.record.rules, documentOf(row).record.rules);
  const ruleIndexes = new Map([...distinct.keys()].map((rules, index) => [rules, index]));
  return documentText({
    rules: [...distinct.values()],
    rows: rows.map((row) => {
      const document = documentOf(row);
      return { ...document, record: { ...document.record, rules: ruleIndexes.get(row.record.rules) } };
    }),
  });
}

const documents = new WeakMap<StoredRecord, AnyRow>();

/**
 * Returns the document of a record, as written to its file. Cached, because most records don't change between two
 * writes of the index.
 */
function documentOf(stored: StoredRecord): AnyRow {
  const cached = documents.get(stored);
  if (cached) return cached;
  const document = writable(recordDocument, {
    ...stored,
    plan: stored.plan && storedPlanOf(stored.plan),
    record: { ...stored.record, key: undefined, rules: storedRulesOf(stored.record.rules) },
  });
  documents.set(stored, document);
  return document;
}

export function decodeIndex(text: string): ReadDocument<readonly StoredRecord[]> {
  const read = readDocument(text, indexForm);
  if (read.kind !== 'ok') return read;
  const table = read.value.rules.map(sharedRules);
  const rows: StoredRecord[] = [];
  for (const row of read.value.rows) {
    const rules = table[row.record.rules];
    if (!rules) return { kind: 'newer', reason: `no rules ${row.record.rules}`, content: null };
    rows.push(keyed(row, rules));
  }
  return { kind: 'ok', value: rows };
}

/**
 * Converts a migration of record files to a migration of the index. If the index is damaged, the schema rejects the
 * result.
 */
function ofRows(migrate: Migrations[number]): Migrations[number] {
  return ({ rules: table, rows, ...rest }) => {
    type Row = { readonly record: Fields };
    const documents = (rows as readonly Row[]).map(({ record, ...row }) => {
      const rules = (table as readonly unknown[])[record['rules'] as number];
      return migrate({ ...row, record: { ...record, rules } }) as Row;
    });
    return {
      ...rest,
      rules: documents.map(({ record }) => record['rules']),
      rows: documents.map((row, at) => ({ ...row, record: { ...row.record, rules: at } })),
    };
  };
}

type AnyRow = Omit<StoredRecord, 'record' | 'plan'> & {
  readonly plan: StoredPlan | null;
  readonly record: Omit<StoredRecord['record'], 'key' | 'rules'> & { readonly rules: unknown };
};

function keyed({ revision, result, plan, record }: AnyRow, rules: JudgeSemantics): StoredRecord {
  const key = recordKey(record.service, record.requestId);
  return { revision, result, plan: plan && planOf(plan), record: { ...record, key, rules } };
}

const rulesByText = new Map<string, JudgeSemantics>();

/** Returns the same object for equal rules. Thousands of records share a few rules, so this saves memory. */
function sharedRules(stored: StoredRules): JudgeSemantics {
  const text = JSON.stringify(stored);
  const same = rulesByText.get(text);
  if (same) return same;
  const rules = rulesOf(stored);
  rulesByText.set(text, rules);
  return rules;
}

function rulesOf(stored: StoredRules): JudgeSemantics {
  const statuses = Object.entries(stored.statuses).map(
    ([code, { look, ...same }]): [string, StatusMeaning] => [code, { ...same, style: look }],
  );
  return { ...stored, statuses: Object.fromEntries(statuses) };
}

const storedRules = new WeakMap<JudgeSemantics, StoredRules>();

/** Converts rules to their stored form. Cached, because many records share their rules. */
function storedRulesOf(rules: JudgeSemantics): StoredRules {
  const cached = storedRules.get(rules);
  if (cached) return cached;
  const statuses = Object.entries(rules.statuses).map(
    ([code, { style, ...same }]): [string, StoredMeaning] => [code, { ...same, look: style }],
  );
  const stored = { ...rules, statuses: Object.fromEntries(statuses) };
  storedRules.set(rules, stored);
  return stored;
}
