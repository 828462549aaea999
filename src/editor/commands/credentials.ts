import { commands, l10n, ProgressLocation, window } from 'vscode';
import {
  originsOf,
  secretProblem,
  ServiceFailed,
  type Authentication,
  type Credential,
  type SecretProblem,
  type ServiceProfile,
} from '../../service';
import { credentialVerdict } from '../credentialCheck';
import type { Uses } from '../extensionServices';
import { sanitizeForUi } from '../sanitizeForUi';
import { secretPrompt, serviceName } from '../serviceWords';
import { showSettingsProblems } from '../settingsProblems';
import { orFailure, showFailure } from '../showFailure';

/** An ID that no service has: what is of interest is whether the service knows who asks. */
const probeId = 'judge-results-credential-check';

/** Asks for the secret, checks it against the service, and only then says that it works. */
export async function setCredentials(extension: Uses<'log' | 'services'>): Promise<void> {
  const choice = await extension.services.choice();
  if (choice.kind === 'none') {
    await commands.executeCommand('judgeResults.chooseService');
    return;
  }
  if (choice.kind === 'wrong') return showSettingsProblems(choice.problems);
  const { profile } = choice;
  const { authentication } = profile;
  if (authentication.scheme === 'none') {
    // who was told that credentials are wanted comes here, too
    const again = l10n.t('Choose Service');
    const chosen = await window.showInformationMessage(
      l10n.t(
        '{0} is set up without authentication. To add credentials, choose the service again.',
        serviceName(profile),
      ),
      again,
    );
    if (chosen === again) await commands.executeCommand('judgeResults.chooseService');
    return;
  }
  const secret = await askSecret(profile, authentication);
  if (secret === undefined) return;
  const credential: Credential = {
    id: crypto.randomUUID(),
    origins: originsOf(profile),
    authentication,
    secret,
  };
  await checkAndSave(extension, profile, credential);
}

export async function removeCredentials(extension: Uses<'services'>): Promise<void> {
  const origin = await askWhichCredentials(extension);
  if (origin === undefined) return;
  const name = await serviceAt(extension, origin);
  const remove = l10n.t('Remove');
  const question = l10n.t('Remove the credentials for {0}?', name);
  // what is kept cannot be shown again
  const detail = l10n.t('You’ll have to enter them again.');
  if ((await window.showWarningMessage(question, { modal: true, detail }, remove)) !== remove) return;
  if (await extension.services.credentials.remove(origin)) {
    void window.showInformationMessage(l10n.t('Removed the credentials for {0}.', name));
  } else {
    void window.showWarningMessage(
      l10n.t(
        'Couldn’t remove the credentials for {0} from secret storage. They are no longer used in this window. Try again.',
        name,
      ),
    );
  }
}

/** One of the addresses that credentials were saved for, whatever the settings name now. */
async function askWhichCredentials(extension: Uses<'services'>): Promise<string | undefined> {
  const origins = await extension.services.credentials.origins();
  const [only] = origins;
  if (only === undefined) void window.showInformationMessage(l10n.t('No credentials are saved.'));
  if (origins.length < 2) return only;
  const items = origins.map(async (origin) => ({
    label: await serviceAt(extension, origin),
    description: sanitizeForUi(origin),
    origin,
  }));
  const chosen = await window.showQuickPick(Promise.all(items), {
    title: l10n.t('Remove Credentials'),
    placeHolder: l10n.t('Select the credentials to remove'),
  });
  return chosen?.origin;
}

/** What the service at this address is called; the address where its description is gone. */
async function serviceAt(extension: Uses<'services'>, origin: string): Promise<string> {
  const profile = await extension.services.profileOf(origin);
  return profile ? serviceName(profile) : sanitizeForUi(origin);
}

async function askSecret(profile: ServiceProfile, { scheme }: Authentication): Promise<string | undefined> {
  const secret = await window.showInputBox({
    title: l10n.t('Credentials for {0}', serviceName(profile)),
    prompt: secretPrompt(profile, scheme),
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) => {
      const problem = secretProblem(text.trim(), scheme);
      return problem === null || problem === 'empty' ? undefined : secretProblemWords(problem);
    },
  });
  const trimmed = secret?.trim();
  return trimmed && secretProblem(trimmed, scheme) === null ? trimmed : undefined;
}

async function checkAndSave(
  extension: Uses<'log' | 'services'>,
  profile: ServiceProfile,
  credential: Credential,
): Promise<void> {
  const name = serviceName(profile);
  const failed = await window.withProgress(
    { location: ProgressLocation.Notification, title: l10n.t('Signing in to {0}…', name) },
    () => check(extension, profile, credential),
  );
  const verdict = failed ? credentialVerdict(failed.failure) : 'accepted';
  switch (verdict) {
    case 'accepted': {
      const kept = await extension.services.credentials.save(profile.origin, credential);
      void window.showInformationMessage(
        kept === 'kept'
          ? l10n.t('Signed in to {0}.', name)
          : l10n.t(
              'Signed in to {0}. The credentials couldn’t be saved and are used until this window closes.',
              name,
            ),
      );
      return;
    }
    case 'refused':
    case 'unclear': {
      if (!failed) return;
      const keep = {
        title: l10n.t('Save Without Checking'),
        run: async () => void (await extension.services.credentials.save(profile.origin, credential)),
      };
      const others = verdict === 'unclear' ? [keep] : [];
      await showFailure(extension, failed, profile, () => checkAndSave(extension, profile, credential), {
        about: 'credentials',
        others,
      });
    }
  }
}

/** A cheap request that needs the credential; null: it was answered. */
async function check(
  extension: Uses<'services'>,
  profile: ServiceProfile,
  credential: Credential,
): Promise<ServiceFailed | null> {
  const client = extension.services.clientWith(profile, credential);
  const answer = await orFailure(
    client.then((it): Promise<unknown> => (profile.quotaPath === null ? it.result(probeId) : it.quota())),
  );
  return answer instanceof ServiceFailed ? answer : null;
}

function secretProblemWords(problem: SecretProblem): string {
  switch (problem) {
    case 'empty':
      return l10n.t('Enter the token');
    case 'character':
      return l10n.t('Contains a line break or another character that can’t be sent');
    case 'noColon':
      return l10n.t('Use the format user:password');
  }
}
