import { jsonIn } from '../../base/json';
import type { Case, Envelope, Reader, StatusCode, Subtask } from '../../judge';
import type { ServiceFailed } from '../failure';
import {
  figuresOf,
  milliseconds,
  readAnswer,
  refused,
  textOf,
  type PlainAnswer,
  type ResultAnswer,
} from './reading';

type Raw = Record<string, unknown>;

/** The answer of `GET /api/v2/submission/<number>`. Seconds become ms; DMOJ's kilobytes are KiB. */
export function readResult(answer: PlainAnswer, requestId: string, now: number): ResultAnswer {
  const failure = failureOf(answer, now);
  if (failure) throw failure;
  const { value, notices } = readAnswer(answer, (json, reader) => {
    const data = reader.object(reader.object(json, '').data, 'data');
    reader.enter('data');
    const object = reader.object(data.object, 'object');
    const envelope = envelopeOf(object, requestId, reader);
    return { envelope, problem: textOf(object.problem), language: textOf(object.language) };
  });
  const { envelope, problem, language } = value;
  const about = { problem: problem === null ? null : { id: problem, title: null }, code: null, language };
  return { kind: 'result', envelope, raw: null, notices, about };
}

function envelopeOf(object: Raw, requestId: string, reader: Reader): Envelope {
  reader.enter('object');
  const status = codeOf(object, reader);
  const id = reader.integer(object.id, 'id');
  const judge = {
    id,
    status,
    score: reader.number(object.points, 'points'),
    time: milliseconds(reader.number(object.time, 'time')),
    memory: reader.number(object.memory, 'memory'),
    subtasks: subtasksOf(object, reader),
  };
  reader.leave();
  const compile = status === 'CE' ? { success: false, message: null, opt2: null } : null;
  return {
    type: 'judge',
    data: { compile, judge },
    requestId: id === null ? requestId : String(id),
    trackId: null,
  };
}

/** The verdict once it is completed (`D`), before that how far it is. */
function codeOf(object: Raw, reader: Reader): StatusCode | null {
  const status = reader.text(object.status, 'status');
  return status === 'D' ? (reader.text(object.result, 'result') ?? status) : status;
}

/** Each batch is a subtask; cases outside of batches are shown as one without an ID. */
function subtasksOf(object: Raw, reader: Reader): Subtask[] {
  const loose: Case[] = [];
  const batches: Subtask[] = [];
  reader.list(object.cases, 'cases', (raw) => {
    if (raw.type === 'batch') batches.push(batchOf(raw, reader));
    else loose.push(caseOf(raw, null, reader));
  });
  return loose.length > 0 ? [subtaskOf(null, null, loose), ...batches] : batches;
}

function batchOf(raw: Raw, reader: Reader): Subtask {
  const id = reader.integer(raw.batch_id, 'batch_id');
  return subtaskOf(id, reader.number(raw.points, 'points'), reader.list(raw.cases, 'cases', caseOf));
}

function subtaskOf(id: number | null, score: number | null, cases: readonly Case[]): Subtask {
  const failed = cases.find(({ status }) => status !== 'AC' && status !== 'SC');
  return { id, status: (failed ?? cases[0])?.status ?? null, score, ...figuresOf(cases), cases };
}

function caseOf(raw: Raw, _key: string | null, reader: Reader): Case {
  const total = reader.number(raw.total, 'total');
  return {
    id: reader.integer(raw.case_id, 'case_id'),
    status: reader.text(raw.status, 'status'),
    score: reader.number(raw.points, 'points'),
    time: milliseconds(reader.number(raw.time, 'time')),
    memory: reader.number(raw.memory, 'memory'),
    signal: null,
    exitCode: null,
    description: null,
    ...(total === null ? {} : { extra: { total } }),
  };
}

/** Which failure an answer is; null: none. DMOJ answers 403 “login required” to who isn't signed in. */
function failureOf(answer: PlainAnswer, now: number): ServiceFailed | null {
  const body = jsonIn(answer.text);
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  if (typeof error === 'object' && error !== null) {
    const { code, message } = error as Raw;
    const status = answer.status >= 400 ? answer.status : typeof code === 'number' ? code : 500;
    const text = textOf(message);
    return refused(answer, now, status === 403 && text === 'login required' ? 401 : status, {
      message: text,
    });
  }
  return answer.status >= 400 ? refused(answer, now) : null;
}
