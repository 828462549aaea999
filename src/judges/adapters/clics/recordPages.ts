import type { JudgeHttp, RequestIdInput } from '../../adapter';
import { pathBelow } from '../../address';
import { type Raw, encoded, objectOf, textOf, wholeOf } from '../shared/jsonValues';
import { accountIn } from './account';
import { accountRequest, type ContestAddress, contestsRequest, serverRequest } from './constants';
import { contestRequest } from './contest';
import { listIfAny, objectIfAny } from './requests';

/** First version of DOMjudge whose jury pages contain the contest. */
const FIRST_WITH_CONTEST = 10;

/**
 * Fetches the URLs of the pages that show a submission to this account, in the order in which they must be opened: if the
 * site has several contests, the first page chooses the contest in the browser. `site`: without a trailing slash
 */
export async function fetchRecordPages(
  http: JudgeHttp,
  site: string,
  { baseUrl, contest }: ContestAddress,
  requestId: string,
): Promise<readonly string[]> {
  const [account, info, ofContest, contests] = await http.sendAll([
    accountRequest(baseUrl, contest),
    serverRequest(baseUrl),
    contestRequest(contest),
    contestsRequest(),
  ]);
  const { isJury } = accountIn(account ? objectIfAny(account) : {}, baseUrl);
  const id = encoded(requestId);
  if (isJury) {
    const version = versionIn(info ? objectIfAny(info) : {});
    const folder = version >= FIRST_WITH_CONTEST ? `/jury/contests/${encoded(contest)}` : '/jury';
    return [`${site}${folder}/submissions/${id}`];
  }
  // the page is found by a number that other IDs don't contain
  const page = /^\d+$/.test(requestId) ? `${site}/team/submission/${id}` : `${site}/team`;
  const cookie = cookieOf(ofContest ? objectIfAny(ofContest) : {});
  const areSeveral = contests !== undefined && listIfAny(contests).length > 1;
  return areSeveral && cookie !== null ? [`${site}/team/change-contest/${encoded(cookie)}`, page] : [page];
}

/** Returns the major version; 0 if unknown. */
function versionIn({ domjudge }: Raw): number {
  return Number(/^\d{1,4}/.exec(textOf(objectOf(domjudge).version) ?? '')?.[0] ?? 0);
}

/**
 * Returns the value of the site's cookie that chooses a contest: the internal number if the contest has one, or else its
 * ID. Null: unknown, because a site with external IDs doesn't send the number.
 */
export function cookieOf(contest: Raw): string | null {
  const number = wholeOf(contest.cid);
  const id = textOf(contest.id);
  if (number !== null) return String(number);
  return id !== null && textOf(contest.external_id) === id ? null : id;
}

/**
 * Reads the submission in the URL of any page of the site, or in a text such as `s68`, the site's name of a submission.
 * Null: neither.
 */
export function readRecordAddress(site: string, text: string): RequestIdInput | null {
  if (!/^https?:/i.test(text)) {
    const named = /^s(\d{1,15})$/i.exec(text.trim())?.[1];
    return named === undefined ? null : { kind: 'requestId', id: named };
  }
  const below = pathBelow(site, text);
  if (!below) return null;
  const [, contest, id] =
    /^\/(?:(?:team|jury)|(?:api(?:\/v\d{1,2})?|jury)\/contests\/([\w.-]{1,64}))\/submissions?\/(?!by-)([\w-]{1,128})(?:\/|$)/.exec(
      below.path,
    ) ?? [];
  if (id === undefined) return { kind: 'addressWithoutId' };
  return { kind: 'requestId', id, ...(contest === undefined ? {} : { hint: contest }) };
}
