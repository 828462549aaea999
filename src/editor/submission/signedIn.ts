import { l10n } from 'vscode';
import { ServiceFailed, type ServiceProfile } from '../../service';
import type { Uses } from '../extensionServices';
import { orFailure } from '../prompts/showFailure';
import { signInAgain } from '../services/signIn';
import { serviceName } from '../words/serviceWords';

/** The session has ended, or the credential is not known any more. */
export function isSignedOut({ failure }: ServiceFailed): boolean {
  return failure.kind === 'status' && failure.status === 401;
}

/** Where somebody hands in a program whose session has ended: signs in, so that it goes on. False: they didn't. */
export function signInToSubmit(
  extension: Uses<'log' | 'services'>,
  profile: ServiceProfile,
): Promise<boolean> {
  return signInAgain(
    extension,
    profile,
    l10n.t('Signed out of {0}. Sign in to submit.', serviceName(profile)),
  );
}

/** Asks, and once more after signing in where that is needed. */
export async function askSignedIn<Value>(
  extension: Uses<'log' | 'services'>,
  profile: ServiceProfile,
  ask: () => Promise<Value>,
): Promise<Value | ServiceFailed> {
  const answer = await orFailure(ask());
  const isNeeded = answer instanceof ServiceFailed && isSignedOut(answer);
  return isNeeded && (await signInToSubmit(extension, profile)) ? orFailure(ask()) : answer;
}
