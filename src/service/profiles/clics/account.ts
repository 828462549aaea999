import type { Account } from '../../authentication';
import type { Question, ServiceRequest } from '../../question';
import type { PlainAnswer } from '../answer';
import { bodyOf, getting, refused, saidIn } from '../reading';
import { objectOf, textOf } from '../values';
import { below, isContestApi, one, siteOf, understood } from './server';

/** What a server reports about the account that sends the requests. */
export interface OwnAccount {
  /** null: not told */
  readonly name: string | null;
  /** IDs of its team, as submissions may name it; empty: it has none, or the server doesn't tell */
  readonly teams: readonly string[];
  /** It has no other role than that of a team, so it can't read the judgements that teams can't read. */
  readonly isTeam: boolean;
}

/** Requests the account: DOMjudge has it for all contests, PC² for each contest. */
export function accountRequest(baseUrl: string, contest: string): ServiceRequest {
  return siteOf(baseUrl) === null ? below(contest, 'account') : getting('/user');
}

/** Null: the server refused the request. */
export function accountIn(answer: PlainAnswer | undefined): OwnAccount | null {
  if (!answer || answer.status >= 400) return null;
  const { username, type, roles, team_id: team } = one(answer);
  const id = textOf(team);
  const mayJudge = [roles].flat().some((role) => /jury|judge|admin|reader/i.test(textOf(role) ?? ''));
  return {
    name: textOf(username),
    // PC² has `team1` here, and `1` in submissions
    teams: id === null ? [] : [id, /^[A-Za-z]+(\d+)$/.exec(id)?.[1] ?? id],
    isTeam: id !== null && !mayJudge && (type === undefined || type === null || type === 'team'),
  };
}

/**
 * Checks the credentials, the contest, and the URL. Anybody may read the contests of DOMjudge, so the account is
 * requested as well.
 */
export function checkQuestion(baseUrl: string, contest: string): Question<Account> {
  const isThere = ([first]: readonly PlainAnswer[]): boolean => (first ? isContest(first) : false);
  const account = { ...below(contest, 'account'), mayBeRefused: true } as const;
  const contests = { ...getting('/contests'), mayBeRefused: true } as const;
  return {
    request: { ...below(contest, ''), mayBeRefused: true },
    more: [
      (answers) => {
        if (answers[0]?.status === 401 || answers[0]?.status === 403) return null;
        return isThere(answers) ? account : contests;
      },
      (answers) => {
        const [, second] = answers;
        if (isThere(answers)) return accountIn(second) === null ? getting('/user') : null;
        return isList(second) || siteOf(baseUrl) !== null ? null : getting('/api/info');
      },
    ],
    read: (first, now, [second, third] = []) => {
      if (isContest(first)) return accountOf(second, third, now);
      if (first.status === 401 || first.status === 403) understood(first, now, () => null);
      if (isList(second)) {
        throw refused(first, now, 404, { message: saidIn(bodyOf(first)), missingContest: contest });
      }
      if (isContestApi(third)) throw refused(first, now, 404, { apiUrl: `${baseUrl}/api` });
      understood(first, now, objectOf);
      return { name: null };
    },
  };
}

function accountOf(account: PlainAnswer | undefined, user: PlainAnswer | undefined, now: number): Account {
  const own = accountIn(account);
  if (own) return { name: own.name };
  if (!user || user.status === 404) return { name: null };
  return { name: understood(user, now, (json) => textOf(objectOf(json).username)) };
}

function isContest(answer: PlainAnswer): boolean {
  return textOf(one(answer).id) !== null;
}

/** The list is empty before any contest is active. */
function isList(answer: PlainAnswer | undefined): boolean {
  return answer?.status === 200 && Array.isArray(bodyOf(answer));
}
