import { env, l10n, ProgressLocation, Uri, window } from 'vscode';
import { systemClock, type Clock } from '../../../base/ports';
import {
  isPrivate,
  parseUrl,
  RequestFailed,
  type Judge,
  type SignIn,
  type StartedSignIn,
} from '../../../judges';
import { awaitConfirmation } from '../../../judges/signIn/browserConfirmation';
import { nameOfJudge } from '../../labels/judgeLabels';
import { offer, withCancel } from '../../shared/dialogs/dialogs';
import { orFailure, showFailure } from '../../shared/failures/showFailure';
import { makeCredential, saveChecked, type SecretAuthentication } from './checkCredential';
import type { Core } from '../../shared/core';

type BrowserSignIn = Extract<SignIn, { kind: 'browser' }>;

/**
 * Starts a sign-in at the judge, opens its page in the browser, waits until the user confirms the sign-in there, and
 * saves the credential. Saves nothing before, so the user has to start again if the window closes meanwhile. `why`: title
 * with the reason; null: it is obvious.
 */
export async function signInInBrowser(
  extension: Core,
  judge: Judge,
  authentication: SecretAuthentication,
  how: BrowserSignIn,
  why: string | null,
  clock: Clock = systemClock,
): Promise<void> {
  const { judges } = extension;
  const tryAgain = (): Promise<void> => signInInBrowser(extension, judge, authentication, how, why, clock);
  const started = await start(extension, judge, how, why);
  if (started instanceof RequestFailed) {
    await showFailure(extension, started, judge, tryAgain, 'credentials');
    return;
  }
  const credential = makeCredential(judge, authentication, started.secret);
  // the secret must not appear in the log of the following requests
  await judges.credentials.hide(judge.id, credential);
  if (!(await openPage(judge, started))) return;
  const client = await judges.clientWith(judge, credential);
  const account = await withCancel(
    l10n.t('Confirm the sign-in to {0} in your browser. Waiting…', nameOfJudge(judge)),
    (signal) => orFailure(awaitConfirmation((abort) => client.ask(how.fetchConfirmed, abort), clock, signal)),
  );
  if (account === null) void showNotConfirmed(judge, tryAgain);
  else if (!(account instanceof RequestFailed)) {
    await saveChecked(extension, judge, { credential, answer: account });
  } else if (account.failure.kind !== 'cancelled') {
    await showFailure(extension, account, judge, tryAgain, 'credentials');
  }
}

/** Requests a new secret and its page from the judge. */
async function start(
  { judges }: Core,
  judge: Judge,
  how: BrowserSignIn,
  why: string | null,
): Promise<StartedSignIn | RequestFailed> {
  const title = why ?? l10n.t('Signing in to {0}…', nameOfJudge(judge));
  return window.withProgress({ location: ProgressLocation.Notification, title }, () =>
    orFailure(judges.clientWith(judge, null).then((client) => client.ask(how.start))),
  );
}

/** Opens the page of a sign-in. Returns false, and shows the reason, if its URL isn't encrypted. */
async function openPage(judge: Judge, { page }: StartedSignIn): Promise<boolean> {
  const name = nameOfJudge(judge);
  const url = parseUrl(page);
  if (!url || !/^https?:$/.test(url.protocol) || !isPrivate(url)) {
    void window.showErrorMessage(
      l10n.t('{0} sent a sign-in page without encryption, so it wasn’t opened.', name),
    );
    return false;
  }
  const isOpen = await env.openExternal(Uri.parse(page, true));
  // VS Code also returns false if the user copied the link in its dialog
  if (!isOpen)
    void offer(
      l10n.t('If no browser opened, open the sign-in page of {0} yourself.', name),
      l10n.t('Copy Link'),
      () => env.clipboard.writeText(page),
    );
  return true;
}

function showNotConfirmed(judge: Judge, tryAgain: () => Promise<void>): Promise<void> {
  return offer(
    l10n.t('The sign-in to {0} wasn’t confirmed in time.', nameOfJudge(judge)),
    l10n.t('Try Again'),
    tryAgain,
    (message, button) => window.showWarningMessage(message, button),
  );
}
