import { isObject, type JsonObject } from '../../../results';
import type { Answer, JudgeHttp, ListedSubmission } from '../../adapter';
import type { RequestFailed } from '../../requestFailed';
import { milliseconds, momentOf, objectOf, textOf } from '../shared/jsonValues';
import { recentOf } from '../shared/listedSubmissions';
import { isBotCheck, refusal } from '../shared/refusals';
import { bodyOf, readObject } from '../shared/responseBody';

/** Requests pages in English. By default, DMOJ uses the language of the browser. */
export const inEnglish: Readonly<Record<string, string>> = { 'Accept-Language': 'en' };

/**
 * Returns the failure that a response reports. For signed-out users, DMOJ sends “login required”, or a page with a link
 * to sign in.
 */
export function refusalIn(answer: Answer): RequestFailed | null {
  const body = bodyOf(answer);
  const { error } = objectOf(body);
  if (typeof error === 'object' && error !== null) {
    const { code, message: text } = objectOf(error);
    const message = textOf(text);
    const status = answer.status >= 400 ? answer.status : typeof code === 'number' ? code : 500;
    const isSignedOut = status === 403 && message === 'login required';
    return refusal(answer, { status: isSignedOut ? 401 : status, message });
  }
  if (isSignInPage(answer)) return refusal(answer, { status: 401 });
  // sites with a modified version may not have the API: they respond with a page, whereas the API reports unknown IDs
  // as JSON
  if (answer.status === 404) return refusal(answer, { cause: { kind: 'noApi' } });
  return answer.status >= 400 ? refusal(answer) : null;
}

function isSignInPage(answer: Answer): boolean {
  if (bodyOf(answer) !== undefined || ![200, 403].includes(answer.status)) return false;
  return /\/accounts\/login\b|^login required/.test(answer.text);
}

/** Returns the failure of a page. Its texts may link to the page for signing in, so only the status counts. */
export function pageRefusalIn(answer: Answer): RequestFailed | null {
  const { status, location } = answer;
  if (location !== null && location !== undefined && location.includes('/accounts/login'))
    return refusal(answer, { status: 401 });
  if (isBotCheck(answer)) return refusal(answer, { status: 403, refusesAnybody: true });
  return status >= 400 ? refusal(answer) : null;
}

/** Resolves to whether the site has the API of DMOJ, according to its response to a guest. */
export async function isDmoj(http: JudgeHttp): Promise<boolean> {
  const answer = await http.send({ method: 'GET', path: '/api/v2/judges' });
  const { api_version: version, fetched, data, error } = objectOf(bodyOf(answer));
  return textOf(version) !== null && momentOf(fetched) !== null && (isObject(data) || isObject(error));
}

export function listPath(query: string): string {
  return `/api/v2/submissions?${query}`;
}

/** A page of a list of the API. It contains no cases. */
export interface ApiList {
  /** the oldest first */
  readonly submissions: readonly ListedSubmission[];
  /** number of the page, from 1; null: unknown */
  readonly page: number | null;
}

export async function fetchList(http: JudgeHttp, query: string): Promise<ApiList> {
  return readList(await http.get(listPath(query)));
}

export function readList(answer: Answer): ApiList {
  const data = readObject(answer).object('data');
  return { submissions: data.list('objects', readListed), page: data.integer('page_index') };
}

/** Reads an entry of a list. In a contest, reads the contest's points instead of the problem's. */
function readListed(submission: JsonObject): ListedSubmission {
  const problem = textOf(submission.raw.problem);
  const points = submission.number('points');
  const contest = objectOf(submission.raw.contest);
  const key = textOf(contest.key);
  const contestPoints = typeof contest.points === 'number' ? contest.points : null;
  const status = textOf(submission.raw.result) ?? 'QU';
  return {
    ...recentOf({
      requestId: String(submission.integer('id') ?? ''),
      hint: key,
      problem,
      problemId: problem,
      status,
      // an aborted submission has no score, although the judge sends 0
      score: status === 'AB' ? null : (contestPoints ?? points),
      ...(key === null ? {} : { contest: { id: key, title: null, endsAt: null } }),
      at: momentOf(textOf(submission.raw.date)),
    }),
    time: milliseconds(submission.number('time')),
    language: textOf(submission.raw.language),
  };
}
