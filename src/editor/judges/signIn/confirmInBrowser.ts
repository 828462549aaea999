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

/** A credential that the user confirmed at the judge. */
interface ConfirmedCredential {
  readonly credential: Credential;
  /** its owner */
  readonly answer: Account;
}

interface BrowserSignInOptions {
  /** title with the reason; null: it is obvious */
  readonly why: string | null;
  /** creates the judge's credential from a secret */
  readonly credentialOf: (secret: string) => Credential;
  /** starts the sign-in again; run by a button of the message about a failure */
  readonly again: () => Promise<void>;
}

/**
 * Starts a sign-in at the judge, opens its page in the browser, and waits until the user confirms the sign-in there.
 * Undefined: the user canceled, or the sign-in failed, which was shown. Saves nothing, so the user has to start again if
 * the window closes meanwhile.
 */
export async function confirmInBrowser(
  extension: ExtensionServices,
  judge: Judge,
  how: Extract<SignIn, { kind: 'browser' }>,
  { why, credentialOf, again }: BrowserSignInOptions,
  clock: Clock = systemClock,
): Promise<ConfirmedCredential | undefined> {
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

/** Opens the page of a sign-in. Returns false, and shows the reason, if its URL isn't encrypted. */
async function openPage({ page }: StartedSignIn, name: string): Promise<boolean> {
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
