import { jsonIn, type Case, type Envelope, type JudgingRules, type Reader, type Subtask } from '../../judge';
import { shortName, type FieldReader } from '../fields';
import { serviceId } from '../address';
import type { Question, RecentSubmission, ServiceProfile } from '../profile';
import { requestIdInPath } from '../requestIdInput';
import { nothingOffered, type ServiceKind } from './kind';
import {
  figuresOf,
  milliseconds,
  objectOf,
  readAnswer,
  refused,
  textOf,
  type PlainAnswer,
  type Raw,
  type ResultAnswer,
} from './reading';
import { statusTable, type StatusRow } from './verdicts';

const statusRows: readonly StatusRow[] = [
  ['QU', 'pending', 'pending', 'Queued', '排队中', '…'],
  ['P', 'pending', 'pending', 'Processing', '处理中', '…'],
  ['G', 'pending', 'pending', 'Grading', '评测中', '…'],
  ['AC', 'accepted', 'accepted', 'Accepted', '通过', 'AC'],
  ['PARTIAL', 'partial', 'wrongAnswer', 'Partially Accepted', '部分通过', 'PART'],
  ['WA', 'failed', 'wrongAnswer', 'Wrong Answer', '答案错误', 'WA'],
  ['IR', 'failed', 'runtimeError', 'Invalid Return', '返回值错误', 'IR'],
  ['RTE', 'failed', 'runtimeError', 'Runtime Error', '运行错误', 'RTE'],
  ['TLE', 'failed', 'limitExceeded', 'Time Limit Exceeded', '超出时间限制', 'TLE'],
  ['MLE', 'failed', 'limitExceeded', 'Memory Limit Exceeded', '超出内存限制', 'MLE'],
  ['OLE', 'failed', 'limitExceeded', 'Output Limit Exceeded', '超出输出限制', 'OLE'],
  ['CE', 'failed', 'compileError', 'Compile Error', '编译错误', 'CE'],
  // not run, because an earlier case of its batch failed
  ['SC', 'error', 'pending', 'Not Run', '未运行', 'SC'],
  ['AB', 'error', 'serviceError', 'Aborted', '已中止', 'AB'],
  ['IE', 'error', 'serviceError', 'Internal Error', '内部错误', 'IE'],
];

const rules: JudgingRules = {
  profile: 'dmoj',
  statuses: statusTable(statusRows, ['P', 'G']),
  units: { time: 'ms', memory: 'KiB', score: 'points' },
  compileFailureIsFinal: true,
  unknownStatusIsFinal: true,
  canRejudge: true,
};

/** DMOJ: dmoj.ca and the sites that run its software, by their read-only API 2. */
export const dmoj: ServiceKind = {
  asks: [
    { field: 'url', otherwise: 'https://dmoj.ca' },
    { field: 'user', otherwise: '' },
  ],
  speaksSpecification: false,
  rules,
  describe,
  readResult,
};

function describe(name: string, fields: FieldReader): ServiceProfile | null {
  const authentication = { scheme: 'bearer' } as const;
  const address = fields.address(authentication, 'https://dmoj.ca');
  const user = fields.read('user', shortName, '') || null;
  if (!address) return null;
  const { baseUrl } = address;
  const list = (query: string): Question<readonly Listed[]> => ({
    request: { method: 'GET', path: `/api/v2/submissions?${query}` },
    read: readList,
  });
  return {
    ...nothingOffered,
    id: serviceId({ type: 'dmoj', address: baseUrl, name }),
    type: 'dmoj',
    name,
    ...address,
    authentication,
    signIn: { kind: 'secret', secret: 'apiToken', page: `${baseUrl}/edit/profile/`, isOptional: false },
    // lists are public, but a wrong token is refused everywhere
    check: mapped({ ...list('id=0'), read: readCheck }, () => ({ name: user })),
    rules,
    pace: { interval: 2_000, maximum: null, besidePush: 2_000, machine: null },
    result: ({ requestId }) => ({
      request: { method: 'GET', path: `/api/v2/submission/${encodeURIComponent(requestId)}` },
      read: (answer, now) => readResult(answer, requestId, now),
    }),
    together: {
      interval: 2_000,
      // one alone is asked for itself: only so its cases come one by one
      question: (pending) =>
        pending.length < 2
          ? null
          : mapped(
              list(pending.map(({ requestId }) => `id=${encodeURIComponent(requestId)}`).join('&')),
              (all) =>
                new Map(all.map(({ id, result }) => [id, { kind: result === null ? 'notReady' : 'ended' }])),
            ),
    },
    recent: () =>
      user === null
        ? null
        : mapped(list(`user=${encodeURIComponent(user)}&page=last`), (all) => all.map(recent).reverse()),
    problemPage: ({ problemId }) => `${baseUrl}/problem/${encodeURIComponent(problemId)}`,
    recordPage: ({ requestId }) => `${baseUrl}/submission/${encodeURIComponent(requestId)}`,
    readInput: (text) =>
      requestIdInPath(baseUrl, text, /^(?:\/api\/v2)?\/(?:submission|src)\/(\d{1,12})(?:\/|$)/),
    looksLikeRequestId: (text) => /^\d{4,12}$/.test(text),
  };
}

/** One of a list: how it stands, without cases. */
interface Listed {
  readonly id: string;
  readonly problem: string | null;
  readonly result: string | null;
  readonly points: number | null;
  readonly date: string | null;
}

function readList(answer: PlainAnswer, now: number): readonly Listed[] {
  refuseFailure(answer, now);
  return readAnswer(answer, (json, reader) => {
    const data = reader.object(reader.object(json, '').data, 'data');
    reader.enter('data');
    return reader.list(data.objects, 'objects', (raw) => ({
      id: String(reader.integer(raw.id, 'id') ?? ''),
      problem: textOf(raw.problem),
      result: textOf(raw.result),
      points: reader.number(raw.points, 'points'),
      date: textOf(raw.date),
    }));
  }).value;
}

/** A token of another form than theirs is refused as 400. */
function readCheck(answer: PlainAnswer, now: number): readonly Listed[] {
  return readList(answer.status === 400 ? { ...answer, status: 401 } : answer, now);
}

function recent({ id, problem, result, points, date }: Listed): RecentSubmission {
  const at = date === null ? NaN : Date.parse(date);
  const status = result ?? 'QU';
  return { requestId: id, hint: null, problem, status, score: points, at: Number.isNaN(at) ? null : at };
}

/** The answer of `GET /api/v2/submission/<number>`. Seconds become ms; DMOJ's kilobytes are KiB. */
function readResult(answer: PlainAnswer, requestId: string, now: number): ResultAnswer {
  refuseFailure(answer, now);
  const { value, notices } = readAnswer(answer, (json, reader) => {
    const data = reader.object(reader.object(json, '').data, 'data');
    reader.enter('data');
    const object = reader.object(data.object, 'object');
    const id = textOf(object.problem);
    const problem = id === null ? null : { id, title: null };
    const about = { problem, code: null, language: textOf(object.language) };
    return { envelope: envelopeOf(object, requestId, reader), about };
  });
  return { kind: 'result', ...value, raw: null, notices };
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
  return { type: 'judge', data: { compile, judge }, requestId: String(id ?? requestId), trackId: null };
}

/** The verdict once it is completed (`D`), before that how far it is. */
function codeOf(object: Raw, reader: Reader): string | null {
  const status = reader.text(object.status, 'status');
  const result = status === 'D' ? reader.text(object.result, 'result') : null;
  return verdictOf(result ?? status, object.case_points, object.case_total);
}

/** A checker may give a part of the points for an accepted answer, which DMOJ has no letters for. */
function verdictOf(status: string | null, points: unknown, total: unknown): string | null {
  const isPart = typeof points === 'number' && typeof total === 'number' && points < total;
  return status === 'AC' && isPart ? 'PARTIAL' : status;
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
  const score = reader.number(raw.points, 'points');
  return {
    id: reader.integer(raw.case_id, 'case_id'),
    status: verdictOf(reader.text(raw.status, 'status'), score, total),
    score,
    time: milliseconds(reader.number(raw.time, 'time')),
    memory: reader.number(raw.memory, 'memory'),
    signal: null,
    exitCode: null,
    description: null,
    ...(total === null ? {} : { extra: { total } }),
  };
}

/** Throws the failure that an answer is, if it is one. Who isn't signed in gets 403 “login required”, or a page with a link to do so. */
function refuseFailure(answer: PlainAnswer, now: number): void {
  const body = jsonIn(answer.text);
  const { error } = objectOf(body);
  if (typeof error === 'object' && error !== null) {
    const { code, message } = objectOf(error);
    const status = answer.status >= 400 ? answer.status : typeof code === 'number' ? code : 500;
    const text = textOf(message);
    throw refused(answer, now, status === 403 && text === 'login required' ? 401 : status, {
      message: text,
    });
  }
  const isSignInPage = body === undefined && /\/accounts\/login\b|^login required/.test(answer.text);
  if (isSignInPage && [200, 403].includes(answer.status)) throw refused(answer, now, 401);
  // sites that run a changed version may have taken it out: then not even an unknown ID is told in JSON
  if (answer.status >= 400) throw refused(answer, now, answer.status, { hasNoApi: answer.status === 404 });
}

/** The same question, whose value is made into another. */
function mapped<From, To>(question: Question<From>, map: (value: From) => To): Question<To> {
  return { ...question, read: (answer, now, more) => map(question.read(answer, now, more)) };
}
