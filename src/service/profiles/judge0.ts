import * as v from 'valibot';
import { jsonIn } from '../../base/json';
import type { Case, Compilation, Envelope, JudgingRules, Reader } from '../../judge';
import { isCredentialHeaderName } from '../credentials';
import type { ServiceFailed } from '../failure';
import type { FieldReader } from '../fields';
import { serviceId } from '../identity';
import type { RequestName, ServiceProfile, ServiceRequest } from '../profile';
import type { ServiceKind } from './kind';
import {
  figuresOf,
  milliseconds,
  readAnswer,
  refused,
  textOf,
  type PlainAnswer,
  type ResultAnswer,
} from './reading';
import { statusTable, type StatusRow } from './statuses';

type Raw = Record<string, unknown>;

const mostSubmissions = 1000;

const statusRows: readonly StatusRow[] = [
  [1, 'pending', 'pending', 'In Queue', '排队中', '…'],
  [2, 'pending', 'pending', 'Processing', '处理中', '…'],
  [3, 'accepted', 'accepted', 'Accepted', '通过', 'AC'],
  [4, 'failed', 'wrongAnswer', 'Wrong Answer', '答案错误', 'WA'],
  [5, 'failed', 'limitExceeded', 'Time Limit Exceeded', '超出时间限制', 'TLE'],
  [6, 'failed', 'compileError', 'Compilation Error', '编译错误', 'CE'],
  [7, 'failed', 'runtimeError', 'Runtime Error (SIGSEGV)', '运行错误（SIGSEGV）', 'RE'],
  [8, 'failed', 'runtimeError', 'Runtime Error (SIGXFSZ)', '运行错误（SIGXFSZ）', 'RE'],
  [9, 'failed', 'runtimeError', 'Runtime Error (SIGFPE)', '运行错误（SIGFPE）', 'RE'],
  [10, 'failed', 'runtimeError', 'Runtime Error (SIGABRT)', '运行错误（SIGABRT）', 'RE'],
  [11, 'failed', 'runtimeError', 'Runtime Error (NZEC)', '运行错误（NZEC）', 'RE'],
  [12, 'failed', 'runtimeError', 'Runtime Error (Other)', '运行错误（其他）', 'RE'],
  [13, 'error', 'serviceError', 'Internal Error', '内部错误', 'IE'],
  [14, 'error', 'serviceError', 'Exec Format Error', '可执行文件格式错误', 'EFE'],
];

const rules: JudgingRules = {
  profile: 'judge0',
  statuses: statusTable(statusRows, [2]),
  units: { time: 'ms', memory: 'KiB', score: null },
  compileFailureIsFinal: true,
  unknownStatusIsFinal: true,
};

/** Judge0: runs one program on one input; a record is one such run, or a batch of them. */
export const judge0: ServiceKind = {
  asks: [
    { field: 'url', otherwise: null },
    { field: 'headerName', otherwise: 'X-Auth-Token' },
  ],
  speaksSpecification: false,
  rules,
  describe,
  readResult,
};

function describe(name: string, fields: FieldReader): ServiceProfile | null {
  const headerName = fields.read('headerName', v.nullish(v.string(), ''), '').trim() || 'X-Auth-Token';
  if (!isCredentialHeaderName(headerName)) fields.fault('headerName', { kind: 'headerName' });
  const authentication = { scheme: 'header', headerName } as const;
  const address = fields.address(authentication);
  if (!address) return null;
  return {
    id: serviceId({ type: 'judge0', address: address.baseUrl, name }),
    type: 'judge0',
    name,
    chineseName: null,
    ...address,
    authentication,
    signIn: { kind: 'secret', secret: 'apiToken', page: null, isOptional: true },
    check: {
      request: { method: 'POST', path: '/authenticate' },
      read: (answer, now) => {
        const failure = failureOf(answer, now);
        if (failure) throw failure;
        return { name: null };
      },
    },
    rules,
    resultLifetime: null,
    pace: null,
    result: (request) => ({
      request: resultRequest(request),
      read: (answer, now) => readResult(answer, request.requestId, now),
    }),
    together: null,
    recent: null,
    push: null,
    callbackSignatureHeader: null,
    submission: null,
    quota: null,
    price: null,
    problemPage: null,
    recordPage: null,
    problemIdIn: null,
    readInput: null,
    looksLikeRequestId: (text) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text),
    worksInBrowser: true,
  };
}

const resultFields =
  'token,status,time,wall_time,memory,stdout,stderr,compile_output,message,exit_code,exit_signal,language,' +
  'source_code,expected_output,created_at,finished_at';

/** `hint`: the tokens of a batch, separated by commas; null: the ID is the one token. */
function resultRequest({ requestId, hint }: RequestName): ServiceRequest {
  const query = `base64_encoded=true&fields=${resultFields}`;
  return {
    method: 'GET',
    path:
      hint === null
        ? `/submissions/${encodeURIComponent(requestId)}?${query}`
        : `/submissions/batch?tokens=${hint}&${query}`,
  };
}

/** The answer of `GET /submissions/<token>` or, for several, `GET /submissions/batch?tokens=…`, all texts in base 64. */
export function readResult(answer: PlainAnswer, requestId: string, now: number): ResultAnswer {
  const failure = failureOf(answer, now);
  if (failure) throw failure;
  const { value, notices } = readAnswer(answer, (json, reader) => {
    const body = reader.object(json, '');
    const submissions = submissionsIn(body, reader);
    return {
      envelope: envelopeOf(submissions, requestId, reader),
      about: { problem: null, code: codeIn(submissions), language: languageIn(submissions) },
    };
  });
  return { kind: 'result', ...value, raw: null, notices };
}

/** One subtask with a case for each submission. Seconds become ms; Judge0's kilobytes are KiB. */
function envelopeOf(submissions: readonly (Raw | null)[], requestId: string, reader: Reader): Envelope {
  reader.enter('submissions');
  const cases = submissions.map((raw, index) => caseOf(raw, index, reader));
  const compile = compilationOf(submissions, reader);
  reader.leave();
  const measured = { status: overall(cases), score: null, ...figuresOf(cases) };
  const judge = { id: null, ...measured, subtasks: [{ id: null, ...measured, cases }] };
  return { type: 'judge', data: { compile, judge }, requestId, trackId: null };
}

/** Pending as long as one is; then the first that was not accepted. An unknown token says nothing. */
function overall(cases: readonly Case[]): Case['status'] {
  const codes = cases.flatMap(({ status }) => (typeof status === 'number' ? [status] : []));
  const pending = codes.filter((code) => code === 1 || code === 2);
  if (pending.length > 0) return pending.length === codes.length ? Math.max(...pending) : 2;
  return codes.find((code) => code !== 3) ?? codes[0] ?? null;
}

function caseOf(raw: Raw | null, index: number, reader: Reader): Case {
  const place = { id: index + 1, score: null };
  if (raw === null) {
    const nothing = { status: null, time: null, memory: null, signal: null, exitCode: null };
    return { ...place, ...nothing, description: null };
  }
  const said = {
    stdout: decoded(raw.stdout),
    expected: decoded(raw.expected_output),
    stderr: decoded(raw.stderr),
  };
  const extra = Object.fromEntries(Object.entries(said).filter(([, text]) => text !== null));
  return {
    ...place,
    status: statusOf(raw, reader),
    time: milliseconds(reader.number(fromText(raw.time), 'time')),
    memory: reader.number(raw.memory, 'memory'),
    signal: reader.integer(raw.exit_signal, 'exit_signal'),
    exitCode: reader.integer(raw.exit_code, 'exit_code'),
    description: decoded(raw.message),
    ...(Object.keys(extra).length > 0 ? { extra } : {}),
  };
}

/** Seconds are sent as text, such as `"0.002"`. */
function fromText(value: unknown): unknown {
  return typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
}

function statusOf(raw: Raw, reader: Reader): number | null {
  if (raw.status === null || raw.status === undefined) return reader.integer(raw.status_id, 'status_id');
  const status = reader.object(raw.status, 'status');
  reader.enter('status');
  const id = reader.integer(status.id, 'id');
  reader.leave();
  return id;
}

/** All submissions of a batch are of one program: the first message stands for all. */
function compilationOf(submissions: readonly (Raw | null)[], reader: Reader): Compilation | null {
  const known = submissions.filter((one) => one !== null);
  const message = known.map((one) => decoded(one.compile_output)).find((text) => text !== null) ?? null;
  const codes = known.map((one) => statusOf(one, reader));
  const success = codes.includes(6)
    ? false
    : codes.some((code) => code !== null && code >= 3 && code <= 12)
      ? true
      : null;
  return success === null && message === null ? null : { success, message, opt2: null };
}

/** Null: nothing. Judge0 breaks base 64 into lines; what is no UTF-8 becomes replacement characters. */
function decoded(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  try {
    const bytes = Uint8Array.from(atob(value.replace(/\s+/g, '')), (unit) => unit.charCodeAt(0));
    return new TextDecoder().decode(bytes) || null;
  } catch {
    // no base 64: a host that doesn't encode
    return value || null;
  }
}

/** In the order of the tokens; null for one that is not known. */
function submissionsIn(body: Raw, reader: Reader): readonly (Raw | null)[] {
  if (!('submissions' in body)) {
    if (!('status' in body) && !('status_id' in body)) reader.misfit('status', 'an object', body.status);
    return [body];
  }
  if (!Array.isArray(body.submissions)) reader.misfit('submissions', 'a list', body.submissions);
  return (body.submissions as unknown[])
    .slice(0, mostSubmissions)
    .map((one, index) => (one === null ? null : reader.object(one, `submissions[${index}]`)));
}

function codeIn(submissions: readonly (Raw | null)[]): string | null {
  return submissions.map((one) => decoded(one?.source_code)).find((text) => text !== null) ?? null;
}

function languageIn(submissions: readonly (Raw | null)[]): string | null {
  const language = submissions[0]?.language;
  return typeof language === 'object' && language !== null && 'name' in language
    ? textOf(language.name)
    : null;
}

/** Which failure an answer is; null: none. `{"error": …}`, field → list of sentences (422), or no body at all. */
function failureOf(answer: PlainAnswer, now: number): ServiceFailed | null {
  if (answer.status < 400) return null;
  const body = jsonIn(answer.text);
  if (typeof body !== 'object' || body === null) return refused(answer, now);
  if ('error' in body) return refused(answer, now, answer.status, { message: textOf(body.error) });
  const form = { submitted: true, valid: false, fields: fieldsOf(body as Raw) };
  return refused(answer, now, answer.status, { form });
}

function fieldsOf(body: Raw): { name: string; value: null; message: string }[] {
  return Object.entries(body)
    .slice(0, 100)
    .map(([name, sentences]) => ({
      name,
      value: null,
      message: Array.isArray(sentences) ? sentences.filter((one) => typeof one === 'string').join('; ') : '',
    }));
}
