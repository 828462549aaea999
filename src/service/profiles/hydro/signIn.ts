import type { Answer, JudgeHttp } from '../../adapter';
import type { SignedIn } from '../../authentication';
import type { ServiceFailed } from '../../failure';
import type { PlainAnswer } from '../answer';
import { readObject, refusal, throwIf } from '../toolkit';
import { refusalIn, UNKNOWN_USER } from './answers';

/**
 * Signs in with `POST /login`. The session that it returns lasts 30 days from its last use. `code`: of the second factor;
 * null: not asked for yet
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
  // a page in its place isn't the response of a Hydro
  readObject(answer);
  const secret = sessionIn(answer);
  if (secret === null) throw refusal(answer, { status: 401 });
  return { kind: 'signedIn', secret };
}

/** Returns the session among the cookies of a response; null if there is none. */
export function sessionIn({ cookies }: PlainAnswer): string | null {
  return /(?:^|[,;]\s*)sid=([\w.~-]{8,256})(?=;|,|$)/.exec(cookies ?? '')?.[1] ?? null;
}

/** Ends the session with `POST /logout`. Version 4 only empties it: it is that of a guest from then on. */
export async function signOut(http: JudgeHttp): Promise<void> {
  const answer = await http.send({ method: 'POST', path: '/logout' });
  throwIf(refusalIn(answer));
  readObject(answer);
}

/**
 * Returns the failure to sign in. An unknown user, a wrong code of the second factor, and a password that is too short are
 * reported like a wrong password. Any other 404 is about the address.
 */
function signInFailure(refused: ServiceFailed, answer: Answer): ServiceFailed {
  if (refused.failure.kind !== 'status') return refused;
  const { error } = refused.failure;
  // shorter than any password of the site: Hydro reports it as a wrong field of a form
  if (error?.errorType === 'ValidationError' && /\bpassword\b/.test(error.errorMessage ?? '')) {
    return refusal(answer, { status: 401 });
  }
  if (error?.errorType !== UNKNOWN_USER && error?.errorType !== 'InvalidTokenError') return refused;
  return refusal(answer, { status: 401, type: error.errorType, message: error.errorMessage });
}

/** Whether it is a `ValidationError` with the names of both second factors that exist. */
function needsSecondFactor({ failure }: ServiceFailed): boolean {
  if (failure.kind !== 'status') return false;
  const { error } = failure;
  return error?.errorType === 'ValidationError' && /2FA|Authn/.test(error.errorMessage ?? '');
}
