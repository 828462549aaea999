import type { JudgeHttp } from '../../adapter';
import { throwIf } from '../shared/refusals';
import { type Raw, textOf } from '../shared/jsonValues';
import { accountRequest } from './constants';
import { objectIfAny, refusalIn, siteOf } from './requests';

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

/** Fetches the account. Empty if the server doesn't send it, as on some servers. */
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
