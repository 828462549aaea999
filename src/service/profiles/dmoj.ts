import type { Case, Reader, Subtask } from '../../judge';
import { shortName } from '../fields';
import type { RecentSubmission } from '../profile';
import type { Question } from '../question';
import { requestIdInPath } from '../requestIdInput';
import {
  type PlainAnswer,
  type ReadResult,
  caseOf,
  figuresOf,
  problemNamed,
  resultOf,
  subtaskOf,
} from './answer';
import { builtInKind, builtInRules } from './kind';
import { answersBy, bodyOf, inside, mapped, recentOf, refused, batchBy } from './reading';
import { type Raw, encoded, milliseconds, momentOf, objectOf, textOf } from './values';
import { verdicts } from './verdicts';

const rules = builtInRules(
  'dmoj',
  verdicts('AC WA IR RTE TLE MLE OLE CE QU=QUEUED PARTIAL=PART', {
    P: ['JUDGING', 'Processing', '处理中'],
    G: ['JUDGING', 'Grading', '评测中'],
    // not run, because an earlier case of its batch failed
    SC: ['SKIP', 'Not Run', '未运行', 'SC'],
    AB: ['JE', 'Aborted', '已中止', 'AB'],
    IE: ['JE', 'Internal Error', '内部错误', 'IE'],
  }),
);

const publicAddress = 'https://dmoj.ca';

/** DMOJ: dmoj.ca and the sites that run its software, by their read-only API 2. */
export const dmoj = builtInKind(rules, {
  asks: [
    { field: 'url', otherwise: publicAddress },
    { field: 'user', otherwise: '' },
  ],
  url: publicAddress,
  authentication: { scheme: 'bearer' },
  reads: (fields) => ({ user: fields.read('user', shortName, '') || null }),
  profile: ({ baseUrl, user }) => ({
    signIn: { kind: 'secret', secret: 'apiToken', page: `${baseUrl}/edit/profile/`, isOptional: false },
    // lists are public, but a wrong token is refused everywhere; one of another form than theirs is refused as 400
    check: {
      request: listed('id=0').request,
      read: (answer, now) => {
        listed('').read(answer.status === 400 ? { ...answer, status: 401 } : answer, now);
        return { name: user };
      },
    },
    pace: { interval: 2_000, maximum: null, besidePush: 2_000, machine: null },
    result: ({ requestId }) =>
      askedForResult(`/api/v2/submission/${encoded(requestId)}`, (data, reader) =>
        readRun(data, requestId, reader),
      ),
    batch: batchBy(2_000, rules, 'notReady', (pending) =>
      listed(pending.map(({ requestId }) => `id=${encoded(requestId)}`).join('&')),
    ),
    recent: () =>
      user === null ? null : mapped(listed(`user=${encoded(user)}&page=last`), (all) => all.toReversed()),
    problemPage: ({ problemId }) => `${baseUrl}/problem/${encoded(problemId)}`,
    recordPage: ({ requestId }) => `${baseUrl}/submission/${encoded(requestId)}`,
    readInput: (text) =>
      requestIdInPath(baseUrl, text, /^(?:\/api\/v2)?\/(?:submission|src)\/(\d{1,12})(?:\/|$)/),
    idForm: { kind: 'digits', length: 12 },
    looksLikeRequestId: (text) => /^\d{4,12}$/.test(text),
  }),
});

const { asked, askedForResult } = answersBy(refuseFailure, inside('data'));

/** How submissions stand, without cases. */
function listed(query: string): Question<readonly RecentSubmission[]> {
  return asked(`/api/v2/submissions?${query}`, ({ objects }, reader) =>
    reader.list(objects, 'objects', (raw) =>
      recentOf({
        requestId: String(reader.integer(raw.id, 'id') ?? ''),
        problem: textOf(raw.problem),
        status: textOf(raw.result) ?? 'QU',
        score: reader.number(raw.points, 'points'),
        at: momentOf(textOf(raw.date)),
      }),
    ),
  );
}

/** What `GET /api/v2/submission/<number>` says. Seconds become ms; DMOJ's kilobytes are KiB. */
function readRun(data: Raw, requestId: string, reader: Reader): ReadResult {
  const object = reader.object(data.object, 'object');
  reader.enter('object');
  const status = codeOf(object, reader);
  const id = reader.integer(object.id, 'id');
  return resultOf({
    ...{ requestId: String(id ?? requestId), status, isCompileError: status === 'CE' },
    judge: {
      id,
      score: reader.number(object.points, 'points'),
      time: milliseconds(reader.number(object.time, 'time')),
      memory: reader.number(object.memory, 'memory'),
      subtasks: subtasksOf(object, reader),
    },
    about: { problem: problemNamed(textOf(object.problem)), language: textOf(object.language) },
  });
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
    extra: { total },
  });
}

/** Throws the failure that an answer is, if it is one. Who isn't signed in gets 403 “login required”, or a page with a link to do so. */
function refuseFailure(answer: PlainAnswer, now: number): void {
  const body = bodyOf(answer);
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
