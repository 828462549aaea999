import { l10n, window, type QuickPickItem } from 'vscode';
import {
  secretProblem,
  judgeTypes,
  RequestFailed,
  type Credential,
  type SecretProblem,
  type Judge,
  type JudgeTypeName,
  type SignIn,
} from '../../../judges';
import { addresses, secretPrompt, nameOfJudge, withSecretAdvice } from '../../labels/judgeLabels';
import { failureWords } from '../../shared/failures/showFailure';
import { back, askChecked, type Checked } from '../../shared/dialogs/quickPick';
import {
  checkAndSave,
  checkCredential,
  checkedTopic,
  checkWithoutSecret,
  credentialVerdict,
  makeCredential,
  saveChecked,
  type CheckedCredential,
  type SecretAuthentication,
} from './checkCredential';
import { askSecretFile } from './secretFile';
import { askKeyAndSecret, askPassword, askUserAndPassword } from './askPassword';
import { signInInBrowser } from './signInInBrowser';
import type { Core } from '../../shared/core';

type PasswordSignIn = Extract<SignIn, { kind: 'password' }>;
type SecretSignIn = Extract<SignIn, { kind: 'secret' }>;

/**
 * Prompts for the required credentials, checks them with a request, and saves them. A rejected secret can be corrected in
 * its input box. `why`: title with the reason, if it isn't obvious. `given`: text that contains the secret, if already
 * known.
 */
export async function signIn(
  extension: Core,
  judge: Judge,
  why: string | null = null,
  given?: string,
): Promise<void> {
  const { authentication, signIn: how } = judge;
  if (authentication.scheme === 'none') return;
  switch (how.kind) {
    case 'none':
      return;
    case 'browser':
      return signInInBrowser(extension, judge, authentication, how, why);
    case 'password':
      return askSession(extension, judge, authentication, how, why);
    case 'secret': {
      const title = why ?? l10n.t('Sign In to {0}', nameOfJudge(judge));
      return signInWithSecret(extension, judge, authentication, how, { title, given });
    }
  }
}

interface SecretSource {
  readonly title: string;
  /** text that contains the secret; undefined: the user is prompted for it */
  readonly given: string | undefined;
}

/** Prompts for the secret unless it is given, checks it, and saves it. */
async function signInWithSecret(
  extension: Core,
  judge: Judge,
  authentication: SecretAuthentication,
  how: SecretSignIn,
  { title, given }: SecretSource,
): Promise<void> {
  const { secret, secretIn, page } = how;
  const recognized =
    given === undefined && how.recognizesUser === true
      ? await checkWithoutSecret(extension, judge, authentication)
      : null;
  if (recognized) return saveChecked(extension, judge, recognized);
  if (secret === 'userAndPassword' || secret === 'keyAndSecret') {
    if (given !== undefined)
      return checkAndSave(extension, judge, makeCredential(judge, authentication, given));
    const checked = await askTwo(extension, judge, secret, title);
    if (checked) await saveChecked(extension, judge, checked);
    return;
  }
  if (secret === 'file' && secretIn) {
    const hasSecret = (text: string): boolean => secretIn(text) !== '';
    const fileName = judgeTypes[judge.type as JudgeTypeName].file?.name ?? '';
    const text =
      given !== undefined && hasSecret(given)
        ? given
        : await askSecretFile(title, fileName, hasSecret, judge);
    if (text !== undefined)
      await checkAndSave(extension, judge, makeCredential(judge, authentication, secretIn(text.trim())));
    return;
  }
  await askSecret(extension, judge, authentication, {
    title,
    prompt: secretPrompt(judge),
    page,
    ...(secretIn ? { secretIn } : {}),
  });
}

/** Prompts for credentials that need two input boxes, and checks them. Undefined: the user canceled. */
async function askTwo(
  extension: Core,
  judge: Judge,
  secret: 'userAndPassword' | 'keyAndSecret',
  title: string,
): Promise<CheckedCredential | undefined> {
  const { authentication } = judge;
  if (authentication.scheme === 'none') return undefined;
  const ask = secret === 'userAndPassword' ? askUserAndPassword : askKeyAndSecret;
  return ask(judge, title, (typed, signal) =>
    attempt(extension, judge, makeCredential(judge, authentication, typed), signal),
  );
}

/**
 * Prompts for user name and password of a judge that isn't in the settings yet, for requests as that user, and checks them.
 * Saves nothing. Undefined: the user canceled.
 */
export function askCredential(extension: Core, judge: Judge): Promise<CheckedCredential | undefined> {
  const title = l10n.t('Sign In to {0}', nameOfJudge(judge));
  return askTwo(extension, judge, 'userAndPassword', title);
}

/** Signs in again during another action; `why` contains the reason. Returns whether there is a new credential. */
export async function signInAgain(extension: Core, judge: Judge, why: string): Promise<boolean> {
  const { credentials } = extension.judges;
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
  extension: Core,
  judge: Judge,
  authentication: SecretAuthentication,
  { title, prompt, page, secretIn = (text) => text, canGoBack = false }: SecretQuestion,
): Promise<typeof back | undefined> {
  const checked = await askChecked<CheckedCredential>({
    title,
    prompt,
    page,
    isSecret: true,
    canGoBack,
    problemOf: (text) => secretProblemWords(secretProblem(text.trim(), authentication.scheme)),
    attempt: (text, signal) =>
      attempt(extension, judge, makeCredential(judge, authentication, secretIn(text.trim())), signal),
  });
  if (checked === back) return back;
  if (checked) await saveChecked(extension, judge, checked);
  return undefined;
}

/** Checks a credential with a request. If the judge rejects it, the user can correct it in its input box. */
async function attempt(
  extension: Core,
  judge: Judge,
  credential: Credential,
  signal: AbortSignal,
): Promise<Checked<CheckedCredential>> {
  const checked = await checkCredential(extension, judge, credential, signal);
  const { answer } = checked;
  if (answer instanceof RequestFailed && credentialVerdict(answer.failure) === 'refused')
    return {
      kind: 'refused',
      words: withSecretAdvice(failureWords(extension, judge, answer, checkedTopic(judge)), judge),
    };
  return { kind: 'taken', value: checked };
}

/** Signs in with a password or a pasted session, whichever was used last. The user can go back to choose. */
async function askSession(
  extension: Core,
  judge: Judge,
  authentication: SecretAuthentication,
  how: PasswordSignIn,
  why: string | null,
): Promise<void> {
  const title = why ?? l10n.t('Sign In to {0}', nameOfJudge(judge));
  const before = await extension.judges.credentials.get(judge);
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
  { cookie }: PasswordSignIn,
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
  extension: Core,
  judge: Judge,
  authentication: SecretAuthentication,
  { cookie }: PasswordSignIn,
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
  extension: Core,
  judge: Judge,
  authentication: SecretAuthentication,
  how: PasswordSignIn,
  asked: { readonly title: string; readonly user: string },
): Promise<typeof back | undefined> {
  const session = await askPassword(extension, judge, how, asked);
  if (session === back) return back;
  if (session)
    await checkAndSave(extension, judge, {
      ...makeCredential(judge, authentication, session.secret),
      signedInAs: session.user,
    });
  return undefined;
}

function secretProblemWords(problem: SecretProblem | null): string | undefined {
  if (problem === 'character') return l10n.t('Contains a line break or another character that can’t be sent');
  return problem === 'noColon' ? l10n.t('Use the format user:password') : undefined;
}
