import type { Answer, JudgeHttp } from '../../adapter';
import type { SignedIn } from '../../signIn/authentication';
import type { RequestFailed } from '../../requestFailed';
import type { PlainAnswer } from '../shared/makeResult';
import { readObject } from '../shared/responseBody';
import { refusal, throwIf } from '../shared/refusals';
import { refusalIn, UNKNOWN_USER } from './refusals';

/**
 * Signs in with `POST /login`. The session is valid for 30 days after its last use. `code`: of the second factor; null:
 * not entered yet
 */
export async function signIn(
  http: JudgeHttp,
  user: string,
  password: string,
  code: string | null,
): Promise<SignedIn> {
  const answer = await http.send({
    method: 'POST',
    path: '/login',
    body: {
      uname: user,
      password,
      rememberme: true,
      ...(code === null ? {} : { tfa: code }),
    },
  });
  const refused = refusalIn(answer);
  if (refused) {
    if (code === null && needsSecondFactor(refused)) return { kind: 'secondFactor' };
    throw signInFailure(refused, answer);
  }
  // throws if the response is a web page, which means that the site isn't Hydro
  readObject(answer);
  const secret = sessionIn(answer);
  if (secret === null) throw refusal(answer, { status: 401 });
  return { kind: 'signedIn', secret };
}

export function sessionIn({ cookies }: PlainAnswer): string | null {
  return /(?:^|[,;]\s*)sid=([\w.~-]{8,256})(?=;|,|$)/.exec(cookies ?? '')?.[1] ?? null;
}

/** Ends the session with `POST /logout`. Version 4 only turns it into a guest's session. */
export async function signOut(http: JudgeHttp): Promise<void> {
  const answer = await http.send({ method: 'POST', path: '/logout' });
  throwIf(refusalIn(answer));
  readObject(answer);
}

/**
 * Returns why signing in failed. An unknown user, an invalid second factor, and a password that is too short are
 * reported like a wrong password. Any other 404 means a wrong URL.
 */
function signInFailure(refused: RequestFailed, answer: Answer): RequestFailed {
  if (refused.failure.kind !== 'status') return refused;
  const { error } = refused.failure;
  // the entered password is shorter than any password of the site, so Hydro reports an invalid form field
  if (error?.errorType === 'ValidationError' && /\bpassword\b/.test(error.errorMessage ?? '')) {
    return refusal(answer, { status: 401 });
  }
  if (error?.errorType !== UNKNOWN_USER && error?.errorType !== 'InvalidTokenError') return refused;
  return refusal(answer, { status: 401, type: error.errorType, message: error.errorMessage });
}

/** Returns whether the error requires a second factor: a `ValidationError` that lists both possible factors. */
function needsSecondFactor({ failure }: RequestFailed): boolean {
  if (failure.kind !== 'status') return false;
  const { error } = failure;
  return error?.errorType === 'ValidationError' && /2FA|Authn/.test(error.errorMessage ?? '');
}
