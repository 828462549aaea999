import { env, l10n, ProgressLocation, Uri, window } from 'vscode';
import { systemClock, type Clock } from '../../../base/ports';
import {
  isPrivate,
  parseUrl,
  ServiceFailed,
  type Account,
  type Credential,
  type Judge,
  type SignIn,
  type StartedSignIn,
} from '../../../service';
import { awaitConfirmation } from '../../../service/confirmation';
import { serviceName } from '../../labels/serviceLabels';
import { offer, withCancel } from '../../shared/dialogs';
import type { ExtensionServices } from '../../shared/extensionServices';
import { orFailure, showFailure } from '../../shared/showFailure';

/** A credential that the user has confirmed, and its owner. */
export interface Confirmed {
  readonly credential: Credential;
  readonly answer: Account;
}

interface BrowserSignInOptions {
  /** title with the reason; null: it is obvious */
  readonly why: string | null;
  /** creates the credential with a secret */
  readonly credentialOf: (secret: string) => Credential;
  /** starts over after a failure */
  readonly again: () => Promise<void>;
}

/**
 * Starts a sign-in at the judge, opens its page in the browser, and waits until the user has confirmed it there. Nothing
 * is saved: if the window closes meanwhile, the user starts again. Undefined: the user canceled, or it failed, which was
 * shown.
 */
export async function confirmInBrowser(
  extension: ExtensionServices,
  judge: Judge,
  how: Extract<SignIn, { kind: 'browser' }>,
  { why, credentialOf, again }: BrowserSignInOptions,
  clock: Clock = systemClock,
): Promise<Confirmed | undefined> {
  const { services } = extension;
  const name = serviceName(judge);
  const title = why ?? l10n.t('Signing in to {0}…', name);
  const started = await window.withProgress({ location: ProgressLocation.Notification, title }, () =>
    orFailure(services.clientWith(judge, null).then((client) => client.ask(how.start))),
  );
  if (started instanceof ServiceFailed) {
    await showFailure(extension, started, judge, again, 'credentials');
    return undefined;
  }
  const credential = credentialOf(started.secret);
  // the secret must not appear in the log of the following requests
  await services.credentials.hide(judge.id, credential);
  if (!(await openPage(started, name))) return undefined;
  const client = await services.clientWith(judge, credential);
  const outcome = await withCancel(
    l10n.t('Confirm the sign-in to {0} in your browser. Waiting…', name),
    (signal) => orFailure(awaitConfirmation((abort) => client.ask(how.fetchConfirmed, abort), clock, signal)),
  );
  if (outcome instanceof ServiceFailed) {
    if (outcome.failure.kind !== 'cancelled')
      await showFailure(extension, outcome, judge, again, 'credentials');
    return undefined;
  }
  if (outcome) return { credential, answer: outcome };
  void offer(
    l10n.t('The sign-in to {0} wasn’t confirmed in time.', name),
    l10n.t('Try Again'),
    again,
    (message, button) => window.showWarningMessage(message, button),
  );
  return undefined;
}

/** Opens the page of a sign-in. Returns false if its URL can't be trusted, which was shown. */
async function openPage({ page }: StartedSignIn, name: string): Promise<boolean> {
  const url = parseUrl(page);
  if (!url || !/^https?:$/.test(url.protocol) || !isPrivate(url)) {
    void window.showErrorMessage(
      l10n.t('{0} sent a sign-in page without encryption, so it wasn’t opened.', name),
    );
    return false;
  }
  const isOpen = await env.openExternal(Uri.parse(page, true));
  // also false if the user copied the link in VS Code's question
  if (!isOpen)
    void offer(
      l10n.t('If no browser opened, open the sign-in page of {0} yourself.', name),
      l10n.t('Copy Link'),
      () => env.clipboard.writeText(page),
    );
  return true;
}
