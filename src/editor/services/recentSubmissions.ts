import type { RecentSubmission, ServiceProfile } from '../../service';
import type { Uses } from '../extensionServices';
import type { AskedBy } from './clientMaker';

/**
 * The user's newest submissions, the newest first; null: the service doesn't list them, or not without the account's
 * name. Rejects with `ServiceFailed`.
 */
export async function recentSubmissions(
  { services }: Uses<'services'>,
  profile: ServiceProfile,
  by: AskedBy,
): Promise<readonly RecentSubmission[] | null> {
  const account = (await services.credentials.get(profile))?.account ?? null;
  const question = profile.recent?.(account) ?? null;
  return question && services.ask(profile, question, undefined, by);
}
