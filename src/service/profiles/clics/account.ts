import type { Answer, JudgeHttp } from '../../adapter';
import type { Account } from '../../authentication';
import { bodyOf, jsonOf } from '../responseBody';
import { refusal, saidIn, throwIf } from '../refusals';
import { type Raw, objectOf, textOf } from '../jsonValues';
import { accountRequest } from './constants';
import { below, fetchObjectIfAny, isContestApi, objectIfAny, refusalIn, siteOf } from './server';

/** Data of the signed-in account. */
export interface OwnAccount {
  /** null: unknown */
  readonly name: string | null;
  /** IDs of its team, in all forms that submissions can contain; empty: no team, or unknown */
  readonly teams: readonly string[];
  /** The account has only the role of a team, so it can't read judgements that are hidden from teams. */
  readonly isTeam: boolean;
  /** The account can read the judgements of all teams. */
  readonly isJury: boolean;
  /** Whether the account may be able to read the runs of submissions. */
  readonly canReadRuns: boolean;
}

/** Fetches the account. Some servers don't have it, so nothing is known about it then. */
export async function fetchAccount(http: JudgeHttp, baseUrl: string, contest: string): Promise<OwnAccount> {
  const answer = await http.send(accountRequest(baseUrl, contest));
  if (answer.status !== 404) throwIf(refusalIn(answer));
  return accountIn(objectIfAny(answer), baseUrl);
}

export function accountIn({ username, type, roles, team_id: team }: Raw, baseUrl: string): OwnAccount {
  const id = textOf(team);
  const roleNames = [roles].flat().map((role) => textOf(role) ?? '');
  const mayJudge = roleNames.some((role) => /jury|judge|admin|reader/i.test(role));
  const isOfTeam = type === undefined || type === null || type === 'team';
  // PC² sends `team1` here, but `1` in submissions
  const alias = siteOf(baseUrl) === null && id !== null ? /^[A-Za-z]+(\d+)$/.exec(id)?.[1] : undefined;
  return {
    name: textOf(username),
    teams: [id, alias].flatMap((one) => one ?? []),
    isTeam: id !== null && !mayJudge && isOfTeam,
    isJury: mayJudge || !isOfTeam,
    // other servers than DOMjudge don't report roles
    canReadRuns: mayJudge || !Array.isArray(roles),
  };
}

/**
 * Checks the credentials, the contest, and the URL. Anyone may read the contests of DOMjudge, so the account is
 * requested as well.
 */
export async function checkAccount(http: JudgeHttp, baseUrl: string, contest: string): Promise<Account> {
  const answer = await http.send({ method: 'GET', path: below(contest, '') });
  if (isContest(answer)) return fetchName(http, contest);
  if (answer.status === 401 || answer.status === 403) throwIf(refusalIn(answer));

  const contests = await http.send({ method: 'GET', path: '/contests' });
  if (isList(contests)) {
    throw refusal(answer, { status: 404, message: saidIn(bodyOf(answer)), missingContest: contest });
  }
  if (siteOf(baseUrl) === null && isContestApi(await fetchObjectIfAny(http, '/api/info'))) {
    throw refusal(answer, { status: 404, apiUrl: `${baseUrl}/api` });
  }
  throwIf(refusalIn(answer));
  // throws if it isn't JSON
  jsonOf(answer);
  return { name: null };
}

/** Fetches the account name from the contest, or else from the site. */
async function fetchName(http: JudgeHttp, contest: string): Promise<Account> {
  const account = await http.send({ method: 'GET', path: below(contest, 'account') });
  if (account.status < 400) return { name: textOf(objectIfAny(account).username) };
  const user = await http.send({ method: 'GET', path: '/user' });
  if (user.status === 404) return { name: null };
  throwIf(refusalIn(user));
  return { name: textOf(objectOf(jsonOf(user)).username) };
}

function isContest(answer: Answer): boolean {
  return textOf(objectIfAny(answer).id) !== null;
}

/** Returns whether a response contains a list, even an empty one, which means that no contest is active. */
function isList(answer: Answer): boolean {
  return answer.status === 200 && Array.isArray(bodyOf(answer));
}
