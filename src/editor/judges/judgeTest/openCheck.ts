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
import { credentialVerdict } from '../signIn/signIn';

/** The check of the sign-in, sent without credentials. */
export type OpenCheck =
  | { readonly kind: 'answered'; readonly exchanges: readonly Exchange[] }
  /** no response */
  | { readonly kind: 'failed' }
  /** The judge isn’t configured by paths, or needs no credentials. */
  | { readonly kind: 'notNeeded' };

/** Sends the sign-in check of a configured judge without credentials. */
export async function checkWithoutCredentials(
  { services }: ExtensionServices,
  profile: Judge,
): Promise<OpenCheck> {
  if (!needsCheck(profile)) return { kind: 'notNeeded' };
  const operation = exchangesOf(profile, profile.checkAccount, (answer) => answer);
  const exchanges = await orFailure(
    services.clientWith(profile, null).then((client) => client.ask(operation)),
  );
  return exchanges instanceof ServiceFailed ? { kind: 'failed' } : { kind: 'answered', exchanges };
}

/** Whether the check of a changed judge still applies and sends the same requests, so that it needs no new responses. */
export async function isSameCheck(profile: Judge, before: OpenCheck): Promise<boolean> {
  return (
    before.kind === 'answered' &&
    needsCheck(profile) &&
    sendsTheSame(profile, profile.checkAccount, before.exchanges)
  );
}

/** Whether the user described the judge and it requires credentials. */
function needsCheck({ authentication, definesCodes }: Judge): boolean {
  return definesCodes && authentication.scheme !== 'none';
}

/** Whether the sign-in check would succeed without credentials. */
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
