import { l10n } from 'vscode';
import { ServiceFailed, type ServiceProfile, type SignedIn, type SignIn } from '../../service';
import type { Uses } from '../extensionServices';
import { addresses } from '../words/serviceWords';
import { failureWords, orFailure } from '../prompts/showFailure';
import {
  askInTurn,
  back,
  keeping,
  type Answer,
  askChecked,
  type Checked,
  type Step,
} from '../prompts/quickPick';

/**
 * The session of who signs in with user name and password, which are sent once and not kept. What the service says
 * against them is told in the box that they were typed into. `user`: of last time, who is asked for the password at once.
 * Undefined: the person changed their mind; `back`: they want another way to sign in.
 */
export async function askPassword(
  extension: Uses<'log' | 'services'>,
  profile: ServiceProfile,
  { signIn }: Extract<SignIn, { kind: 'password' }>,
  { title, user: before }: { readonly title: string; readonly user: string },
): Answer<{ readonly user: string; readonly secret: string }> {
  let user = before;
  let password = '';
  let answer: SignedIn | undefined;
  let wantsAnotherWay = false;

  const send = async (code: string | null, signal: AbortSignal): Promise<Checked<SignedIn>> => {
    const client = extension.services.clientWith(profile, null);
    const sent = await orFailure(client.then((it) => it.ask(signIn(user, password, code), signal)));
    return sent instanceof ServiceFailed
      ? { kind: 'refused', words: failureWords(extension, profile, sent, 'credentials') }
      : { kind: 'taken', value: sent };
  };

  const steps: readonly Step[] = [
    async () => {
      const typed = await askUser(title, user, true);
      wantsAnotherWay = typed === back;
      return keeping(Promise.resolve(wantsAnotherWay ? undefined : typed), (name) => (user = name));
    },
    () =>
      keeping(
        askChecked({
          title,
          prompt: passwordPrompt(profile, user),
          isSecret: true,
          canGoBack: true,
          attempt: (text, signal) => {
            password = text;
            extension.services.credentials.redaction.add(password);
            return send(null, signal);
          },
        }),
        (signedIn) => (answer = signedIn),
      ),
    async () => {
      if (answer?.kind !== 'secondFactor') return 'next';
      const code = askChecked({
        title,
        prompt: l10n.t('Code from your authenticator app'),
        canGoBack: true,
        attempt: (text, signal) => send(text.trim(), signal),
      });
      return keeping(code, (signedIn) => (answer = signedIn));
    },
  ];
  await askInTurn(steps, before === '' ? 0 : 1);
  if (wantsAnotherWay) return back;
  return answer?.kind === 'signedIn' ? { user, secret: answer.secret } : undefined;
}

/** User name and password in two boxes, as one secret: `user:password`. Undefined: the person changed their mind. */
export async function askUserAndPassword<Value>(
  profile: ServiceProfile,
  title: string,
  attempt: (secret: string, signal: AbortSignal) => Promise<Checked<Value>>,
): Promise<Value | undefined> {
  let user = '';
  let tried: Value | undefined;
  const asked = await askInTurn([
    () => keeping(askUser(title, user), (typed) => (user = typed)),
    () =>
      keeping(
        askChecked({
          title,
          prompt: passwordPrompt(profile, user),
          isSecret: true,
          canGoBack: true,
          attempt: (password, signal) => attempt(`${user}:${password}`, signal),
        }),
        (value) => (tried = value),
      ),
  ]);
  return asked ? tried : undefined;
}

function askUser(title: string, value: string, canGoBack = false): Answer<string> {
  return askChecked<string>({
    title,
    prompt: l10n.t('User name or email'),
    value,
    canGoBack,
    problemOf: (text) => (text.includes(':') ? l10n.t('A user name can’t contain a colon') : undefined),
    attempt: async (text) => ({ kind: 'taken', value: text.trim() }),
  });
}

function passwordPrompt(profile: ServiceProfile, user: string): string {
  return l10n.t('Password of {0}. Sent only to {1}.', user, addresses(profile));
}
