import { commands, env, l10n, Uri, window } from 'vscode';
import { displayAddress, serviceIdentity, type ServiceId, type ServiceProfile } from '../../service';
import { confirms, offer } from '../prompts/dialogs';
import type { Uses } from '../extensionServices';
import { sanitizeForUi } from '../words/sanitizeForUi';
import { nameOfService, serviceName } from '../words/serviceWords';
import { signIn } from '../services/signIn';
import { showSettingsProblems } from '../prompts/settingsProblems';

/** “Sign In”: of the chosen service, or of the one that is given. */
export async function setCredentials(extension: Uses<'log' | 'services'>, service?: unknown): Promise<void> {
  const given = typeof service === 'string' ? await extension.services.profileOf(service) : null;
  const choice = given ? { kind: 'chosen' as const, profile: given } : await extension.services.choice();
  if (choice.kind === 'none') {
    await commands.executeCommand('judgeResults.chooseService');
    return;
  }
  if (choice.kind === 'wrong') return showSettingsProblems(choice.problems);
  if (choice.profile.signIn.kind === 'none') return offerToChoose(choice.profile);
  await signIn(extension, choice.profile);
}

/** “Get a Token”: the page of the chosen service where it is made. */
export async function getToken({ services }: Uses<'services'>): Promise<void> {
  const profile = await services.chosen();
  if (!profile) {
    await commands.executeCommand('judgeResults.chooseService');
    return;
  }
  const page = profile.signIn.kind === 'secret' ? profile.signIn.page : null;
  if (page !== null) await env.openExternal(Uri.parse(page, true));
  else void window.showInformationMessage(l10n.t('{0} has no token page.', serviceName(profile)));
}

/** Who was told that credentials are wanted comes here, too. */
function offerToChoose(profile: ServiceProfile): Promise<void> {
  return offer(
    l10n.t(
      '{0} is set up without authentication. To add credentials, edit the service.',
      serviceName(profile),
    ),
    l10n.t('Choose Service'),
    () => commands.executeCommand('judgeResults.chooseService'),
  );
}

export async function removeCredentials(extension: Uses<'services'>): Promise<void> {
  const service = await askWhichCredentials(extension);
  if (service === undefined) return;
  const name = nameOfService(service);
  const question = l10n.t('Sign out of {0}?', name);
  // what is kept cannot be shown again
  const detail = l10n.t('You’ll have to enter them again.');
  if (!(await confirms(question, l10n.t('Sign Out'), detail))) return;
  if (await extension.services.credentials.remove(service)) {
    void window.showInformationMessage(l10n.t('Signed out of {0}.', name));
  } else {
    void window.showWarningMessage(
      l10n.t(
        'Couldn’t remove the credentials for {0} from secret storage. They are no longer used in this window. Try again.',
        name,
      ),
    );
  }
}

/** One of the services that credentials were saved for, whatever the settings name now. */
async function askWhichCredentials(extension: Uses<'services'>): Promise<ServiceId | undefined> {
  const services = await extension.services.credentials.services();
  const [only] = services;
  if (only === undefined) void window.showInformationMessage(l10n.t('You aren’t signed in.'));
  if (services.length < 2) return only;
  const items = services.map((service) => ({
    label: nameOfService(service),
    description: sanitizeForUi(displayAddress(serviceIdentity(service).address)),
    service,
  }));
  const chosen = await window.showQuickPick(items, {
    title: l10n.t('Sign Out'),
    placeHolder: l10n.t('Select the service to sign out of'),
  });
  return chosen?.service;
}
