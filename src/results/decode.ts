import type { Case, Compilation, Envelope, RecordData, Judgement, Remark, Subtask } from './model';
import { readJson } from './fieldReader';
import type { DecodeNotice, Misread, Origin, Reader } from './fieldReader';

/** A decoded envelope, or the first value in the body that violates the specification. */
export type DecodedEnvelope =
  | {
      readonly ok: true;
      readonly envelope: Envelope;
      /** tolerated deviations from the specification, one entry per kind, for the log */
      readonly notices: readonly DecodeNotice[];
    }
  | Misread;

/**
 * Decodes a result envelope (specification, section 2) from parsed JSON. Never throws and never modifies `json`. The
 * `extra` fields share their values with `json`. Fields that this extension adds to the specification are only decoded
 * if `origin` is `stored`. An added field with an unsuitable value becomes an extra field.
 */
export function decodeEnvelope(json: unknown, origin: Origin = 'service'): DecodedEnvelope {
  const read = readJson(json, envelopeOf, origin);
  return read.ok ? { ok: true, envelope: read.value, notices: read.notices } : read;
}

type Raw<Field extends string> = { readonly [name in Field]?: unknown };

const envelopeFields = ['type', 'data', 'requestId', 'trackId'] as const;
const recordFields = ['compile', 'judge'] as const;
const compilationFields = ['success', 'message', 'opt2'] as const;
const measuredFields = ['id', 'status', 'score', 'time', 'memory'] as const;
const judgementFields = [...measuredFields, 'subtasks'] as const;
/** Fields that this extension adds to a stored judgement. */
const addedFields = [
  'passed',
  'maximum',
  'description',
  'total',
  'hidesCases',
  'isPreliminary',
  'isIgnored',
  'opensMore',
  'remarks',
] as const;
/** Fields that this extension adds to a stored subtask. */
const addedToSubtasks = ['name', 'maximum'] as const;
const subtaskFields = [...measuredFields, 'cases'] as const;
const caseFields = [...measuredFields, 'signal', 'exitCode', 'description'] as const;

function envelopeOf(json: unknown, reader: Reader): Envelope {
  const raw: Raw<(typeof envelopeFields)[number]> = reader.object(json, '');
  if (raw.type !== 'judge') reader.typeMismatch('type', '"judge"', raw.type);
  const envelope: Envelope = {
    type: raw.type,
    data: raw.data === null || raw.data === undefined ? null : recordOf(raw.data, reader),
    requestId: reader.text(raw.requestId, 'requestId'),
    trackId: reader.text(raw.trackId, 'trackId'),
  };
  return reader.withExtra(envelope, raw, envelopeFields);
}

function recordOf(data: unknown, reader: Reader): RecordData {
  const raw: Raw<(typeof recordFields)[number] | 'hidden'> = reader.object(data, 'data');
  reader.enter('data');
  const { compile, judge } = raw;
  const isHidden = reader.origin === 'stored' && raw.hidden === true;
  const record: RecordData = {
    compile: compile === null || compile === undefined ? null : compilationOf(compile, reader),
    judge: judge === null || judge === undefined ? null : judgementOf(judge, reader),
    ...(isHidden ? { hidden: true } : {}),
  };
  const recordWithExtra = reader.withExtra(
    record,
    raw,
    isHidden ? [...recordFields, 'hidden'] : recordFields,
  );
  reader.leave();
  return recordWithExtra;
}

function compilationOf(compile: unknown, reader: Reader): Compilation {
  const raw: Raw<(typeof compilationFields)[number]> = reader.object(compile, 'compile');
  reader.enter('compile');
  const compilation: Compilation = {
    success: reader.flag(raw.success, 'success'),
    message: reader.text(raw.message, 'message'),
    opt2: reader.flag(raw.opt2, 'opt2'),
  };
  const compilationWithExtra = reader.withExtra(compilation, raw, compilationFields);
  reader.leave();
  return compilationWithExtra;
}

function judgementOf(judge: unknown, reader: Reader): Judgement {
  const raw: Raw<(typeof judgementFields | typeof addedFields)[number] | 'cases'> = reader.object(
    judge,
    'judge',
  );
  const isStored = reader.origin === 'stored';
  reader.enter('judge');
  const subtasks = reader.list(raw.subtasks, 'subtasks', subtaskOf);
  const isFlat = subtasks.length === 0 && typeof raw.cases === 'object' && raw.cases !== null;
  const judgement: Judgement = {
    id: reader.integer(raw.id, 'id'),
    status: reader.statusCode(raw.status, 'status'),
    score: reader.number(raw.score, 'score'),
    time: reader.number(raw.time, 'time'),
    memory: reader.number(raw.memory, 'memory'),
    subtasks: isFlat ? wrapInSubtask(reader.flatCases(raw.cases, 'cases', caseOf)) : subtasks,
    ...(isStored ? readAddedFields(raw) : {}),
  };
  const known = [...judgementFields, ...(isFlat ? ['cases'] : [])];
  const judgementWithExtra = reader.withExtra(judgement, raw, [
    ...known,
    ...presentIn(judgement, addedFields),
  ]);
  reader.leave();
  return judgementWithExtra;
}

/** Wraps the cases of a judge without subtasks in one subtask. Returns an empty list for an empty one. */
function wrapInSubtask(cases: readonly Case[]): readonly Subtask[] {
  const unmeasured = { id: null, status: null, score: null, time: null, memory: null };
  return cases.length === 0 ? [] : [{ ...unmeasured, cases }];
}

function readAddedFields({
  passed,
  maximum,
  description,
  total,
  hidesCases,
  isPreliminary,
  isIgnored,
  opensMore,
  remarks,
}: Raw<(typeof addedFields)[number]>): Partial<Judgement> {
  return {
    ...(isInteger(passed) ? { passed } : {}),
    ...(typeof maximum === 'number' ? { maximum } : {}),
    ...(typeof description === 'string' ? { description } : {}),
    ...(isInteger(total) ? { total } : {}),
    ...(hidesCases === true ? { hidesCases } : {}),
    ...(isPreliminary === true ? { isPreliminary } : {}),
    ...(isIgnored === true ? { isIgnored } : {}),
    ...(opensMore === true ? { opensMore } : {}),
    ...(Array.isArray(remarks) && remarks.every(isRemark) ? { remarks } : {}),
  };
}

function isRemark(value: unknown): value is Remark {
  if (typeof value !== 'object' || value === null) return false;
  const { author, line, code, text }: Partial<Record<keyof Remark, unknown>> = value;
  const isNamed = author === null || typeof author === 'string';
  return isNamed && isInteger(line) && typeof code === 'string' && typeof text === 'string';
}

function isInteger(value: unknown): value is number {
  return Number.isInteger(value);
}

/** Returns those of `names` that are fields of `decoded`. */
function presentIn(decoded: object, names: readonly string[]): readonly string[] {
  return names.filter((name) => Object.hasOwn(decoded, name));
}

function subtaskOf(
  raw: Raw<(typeof subtaskFields | typeof addedToSubtasks)[number]>,
  key: string | null,
  reader: Reader,
): Subtask {
  const isStored = reader.origin === 'stored';
  const { name, maximum } = raw;
  const subtask: Subtask = {
    id: reader.integer(raw.id, 'id') ?? reader.idFromKey(key),
    status: reader.statusCode(raw.status, 'status'),
    score: reader.number(raw.score, 'score'),
    time: reader.number(raw.time, 'time'),
    memory: reader.number(raw.memory, 'memory'),
    cases: reader.list(raw.cases, 'cases', caseOf),
    ...(isStored && typeof name === 'string' ? { name } : {}),
    ...(isStored && typeof maximum === 'number' ? { maximum } : {}),
  };
  return reader.withExtra(
    subtask,
    raw,
    isStored ? [...subtaskFields, ...presentIn(subtask, addedToSubtasks)] : subtaskFields,
  );
}

// Runs up to 100,000 times per record, so it allocates nothing but the case itself.
function caseOf(raw: Raw<(typeof caseFields)[number]>, key: string | null, reader: Reader): Case {
  const { description } = raw;
  const testCase: Case = {
    id: reader.integer(raw.id, 'id') ?? reader.idFromKey(key),
    status: reader.statusCode(raw.status, 'status'),
    score: reader.number(raw.score, 'score'),
    time: reader.number(raw.time, 'time'),
    memory: reader.number(raw.memory, 'memory'),
    signal: reader.integer(raw.signal, 'signal'),
    exitCode: reader.integer(raw.exitCode, 'exitCode'),
    // judges of this API send 0 instead of an empty description
    description: description === 0 ? null : reader.text(description, 'description'),
  };
  return reader.withExtra(testCase, raw, caseFields);
}
