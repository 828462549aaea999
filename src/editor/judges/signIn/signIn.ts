import { l10n, ProgressLocation, window, type QuickPickItem } from 'vscode';
import {
  originsOf,
  secretProblem,
  serviceKinds,
  ServiceFailed,
  type Account,
  type Authentication,
  type Credential,
  type SecretProblem,
  type ServiceFailure,
  type Judge,
  type ServiceType,
  type SignIn,
} from '../../../service';
import type { ExtensionServices } from '../../shared/extensionServices';
import { addresses, secretPrompt, serviceName, withSecretAdvice } from '../../labels/serviceLabels';
import { failureWords, orFailure, showFailure } from '../../shared/showFailure';
import { back, askChecked, type Checked } from '../../shared/quickPick';
import { askSecretFile } from './secretFile';
import { askKeyAndSecret, askPassword, askUserAndPassword } from './askPassword';

type Secret = Exclude<Authentication, { scheme: 'none' }>;
type Password = Extract<SignIn, { kind: 'password' }>;

/** A credential that was checked, and the outcome. */
interface Tried {
  readonly credential: Credential;
  readonly answer: Account | ServiceFailed;
}

/**
 * Asks for the required credentials, checks them with a request, and saves them. A rejected secret can be corrected in
 * its input box. `why`: title with the reason, if it isn't obvious. `given`: text that contains the secret, if already
 * known.
 */
export async function signIn(
  extension: ExtensionServices,
  profile: Judge,
  why: string | null = null,
  given?: string,
): Promise<void> {
  const { authentication, signIn: how } = profile;
  if (authentication.scheme === 'none' || how.kind === 'none') return;
  if (how.kind === 'password') return askSession(extension, profile, authentication, how, why);
  const title = why ?? l10n.t('Sign In to {0}', serviceName(profile));
  if (how.secret === 'userAndPassword' || how.secret === 'keyAndSecret') {
    if (given !== undefined)
      return checkAndSave(extension, profile, credentialOf(profile, authentication, given));
    const tried = await askTwo(extension, profile, how.secret, title);
    if (tried) await conclude(extension, profile, tried);
    return;
  }
  const { page, secretIn } = how;
  if (how.secret === 'file' && secretIn) {
    const { file } = serviceKinds[profile.type as ServiceType];
    const isGiven = given !== undefined && secretIn(given) !== '';
    const text = isGiven
      ? given
      : await askSecretFile(title, file?.name ?? '', (it) => secretIn(it) !== '', profile);
    if (text !== undefined)
      await checkAndSave(extension, profile, credentialOf(profile, authentication, secretIn(text.trim())));
    return;
  }
  const prompt = secretPrompt(profile);
  await askSecret(extension, profile, authentication, {
    title,
    prompt,
    page,
    ...(secretIn ? { secretIn } : {}),
  });
}

/** Asks for credentials that need two input boxes, and checks them. Undefined: the user canceled. */
async function askTwo(
  extension: ExtensionServices,
  profile: Judge,
  secret: 'userAndPassword' | 'keyAndSecret',
  title: string,
): Promise<Tried | undefined> {
  const { authentication } = profile;
  if (authentication.scheme === 'none') return undefined;
  const ask = secret === 'userAndPassword' ? askUserAndPassword : askKeyAndSecret;
  return ask(profile, title, (typed, signal) =>
    attempt(extension, profile, credentialOf(profile, authentication, typed), signal),
  );
}

/**
 * Asks for user name and password of a judge that isn't in the settings yet, for requests as that user. Saves nothing.
 * Undefined: the user canceled.
 */
export async function askCredential(
  extension: ExtensionServices,
  profile: Judge,
): Promise<Credential | undefined> {
  const title = l10n.t('Sign In to {0}', serviceName(profile));
  return (await askTwo(extension, profile, 'userAndPassword', title))?.credential;
}

/**
 * Signs in again during another action; `why` contains the reason. Returns false if the credential is still the same.
 */
export async function signInAgain(
  extension: ExtensionServices,
  profile: Judge,
  why: string,
): Promise<boolean> {
  const { credentials } = extension.services;
  const before = await credentials.get(profile);
  await signIn(extension, profile, why);
  const after = await credentials.get(profile);
  return after !== null && after.id !== before?.id;
}

interface SecretQuestion {
  readonly title: string;
  readonly prompt: string;
  readonly page: string | null;
  /** extracts the secret from the entered text */
  readonly secretIn?: (text: string) => string;
  readonly canGoBack?: boolean;
}

async function askSecret(
  extension: ExtensionServices,
  profile: Judge,
  authentication: Secret,
  { title, prompt, page, secretIn = (text) => text, canGoBack = false }: SecretQuestion,
): Promise<typeof back | undefined> {
  const tried = await askChecked<Tried>({
    title,
    prompt,
    page,
    isSecret: true,
    canGoBack,
    problemOf: (text) => secretProblemWords(secretProblem(text.trim(), authentication.scheme)),
    attempt: (text, signal) =>
      attempt(extension, profile, credentialOf(profile, authentication, secretIn(text.trim())), signal),
  });
  if (tried === back) return back;
  if (tried) await conclude(extension, profile, tried);
  return undefined;
}

/** Checks a credential with a request. If the judge rejects it, the user can correct it in its input box. */
async function attempt(
  extension: ExtensionServices,
  profile: Judge,
  credential: Credential,
  signal: AbortSignal,
): Promise<Checked<Tried>> {
  const answer = await check(extension, profile, credential, signal);
  if (answer instanceof ServiceFailed && credentialVerdict(answer.failure) === 'refused')
    return {
      kind: 'refused',
      words: withSecretAdvice(failureWords(extension, profile, answer, 'credentials'), profile),
    };
  return { kind: 'taken', value: { credential, answer } };
}

/** Signs in with a password or a pasted session, whichever was used last. The user can go back to choose. */
async function askSession(
  extension: ExtensionServices,
  profile: Judge,
  authentication: Secret,
  how: Password,
  why: string | null,
): Promise<void> {
  const title = why ?? l10n.t('Sign In to {0}', serviceName(profile));
  const before = await extension.services.credentials.get(profile);
  const user = before?.signedInAs ?? '';
  const way = before === null ? await askWay(profile, how, title) : user === '' ? 'session' : 'password';
  for (let chosen = way; chosen !== undefined;) {
    const end =
      chosen === 'session'
        ? await askPastedSession(extension, profile, authentication, how, title)
        : await askForPassword(extension, profile, authentication, how, { title, user });
    if (end !== back) return;
    chosen = await askWay(profile, how, title);
  }
}

async function askWay(
  profile: Judge,
  { cookie }: Password,
  title: string,
): Promise<'password' | 'session' | undefined> {
  const items: readonly (QuickPickItem & { readonly way: 'password' | 'session' })[] = [
    {
      way: 'password',
      label: l10n.t('User name and password'),
      detail: l10n.t('The password is sent to {0} once and not saved.', addresses(profile)),
    },
    {
      way: 'session',
      label: l10n.t('Session Cookie'),
      detail: l10n.t(
        'Paste the site’s “{0}” cookie from your browser. For sites with single sign-on or passkeys.',
        cookie,
      ),
    },
  ];
  return (await window.showQuickPick(items, { title, ignoreFocusOut: true }))?.way;
}

function askPastedSession(
  extension: ExtensionServices,
  profile: Judge,
  authentication: Secret,
  { cookie }: Password,
  title: string,
): Promise<typeof back | undefined> {
  return askSecret(extension, profile, authentication, {
    title,
    prompt: l10n.t('Value of the “{0}” cookie. Sent only to {1}.', cookie, addresses(profile)),
    page: null,
    // removes the cookie's name, which some browsers copy
    secretIn: (text) =>
      text.startsWith(`${cookie}=`) ? (text.slice(cookie.length + 1).split(';')[0] ?? '') : text,
    canGoBack: true,
  });
}

async function askForPassword(
  extension: ExtensionServices,
  profile: Judge,
  authentication: Secret,
  how: Password,
  asked: { readonly title: string; readonly user: string },
): Promise<typeof back | undefined> {
  const session = await askPassword(extension, profile, how, asked);
  if (session === back) return back;
  if (session)
    await checkAndSave(extension, profile, {
      ...credentialOf(profile, authentication, session.secret),
      signedInAs: session.user,
    });
  return undefined;
}

function credentialOf(profile: Judge, authentication: Secret, secret: string): Credential {
  const { allowsPlainHttp } = profile;
  return {
    id: crypto.randomUUID(),
    origins: originsOf(profile),
    authentication,
    secret,
    ...(allowsPlainHttp ? { allowsPlainHttp } : {}),
  };
}

/** Checks whose credential it is, and saves it. */
async function checkAndSave(
  extension: ExtensionServices,
  profile: Judge,
  credential: Credential,
): Promise<void> {
  const title = l10n.t('Signing in to {0}…', serviceName(profile));
  const answer = await window.withProgress({ location: ProgressLocation.Notification, title }, () =>
    check(extension, profile, credential),
  );
  await conclude(extension, profile, { credential, answer });
}

function check(
  { services }: ExtensionServices,
  profile: Judge,
  credential: Credential,
  signal?: AbortSignal,
): Promise<Account | ServiceFailed> {
  const client = services.clientWith(profile, credential);
  return orFailure(client.then((it) => it.ask(profile.checkAccount, signal)));
}

/**
 * Interprets the response to the first request with a credential. `refused`: the judge rejects the credential, or
 * permits nothing with it; `unclear`: unusable response, such as a sign-in page. Only a failure in the judge's own
 * error format proves that the judge accepted the credential, because any web server can send a plain 404.
 */
export function credentialVerdict(failure: ServiceFailure): 'accepted' | 'refused' | 'unclear' {
  if (failure.kind !== 'status') return 'unclear';
  const { status, error, refusesAnybody = false, hasNoApi = false } = failure;
  // the credentials may be correct, but the settings are wrong
  if (failure.missingContest !== undefined || failure.apiUrl !== undefined) return 'unclear';
  // no other credential would work either
  if (hasNoApi) return 'refused';
  if (status === 401 || status === 403) return refusesAnybody ? 'unclear' : 'refused';
  const knowsWhoAsked = error !== null && [400, 402, 404, 410, 422].includes(status);
  return knowsWhoAsked ? 'accepted' : 'unclear';
}

/** Saves an accepted credential. If the check was inconclusive, the user decides. */
async function conclude(
  extension: ExtensionServices,
  profile: Judge,
  { credential, answer }: Tried,
): Promise<void> {
  const { credentials } = extension.services;
  const verdict = answer instanceof ServiceFailed ? credentialVerdict(answer.failure) : 'accepted';
  if (answer instanceof ServiceFailed && verdict !== 'accepted') {
    const keep = {
      title: l10n.t('Save Without Checking'),
      run: async () => void (await credentials.save(profile.id, credential)),
    };
    await showFailure(
      extension,
      answer,
      profile,
      () => checkAndSave(extension, profile, credential),
      'credentials',
      verdict === 'unclear' ? [keep] : [],
    );
    return;
  }
  const account = answer instanceof ServiceFailed ? null : answer.name;
  const kept = await credentials.save(profile.id, { ...credential, account });
  const name = serviceName(profile);
  void window.showInformationMessage(
    kept === 'kept'
      ? l10n.t('Signed in to {0}.', name)
      : l10n.t(
          'Signed in to {0}. The credentials couldn’t be saved and are used until this window closes.',
          name,
        ),
  );
}

function secretProblemWords(problem: SecretProblem | null): string | undefined {
  if (problem === 'character') return l10n.t('Contains a line break or another character that can’t be sent');
  return problem === 'noColon' ? l10n.t('Use the format user:password') : undefined;
}
