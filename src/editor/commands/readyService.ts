import type { ServiceProfile } from '../../service';
import type { ExtensionServices } from '../extensionServices';
import { showSettingsProblems } from '../settingsProblems';
import { chooseService } from './chooseService';
import { setCredentials } from './credentials';

/**
 * The chosen service, signed in where it wants that: what is missing is asked for now, so that a person is at work
 * after one question. Null: they changed their mind, or the settings are wrong, which was told.
 */
export async function readyService(parts: ExtensionServices): Promise<ServiceProfile | null> {
  const choice = await parts.services.choice();
  switch (choice.kind) {
    case 'none': {
      const profile = await chooseService(parts);
      return profile && !(await parts.services.isSignedOut(profile)) ? profile : null;
    }
    case 'wrong':
      await showSettingsProblems(choice.problems);
      return null;
    case 'chosen':
      if (await parts.services.isSignedOut(choice.profile)) await setCredentials(parts);
      return (await parts.services.isSignedOut(choice.profile)) ? null : choice.profile;
  }
}
