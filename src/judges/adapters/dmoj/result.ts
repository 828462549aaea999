import type { AboutResult, Contest, JsonObject } from '../../../results';
import type { JudgeHttp } from '../../adapter';
import type { Answer, OutgoingRequest } from '../../http/judgeHttp';
import type { RequestName } from '../../requestName';
import { encoded, milliseconds, momentOf, textOf } from '../shared/jsonValues';
import { isBotCheck, throwIfBusy } from '../shared/refusals';
import { readObject } from '../shared/responseBody';
import { resultOf, type ReadResult } from '../shared/makeResult';
import { accountRequest, nameIn } from './account';
import { inEnglish, pageRefusalIn } from './refusals';
import { readCaseGroups } from './caseGroups';
import { contestIn, contestRequest } from './contest';
import { isPending, verdictOf } from './verdicts';
import { readRow, type Row } from './submissionRows';
import { readTestCases, testCasesPath, type TestCasesPage } from './testCasesPage';

/** Data on the site's pages that the API doesn't send. null: the site doesn't send it, or the result isn't final. */
interface FromPages {
  readonly testCases: TestCasesPage | null;
  readonly row: Row | null;
  /** the program that was judged */
  readonly code: string | null;
  /** name of the signed-in user */
  readonly ownName: string | null;
  readonly contest: Contest | null;
}

const NO_PAGES: FromPages = { testCases: null, row: null, code: null, ownName: null, contest: null };

/** Fetches a submission. When it has ended, also fetches what only the site's pages show. `hint`: the contest's key. */
export async function fetchResult(http: JudgeHttp, { requestId, hint }: RequestName): Promise<ReadResult> {
  const answer = await http.get(`/api/v2/submission/${encoded(requestId)}`);
  const submission = readObject(answer).object('data').object('object');
  const hasEnded = !isPending(submission.text('status'));
  const pages = hasEnded ? await fetchPages(http, requestId, hint) : NO_PAGES;
  return readSubmission(submission, requestId, hint, pages);
}

/** Fetches the parts of the site's pages. Throws `RequestFailed` if the site is overloaded, so that they aren't lost. */
async function fetchPages(http: JudgeHttp, requestId: string, contest: string | null): Promise<FromPages> {
  const ofContest = contest === null ? [] : [contestRequest(contest)];
  const [testCases, row, program, account, knownContest] = await http.sendAll([
    pageRequest(testCasesPath(requestId)),
    pageRequest(`/widgets/single_submission?id=${encoded(requestId)}`),
    pageRequest(`/src/${encoded(requestId)}/raw`),
    accountRequest,
    ...ofContest,
  ]);
  if (!testCases || !row || !program || !account) throw new Error('each request has a response');
  throwIfUnavailable(testCases);
  throwIfUnavailable(row);
  const readRowIfAny = row.status === 200 ? readRow(row.text) : null;
  return {
    testCases: testCases.status === 200 ? readTestCases(testCases.text) : null,
    row: readRowIfAny,
    code: codeIn(program),
    ownName: nameIn(account),
    contest: await contestOf(http, contest, knownContest, readRowIfAny),
  };
}

/** Returns the program, which the site sends as plain text. Null: it doesn't send it. */
function codeIn({ status, contentType, text }: Answer): string | null {
  return status === 200 && /^text\/plain\b/i.test(contentType ?? '') && text !== '' ? text : null;
}

function pageRequest(path: string): OutgoingRequest {
  return { method: 'GET', path, headers: inEnglish };
}

function throwIfUnavailable(answer: Answer): void {
  if (!isBotCheck(answer)) throwIfBusy(pageRefusalIn(answer));
}

/** Returns the contest of the submission. Null: none, or unknown. */
async function contestOf(
  http: JudgeHttp,
  key: string | null,
  known: Answer | undefined,
  row: Row | null,
): Promise<Contest | null> {
  if (key !== null && known) return contestIn(known, key);
  if (!row?.contest) return null;
  const { id, title } = row.contest;
  const contest = contestIn(await http.send(contestRequest(id)), id);
  return { ...contest, title: contest.title ?? title };
}

/** Reads `GET /api/v2/submission/<number>`. Seconds become ms; DMOJ's kilobytes are KiB. */
function readSubmission(
  submission: JsonObject,
  requestId: string,
  hint: string | null,
  { testCases, row, code, ownName, contest }: FromPages,
): ReadResult {
  const id = submission.integer('id');
  const status = statusOf(submission, testCases);
  const hasScore = submission.text('status') === 'D';
  const score = hasScore ? submission.number('case_points') : null;
  const maximum = hasScore ? submission.number('case_total') : null;
  const compileMessage = testCases?.compilerOutput ?? null;
  const problem = textOf(submission.raw.problem);
  const user = textOf(submission.raw.user);
  return resultOf(
    {
      requestId: String(id ?? requestId),
      status,
      isCompileError: status === 'CE',
      compileMessage,
      hasCompiled: compileMessage !== null && status !== 'CE',
      isCompileMessageOnPage: status === 'CE',
      description: descriptionOf(testCases, score, maximum),
      judge: {
        id,
        score,
        ...(maximum === null || maximum <= 0 ? {} : { maximum }),
        time: milliseconds(submission.number('time')),
        memory: submission.number('memory'),
        subtasks: readCaseGroups(submission, testCases?.cases ?? []),
      },
      about: {
        hint: contest?.id ?? hint,
        problem: problem === null ? null : { id: problem, title: row?.problem?.title ?? null },
        code,
        language: textOf(submission.raw.language),
        ...(row?.language ? { languageName: row.language } : {}),
        ...(user !== null && ownName !== null && user !== ownName ? { user } : {}),
        ...(contest ? { contest } : {}),
        at: momentOf(textOf(submission.raw.date)),
      } satisfies Partial<AboutResult>,
    },
    submission,
  );
}

/** Returns the verdict if the submission is completed (`D`), or else its progress. */
function statusOf(submission: JsonObject, page: TestCasesPage | null): string | null {
  const status = submission.text('status');
  const result = status === 'D' ? submission.text('result') : null;
  const points = submission.number('case_points');
  const maximum = submission.number('case_total');
  const verdict = verdictOf(result ?? status, points, maximum);
  return verdict === 'AC' && page?.isPretest ? 'PRETEST' : verdict;
}

/**
 * Returns the points that count for the problem, or for the contest that the user is in, and the warning about pretests, in
 * the site's words. Null: none.
 */
function descriptionOf(
  page: TestCasesPage | null,
  score: number | null,
  maximum: number | null,
): string | null {
  if (!page) return null;
  const { points, warning, isPretest } = page;
  const isScore = points?.earned === score && points?.maximum === maximum;
  const counted = !points || isScore ? '' : points.text;
  const ofPretests = isPretest && score !== null ? `Final pretest score: ${score}/${maximum ?? '–'}` : '';
  const first = [ofPretests, ofPretests !== '' && counted !== '' ? `(${counted})` : counted]
    .filter(Boolean)
    .join(' ');
  const sentences = [first, warning].filter((text) => text !== null && text !== '');
  return sentences.length === 0 ? null : sentences.join('. ');
}
