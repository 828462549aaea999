import { ServiceFailed } from '../../failure';
import type { SignedIn } from '../../authentication';
import type { Question } from '../../question';
import { refused, type PlainAnswer } from '../reading';
import { understood, UNKNOWN_USER } from './answers';

/** `POST /login`: what comes back is the session, which lasts 30 days from its last use. `code`: of a second factor. */
export function signInQuestion(user: string, password: string, code: string | null): Question<SignedIn> {
  const body = { uname: user, password, rememberme: true, ...(code === null ? {} : { tfa: code }) };
  return {
    request: { method: 'POST', path: '/login', body },
    read: (answer, now) => {
      try {
        understood(answer, now, () => null);
      } catch (error) {
        if (code === null && wantsSecondFactor(error)) return { kind: 'secondFactor' };
        throw asRefusal(error, answer, now);
      }
      const secret = /(?:^|[,;]\s*)sid=([\w.~-]{8,256})(?=;|,|$)/.exec(answer.cookies ?? '')?.[1];
      if (secret === undefined) throw refused(answer, now, 401);
      return { kind: 'signedIn', secret };
    },
  };
}

/** `POST /logout`: ends the session. Version 4 only empties it: it is a guest's from then on. */
export const signOutQuestion: Question<null> = {
  request: { method: 'POST', path: '/logout' },
  read: (answer, now) => understood(answer, now, () => null).value,
};

/**
 * A user that the site doesn't know, a wrong code of the second factor, or a password that is too short, is told like a
 * wrong password. Any other 404 is about the address.
 */
function asRefusal(error: unknown, answer: PlainAnswer, now: number): unknown {
  if (!(error instanceof ServiceFailed) || error.failure.kind !== 'status') return error;
  const { error: said } = error.failure;
  // shorter than any password of the site: in its own words that is about a field of a form
  if (said?.errorType === 'ValidationError' && /\bpassword\b/.test(said.errorMessage ?? ''))
    return refused(answer, now, 401);
  if (said?.errorType !== UNKNOWN_USER && said?.errorType !== 'InvalidTokenError') return error;
  return refused(answer, now, 401, { type: said.errorType, message: said.errorMessage });
}

/** `ValidationError` with the names of both second factors there are. */
function wantsSecondFactor(error: unknown): boolean {
  if (!(error instanceof ServiceFailed) || error.failure.kind !== 'status') return false;
  const said = error.failure.error;
  return said?.errorType === 'ValidationError' && /2FA|Authn/.test(said.errorMessage ?? '');
}
