import {
  asServiceFailed,
  exchangesOf,
  replay,
  sendsTheSame,
  ServiceFailed,
  type Exchange,
  type Judge,
} from '../../../service';
import type { ExtensionServices } from '../../shared/extensionServices';
import { orFailure } from '../../shared/showFailure';
import { credentialVerdict } from '../signIn';

/** The requests and responses of the check of a sign-in, sent without credentials. */
export type OpenCheck =
  | { readonly kind: 'answered'; readonly exchanges: readonly Exchange[] }
  /** no response arrived */
  | { readonly kind: 'failed' }
  /** The judge isn’t described by its user, or needs no credentials. */
  | { readonly kind: 'notNeeded' };

/** Sends the sign-in check of a described judge without credentials. */
export async function checkWithoutCredentials(
  { services }: ExtensionServices,
  profile: Judge,
): Promise<OpenCheck> {
  const { authentication, checkAccount, definesCodes } = profile;
  if (!definesCodes || authentication.scheme === 'none') return { kind: 'notNeeded' };
  const operation = exchangesOf(profile, checkAccount, (answer) => answer);
  const exchanges = await orFailure(
    services.clientWith(profile, null).then((client) => client.ask(operation)),
  );
  return exchanges instanceof ServiceFailed ? { kind: 'failed' } : { kind: 'answered', exchanges };
}

/** Whether the check of a service that was changed sends the same requests, so that it needs no new responses. */
export async function isSameCheck(
  profile: Pick<Judge, 'checkAccount' | 'refusalIn'>,
  before: OpenCheck,
): Promise<boolean> {
  return before.kind === 'answered' && sendsTheSame(profile, profile.checkAccount, before.exchanges);
}

/** Whether these responses would accept credentials at sign-in, although none were sent. */
export async function isOpen(
  profile: Pick<Judge, 'checkAccount' | 'refusalIn'>,
  openCheck: OpenCheck,
): Promise<boolean> {
  if (openCheck.kind !== 'answered') return false;
  try {
    await replay(profile, profile.checkAccount, openCheck.exchanges);
    return true;
  } catch (error) {
    return credentialVerdict(asServiceFailed(error).failure) === 'accepted';
  }
}
