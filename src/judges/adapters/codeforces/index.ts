import { fromBase64 } from '../../../base/base64';
import { type AboutResult, type Contest, type JsonObject, type Subtask, meaningOf } from '../../../results';
import type { Answer, JudgeAdapter, JudgeHttp, RecentSubmission } from '../../adapter';
import type { RequestFailed } from '../../requestFailed';
import { type JudgeAddress, requiredName } from '../../settingFields';
import type { FoundProblem } from '../../submission';
import { type ReadResult, caseOf, resultOf, subtaskOf } from '../shared/results';
import { contestOf, pagesOf, readHint, submitPagesOf } from './addresses';
import { comparison, failedVerdicts, rules } from './verdicts';
import { typeWithBuiltInCodes } from '../typeWithBuiltInCodes';
import {
  CODEFORCES_LISTED_SUBMISSIONS,
  CODEFORCES_LONGEST_CONTEST_MS,
  CODEFORCES_OLDER_SUBMISSIONS,
} from '../limits';
import { bodyOf, readObject } from '../shared/responseBody';
import { recentOf } from '../shared/listedSubmissions';
import { refusal } from '../shared/refusals';
import { required } from '../judgeType';
import { keyAndSecretIn, sign } from './signature';
import {
  type Raw,
  encoded,
  kibibytes,
  milliseconds,
  momentOf,
  numberOf,
  objectOf,
  objectsOf,
  textOf,
} from '../shared/jsonValues';

const publicUrl = 'https://codeforces.com/api';

/** Requests the user's source code, which Codeforces sends only in the user's own list and only for signed requests. */
const withSources = { ifSigned: { includeSources: 'true' } } as const;

/**
 * Codeforces. Public submissions need no sign-in. With a key, the API also sends the user's private contests and source
 * code. It lists submissions and can't return a single one (https://codeforces.com/apiHelp/methods).
 */
export const codeforces = typeWithBuiltInCodes({
  rules,
  promptedFields: required('handle'),
  authentication: { scheme: 'own' },
  secretParts: keyAndSecretIn,
  publicUrl,
  readFields: (fields) => ({ handle: fields.read('handle', requiredName, '') }),
  identityOf: ({ baseUrl, handle }) => (baseUrl === publicUrl ? handle : `${baseUrl}#${handle}`),
  adapterFor: codeforcesAdapter,
});

function codeforcesAdapter(service: JudgeAddress & { readonly handle: string }): JudgeAdapter {
  const { baseUrl, handle } = service;
  const site = baseUrl.replace(/\/api$/, '');

  return {
    comparison,
    signIn: {
      kind: 'secret',
      secret: 'keyAndSecret',
      isOptional: true,
      later: true,
      page: `${site}/settings/api`,
    },

    signature: { sign },
    refusalIn,

    async checkAccount(http) {
      readSubmissions(await http.get(listOfUser(handle, 1), withSources));
      return { name: handle };
    },

    async fetchResult(http, { requestId, hint }) {
      const { contest, isWithCode } = readHint(hint);
      if (contest === null) {
        const answer = await http.get(listOfUser(handle, CODEFORCES_LISTED_SUBMISSIONS), withSources);
        return submissionIn(answer, requestId);
      }
      const own = isWithCode ? await fetchWithCode(http, handle, requestId) : null;
      if (own) return own;
      const answer = await http.get(listInContest(contest, handle, CODEFORCES_LISTED_SUBMISSIONS));
      return submissionIn(answer, requestId);
    },

    requestIdForm: { kind: 'digits', length: 12 },

    looksLikeRequestId(text) {
      return /^\d{6,12}$/.test(text);
    },

    problemIdForm: {
      example: '1985A',
      // the number of the contest, or of a problem of acm.sgu.ru
      accepts(text) {
        return /^\d/.test(text);
      },
    },

    problemIdIn(fileName) {
      return /(?<![A-Za-z\d])\d{1,5}[A-Z]\d?(?![A-Za-z\d])/.exec(fileName)?.[0] ?? null;
    },

    // `machine` is slightly longer than Codeforces' limit of 2 s, because clocks differ
    pace: { interval: 2_000, maximum: 3_000, machine: 2_020 },

    listing: {
      needsAccount: false,

      async fetchRecent(http, account) {
        const submissions = readSubmissions(await http.get(listOfUser(handle, 20)));
        return [...submissions.values()].map((submission) => recentIn(submission, account !== null));
      },
    },

    problemSubmissions: {
      needsAccount: false,
      code: 'returnedIfSignedIn',

      async fetchPage(http, { problemId }, page, account) {
        const from = Number(page ?? 1);
        const contest = contestOf(problemId);
        // problems of acm.sgu.ru don't belong to a contest
        const answer = await http.get(
          contest === null
            ? listOfUser(handle, CODEFORCES_LISTED_SUBMISSIONS, from)
            : listInContest(contest, handle, CODEFORCES_LISTED_SUBMISSIONS, from),
        );
        const listed = [...readSubmissions(answer).values()].map((submission) => ({
          ...recentIn(submission, account !== null),
          hint: account === null || contest === null ? (submission.about?.hint ?? null) : `own/${contest}`,
          time: submission.envelope.data?.judge?.time ?? null,
          language: submission.about?.language ?? null,
        }));
        return {
          submissions: listed.filter(
            (submission) => submission.problemId?.toUpperCase() === problemId.toUpperCase(),
          ),
          next:
            listed.length < CODEFORCES_LISTED_SUBMISSIONS
              ? null
              : String(from + CODEFORCES_LISTED_SUBMISSIONS),
        };
      },
    },

    contests: {
      async fetch(http, id) {
        return contestInStandings(await fetchStandings(http, id), id);
      },

      async fetchProblems(http, id) {
        const standings = await fetchStandings(http, id);
        const contest = contestInStandings(standings, id);
        return {
          problems: objectsOf(standings.problems).flatMap((raw) => foundProblem(raw, contest)),
          contest,
        };
      },
    },

    // the user's list contains all submissions
    batch: {
      interval: 2_000,

      covers() {
        return true;
      },

      async fetchStates(http, _pending, account) {
        const submissions = readSubmissions(
          await http.get(listOfUser(handle, CODEFORCES_LISTED_SUBMISSIONS)),
        );
        if (account === null) return submissions;
        // a finished submission is fetched again with the key, which adds its source code
        return new Map(
          [...submissions].map(([id, submission]) => [
            id,
            isPending(submission) ? submission : { kind: 'ended' },
          ]),
        );
      },
    },

    browserSubmission: submitPagesOf(site),

    pages: pagesOf(site),
  };
}

/** Returns a submission from a list. Throws the failure 404 if the list doesn't contain it. */
function submissionIn(answer: Answer, requestId: string): ReadResult {
  const result = readSubmissions(answer).get(requestId);
  if (!result) throw refusal(answer, { status: 404 });
  return result;
}

/**
 * Fetches a submission with its source code. If it isn't one of the newest, searches a list without source code first,
 * because that is much smaller. Null: it is even older.
 */
async function fetchWithCode(http: JudgeHttp, handle: string, requestId: string): Promise<ReadResult | null> {
  const newest = await http.get(listOfUser(handle, CODEFORCES_LISTED_SUBMISSIONS), withSources);
  const result = readSubmissions(newest).get(requestId);
  if (result) return result;
  const from = CODEFORCES_LISTED_SUBMISSIONS + 1;
  const older = readSubmissions(await http.get(listOfUser(handle, CODEFORCES_OLDER_SUBMISSIONS, from)));
  const at = [...older.keys()].indexOf(requestId);
  if (at < 0) return null;
  const answer = await http.get(listOfUser(handle, 1, from + at), withSources);
  return readSubmissions(answer).get(requestId) ?? null;
}

/** Returns the path of the user's most recent submissions. */
function listOfUser(handle: string, count: number, from = 1): string {
  return `/user.status?handle=${handle}&from=${from}&count=${count}`;
}

/** Returns the path of the user's most recent submissions in a contest. */
function listInContest(contest: string, handle: string, count: number, from = 1): string {
  return `/contest.status?contestId=${contest}&handle=${handle}&from=${from}&count=${count}`;
}

/**
 * Returns the failure that a response reports. Every failure has a comment, with any HTTP status. A 403 without
 * JSON is a bot check and doesn't concern the submission.
 */
function refusalIn(answer: Answer): RequestFailed | null {
  const body = bodyOf(answer);
  const { status, comment } = objectOf(body);
  if (status === 'FAILED') {
    const message = textOf(comment);
    return refusal(answer, { status: statusIn(message ?? '', answer.status), message });
  }
  const isBotCheck = answer.status === 403 && body === undefined;
  return answer.status >= 400 && !isBotCheck ? refusal(answer) : null;
}

/** Returns the HTTP status that corresponds to a comment. */
function statusIn(comment: string, status: number): number {
  if (/call limit exceeded/i.test(comment)) return 429;
  if (/^api(?:key|sig)\b/i.test(comment)) return 401;
  // the key belongs to another handle
  if (/^includeSources\b/i.test(comment)) return 403;
  if (/\bnot found\b/i.test(comment)) return 404;
  if (/\bnot (?:allowed|authorized)\b|\bauthenticated\b|access/i.test(comment)) return 403;
  return status >= 400 ? status : 400;
}

/** Reads all submissions in the response of `user.status` or `contest.status`, by their request IDs. */
function readSubmissions(answer: Answer): ReadonlyMap<string, ReadResult> {
  const body = readObject(answer);
  const results = body.list('result', (submission) => readSubmission(submission, answer.receivedAt));
  const notices = body.notices();
  const byId = new Map<string, ReadResult>();
  for (const result of results) {
    const { requestId } = result.envelope;
    // a submission without a number has no request ID
    if (requestId) byId.set(requestId, { ...result, notices });
  }
  return byId;
}

/** `receivedAt`: ms since 1970 */
function readSubmission(submission: JsonObject, receivedAt: number): ReadResult {
  const id = submission.integer('id');
  const verdict = submission.text('verdict');
  // the system tests after the round can still change the verdict
  const isPretested = verdict === 'OK' && submission.raw.testset === 'PRETESTS';
  const status = isPretested ? 'PRETESTS_PASSED' : verdict;
  const passed = submission.integer('passedTestCount');
  return resultOf({
    requestId: id === null ? '' : String(id),
    status,
    isCompileError: status === 'COMPILATION_ERROR',
    passed,
    judge: {
      id,
      score: submission.number('points'),
      time: submission.number('timeConsumedMillis'),
      memory: kibibytes(submission.number('memoryConsumedBytes')),
      subtasks: failedTest(status, passed),
    },
    about: {
      hint: numberText(submission.raw.contestId) || null,
      problem: problemIn(objectOf(submission.raw.problem)),
      code: fromBase64(textOf(submission.raw.sourceBase64) ?? '') || null,
      language: textOf(submission.raw.programmingLanguage),
      at: momentOf(submission.raw.creationTimeSeconds),
      ...contestIn(submission.raw, receivedAt),
    },
  });
}

/** Returns the failed test, which follows the passed ones. Codeforces only reports the number of passed tests. */
function failedTest(verdict: string | null, passed: number | null): readonly Subtask[] {
  if (verdict === null || passed === null || !failedVerdicts.has(verdict)) return [];
  return [subtaskOf({ status: verdict, cases: [caseOf({ id: passed + 1, status: verdict })] })];
}

function problemIn({ contestId, index, name }: Raw): AboutResult['problem'] {
  const letter = textOf(index);
  return letter === null ? null : { id: numberText(contestId) + letter, title: textOf(name) };
}

/**
 * Returns the contest of a submission that was made during it. A list doesn't contain its end, so it is unknown until
 * the contest is requested. Empty for practice, virtual participation, and old submissions, whose contests have ended.
 */
function contestIn(submission: Raw, receivedAt: number): { readonly contest?: Contest } {
  const id = numberText(submission.contestId);
  const at = momentOf(submission.creationTimeSeconds);
  const { participantType } = objectOf(submission.author);
  const isDuringContest =
    participantType === 'CONTESTANT' ||
    participantType === 'OUT_OF_COMPETITION' ||
    (typeof participantType !== 'string' && Number(submission.relativeTimeSeconds) < NO_RELATIVE_TIME);
  const isOld = at !== null && at < receivedAt - CODEFORCES_LONGEST_CONTEST_MS;
  return id === '' || isOld || !isDuringContest ? {} : { contest: { title: null, endsAt: null, id } };
}

/** `relativeTimeSeconds` of a submission outside of a contest. */
const NO_RELATIVE_TIME = 2_147_483_647;

/** Phases of a contest up to its end. The system tests after it belong to none. */
const phasesUntilEnd: readonly unknown[] = ['BEFORE', 'CODING'];

/** Fetches a contest with one row of its standings: the API has no smaller response with a contest. */
async function fetchStandings(http: JudgeHttp, id: string): Promise<Raw> {
  const answer = await http.get(`/contest.standings?contestId=${encoded(id)}&from=1&count=1`);
  return readObject(answer).object('result').raw;
}

function contestInStandings({ contest }: Raw, id: string): Contest {
  const { name, phase, startTimeSeconds, durationSeconds, freezeDurationSeconds } = objectOf(contest);
  const [start, duration] = [numberOf(startTimeSeconds), numberOf(durationSeconds)];
  const startsAt = momentOf(start);
  const endsAt = start === null || duration === null ? null : momentOf(start + duration);
  const frozenFor = milliseconds(numberOf(freezeDurationSeconds));
  return {
    title: textOf(name),
    endsAt,
    id,
    ...(startsAt === null ? {} : { startsAt }),
    ...(phase === 'BEFORE' && startsAt === null ? { hasBegun: false } : {}),
    ...(endsAt === null || frozenFor === null ? {} : { freezesAt: endsAt - frozenFor }),
    ...(typeof phase === 'string' && !phasesUntilEnd.includes(phase) ? { isOver: true } : {}),
  };
}

/** Reads a problem of the standings. Its ID contains the number of the contest, so it has no scope. */
function foundProblem(raw: Raw, contest: Contest): readonly FoundProblem[] {
  const problem = problemIn(raw);
  const letter = textOf(raw.index);
  if (!problem || letter === null) return [];
  return [{ problemId: problem.id, place: null, title: problem.title ?? '', letter, contest: contest.title }];
}

/** Returns a number as text; empty if the value isn't a number. */
function numberText(value: unknown): string {
  return typeof value === 'number' ? String(value) : '';
}

function isPending({ envelope }: ReadResult): boolean {
  const status = envelope.data?.judge?.status ?? null;
  return (meaningOf(rules.statuses, status)?.kind ?? 'pending') === 'pending';
}

/**
 * Converts a result to a list entry. If the user is signed in, leaves the contest out, because only the user's own list
 * contains source code.
 */
function recentIn({ envelope, about }: ReadResult, isSignedIn: boolean): RecentSubmission {
  const judge = envelope.data?.judge;
  const { id, title } = about?.problem ?? {};
  return recentOf({
    requestId: envelope.requestId ?? '',
    hint: isSignedIn ? null : (about?.hint ?? null),
    problem: [id, title].filter(Boolean).join(' ') || null,
    problemId: id ?? null,
    problemTitle: title || null,
    status: judge?.status ?? 'SUBMITTED',
    score: judge?.score ?? null,
    at: about?.at ?? null,
    ...(about?.contest ? { contest: about.contest } : {}),
  });
}
