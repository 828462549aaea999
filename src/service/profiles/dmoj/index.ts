import type { Case, JsonObject, Subtask } from '../../../judge';
import type { Answer, JudgeAdapter, JudgeHttp, Listing, RecentSubmission, SubmissionPage } from '../../adapter';
import type { ServiceFailed } from '../../failure';
import { pathBelow } from '../../address';
import { shortName, type ServiceAddress } from '../../fields';
import { requestIdInPath } from '../../requestIdInput';
import { type ReadResult, caseOf, figuresOf, problemNamed, resultOf, subtaskOf } from '../results';
import { kindWithBuiltInCodes } from '../kindWithBuiltInCodes';
import { builtInRules } from '../serviceKind';
import { bodyOf, readObject } from '../responseBody';
import { recentOf, statesOf } from '../listedSubmissions';
import { onlyOne, partsOfName } from '../problemInName';
import { refusal, throwIf } from '../refusals';
import { encoded, milliseconds, momentOf, objectOf, textOf } from '../jsonValues';
import { verdicts } from '../verdicts';

const rules = builtInRules(
  'dmoj',
  verdicts('AC WA IR RTE TLE MLE OLE CE QU=QUEUED PARTIAL=PART', {
    P: ['JUDGING', 'Processing', '处理中'],
    G: ['JUDGING', 'Grading', '评测中'],
    // not run because an earlier case of its batch failed
    SC: ['SKIP', 'Not Run', '未运行', 'SC'],
    AB: ['JE', 'Aborted', '已中止', 'AB'],
    IE: ['JE', 'Internal Error', '内部错误', 'IE'],
  }),
);

const PUBLIC_URL = 'https://dmoj.ca';

/** dmoj.ca and other sites with the same software. Their API (version 2) is read-only. */
export const dmoj = kindWithBuiltInCodes({
  rules,
  promptedFields: [
    { field: 'url', defaultValue: PUBLIC_URL },
    { field: 'user', defaultValue: '' },
  ],
  publicUrl: PUBLIC_URL,
  authentication: { scheme: 'bearer' },
  readFields: (fields) => ({ user: fields.read('user', shortName, '') || null }),
  adapterFor: dmojAdapter,
});

/** `user`: the user's name on the site; null: not entered */
function dmojAdapter({ baseUrl, user }: ServiceAddress & { readonly user: string | null }): JudgeAdapter {
  return {
    signIn: { kind: 'secret', secret: 'apiToken', page: `${baseUrl}/edit/profile/`, isOptional: false },

    refusalIn,

    // Lists are public, but DMOJ rejects an invalid token everywhere. The status is 400 if the token is malformed.
    async checkAccount(http) {
      const answer = await http.send({ method: 'GET', path: listPath('id=0') });
      if (answer.status === 400) throw refusal(answer, { status: 401 });
      throwIf(refusalIn(answer));
      readList(answer);
      return { name: user };
    },

    async fetchResult(http, { requestId }) {
      const answer = await http.get(`/api/v2/submission/${encoded(requestId)}`);
      return readSubmission(readObject(answer).object('data').object('object'), requestId);
    },

    requestIdForm: { kind: 'digits', length: 12 },

    looksLikeRequestId(text) {
      return /^\d{4,12}$/.test(text);
    },

    pace: { interval: 2_000 },

    // A single submission is requested directly, because the list contains no cases.
    batch: {
      interval: 2_000,

      covers(pending) {
        return pending.length > 1;
      },

      async fetchStates(http, pending) {
        const ids = pending.map(({ requestId }) => `id=${encoded(requestId)}`);
        return statesOf(await fetchList(http, ids.join('&')), rules);
      },
    },

    listing: user === null ? undefined : listingOf(user),

    problemSubmissions: {
      needsAccount: user === null,
      code: 'notReturned',

      async fetchPage(http, { problemId }, page, account) {
        const query = `user=${encoded(user ?? account ?? '')}&problem=${encoded(problemId)}`;
        return fetchOfProblem(http, query, page);
      },
    },

    problemIdIn(fileName) {
      const codes = partsOfName(fileName, /[^a-z\d_]+/).map((part) => {
        // `_` can be in a code, or separate it from a common word: `ccc17s1_slow`
        const words = partsOfName(part, /_+/);
        return words.length === 1 ? (words[0] ?? '') : part;
      });
      return onlyOne(codes.filter((code) => /^[a-z]{1,12}\d[a-z\d_]{0,20}$/.test(code)));
    },

    browserSubmission: {
      page({ problemId }) {
        return `${baseUrl}/problem/${encoded(problemId)}/submit`;
      },

      problemAt(address) {
        const path = pathBelow(baseUrl, address)?.path ?? '';
        const code = /^\/problem\/([a-z\d_]{1,40})(?:\/|$)/.exec(path)?.[1];
        return code === undefined ? null : { problemId: code, place: null };
      },
    },

    pages: {
      problem({ problemId }) {
        return `${baseUrl}/problem/${encoded(problemId)}`;
      },

      record({ requestId }) {
        return `${baseUrl}/submission/${encoded(requestId)}`;
      },

      readAddress(text) {
        return requestIdInPath(baseUrl, text, /^(?:\/api\/v2)?\/(?:submission|src)\/(\d{1,12})(?:\/|$)/);
      },
    },
  };
}

/** Lists the user's most recent submissions, which are on the last page, because DMOJ sorts them from old to new. */
function listingOf(user: string): Listing {
  return {
    needsAccount: false,
    async fetchRecent(http) {
      const oldestFirst = await fetchList(http, `user=${encoded(user)}&page=last`);
      return oldestFirst.toReversed();
    },
  };
}

/**
 * Returns the failure that a response reports. For signed-out users, DMOJ sends “login required”, or a page with a link
 * to sign in.
 */
function refusalIn(answer: Answer): ServiceFailed | null {
  const body = bodyOf(answer);
  const { error } = objectOf(body);
  if (typeof error === 'object' && error !== null) {
    const { code, message: text } = objectOf(error);
    const message = textOf(text);
    const status = answer.status >= 400 ? answer.status : typeof code === 'number' ? code : 500;
    const isSignedOut = status === 403 && message === 'login required';
    return refusal(answer, { status: isSignedOut ? 401 : status, message });
  }
  const isSignInPage = body === undefined && /\/accounts\/login\b|^login required/.test(answer.text);
  if (isSignInPage && [200, 403].includes(answer.status)) return refusal(answer, { status: 401 });
  // sites with a modified version may not have the API: they respond with a page, whereas the API reports unknown IDs
  // as JSON
  return answer.status >= 400 ? refusal(answer, { hasNoApi: answer.status === 404 }) : null;
}

function listPath(query: string): string {
  return `/api/v2/submissions?${query}`;
}

async function fetchList(http: JudgeHttp, query: string): Promise<readonly RecentSubmission[]> {
  return readList(await http.get(listPath(query)));
}

/** Reads a list of submissions. They contain no cases. */
function readList(answer: Answer): readonly RecentSubmission[] {
  return readObject(answer)
    .object('data')
    .list('objects', (submission) => readListed(submission));
}

/** Fetches a page of submissions, the last page first, because DMOJ sorts them from old to new. */
async function fetchOfProblem(http: JudgeHttp, query: string, page: string | null): Promise<SubmissionPage> {
  const answer = await http.get(listPath(`${query}&page=${page ?? 'last'}`));
  const data = readObject(answer).object('data');
  const oldestFirst = data.list('objects', (submission) => ({
    ...readListed(submission),
    time: milliseconds(submission.number('time')),
    language: textOf(submission.raw.language),
  }));
  const number = data.integer('page_index');
  return {
    submissions: oldestFirst.toReversed(),
    next: number === null || number < 2 ? null : String(number - 1),
  };
}

function readListed(submission: JsonObject): RecentSubmission {
  const problem = textOf(submission.raw.problem);
  return recentOf({
    requestId: String(submission.integer('id') ?? ''),
    problem,
    problemId: problem,
    status: textOf(submission.raw.result) ?? 'QU',
    score: submission.number('points'),
    at: momentOf(textOf(submission.raw.date)),
  });
}

/** Reads `GET /api/v2/submission/<number>`. Seconds become ms; DMOJ's kilobytes are KiB. */
function readSubmission(submission: JsonObject, requestId: string): ReadResult {
  const id = submission.integer('id');
  const status = statusOf(submission);
  return resultOf(
    {
      requestId: String(id ?? requestId),
      status,
      isCompileError: status === 'CE',
      judge: {
        id,
        score: submission.number('points'),
        time: milliseconds(submission.number('time')),
        memory: submission.number('memory'),
        subtasks: subtasksOf(submission),
      },
      about: {
        problem: problemNamed(textOf(submission.raw.problem)),
        language: textOf(submission.raw.language),
      },
    },
    submission,
  );
}

/** Returns the verdict if the submission is completed (`D`), or else its progress. */
function statusOf(submission: JsonObject): string | null {
  const status = submission.text('status');
  const result = status === 'D' ? submission.text('result') : null;
  return verdictOf(result ?? status, submission.raw.case_points, submission.raw.case_total);
}

/** Returns `PARTIAL` for an accepted answer without full points. DMOJ has no code for that. */
function verdictOf(status: string | null, points: unknown, total: unknown): string | null {
  const isPart = typeof points === 'number' && typeof total === 'number' && points < total;
  return status === 'AC' && isPart ? 'PARTIAL' : status;
}

/** Maps each batch to a subtask. Cases outside of batches form a subtask without an ID. */
function subtasksOf(submission: JsonObject): readonly Subtask[] {
  const loose: Case[] = [];
  const batches: Subtask[] = [];
  submission.list('cases', (item) => {
    if (item.raw.type === 'batch') batches.push(readBatch(item));
    else loose.push(readCase(item));
  });
  return loose.length > 0 ? [batchWith(null, null, loose), ...batches] : batches;
}

function readBatch(batch: JsonObject): Subtask {
  return batchWith(batch.integer('batch_id'), batch.number('points'), batch.list('cases', readCase));
}

function batchWith(id: number | null, score: number | null, cases: readonly Case[]): Subtask {
  const failed = cases.find(({ status }) => status !== 'AC' && status !== 'SC');
  return subtaskOf({
    id,
    status: (failed ?? cases[0])?.status ?? null,
    score,
    ...figuresOf(cases),
    cases,
  });
}

function readCase(item: JsonObject): Case {
  const total = item.number('total');
  const score = item.number('points');
  return caseOf({
    id: item.integer('case_id'),
    status: verdictOf(item.text('status'), score, total),
    score,
    time: milliseconds(item.number('time')),
    memory: item.number('memory'),
    extra: { total },
  });
}
