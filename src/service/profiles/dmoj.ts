import { type Case, type Envelope, type Reader, type Subtask, jsonIn } from '../../judge';
import type { FieldReader } from '../fields';
import { shortName } from '../fields';
import type { Question, RecentSubmission, ServiceProfile } from '../profile';
import { requestIdInPath } from '../requestIdInput';
import { type PlainAnswer, type ResultAnswer, caseOf, subtaskOf } from './answer';
import { type ServiceKind, builtInRules, profileOf } from './kind';
import {
  type Raw,
  figuresOf,
  mapped,
  milliseconds,
  momentOf,
  objectOf,
  readAnswer,
  refused,
  textOf,
  recentOf,
} from './reading';
import { verdicts } from './verdicts';

const rules = builtInRules(
  'dmoj',
  verdicts('AC WA IR RTE TLE MLE OLE CE', {
    QU: 'QUEUED',
    P: ['JUDGING', 'Processing', '处理中'],
    G: ['JUDGING', 'Grading', '评测中'],
    PARTIAL: 'PART',
    // not run, because an earlier case of its batch failed
    SC: ['SKIP', 'Not Run', '未运行', 'SC'],
    AB: ['JE', 'Aborted', '已中止', 'AB'],
    IE: ['JE', 'Internal Error', '内部错误', 'IE'],
  }),
);

/** DMOJ: dmoj.ca and the sites that run its software, by their read-only API 2. */
export const dmoj: ServiceKind = {
  asks: [
    { field: 'url', otherwise: 'https://dmoj.ca' },
    { field: 'user', otherwise: '' },
  ],
  speaksSpecification: false,
  rules,
  describe,
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
    ...profileOf(rules, name, address, authentication),
    signIn: { kind: 'secret', secret: 'apiToken', page: `${baseUrl}/edit/profile/`, isOptional: false },
    // lists are public, but a wrong token is refused everywhere
    check: mapped({ ...list('id=0'), read: readCheck }, () => ({ name: user })),
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
  return recentOf({ requestId: id, problem, status: result ?? 'QU', score: points, at: momentOf(date) });
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
    else loose.push(caseIn(raw, null, reader));
  });
  return loose.length > 0 ? [batchWith(null, null, loose), ...batches] : batches;
}

function batchOf(raw: Raw, reader: Reader): Subtask {
  const id = reader.integer(raw.batch_id, 'batch_id');
  return batchWith(id, reader.number(raw.points, 'points'), reader.list(raw.cases, 'cases', caseIn));
}

function batchWith(id: number | null, score: number | null, cases: readonly Case[]): Subtask {
  const failed = cases.find(({ status }) => status !== 'AC' && status !== 'SC');
  return subtaskOf({ id, status: (failed ?? cases[0])?.status ?? null, score, ...figuresOf(cases), cases });
}

function caseIn(raw: Raw, _key: string | null, reader: Reader): Case {
  const total = reader.number(raw.total, 'total');
  const score = reader.number(raw.points, 'points');
  return caseOf({
    id: reader.integer(raw.case_id, 'case_id'),
    status: verdictOf(reader.text(raw.status, 'status'), score, total),
    score,
    time: milliseconds(reader.number(raw.time, 'time')),
    memory: reader.number(raw.memory, 'memory'),
    ...(total === null ? {} : { extra: { total } }),
  });
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
