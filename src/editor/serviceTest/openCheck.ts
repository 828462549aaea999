import {
  asServiceFailed,
  ServiceFailed,
  type PlainAnswer,
  type Question,
  type ServiceProfile,
} from '../../service';
import type { ExtensionServices } from '../extensionServices';
import { orFailure } from '../prompts/showFailure';
import { credentialVerdict } from '../services/signIn';

/** The check of a service's sign-in, requested without credentials. */
export interface OpenCheck {
  /** the request, as JSON: another one needs other answers */
  readonly request: string;
  /** null: the service can't be used with credentials, or it couldn't be asked */
  readonly answers: readonly PlainAnswer[] | null;
}

/** Requests the check of a described service as nobody. */
export async function checkWithoutCredentials(
  { services }: ExtensionServices,
  profile: ServiceProfile,
): Promise<OpenCheck> {
  const { authentication, check, definesCodes } = profile;
  const request = JSON.stringify(check.request);
  if (!definesCodes || authentication.scheme === 'none') return { request, answers: null };
  const question: Question<readonly PlainAnswer[]> = {
    ...check,
    read: (first, _now, others = []) => [first, ...others],
  };
  const asked = services.clientWith(profile, null).then((client) => client.ask(question));
  const answers = await orFailure(asked);
  return { request, answers: answers instanceof ServiceFailed ? null : answers };
}

/** Whether these answers would accept credentials at sign-in, although none were sent. */
export function isOpen({ check }: Pick<ServiceProfile, 'check'>, { answers }: OpenCheck): boolean {
  const [first, ...others] = answers ?? [];
  if (!first) return false;
  try {
    check.read(first, Date.now(), others);
    return true;
  } catch (error) {
    return credentialVerdict(asServiceFailed(error).failure) === 'accepted';
  }
}
