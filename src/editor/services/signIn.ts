import { l10n, ProgressLocation, window, type QuickPickItem } from 'vscode';
import {
  originsOf,
  secretProblem,
  ServiceFailed,
  type Account,
  type Authentication,
  type Credential,
  type SecretProblem,
  type ServiceProfile,
  type SignIn,
} from '../../service';
import { credentialVerdict } from '../credentialCheck';
import type { Uses } from '../extensionServices';
import { addresses, secretPrompt, serviceName } from '../serviceWords';
import { orFailure, showFailure } from '../showFailure';

type SignInServices = Uses<'log' | 'services'>;
type Secret = Exclude<Authentication, { scheme: 'none' }>;

/** Asks for what the service wants, checks it there, and only then says that it works. */
export async function signIn(extension: SignInServices, profile: ServiceProfile): Promise<void> {
  const { authentication, signIn: how } = profile;
  if (authentication.scheme === 'none' || how.kind === 'none') return;
  const secret =
    how.kind === 'password'
      ? await askSession(extension, profile, how)
      : await askSecret(profile, authentication, secretPrompt(profile));
  if (secret === undefined) return;
  await checkAndSave(extension, profile, credentialOf(profile, authentication, secret));
}

function credentialOf(profile: ServiceProfile, authentication: Secret, secret: string): Credential {
  return { id: crypto.randomUUID(), origins: originsOf(profile), authentication, secret };
}

async function askSecret(
  profile: ServiceProfile,
  { scheme }: Secret,
  prompt: string,
): Promise<string | undefined> {
  const secret = await window.showInputBox({
    title: l10n.t('Credentials for {0}', serviceName(profile)),
    prompt,
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

/** The session of who signs in with a password, which is sent once and not kept; or one that is pasted. */
async function askSession(
  extension: SignInServices,
  profile: ServiceProfile,
  how: Extract<SignIn, { kind: 'password' }>,
): Promise<string | undefined> {
  const name = serviceName(profile);
  const title = l10n.t('Sign in to {0}', name);
  const withPassword: QuickPickItem = {
    label: l10n.t('User name and password'),
    detail: l10n.t('The password is sent to {0} once and not saved.', addresses(profile)),
  };
  const withSession: QuickPickItem = {
    label: l10n.t('Session'),
    detail: l10n.t('Paste the “sid” cookie of the site. For sites that sign in elsewhere or with a passkey.'),
  };
  const chosen = await window.showQuickPick([withPassword, withSession], { title, ignoreFocusOut: true });
  if (!chosen) return undefined;
  if (chosen === withSession) {
    const pasted = await askSecret(
      profile,
      { scheme: 'bearer' },
      l10n.t('Value of the “sid” cookie. Sent only to {0}.', addresses(profile)),
    );
    // with its name, as some browsers copy it
    return pasted?.replace(/^sid=([^;]+).*$/, '$1');
  }
  const user = (
    await window.showInputBox({ title, prompt: l10n.t('User name or email'), ignoreFocusOut: true })
  )?.trim();
  if (!user) return undefined;
  const password = await window.showInputBox({
    title,
    prompt: l10n.t('Password of {0}. Sent only to {1}.', user, addresses(profile)),
    password: true,
    ignoreFocusOut: true,
  });
  if (!password) return undefined;
  return session(extension, profile, how, { title, user, password });
}

async function session(
  extension: SignInServices,
  profile: ServiceProfile,
  how: Extract<SignIn, { kind: 'password' }>,
  typed: { readonly title: string; readonly user: string; readonly password: string },
  code: string | null = null,
): Promise<string | undefined> {
  const { title, user, password } = typed;
  extension.services.credentials.redaction.add(password);
  const client = extension.services.clientWith(profile, null);
  const answer = await signingIn(profile, () =>
    orFailure(client.then((it) => it.ask(how.signIn(user, password, code)))),
  );
  if (answer instanceof ServiceFailed) {
    const again = async (): Promise<void> => {
      const secret = await session(extension, profile, how, typed, code);
      const { authentication } = profile;
      if (secret === undefined || authentication.scheme === 'none') return;
      await checkAndSave(extension, profile, credentialOf(profile, authentication, secret));
    };
    await showFailure(extension, answer, profile, again, { about: 'credentials' });
    return undefined;
  }
  if (answer.kind === 'signedIn') return answer.secret;
  const second = await window.showInputBox({
    title,
    prompt: l10n.t('Code of your authenticator app'),
    ignoreFocusOut: true,
  });
  return second ? session(extension, profile, how, typed, second.trim()) : undefined;
}

/** Checks who is signed in, and keeps the credential. */
async function checkAndSave(
  extension: SignInServices,
  profile: ServiceProfile,
  credential: Credential,
): Promise<void> {
  const name = serviceName(profile);
  const client = extension.services.clientWith(profile, credential);
  const account = await signingIn(profile, () =>
    orFailure(client.then((it): Promise<Account> => it.ask(profile.check))),
  );
  const failed = account instanceof ServiceFailed ? account : null;
  const verdict = failed ? credentialVerdict(failed.failure) : 'accepted';
  switch (verdict) {
    case 'accepted': {
      const whose = account instanceof ServiceFailed ? null : account.name;
      const kept = await extension.services.credentials.save(profile.id, { ...credential, account: whose });
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
        run: async () => void (await extension.services.credentials.save(profile.id, credential)),
      };
      await showFailure(extension, failed, profile, () => checkAndSave(extension, profile, credential), {
        about: 'credentials',
        others: verdict === 'unclear' ? [keep] : [],
      });
    }
  }
}

function signingIn<Value>(profile: ServiceProfile, work: () => Promise<Value>): Thenable<Value> {
  const title = l10n.t('Signing in to {0}…', serviceName(profile));
  return window.withProgress({ location: ProgressLocation.Notification, title }, work);
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
