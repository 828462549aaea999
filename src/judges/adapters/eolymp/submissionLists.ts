import type { JsonObject } from '../../../results';
import type { JudgeHttp, ListedSubmission, RecentSubmission, SubmissionPage } from '../../adapter';
import { isRequestId } from '../../requestIdInput';
import type { RequestName } from '../../requestName';
import { recentOf } from '../shared/listedSubmissions';
import { MAX_EOLYMP_PAGES } from '../limits';
import { throwIfBusy } from '../shared/refusals';
import { readObject } from '../shared/responseBody';
import type { ReadResult } from '../shared/makeResult';
import { type Raw, encoded, momentOf, textOf } from '../shared/jsonValues';
import { fetchOwnIds, type OwnIds } from './account';
import { refusalIn } from './refusals';
import { COMPILATION_ERROR } from './verdicts';
import {
  isFinalStatus,
  resultIn,
  scoreOf,
  statusOf,
  submissionStatus,
  textIn,
  timeAndMemoryIn,
} from './result';
import { fileRequest, pageAt, sitePath, type EolympSite } from './addresses';

/** Number of submissions that a page of a list contains. */
const PAGE_SIZE = 20;

/**
 * Fetches the result of a submission. The compiler output and the source code are fetched from their files only after
 * the submission has been judged, and only if the response doesn't contain them.
 */
export async function fetchResult(
  http: JudgeHttp,
  site: EolympSite,
  { requestId }: RequestName,
): Promise<ReadResult> {
  const extra = site.contest === '' ? 'extra=GROUPS&extra=RUNS' : 'extra=SOURCE&extra=GROUPS&extra=RUNS';
  const answer = await http.get(`${sitePath(site)}/submissions/${encoded(requestId)}?${extra}`);
  const submission = readObject(answer).object('submission');
  const { raw } = submission;
  const status = submissionStatus(raw);
  const needsError = status === COMPILATION_ERROR && textIn(raw, 'error') === null;
  const needsSource = isFinalStatus(status) && textIn(raw, 'source') === null;
  return resultIn(submission, requestId, site.baseUrl, {
    error: needsError ? await fetchFile(http, site, raw.errorUrl) : null,
    source: needsSource ? await fetchFile(http, site, raw.sourceUrl) : null,
  });
}

/**
 * Fetches a text file. Null: the URL is absent or not on a host of Eolymp, or the host doesn't send the file. A host
 * outside of the API may be unreachable from here, so its file isn't requested again.
 */
async function fetchFile(http: JudgeHttp, site: EolympSite, url: unknown): Promise<string | null> {
  const request = fileRequest(textOf(url), site.baseUrl);
  if (!request) return null;
  const answer = await http.send({ method: 'GET', ...request });
  if (request.origin === undefined) throwIfBusy(refusalIn(site, answer));
  return answer.status === 200 ? answer.text : null;
}

export async function fetchRecent(http: JudgeHttp, site: EolympSite): Promise<readonly RecentSubmission[]> {
  const own = await fetchOwnIds(http, site);
  const { submissions } = await fetchPage(http, site, own, null, null);
  return submissions;
}

/** Fetches a page of the user's submissions to a problem. `problem`: its opaque ID. `after`: null for the first page. */
export async function fetchOfProblem(
  http: JudgeHttp,
  site: EolympSite,
  problem: string,
  after: string | null,
): Promise<SubmissionPage> {
  return fetchPage(http, site, await fetchOwnIds(http, site), problem, after);
}

/** Fetches pages of the user's submissions until they contain all pending ones, at most `MAX_EOLYMP_PAGES`. */
export async function fetchStates(
  http: JudgeHttp,
  site: EolympSite,
  pending: readonly RequestName[],
): Promise<readonly RecentSubmission[]> {
  const own = await fetchOwnIds(http, site);
  const listed: RecentSubmission[] = [];
  const missing = new Set(pending.map(({ requestId }) => requestId));
  let after: string | null = null;
  for (let page = 0; page < MAX_EOLYMP_PAGES && missing.size > 0; page += 1) {
    const { submissions, next }: SubmissionPage = await fetchPage(http, site, own, null, after);
    listed.push(...submissions);
    for (const { requestId } of submissions) missing.delete(requestId);
    if (next === null) break;
    after = next;
  }
  return listed;
}

/** Fetches a page of the user's submissions, newest first. `problem`: null: to all problems. */
async function fetchPage(
  http: JudgeHttp,
  site: EolympSite,
  own: OwnIds,
  problem: string | null,
  after: string | null,
): Promise<SubmissionPage> {
  const query = {
    size: PAGE_SIZE,
    ...(after === null ? {} : { after }),
    filters: {
      [own.filter]: [equals(own.filterValue)],
      ...(problem === null ? {} : { problemId: [equals(problem)] }),
    },
  };
  const path = `${sitePath(site)}/submissions?q=${encoded(JSON.stringify(query))}`;
  const body = readObject(await http.get(path));
  const items = body.list('items', (item) => item);
  const next = textIn(body.raw, 'nextPageCursor');
  return {
    submissions: items
      .flatMap((item) => listedIn(item, own, site.baseUrl) ?? [])
      .toSorted((one, other) => (other.at ?? 0) - (one.at ?? 0)),
    // the last page is empty, or has the same cursor as the page before
    next: items.length === 0 || next === after ? null : next,
  };
}

function equals(value: string): Raw {
  return { is: 'EQUAL', value };
}

/** Reads an item of a list. Null: it has no valid ID, or belongs to another user. */
function listedIn(item: JsonObject, { ids }: OwnIds, baseUrl: string): ListedSubmission | null {
  const { raw } = item;
  const requestId = textOf(raw.id) ?? '';
  const submitters = [raw.userId, raw.memberId, raw.participantId].map(textOf).filter(Boolean);
  // Eolymp filters the list, so a submission without a submitter is the user's own
  const isOwn = submitters.length === 0 || submitters.some((id) => id !== null && ids.includes(id));
  if (!isRequestId(requestId) || !isOwn) return null;
  const status = statusOf(raw);
  const problem = textIn(raw, 'problemId');
  return {
    ...recentOf({
      requestId,
      hint: pageAt(textOf(raw.spaceLink), baseUrl),
      problem,
      problemId: problem,
      status,
      score: isFinalStatus(status) ? scoreOf(raw) : null,
      at: momentOf(raw.submittedAt),
    }),
    time: timeAndMemoryIn(raw).time,
    language: textIn(raw, 'lang'),
  };
}
