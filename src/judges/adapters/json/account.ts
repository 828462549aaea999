import type { Account } from '../../signIn/authentication';
import type { Answer, JudgeHttp } from '../../adapter';
import { isNullAt, misplaced, textAt } from '../described/dottedPaths';
import { refusal } from '../shared/refusals';
import { jsonOf } from '../shared/responseBody';
import type { JsonDescription } from './description';

/** Reads the account in the response to the check. Null in this field means that nobody is signed in. */
export function accountIn(answer: Answer, place: string | undefined): Account {
  const json = jsonOf(answer);
  if (place === undefined) return { name: null };
  if (isNullAt(json, place)) throw refusal(answer, { status: 401 });
  const name = textAt(json, place, 100);
  if (name === null) throw misplaced(json, place, 'check.account');
  return { name };
}

/**
 * Throws the failure of a check of the credentials, after an empty list. Some judges treat users with a wrong credential
 * as guests. These have no submissions.
 */
export async function throwIfSignedOut(http: JudgeHttp, { check }: JsonDescription): Promise<void> {
  if (check?.account !== undefined) accountIn(await http.get(check.path), check.account);
}
