import type { Answer, JudgeHttp } from '../../adapter';
import type { Account, StartedSignIn } from '../../signIn/authentication';
import { secretProblem } from '../../signIn/credentials';
import type { RequestFailed } from '../../requestFailed';
import { textOf } from '../shared/jsonValues';
import { throwIf } from '../shared/refusals';
import { misshapen, readObject } from '../shared/responseBody';
import { errorCodeIn, refusalIn, tokenErrors } from './refusals';

const LOGIN = '/login';

/**
 * Fetches a new token, which becomes valid when the user confirms it on the page. Throws `RequestFailed` (`shape`) if the
 * response has no usable token or page.
 */
export async function startSignIn(http: JudgeHttp): Promise<StartedSignIn> {
  const { 'X-Auth-Token': token, authentication_url: page } = readObject(await http.postJson(LOGIN)).raw;
  // the message of this failure contains no part of the token
  if (typeof token !== 'string' || secretProblem(token, 'header') !== null) throw unusable('X-Auth-Token');
  if (typeof page !== 'string') throw unusable('authentication_url');
  return { secret: token, page };
}

function unusable(path: string): RequestFailed {
  return misshapen({ ok: false, path, expected: 'text', found: 'an unusable value' });
}

/**
 * Fetches the user of a token. Null: the user must still confirm it. The specification has a code for this state, but the
 * site can also report the token as invalid.
 */
export async function fetchConfirmedUser(http: JudgeHttp): Promise<Account | null> {
  const answer = await http.send({ method: 'GET', path: LOGIN });
  if (answer.status === 401 && tokenErrors.includes(errorCodeIn(answer))) return null;
  throwIf(refusalIn(answer));
  return userIn(answer);
}

export async function fetchUser(http: JudgeHttp): Promise<Account> {
  return userIn(await http.get(LOGIN));
}

export async function signOut(http: JudgeHttp): Promise<void> {
  await http.postJson('/logout');
}

function userIn(answer: Answer): Account {
  const user = readObject(answer);
  return { name: textOf(user.raw.displayname) || user.requiredText('username') };
}
