import { followService, unfollowService } from '../following/switch';
import { readyService, type ChoosingServices } from './chooseService';

/** “Follow My Submissions”, at the service in use. */
export async function follow(extension: ChoosingServices): Promise<void> {
  const profile = await readyService(extension);
  if (profile) await followService(extension, profile);
}

/** “Stop Following My Submissions”, at the service in use. */
export async function stopFollowing({ services }: ChoosingServices): Promise<void> {
  const profile = await services.chosen();
  if (profile) await unfollowService(profile);
}
