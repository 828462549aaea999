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
} from '../../service';
import type { ExtensionServices } from '../shared/extensionServices';
import { addresses, secretPrompt, serviceName, withSecretAdvice } from '../labels/serviceLabels';
import { failureWords, orFailure, showFailure } from '../shared/showFailure';
import { back, askChecked, type Checked } from '../shared/quickPick';
import { askSecretFile } from './secretFile';
import { askKeyAndSecret, askPassword, askUserAndPassword } from './password';

type Secret = Exclude<Authentication, { scheme: 'none' }>;
type Password = Extract<SignIn, { kind: 'password' }>;

/** A credential that was shown to its service, and what came back. */
interface Tried {
  readonly credential: Credential;
  readonly answer: Account | ServiceFailed;
}

/**
 * Asks for what the service wants, checks it there, and only then says that it works. A secret that is refused can be
 * mended where it was typed. `why`: what it is for, where that isn't plain; `given`: the text that has the secret, where that is known
 * already.
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

/** What a service takes in two boxes, shown to it. Undefined: the person changed their mind. */
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
 * User and password of a service that isn't set up yet, to ask it as who they are. Nothing is saved. Undefined: the
 * person changed their mind.
 */
export async function askCredential(
  extension: ExtensionServices,
  profile: Judge,
): Promise<Credential | undefined> {
  const title = l10n.t('Sign In to {0}', serviceName(profile));
  return (await askTwo(extension, profile, 'userAndPassword', title))?.credential;
}

/** Signs in anew in the middle of something else, which `why` tells. False: the credential is the one of before. */
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
  /** the secret in what was typed or pasted */
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

/** Shows a credential to its service. One that is refused can be mended where it was typed. */
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

/** Signs in with a password, or takes a session that is pasted: as last time, and from there one step back to both. */
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
    // with its name, as some browsers copy it
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

/** Checks who is signed in, and keeps the credential. */
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
 * What the answer to a first request says about the credential that it showed. `refused`: the service doesn't know it,
 * or doesn't allow it anything; `unclear`: nothing usable came back, but a sign-in page, say. Only a failure in the
 * service's own error format shows that it was the service and that it knew who asked: a plain 404 comes from any web
 * server.
 */
export function credentialVerdict(failure: ServiceFailure): 'accepted' | 'refused' | 'unclear' {
  if (failure.kind !== 'status') return 'unclear';
  const { status, error, refusesAnybody = false, hasNoApi = false } = failure;
  // the credentials may be right: the description of the service is wrong
  if (failure.missingContest !== undefined || failure.apiUrl !== undefined) return 'unclear';
  // it will take no other credential, either
  if (hasNoApi) return 'refused';
  if (status === 401 || status === 403) return refusesAnybody ? 'unclear' : 'refused';
  const knowsWhoAsked = error !== null && [400, 402, 404, 410, 422].includes(status);
  return knowsWhoAsked ? 'accepted' : 'unclear';
}

/** Keeps a credential that its service knows; where it couldn't be asked, the person decides. */
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
