import { ServiceFailed } from '../../failure';
import type { Question, SignedIn } from '../../profile';
import { refused } from '../reading';
import { understood } from './answers';

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
        throw error;
      }
      const secret = /(?:^|[,;]\s*)sid=([\w.~-]{8,256})(?=;|,|$)/.exec(answer.cookies ?? '')?.[1];
      if (secret === undefined) throw refused(answer, now, 401);
      return { kind: 'signedIn', secret };
    },
  };
}

/** `ValidationError` with the names of both second factors there are. */
function wantsSecondFactor(error: unknown): boolean {
  if (!(error instanceof ServiceFailed) || error.failure.kind !== 'status') return false;
  const said = error.failure.error;
  return said?.errorType === 'ValidationError' && /2FA|Authn/.test(said.errorMessage ?? '');
}
