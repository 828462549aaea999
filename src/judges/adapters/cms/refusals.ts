import type { JsonObject } from '../../../results';
import type { Answer, JudgeHttp } from '../../adapter';
import type { SessionState } from '../../signIn/authentication';
import type { RequestFailed } from '../../requestFailed';
import { objectOf, textOf } from '../shared/jsonValues';
import { refusal, throwIf } from '../shared/refusals';
import { bodyOf, isPage, readObject } from '../shared/responseBody';
import type { PlainAnswer } from '../shared/makeResult';
import { TASK_LIST } from './addresses';

/** The style sheet or the script of the pages for contestants. */
const CMS_ASSET = /\/cws_(?:style\.css|utils\.js)\b/;

/**
 * Returns the failure that a response reports. Null: it reports success. CMS sends 403 if the user isn't signed in or the
 * contest isn't open.
 */
export function refusalIn(answer: Answer): RequestFailed | null {
  if (answer.status < 400) return null;
  const message = messageIn(answer);
  if (answer.status !== 403) return refusal(answer, { message });
  if (isContestClosed(answer)) return contestClosed(answer, message);
  // a 403 without an error object is that of a firewall or a proxy
  return message === null ? refusal(answer) : refusal(answer, { status: 401, message });
}

/** Returns the error text and its details. Null: the response contains neither. */
export function messageIn(answer: PlainAnswer): string | null {
  const { error, details } = objectOf(bodyOf(answer));
  return [textOf(error), textOf(details)].filter(Boolean).join(' ') || null;
}

/**
 * Returns the state of the session after a response. Only the error text distinguishes the causes of a 403. Pages for
 * contestants redirect to the front page if the user isn't signed in, or if the contest is closed.
 */
export function stateAfter(answer: PlainAnswer): SessionState {
  if (answer.status === 401 || (answer.status < 300 && isCmsPage(answer))) return 'over';
  if (answer.status !== 403 || isContestClosed(answer)) return 'valid';
  return bodyOf(answer) === undefined ? 'unclear' : 'over';
}

/** Returns whether a 403 means that the contest is over or starts later: “The contest is not open”. */
export function isContestClosed(answer: PlainAnswer): boolean {
  const error = (textOf(objectOf(bodyOf(answer)).error) ?? '').slice(0, 1_000);
  return answer.status === 403 && /\b(?:contest|phase)\b/i.test(error) && !/authenticat|\blog/i.test(error);
}

/**
 * Reads a response with a JSON object. Throws `RequestFailed` (`ContestClosed`) if it is a page: while the contest is
 * closed, CMS redirects the requests of signed-in users to its front page.
 */
export function readJson(answer: Answer): JsonObject {
  if (isCmsPage(answer)) throw contestClosed(answer);
  return readObject(answer);
}

/** Creates the failure of a request that CMS only accepts in other phases of the contest. */
function contestClosed(answer: Answer, message: string | null = null): RequestFailed {
  return refusal(answer, {
    status: 403,
    message,
    refusesAnybody: true,
    cause: { kind: 'closed', why: 'betweenPhases' },
  });
}

/** Returns whether a response to a signed-in user means that the contest is over or starts later. */
export function reportsContestClosed(answer: PlainAnswer): boolean {
  return isContestClosed(answer) || provesContestClosed(answer);
}

/**
 * Returns whether a response to a signed-in user proves that the contest is closed: the front page of a contest, or an
 * error whose text clearly means that. A list of contests or another refusal proves nothing.
 */
export function provesContestClosed(answer: PlainAnswer): boolean {
  if (answer.status < 300)
    return isPage(answer) && CMS_ASSET.test(answer.text.slice(0, 100_000)) && !listsContests(answer);
  const error = (textOf(objectOf(bodyOf(answer)).error) ?? '').slice(0, 1_000);
  return (
    answer.status === 403 && /\bcontest (?:is (?:not open\b(?! yet)|closed|over)|has ended)\b/i.test(error)
  );
}

/** Returns whether a response is a page of CMS. All versions have the same style sheet and script. */
export function isCmsPage(answer: PlainAnswer): boolean {
  if (!isPage(answer)) return false;
  const head = answer.text.slice(0, 100_000);
  return CMS_ASSET.test(head) || /\bContest Management System\b/i.test(head);
}

function listsContests(page: PlainAnswer): boolean {
  return /class="[^"]{0,100}\bcontest-list\b/.test(page.text.slice(0, 100_000));
}

/**
 * Returns whether the site is a contest on CMS with the API. Throws `RequestFailed` if it is an older CMS without the
 * API, if the URL leads to a list of contests, or if the server fails (5xx).
 */
export async function isCms(http: JudgeHttp): Promise<boolean> {
  const answer = await http.send({ method: 'GET', path: TASK_LIST });
  const { tasks, error } = objectOf(bodyOf(answer));
  const requiresSignIn = (answer.status === 401 || answer.status === 403) && typeof error === 'string';
  if (requiresSignIn || (answer.status < 400 && Array.isArray(tasks))) return true;
  if (answer.status >= 500) throwIf(refusalIn(answer));
  throwIf(await missingApi(http, answer));
  return false;
}

/**
 * Returns the failure of a CMS site that has no API at the configured URL, because it is old, lists contests, or has no such
 * contest. Null: the site's front page isn't one of CMS.
 * `missing`: the response to a request for the API.
 */
export async function missingApi(http: JudgeHttp, missing: Answer): Promise<RequestFailed | null> {
  // CMS rejects a trailing slash after the name of a contest
  const front = await http.send({ method: 'GET', path: '' });
  if (!isCmsPage(front)) return null;
  if (front.status === 404) return refusal(missing, { status: 404, cause: { kind: 'noContestAtUrl' } });
  if (front.status >= 400) return null;
  return listsContests(front)
    ? refusal(missing, { status: 404, cause: { kind: 'listOfContests' } })
    : refusal(missing, { status: 404, cause: { kind: 'noApi', isOlder: true } });
}
