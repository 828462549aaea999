import type { Contest } from '../../../results';
import type { JudgeHttp, ListedSubmission, RecentSubmission, SubmissionPage } from '../../adapter';
import { RequestFailed } from '../../requestFailed';
import { encoded } from '../shared/jsonValues';
import { throwIf } from '../shared/refusals';
import { isPage } from '../shared/responseBody';
import { accountRequest, nameIn, visitorOf } from './account';
import { fetchList, inEnglish, pageRefusalIn } from './refusals';
import { withMaxima } from './maxima';
import { listedIn, parsePage, readListPage, type ListPage } from './submissionRows';

/** Number of recent submissions that are enough, so that no older page is fetched. */
const ENOUGH_SUBMISSIONS = 50;

/** Marks a page of the API's list, which has other numbers than the site's own pages. */
const API_PAGE = 'api-';

interface SiteList extends ListPage {
  /** the contest that the user is in: the list contains only its submissions; null: none */
  readonly contest: Contest | null;
}

/**
 * Lists the user's newest submissions from the site's own page, because the API doesn't list submissions to problems that
 * are only in a contest. `account`: null: unknown
 */
export async function fetchRecent(
  http: JudgeHttp,
  account: string | null,
): Promise<readonly RecentSubmission[]> {
  const user = account ?? (await fetchOwnName(http));
  const page = await fetchSiteList(http, `/submissions/user/${encoded(user)}/`);
  if (page) return submissionsOn(page, null);
  const last = await fetchList(http, `user=${encoded(user)}&page=last`);
  const isShort = last.submissions.length < ENOUGH_SUBMISSIONS && last.page !== null && last.page > 1;
  const before = isShort ? await fetchList(http, `user=${encoded(user)}&page=${(last.page ?? 0) - 1}`) : null;
  return withMaxima(http, [...(before?.submissions ?? []), ...last.submissions].toReversed());
}

/** Fetches a page of the user's submissions to a problem, the newest first. */
export async function fetchOfProblem(
  http: JudgeHttp,
  problemId: string,
  page: string | null,
  account: string | null,
): Promise<SubmissionPage> {
  const user = account ?? (await fetchOwnName(http));
  if (page?.startsWith(API_PAGE) !== true) {
    const path = `/problem/${encoded(problemId)}/submissions/${encoded(user)}/${page === null ? '' : encoded(page)}`;
    const list = await fetchSiteList(http, path);
    if (list)
      return {
        submissions: submissionsOn(list, problemId),
        next: list.next === null ? null : String(list.next),
      };
  }
  const number = page?.startsWith(API_PAGE) ? page.slice(API_PAGE.length) : 'last';
  const query = `user=${encoded(user)}&problem=${encoded(problemId)}&page=${encoded(number)}`;
  // the API sorts from old to new
  const list = await fetchList(http, query);
  return {
    submissions: await withMaxima(http, list.submissions.toReversed()),
    next: list.page === null || list.page < 2 ? null : API_PAGE + String(list.page - 1),
  };
}

/** Fetches a list of the site's pages. Null: the site doesn't send it. */
async function fetchSiteList(http: JudgeHttp, path: string): Promise<SiteList | null> {
  const { status, text } = await http.send({ method: 'GET', path, headers: inEnglish });
  const list = status === 200 ? readListPage(text) : null;
  const page = list && parsePage(text);
  return page ? { ...list, contest: visitorOf(page).contest } : null;
}

function submissionsOn({ rows, contest }: SiteList, problemId: string | null): readonly ListedSubmission[] {
  return rows.flatMap((row) => listedIn(row, problemId, contest) ?? []);
}

/** Fetches the name of the signed-in user. Throws `RequestFailed` if the site doesn't show it. */
async function fetchOwnName(http: JudgeHttp): Promise<string> {
  const answer = await http.send(accountRequest);
  throwIf(pageRefusalIn(answer));
  const name = nameIn(answer);
  if (name !== null) return name;
  throw new RequestFailed({ kind: 'notJson', contentType: null, looksLikeHtml: isPage(answer) });
}
