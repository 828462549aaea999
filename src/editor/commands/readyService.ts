import type { ServiceProfile } from '../../service';
import type { Uses } from '../extensionServices';
import { showSettingsProblems } from '../settingsProblems';
import { chooseService } from './chooseService';
import { setCredentials } from './credentials';

/**
 * The chosen service, signed in where it wants that: what is missing is asked for now, so that a person is at work
 * after one question. Null: they changed their mind, or the settings are wrong, which was told.
 */
export async function readyService(
  extension: Uses<'log' | 'services' | 'store' | 'tracking'>,
): Promise<ServiceProfile | null> {
  const choice = await extension.services.choice();
  switch (choice.kind) {
    case 'none': {
      const profile = await chooseService(extension);
      return profile && !(await extension.services.isSignedOut(profile)) ? profile : null;
    }
    case 'wrong':
      await showSettingsProblems(choice.problems);
      return null;
    case 'chosen':
      if (await extension.services.isSignedOut(choice.profile)) await setCredentials(extension);
      return (await extension.services.isSignedOut(choice.profile)) ? null : choice.profile;
  }
}
