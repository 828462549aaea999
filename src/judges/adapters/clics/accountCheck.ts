import type { Contest } from '../../../results';
import type { Answer, JudgeHttp } from '../../adapter';
import type { Account } from '../../signIn/authentication';
import { bodyOf, jsonOf } from '../shared/responseBody';
import { refusal, saidIn, throwIf } from '../shared/refusals';
import { type Raw, encoded, objectsOf, textOf } from '../shared/jsonValues';
import { contestFrom } from './contest';
import { accountIn } from './account';
import { below, objectIfAny, refusalIn, siteOf } from './requests';

/**
 * Checks the credentials, the contest, and the URL. Anyone may read the public contests of DOMjudge, so only the account
 * proves that the credentials are right.
 */
export async function checkAccount(http: JudgeHttp, baseUrl: string, contest: string): Promise<Account> {
  const asked = await http.send({ method: 'GET', path: below(contest, '') });
  throwIfDenied(asked);
  if (asked.status === 429 || asked.status >= 500) throwIf(refusalIn(asked));
  const user = await fetchUser(http, baseUrl, contest);
  const known = await contestFrom(http, asked, contest);
  if (!known) throw await missingContest(http, asked, contest, user);
  return accountFor(http, baseUrl, user, known);
}

/** Fetches the account from the site or the contest. Null: the server has neither path. */
async function fetchUser(http: JudgeHttp, baseUrl: string, contest: string): Promise<Raw | null> {
  const paths = ['/user', below(contest, 'account')];
  let failed: Answer | null = null;
  for (const path of siteOf(baseUrl) === null ? paths.toReversed() : paths) {
    const answer = await http.send({ method: 'GET', path });
    const user = objectIfAny(answer);
    if (textOf(user.username) !== null) return user;
    throwIfDenied(answer);
    if (answer.status !== 404) failed = answer;
  }
  if (failed) throwIf(refusalIn(failed));
  return null;
}

function throwIfDenied(answer: Answer): void {
  if (answer.status === 401 || answer.status === 403) throwIf(refusalIn(answer));
}

/** Returns the failure of a contest that the server doesn't have, or of a URL without an API. */
async function missingContest(
  http: JudgeHttp,
  asked: Answer,
  contest: string,
  user: Raw | null,
): Promise<Error> {
  const listed = await http.send({ method: 'GET', path: '/contests' });
  const contests = bodyOf(listed);
  if (user !== null || (listed.status === 200 && Array.isArray(contests))) {
    const knownId = contestNamed(contest, objectsOf(contests));
    return refusal(asked, {
      status: 404,
      message: saidIn(bodyOf(asked)),
      cause: { kind: 'missingContest', id: contest, ...(knownId === null ? {} : { knownId }) },
    });
  }
  throwIf(refusalIn(asked));
  // throws if it isn't JSON
  jsonOf(asked);
  return refusal(asked, { status: 404 });
}

/** Returns the short name and the external ID of a contest, which people use instead of its ID. */
export function namesOfContest({ shortname, external_id: externalId }: Raw): readonly string[] {
  return [shortname, externalId].map(textOf).filter((name) => name !== null);
}

/** Returns the ID of the contest with that ID, short name, or external ID, in any letter case; null: none. */
function contestNamed(name: string, contests: readonly Raw[]): string | null {
  const wanted = name.toLowerCase();
  const found = contests.find((contest) =>
    [textOf(contest.id) ?? '', ...namesOfContest(contest)].some((one) => one.toLowerCase() === wanted),
  );
  const id = textOf(found?.id);
  return id === name ? null : id;
}

/** Returns the account, and notices for the first submission. */
async function accountFor(
  http: JudgeHttp,
  baseUrl: string,
  user: Raw | null,
  contest: Contest,
): Promise<Account> {
  const name = textOf(user?.username);
  const cannotSubmit = user && (withoutTeam(user) ?? (await unlistedTeam(http, baseUrl, user, contest)));
  const isJury = user !== null && accountIn(user, baseUrl).isJury;
  return {
    name,
    contest,
    ...(cannotSubmit ? { cannotSubmit } : {}),
    ...(isJury ? { isJury } : {}),
  };
}

/** Returns why an account can't submit; null: it can, or the server doesn't send the data. */
function withoutTeam({ team_id: team, roles }: Raw): Account['cannotSubmit'] | null {
  if (team === null) return 'noTeam';
  const names = [roles]
    .flat()
    .map(textOf)
    .filter((role) => role !== null);
  return names.length > 0 && !names.some((role) => /^(?:role_)?(?:team|admin)$/i.test(role))
    ? 'noTeamRole'
    : null;
}

/** DOMjudge doesn't list a team in a contest if it is disabled or not registered. */
async function unlistedTeam(
  http: JudgeHttp,
  baseUrl: string,
  { team_id: team }: Raw,
  { id = '' }: Contest,
): Promise<Account['cannotSubmit'] | null> {
  const teamId = textOf(team);
  if (siteOf(baseUrl) === null || teamId === null) return null;
  const answer = await http.send({ method: 'GET', path: below(id, `teams/${encoded(teamId)}`) });
  return answer.status === 404 && saidIn(bodyOf(answer)) !== null ? 'teamNotListed' : null;
}
