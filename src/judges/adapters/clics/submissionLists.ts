import type { ListSize, ListedSubmission, SubmissionPage } from '../../adapter';
import type { Answer, JudgeHttp, OutgoingRequest } from '../../http/judgeHttp';
import { type Raw, objectsOf, textOf, wholeOf } from '../shared/jsonValues';
import { CLICS_JURY_LISTS_VALID_MS, CLICS_JURY_PAGE_SIZE, CLICS_LISTED_BYTES } from '../limits';
import { throwIf } from '../shared/refusals';
import { jsonOf } from '../shared/responseBody';
import { accountIn, fetchAccount } from './account';
import { type ContestAddress, fetchWithConstants } from './constants';
import { below, fetchObjectIfAny, listIfAny, refusalIn } from './requests';
import { fetchAll, listed, nameOfTeam } from './submissionStates';

/**
 * Fetches the size of the lists that `fetchPageOfProblem` needs. Null: the account can read only the submissions of its
 * team, or the server doesn't report the size.
 */
export async function fetchListSize(
  http: JudgeHttp,
  { baseUrl, contest }: ContestAddress,
): Promise<ListSize | null> {
  const { isJury } = await fetchAccount(http, baseUrl, contest);
  if (!isJury) return null;
  const { num_submissions: count } = await fetchObjectIfAny(http, below(contest, 'status'));
  const submissions = wholeOf(count);
  return submissions === null ? null : { submissions, bytes: submissions * CLICS_LISTED_BYTES };
}

/** Fetches a page of the submissions to a problem: for a jury those of all teams, for a team its own. */
export async function fetchPageOfProblem(
  http: JudgeHttp,
  address: ContestAddress,
  problemId: string,
  page: string | null,
): Promise<SubmissionPage> {
  const { isJury } = await fetchAccount(http, address.baseUrl, address.contest);
  if (isJury) return fetchPage(http, address, ({ problem_id: problem }) => problem === problemId, page);
  const own = await fetchAll(http, address);
  return { submissions: own.filter((submission) => submission.problemId === problemId), next: null };
}

/** Fetches a page of the submissions of a team, for a jury. */
export async function fetchPageOfTeam(
  http: JudgeHttp,
  address: ContestAddress,
  team: string,
  page: string | null,
): Promise<SubmissionPage> {
  return fetchPage(http, address, ({ team_id: id }) => id === team, page);
}

/** `page`: number of newer submissions, as text; null: the newest ones */
async function fetchPage(
  http: JudgeHttp,
  address: ContestAddress,
  isWanted: (submission: Raw) => boolean,
  page: string | null,
): Promise<SubmissionPage> {
  const { contest } = address;
  const isOutdated = page === null && (await hasNewSubmissions(http, contest));
  const lists = (['submissions', 'judgements', 'teams'] as const).map((list) => juryRequest(contest, list));
  const { answers, constants } = await fetchWithConstants(
    http,
    address,
    isOutdated ? lists.map((request) => ({ ...request, refreshes: true as const })) : lists,
  );
  const [all, judgements, teams] = answers;
  if (!all || !judgements || !teams) throw new Error('each request has a response');
  throwIf(refusalIn(all));
  const submissions = objectsOf(jsonOf(all)).filter(isWanted);
  const rows = listed({ contest, submissions, judgements: listIfAny(judgements), constants });
  const start = Number(page ?? 0);
  const end = start + CLICS_JURY_PAGE_SIZE;
  const teamIds = new Map(submissions.map(({ id, team_id: team }) => [textOf(id), textOf(team)]));
  const names = new Map(listIfAny(teams).map((team) => [textOf(team.id), nameOfTeam(team)]));
  // accounts of the jury may also have a team
  const own = constants.account ? accountIn(constants.account, address.baseUrl).teams : [];
  const withTeam = (row: ListedSubmission): ListedSubmission => {
    const id = teamIds.get(row.requestId) ?? null;
    return id === null || own.includes(id) ? row : { ...row, team: { id, name: names.get(id) ?? id } };
  };
  return {
    submissions: rows.slice(start, end).map(withTeam),
    next: end < rows.length ? String(end) : null,
  };
}

/**
 * Returns whether the contest has new submissions since its reused lists were fetched. Its status contains the numbers of
 * submissions, and of those that are being judged.
 */
async function hasNewSubmissions(http: JudgeHttp, contest: string): Promise<boolean> {
  const request = juryRequest(contest, 'status');
  const ofLists = await http.send(request);
  const current = await http.send({ ...request, refreshes: true });
  return current.status === 200 && current.text !== ofLists.text;
}

/**
 * Requests a complete list of a contest, or its status. The server has no filter for a problem or a team, so the responses
 * are reused for some time.
 */
function juryRequest(
  contest: string,
  path: 'submissions' | 'judgements' | 'teams' | 'status',
): OutgoingRequest {
  return {
    method: 'GET',
    path: below(contest, path),
    keptFor: ({ status }: Answer) => (status === 200 ? CLICS_JURY_LISTS_VALID_MS : 0),
  };
}
