import { fromBase64 } from '../../base/base64';
import type { AboutResult, Reader, Subtask } from '../../judge';
import { meaningOf } from '../../judge/status';
import { pastedUrl } from '../address';
import { requiredName } from '../fields';
import type { RecentSubmission, RequestIdInput, BatchAnswer } from '../profile';
import type { ServiceRequest } from '../question';
import { type PlainAnswer, type ReadResult, caseOf, resultOf, subtaskOf } from './answer';
import { builtInKind, builtInRules, required } from './kind';
import { bodyOf, getting, readAnswer, recentOf, refused, whole } from './reading';
import { keyAndSecretIn, sign } from './signature';
import { type Raw, encoded, kibibytes, momentOf, objectOf, textOf } from './values';
import { verdicts } from './verdicts';

const rules = builtInRules(
  'codeforces',
  verdicts(
    'OK=AC RUNTIME_ERROR=RE WRONG_ANSWER=WA PRESENTATION_ERROR=PE TIME_LIMIT_EXCEEDED=TLE ' +
      'MEMORY_LIMIT_EXCEEDED=MLE IDLENESS_LIMIT_EXCEEDED=ILE REJECTED=REJ',
    {
      SUBMITTED: ['QUEUED', 'In queue', '排队中'],
      TESTING: ['JUDGING', 'Testing', '评测中'],
      PRETESTS_PASSED: ['AC', 'Pretests Passed', '预测试通过', 'PP'],
      PARTIAL: ['PART', 'Partial', '部分通过'],
      COMPILATION_ERROR: ['CE', 'Compilation Error', '编译错误'],
      SECURITY_VIOLATED: ['SV', 'Security Violated', '违反安全规则'],
      CRASHED: ['JE', 'Crashed', '评测机崩溃', 'CRASH'],
      INPUT_PREPARATION_CRASHED: ['JE', 'Input Preparation Crashed', '输入准备失败', 'IPC'],
      CHALLENGED: ['REJ', 'Hacked', '被 Hack', 'HK'],
      SKIPPED: ['JE', 'Skipped', '已跳过', 'SKIP'],
      FAILED: ['JE', 'Judgement Failed', '评测失败', 'FAIL'],
    },
  ),
);

const publicAddress = 'https://codeforces.com/api';
/** how far back a submission is looked for */
const listed = 100;

/**
 * Codeforces. What is public needs no sign-in; a key of the handle shows private contests and own sources. The API lists
 * submissions, it has no method for a single one.
 */
export const codeforces = builtInKind(rules, {
  asks: required('handle'),
  url: publicAddress,
  authentication: { scheme: 'own' },
  secretParts: keyAndSecretIn,
  reads: (fields) => ({ handle: fields.read('handle', requiredName, '') }),
  profile: ({ baseUrl, handle }) => {
    const site = baseUrl.replace(/\/api$/, '');
    const contestPage = (contest: string) =>
      `${site}/${Number(contest) < 100_000 ? 'contest' : 'gym'}/${contest}`;
    const list = (contest: string | null, count: number): ServiceRequest =>
      getting(
        `/${contest === null ? 'user.status?' : `contest.status?contestId=${contest}&`}handle=${handle}&from=1&count=${count}`,
      );
    return {
      place: baseUrl === publicAddress ? handle : `${baseUrl}#${handle}`,
      shown: { kind: 'signature', sign },
      signIn: {
        ...{ kind: 'secret', secret: 'keyAndSecret', isOptional: true, later: true },
        page: `${site}/settings/api`,
      },
      check: {
        request: { ...list(null, 1), ...withSources },
        read: (answer, now) => (readResults(answer, now), { name: handle }),
      },
      // a little more than the two seconds of the service, whose clock is another
      pace: { interval: 2_000, maximum: 3_000, besidePush: 2_000, machine: 2_020 },
      result: ({ requestId, hint }) => ({
        request: { ...list(hint, listed), ...(hint === null ? withSources : {}) },
        read: (answer, now) => {
          const found = readResults(answer, now).get(requestId);
          if (found) return found;
          throw refused(answer, now, 404);
        },
      }),
      batch: {
        interval: 2_000,
        question: (_pending, account) => ({
          request: list(null, listed),
          // with a key, what has ended is asked for once more, with its source
          read: (answer, now) => (account === null ? readResults(answer, now) : readBatch(answer, now)),
        }),
      },
      recent: (account) => ({
        request: list(null, 20),
        read: (answer, now) =>
          [...readResults(answer, now).values()].map((one) =>
            account === null ? recent(one) : { ...recent(one), hint: null },
          ),
      }),
      problemPage: ({ problemId }) => {
        if (/^\d+$/.test(problemId)) return `${site}/problemsets/acmsguru/problem/99999/${problemId}`;
        const [, contest, index = ''] = /^(\d+)(\D.*)$/.exec(problemId) ?? [];
        return contest === undefined
          ? `${site}/problemset`
          : `${contestPage(contest)}/problem/${encoded(index)}`;
      },
      isProblemPage: (address, { problemId }) => {
        const contest = contestAt(address, site);
        if (contest !== null) return /^\d+(?=\D)/.exec(problemId)?.[0] === contest ? null : false;
        return problemAt(address, site) === problemId.toUpperCase();
      },
      recordPage: ({ requestId, hint }) => hint && `${contestPage(hint)}/submission/${requestId}`,
      problemIdIn: (text) => /(?<![A-Za-z\d])\d{1,5}[A-Z]\d?(?![A-Za-z\d])/.exec(text)?.[0] ?? null,
      readInput: (text) => pastedAddress(text, site),
      idForm: { kind: 'digits', length: 12 },
      looksLikeRequestId: (text) => /^\d{6,12}$/.test(text),
    };
  },
});

/** Own sources are told only to who signs, and only in the list of the handle. */
const withSources = { ifSigned: { includeSources: 'true' } } as const;

/** `/contest/1520/submission/116`, `/problemset/submission/1520/116`, `/gym/…`, `/group/…/contest/…`, also of the mirrors. */
function pastedAddress(text: string, site: string): RequestIdInput | null {
  const path = pathAt(text, site);
  if (path === null) return null;
  const [, contest, id] =
    /\/(?:contest|gym|problemset\/submission)\/(\d{1,9})\/(?:submission\/)?(\d{1,12})\/*$/.exec(path) ?? [];
  if (contest === undefined || id === undefined) return { kind: 'addressWithoutId' };
  return { kind: 'requestId', id, hint: contest };
}

/**
 * Returns the ID of the problem of a page, also of the mirrors: `1520A` for `/contest/1520/problem/A`, `/gym/…`, and
 * `/problemset/problem/1520/A`, `100` for `/problemsets/acmsguru/problem/99999/100`. Null if it isn't a problem's page.
 */
function problemAt(address: string, site: string): string | null {
  const path = pathAt(address, site) ?? '';
  const archived = /\/problemsets\/acmsguru\/problem\/\d{1,9}\/(\d{1,9})\/*$/.exec(path)?.[1];
  if (archived !== undefined) return archived;
  const [, contest, index] =
    /\/(?:contest|gym|problemset\/(?:problem|gymProblem))\/(\d{1,9})\/(?:problem\/)?([A-Za-z]\w{0,3})\/*$/.exec(
      path,
    ) ?? [];
  return contest === undefined || index === undefined ? null : `${contest}${index}`.toUpperCase();
}

/** Returns the contest of a page that has all its problems: `/contest/1520`, `/contest/1520/problems`, `/gym/…`. Null: another page. */
function contestAt(address: string, site: string): string | null {
  const path = pathAt(address, site) ?? '';
  return /\/(?:contest|gym)\/(\d{1,9})(?:\/problems)?\/*$/.exec(path)?.[1] ?? null;
}

/** The path of an address of the site or one of its mirrors; null: it is another site's. */
function pathAt(text: string, site: string): string | null {
  const url = pastedUrl(text);
  if (!url) return null;
  const isMirror = /^(?:[a-z\d-]+\.)?codeforces\.(?:com|net)$/.test(url.host);
  return isMirror || url.host === new URL(site).host ? url.pathname : null;
}

function recent({ envelope: { requestId, data }, about }: ReadResult): RecentSubmission {
  const problem = [about?.problem?.id, about?.problem?.title].filter(Boolean).join(' ') || null;
  const { status = null, score = null } = data?.judge ?? {};
  const known = { requestId: requestId ?? '', hint: about?.hint ?? null, at: about?.at ?? null };
  return recentOf({ ...known, problem, status: status ?? 'SUBMITTED', score });
}

/** How the submissions of an answer are doing: those that have ended are to be asked for. */
function readBatch(answer: PlainAnswer, now: number): ReadonlyMap<string, BatchAnswer> {
  return new Map(
    [...readResults(answer, now)].map(([id, result]): [string, BatchAnswer] => {
      const kind = meaningOf(rules.statuses, result.envelope.data?.judge?.status ?? null)?.kind ?? 'pending';
      return [id, kind === 'pending' ? result : { kind: 'ended' }];
    }),
  );
}

/** All submissions of the answer of `user.status` or `contest.status`, by their number. */
function readResults(answer: PlainAnswer, now: number): ReadonlyMap<string, ReadResult> {
  refuseFailure(answer, now);
  const { value, notices } = readAnswer(answer, (json, reader) =>
    reader.list(whole(json, reader).result, 'result', (raw) => readRun(raw, reader)),
  );
  const named = value.map((one) => [one.envelope.requestId ?? '', { ...one, notices }] as const);
  return new Map(named.filter(([requestId]) => requestId !== ''));
}

/** One submission; one without a number has no ID. */
function readRun(raw: Raw, reader: Reader): ReadResult {
  const id = reader.integer(raw.id, 'id');
  const said = reader.text(raw.verdict, 'verdict');
  // a round's last word comes with its system tests
  const status = said === 'OK' && raw.testset === 'PRETESTS' ? 'PRETESTS_PASSED' : said;
  const passed = reader.integer(raw.passedTestCount, 'passedTestCount');
  return resultOf({
    ...{ requestId: id === null ? '' : String(id), status, passed },
    isCompileError: status === 'COMPILATION_ERROR',
    judge: {
      id,
      score: reader.number(raw.points, 'points'),
      time: reader.number(raw.timeConsumedMillis, 'timeConsumedMillis'),
      memory: kibibytes(reader.number(raw.memoryConsumedBytes, 'memoryConsumedBytes')),
      subtasks: failedTest(status, passed),
    },
    about: {
      hint: numberText(raw.contestId) || null,
      problem: problemOf(objectOf(raw.problem)),
      code: fromBase64(textOf(raw.sourceBase64) ?? '') || null,
      language: textOf(raw.programmingLanguage),
      at: momentOf(raw.creationTimeSeconds),
    },
  });
}

const failedOnTest = new Set(
  (
    'RUNTIME_ERROR WRONG_ANSWER PRESENTATION_ERROR TIME_LIMIT_EXCEEDED MEMORY_LIMIT_EXCEEDED ' +
    'IDLENESS_LIMIT_EXCEEDED SECURITY_VIOLATED'
  ).split(' '),
);

/** The one test that is known of: the first that did not pass. The others are counted only. */
function failedTest(verdict: string | null, passed: number | null): readonly Subtask[] {
  if (verdict === null || passed === null || !failedOnTest.has(verdict)) return [];
  return [subtaskOf({ status: verdict, cases: [caseOf({ id: passed + 1, status: verdict })] })];
}

function problemOf({ contestId, index, name }: Raw): AboutResult['problem'] {
  const letter = textOf(index);
  return letter === null ? null : { id: numberText(contestId) + letter, title: textOf(name) };
}

/** Empty: it is no number. */
function numberText(value: unknown): string {
  return typeof value === 'number' ? String(value) : '';
}

/**
 * Throws the failure that an answer is, if it is one. A failure has a comment, with whatever HTTP status. A 403 that is no JSON is
 * the page of the bot check: it says nothing of the submission.
 */
function refuseFailure(answer: PlainAnswer, now: number): void {
  const body = bodyOf(answer);
  const { status, comment: said } = objectOf(body);
  if (status === 'FAILED') {
    const comment = textOf(said);
    throw refused(answer, now, statusOf(comment ?? '', answer.status), { message: comment });
  }
  const isBotCheck = answer.status === 403 && body === undefined;
  if (answer.status >= 400 && !isBotCheck) throw refused(answer, now);
}

function statusOf(comment: string, status: number): number {
  if (/call limit exceeded/i.test(comment)) return 429;
  if (/^api(?:key|sig)\b/i.test(comment)) return 401;
  // of another handle than the key's
  if (/^includeSources\b/i.test(comment)) return 403;
  if (/\bnot found\b/i.test(comment)) return 404;
  if (/\bnot (?:allowed|authorized)\b|\bauthenticated\b|access/i.test(comment)) return 403;
  return status >= 400 ? status : 400;
}
