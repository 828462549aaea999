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
import { confirmInBrowser } from './confirmInBrowser';

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
  judge: Judge,
  why: string | null = null,
  given?: string,
): Promise<void> {
  const { authentication, signIn: how } = judge;
  if (authentication.scheme === 'none' || how.kind === 'none') return;
  if (how.kind === 'password') return askSession(extension, judge, authentication, how, why);
  if (how.kind === 'browser') {
    const secretOf = (secret: string): Credential => credentialOf(judge, authentication, secret);
    const again = (): Promise<void> => signIn(extension, judge, why);
    const confirmed = await confirmInBrowser(extension, judge, how, { why, credentialOf: secretOf, again });
    if (confirmed) await conclude(extension, judge, confirmed);
    return;
  }
  const title = why ?? l10n.t('Sign In to {0}', serviceName(judge));
  if (how.secret === 'userAndPassword' || how.secret === 'keyAndSecret') {
    if (given !== undefined)
      return checkAndSave(extension, judge, credentialOf(judge, authentication, given));
    const tried = await askTwo(extension, judge, how.secret, title);
    if (tried) await conclude(extension, judge, tried);
    return;
  }
  const { page, secretIn } = how;
  if (how.secret === 'file' && secretIn) {
    const { file } = serviceKinds[judge.type as ServiceType];
    const isGiven = given !== undefined && secretIn(given) !== '';
    const text = isGiven
      ? given
      : await askSecretFile(title, file?.name ?? '', (it) => secretIn(it) !== '', judge);
    if (text !== undefined)
      await checkAndSave(extension, judge, credentialOf(judge, authentication, secretIn(text.trim())));
    return;
  }
  const prompt = secretPrompt(judge);
  await askSecret(extension, judge, authentication, {
    title,
    prompt,
    page,
    ...(secretIn ? { secretIn } : {}),
  });
}

/** Asks for credentials that need two input boxes, and checks them. Undefined: the user canceled. */
async function askTwo(
  extension: ExtensionServices,
  judge: Judge,
  secret: 'userAndPassword' | 'keyAndSecret',
  title: string,
): Promise<Tried | undefined> {
  const { authentication } = judge;
  if (authentication.scheme === 'none') return undefined;
  const ask = secret === 'userAndPassword' ? askUserAndPassword : askKeyAndSecret;
  return ask(judge, title, (typed, signal) =>
    attempt(extension, judge, credentialOf(judge, authentication, typed), signal),
  );
}

/**
 * Asks for user name and password of a judge that isn't in the settings yet, for requests as that user. Saves nothing.
 * Undefined: the user canceled.
 */
export async function askCredential(
  extension: ExtensionServices,
  judge: Judge,
): Promise<Credential | undefined> {
  const title = l10n.t('Sign In to {0}', serviceName(judge));
  return (await askTwo(extension, judge, 'userAndPassword', title))?.credential;
}

/** Signs in again during another action; `why` contains the reason. Returns whether there is a new credential. */
export async function signInAgain(extension: ExtensionServices, judge: Judge, why: string): Promise<boolean> {
  const { credentials } = extension.services;
  const before = await credentials.get(judge);
  await signIn(extension, judge, why);
  const after = await credentials.get(judge);
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
  judge: Judge,
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
      attempt(extension, judge, credentialOf(judge, authentication, secretIn(text.trim())), signal),
  });
  if (tried === back) return back;
  if (tried) await conclude(extension, judge, tried);
  return undefined;
}

/** Checks a credential with a request. If the judge rejects it, the user can correct it in its input box. */
async function attempt(
  extension: ExtensionServices,
  judge: Judge,
  credential: Credential,
  signal: AbortSignal,
): Promise<Checked<Tried>> {
  const answer = await check(extension, judge, credential, signal);
  if (answer instanceof ServiceFailed && credentialVerdict(answer.failure) === 'refused')
    return {
      kind: 'refused',
      words: withSecretAdvice(failureWords(extension, judge, answer, 'credentials'), judge),
    };
  return { kind: 'taken', value: { credential, answer } };
}

/** Signs in with a password or a pasted session, whichever was used last. The user can go back to choose. */
async function askSession(
  extension: ExtensionServices,
  judge: Judge,
  authentication: Secret,
  how: Password,
  why: string | null,
): Promise<void> {
  const title = why ?? l10n.t('Sign In to {0}', serviceName(judge));
  const before = await extension.services.credentials.get(judge);
  const user = before?.signedInAs ?? '';
  const way = before === null ? await askWay(judge, how, title) : user === '' ? 'session' : 'password';
  for (let chosen = way; chosen !== undefined;) {
    const end =
      chosen === 'session'
        ? await askPastedSession(extension, judge, authentication, how, title)
        : await askForPassword(extension, judge, authentication, how, { title, user });
    if (end !== back) return;
    chosen = await askWay(judge, how, title);
  }
}

async function askWay(
  judge: Judge,
  { cookie }: Password,
  title: string,
): Promise<'password' | 'session' | undefined> {
  const items: readonly (QuickPickItem & { readonly way: 'password' | 'session' })[] = [
    {
      way: 'password',
      label: l10n.t('User name and password'),
      detail: l10n.t('The password is sent to {0} once and not saved.', addresses(judge)),
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
  judge: Judge,
  authentication: Secret,
  { cookie }: Password,
  title: string,
): Promise<typeof back | undefined> {
  return askSecret(extension, judge, authentication, {
    title,
    prompt: l10n.t('Value of the “{0}” cookie. Sent only to {1}.', cookie, addresses(judge)),
    page: null,
    // removes the cookie's name, which some browsers copy
    secretIn: (text) =>
      text.startsWith(`${cookie}=`) ? (text.slice(cookie.length + 1).split(';')[0] ?? '') : text,
    canGoBack: true,
  });
}

async function askForPassword(
  extension: ExtensionServices,
  judge: Judge,
  authentication: Secret,
  how: Password,
  asked: { readonly title: string; readonly user: string },
): Promise<typeof back | undefined> {
  const session = await askPassword(extension, judge, how, asked);
  if (session === back) return back;
  if (session)
    await checkAndSave(extension, judge, {
      ...credentialOf(judge, authentication, session.secret),
      signedInAs: session.user,
    });
  return undefined;
}

function credentialOf(judge: Judge, authentication: Secret, secret: string): Credential {
  const { allowsPlainHttp } = judge;
  return {
    id: crypto.randomUUID(),
    origins: originsOf(judge),
    authentication,
    secret,
    ...(allowsPlainHttp ? { allowsPlainHttp } : {}),
  };
}

/** Checks a credential with a request, and saves it. */
async function checkAndSave(
  extension: ExtensionServices,
  judge: Judge,
  credential: Credential,
): Promise<void> {
  const title = l10n.t('Signing in to {0}…', serviceName(judge));
  const answer = await window.withProgress({ location: ProgressLocation.Notification, title }, () =>
    check(extension, judge, credential),
  );
  await conclude(extension, judge, { credential, answer });
}

function check(
  { services }: ExtensionServices,
  judge: Judge,
  credential: Credential,
  signal?: AbortSignal,
): Promise<Account | ServiceFailed> {
  const client = services.clientWith(judge, credential);
  return orFailure(client.then((it) => it.ask(judge.checkAccount, signal)));
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
  judge: Judge,
  { credential, answer }: Tried,
): Promise<void> {
  const { credentials } = extension.services;
  const verdict = answer instanceof ServiceFailed ? credentialVerdict(answer.failure) : 'accepted';
  if (answer instanceof ServiceFailed && verdict !== 'accepted') {
    const keep = {
      title: l10n.t('Save Without Checking'),
      run: async () => void (await credentials.save(judge.id, credential)),
    };
    await showFailure(
      extension,
      answer,
      judge,
      () => checkAndSave(extension, judge, credential),
      'credentials',
      verdict === 'unclear' ? [keep] : [],
    );
    return;
  }
  const account = answer instanceof ServiceFailed ? null : answer.name;
  const kept = await credentials.save(judge.id, { ...credential, account });
  const name = serviceName(judge);
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
