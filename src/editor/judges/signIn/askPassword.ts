import { l10n } from 'vscode';
import { RequestFailed, type Judge, type SignedIn, type SignIn } from '../../../judges';
import { addresses } from '../../labels/judgeLabels';
import { failureWords, orFailure } from '../../shared/failures/showFailure';
import {
  askInTurn,
  back,
  keeping,
  type Answer,
  askChecked,
  type Checked,
  type Step,
} from '../../shared/dialogs/quickPick';
import type { Core } from '../../shared/core';

/**
 * Signs in with user name and password, which are sent once and never stored. Returns the session. If the judge rejects
 * them, shows its message in the input box. `user`: the last user name; if there is one, only prompts for the password.
 * Undefined: the user canceled; `back`: the user wants to sign in differently.
 */
export async function askPassword(
  extension: Core,
  judge: Judge,
  { signIn }: Extract<SignIn, { kind: 'password' }>,
  { title, user: before }: { readonly title: string; readonly user: string },
): Answer<{ readonly user: string; readonly secret: string }> {
  let user = before;
  let password = '';
  let answer: SignedIn | undefined;
  let wantsAnotherWay = false;

  const send = async (code: string | null, signal: AbortSignal): Promise<Checked<SignedIn>> => {
    const client = extension.judges.clientWith(judge, null);
    const sent = await orFailure(
      client.then((it) => it.ask((http) => signIn(http, user, password, code), signal)),
    );
    return sent instanceof RequestFailed
      ? {
          kind: 'refused',
          words: failureWords(extension, judge, sent, code === null ? 'password' : 'credentials'),
        }
      : { kind: 'taken', value: sent };
  };

  const steps: readonly Step[] = [
    async () => {
      const typed = await askUser(title, l10n.t('User name or email'), user, true);
      wantsAnotherWay = typed === back;
      return keeping(Promise.resolve(wantsAnotherWay ? undefined : typed), (name) => (user = name));
    },
    () =>
      keeping(
        askSecret(title, passwordPrompt(judge, user), (text, signal) => {
          password = text;
          extension.judges.credentials.redaction.add(password);
          return send(null, signal);
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

type Attempt<Value> = (secret: string, signal: AbortSignal) => Promise<Checked<Value>>;

/** Prompts for user name and password. Combines them to `user:password`. Undefined: the user canceled. */
export function askUserAndPassword<Value>(
  judge: Judge,
  title: string,
  attempt: Attempt<Value>,
): Promise<Value | undefined> {
  return askPair(title, attempt, {
    first: (user) => askUser(title, l10n.t('User name'), user),
    prompt: (user) => passwordPrompt(judge, user),
  });
}

/** Like `askUserAndPassword`, for an API key and its secret. */
export function askKeyAndSecret<Value>(
  judge: Judge,
  title: string,
  attempt: Attempt<Value>,
): Promise<Value | undefined> {
  const { signIn } = judge;
  return askPair(title, attempt, {
    first: (value) =>
      askChecked<string>({
        title,
        prompt: l10n.t('API key'),
        value,
        page: signIn.kind === 'secret' ? signIn.page : null,
        problemOf: (text) =>
          /^[\x21-\x39\x3b-\x7e]*$/.test(text.trim())
            ? undefined
            : l10n.t('An API key can’t contain spaces or colons'),
        attempt: async (text) => ({ kind: 'taken', value: text.trim() }),
      }),
    prompt: () => l10n.t('Secret of the API key. Signs requests to {0} and is never sent.', addresses(judge)),
  });
}

/** Prompts for two texts, and joins them with a colon. */
async function askPair<Value>(
  title: string,
  attempt: Attempt<Value>,
  asked: {
    readonly first: (value: string) => Answer<string>;
    readonly prompt: (first: string) => string;
  },
): Promise<Value | undefined> {
  let first = '';
  let tried: Value | undefined;
  const isAnswered = await askInTurn([
    () => keeping(asked.first(first), (typed) => (first = typed)),
    () =>
      keeping(
        askSecret(title, asked.prompt(first), (second, signal) => attempt(`${first}:${second}`, signal)),
        (value) => (tried = value),
      ),
  ]);
  return isAnswered ? tried : undefined;
}

function askUser(title: string, prompt: string, value: string, canGoBack = false): Answer<string> {
  return askChecked<string>({
    title,
    prompt,
    value,
    canGoBack,
    problemOf: (text) => (text.includes(':') ? l10n.t('A user name can’t contain a colon') : undefined),
    attempt: async (text) => ({ kind: 'taken', value: text.trim() }),
  });
}

function passwordPrompt(judge: Judge, user: string): string {
  return l10n.t('Password of {0}. Sent only to {1}.', user, addresses(judge));
}

/** Prompts for a secret after another input box, to which the user can go back. */
function askSecret<Value>(title: string, prompt: string, attempt: Attempt<Value>): Answer<Value> {
  return askChecked({ title, prompt, isSecret: true, canGoBack: true, attempt });
}
