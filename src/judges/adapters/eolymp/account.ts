import type { JudgeHttp } from '../../adapter';
import type { Account } from '../../signIn/authentication';
import { bodyOf, readObject } from '../shared/responseBody';
import { refusal, throwIf } from '../shared/refusals';
import { objectOf } from '../shared/jsonValues';
import { refusalIn } from './refusals';
import { textIn } from './result';
import { sitePath, spacePath, type EolympSite } from './addresses';

/** The IDs by which lists of submissions identify the user. */
export interface OwnIds {
  /** name of the list's filter */
  readonly filter: 'memberId' | 'participantId';
  /** ID with which the list is filtered */
  readonly filterValue: string;
  /** all IDs of the user that a submission can contain */
  readonly ids: readonly string[];
}

/**
 * Checks the access key. For a contest, fetches the participant. For the archive, fetches one submission, and also the
 * account with the user's name, which is null if the access key has no permission to read the account.
 */
export async function checkAccount(http: JudgeHttp, site: EolympSite): Promise<Account> {
  if (site.contest !== '') {
    const answer = await http.send({ method: 'GET', path: `${sitePath(site)}/introspect` });
    // the contest doesn't exist, or the user doesn't take part in it
    if (answer.status === 404) throw refusal(answer, { cause: { kind: 'notJoined' } });
    throwIf(refusalIn(site, answer));
    return { name: textIn(readObject(answer).optionalObject('participant').raw, 'displayName') };
  }
  readObject(await http.get(`${sitePath(site)}/submissions?size=1`));
  const answer = await http.send({ method: 'GET', path: `${spacePath(site)}/account` });
  const member = answer.status === 200 ? objectOf(objectOf(bodyOf(answer)).member) : {};
  return { name: textIn(member, 'displayName') };
}

/**
 * Fetches the user's IDs. Throws `TypeMismatch` if Eolymp doesn't send them, because a list without a filter could contain
 * the submissions of other users.
 */
export async function fetchOwnIds(http: JudgeHttp, site: EolympSite): Promise<OwnIds> {
  if (site.contest !== '') {
    const participant = readObject(await http.get(`${sitePath(site)}/introspect`)).object('participant');
    const id = textIn(participant.raw, 'id') ?? participant.typeMismatch('id', 'text');
    return { filter: 'participantId', filterValue: id, ids: [id] };
  }
  const member = readObject(await http.get(`${spacePath(site)}/account`)).object('member');
  const id = textIn(member.raw, 'id') ?? member.typeMismatch('id', 'text');
  const user = textIn(objectOf(member.raw.user), 'subject');
  return { filter: 'memberId', filterValue: id, ids: user === null ? [id] : [id, user] };
}
