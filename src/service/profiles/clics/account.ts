import type { Answer, JudgeHttp } from '../../adapter';
import type { Account } from '../../authentication';
import { bodyOf, jsonOf } from '../responseBody';
import { refusal, saidIn, throwIf } from '../refusals';
import { type Raw, objectOf, textOf } from '../jsonValues';
import {
  below,
  fetchIfAny,
  fetchObject,
  fetchObjectIfAny,
  isContestApi,
  objectIfAny,
  refusalIn,
  siteOf,
} from './server';

/** Data of the signed-in account. */
export interface OwnAccount {
  /** null: unknown */
  readonly name: string | null;
  /** IDs of its team, in all forms that submissions can contain; empty: no team, or unknown */
  readonly teams: readonly string[];
  /** The account has only the role of a team, so it can't read judgements that are hidden from teams. */
  readonly isTeam: boolean;
}

/** Fetches the account. DOMjudge has one path for all contests, other servers have one for each contest. */
export async function fetchAccount(http: JudgeHttp, baseUrl: string, contest: string): Promise<OwnAccount> {
  return accountIn(await fetchObject(http, accountPath(baseUrl, contest)));
}

/** Like `fetchAccount`, but returns null if the server rejected the request. */
export async function fetchAccountIfAny(
  http: JudgeHttp,
  baseUrl: string,
  contest: string,
): Promise<OwnAccount | null> {
  const answer = await fetchIfAny(http, accountPath(baseUrl, contest));
  return answer.status >= 400 ? null : accountIn(objectIfAny(answer));
}

function accountPath(baseUrl: string, contest: string): string {
  return siteOf(baseUrl) === null ? below(contest, 'account') : '/user';
}

function accountIn({ username, type, roles, team_id: team }: Raw): OwnAccount {
  const id = textOf(team);
  const mayJudge = [roles].flat().some((role) => /jury|judge|admin|reader/i.test(textOf(role) ?? ''));
  return {
    name: textOf(username),
    // PC² sends `team1` here, but `1` in submissions
    teams: id === null ? [] : [id, /^[A-Za-z]+(\d+)$/.exec(id)?.[1] ?? id],
    isTeam: id !== null && !mayJudge && (type === undefined || type === null || type === 'team'),
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
  if (account.status < 400) return { name: accountIn(objectIfAny(account)).name };
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
