import { commands, env, l10n, Uri, window, type QuickPickItem } from 'vscode';
import {
  displayAddress,
  judgeIdentity,
  type JudgeId,
  type Judge,
  RequestFailed,
  type Quota,
} from '../../../judges';
import { confirms, offer, withCancel } from '../../shared/dialogs/dialogs';
import { sanitizeForUi } from '../../labels/sanitizeText';
import {
  nameOfJudgeId,
  nameOfJudge,
  isValid,
  judgingPrice,
  pointsLeft,
  pointsWords,
} from '../../labels/judgeLabels';
import { signIn } from './signIn';
import { showSettingsProblems } from '../../shared/settings/settingsProblems';
import { followJudge, unfollowJudge } from '../../following';
import { readyJudge } from '../readyJudge';
import { dayAndTime } from '../../labels/dateFormats';
import { joined } from '../../labels/recordLabels';
import { logFailure, orFailure, showFailure } from '../../shared/failures/showFailure';
import { SIGN_OUT_TIMEOUT_MS } from '../limits';
import type { Core } from '../../shared/core';
import type { WithFollowing } from '../../following';

/** “Sign In”: signs in to the chosen judge, or to `service`. */
export async function setCredentials(extension: Core, service?: unknown): Promise<void> {
  const given = typeof service === 'string' ? await extension.judges.judgeOf(service) : null;
  const choice = given ? { kind: 'chosen' as const, judge: given } : await extension.judges.choice();
  if (choice.kind === 'none') {
    await commands.executeCommand('judgeResults.chooseService');
    return;
  }
  if (choice.kind === 'wrong') return showSettingsProblems(choice.problems);
  if (choice.judge.signIn.kind === 'none') return offerToChoose(choice.judge);
  await signIn(extension, choice.judge);
}

/**
 * “Get a Token”: opens the page on which the user can create a token for the chosen judge. If the judge creates a token
 * for each sign-in, starts a sign-in.
 */
export async function getToken(extension: Core): Promise<void> {
  const judge = await extension.judges.chosen();
  if (!judge) {
    await commands.executeCommand('judgeResults.chooseService');
    return;
  }
  if (judge.signIn.kind === 'browser') return signIn(extension, judge);
  const page = judge.signIn.kind === 'secret' ? judge.signIn.page : null;
  if (page !== null) await env.openExternal(Uri.parse(page, true));
  else
    void window.showInformationMessage(
      l10n.t(
        'No token page is known for {0}. Look in your account settings on the site.',
        nameOfJudge(judge),
      ),
    );
}

/** Explains that the judge needs no credentials. Notifications that request credentials can lead here. */
function offerToChoose(judge: Judge): Promise<void> {
  return offer(
    l10n.t('{0} is set up without authentication. To add credentials, edit the judge.', nameOfJudge(judge)),
    l10n.t('Choose Online Judge'),
    () => commands.executeCommand('judgeResults.chooseService'),
  );
}

export async function removeCredentials(extension: Core): Promise<void> {
  const service = await askWhichCredentials(extension);
  if (service === undefined) return;
  const name = nameOfJudgeId(service);
  const question = l10n.t('Sign out of {0}?', name);
  // stored credentials can't be displayed again
  const detail = joined(
    ' ',
    l10n.t('You’ll have to sign in again to fetch results.'),
    pendingWords(extension, service),
  );
  if (!(await confirms(question, l10n.t('Sign Out'), detail))) return;
  const hasEnded = await endSession(extension, service);
  if (await extension.judges.credentials.remove(service)) {
    void window.showInformationMessage(
      hasEnded
        ? l10n.t('Signed out of {0}.', name)
        : l10n.t('Signed out of {0}, but the session on its website couldn’t be ended.', name),
    );
  } else {
    await offer(
      l10n.t(
        'Couldn’t remove the credentials for {0} from secret storage. They are no longer used in this window.',
        name,
      ),
      l10n.t('Try Again'),
      () => removeCredentials(extension),
      window.showWarningMessage,
    );
  }
}

/** Describes the effect on pending results of the judge; empty without pending results. */
function pendingWords({ tracking }: Core, service: JudgeId): string {
  const pending = tracking.pending(true).filter(({ request }) => request.service === service).length;
  if (pending === 0) return '';
  return pending === 1
    ? l10n.t('1 pending result won’t be updated until you sign in again.')
    : l10n.t('{0} pending results won’t be updated until you sign in again.', pending);
}

/**
 * Ends the session at the judge if the user signed in here. A pasted session is kept, because the user's browser uses
 * it. Returns false if the session couldn't be ended.
 */
async function endSession(extension: Core, service: JudgeId): Promise<boolean> {
  const { judges } = extension;
  const judge = await judges.judgeOf(service);
  const how = judge?.signIn;
  if (!judge || (how?.kind !== 'password' && how?.kind !== 'browser')) return true;
  const credential = await judges.credentials.get(judge);
  const isPasted = how.kind === 'password' && credential?.signedInAs === undefined;
  if (!credential || isPasted) return true;
  const signal = AbortSignal.timeout(SIGN_OUT_TIMEOUT_MS);
  const ended = await orFailure(judges.ask(judge, how.signOut, signal, 'background'));
  if (!(ended instanceof RequestFailed)) return true;
  // the session had already ended
  if (ended.failure.kind === 'status' && ended.failure.status === 401) return true;
  logFailure(extension, ended, judge);
  return false;
}

/** Lets the user choose which saved credentials to remove, including those of judges that are no longer in the settings. */
async function askWhichCredentials(extension: Core): Promise<JudgeId | undefined> {
  const judges = await extension.judges.credentials.judges();
  const [only] = judges;
  if (only === undefined) {
    const open = (): Thenable<unknown> => commands.executeCommand('judgeResults.setCredentials');
    void offer(l10n.t('You aren’t signed in.'), l10n.t('Sign In'), open);
  }
  if (judges.length < 2) return only;
  const items = judges.map((service) => ({
    label: nameOfJudgeId(service),
    description: sanitizeForUi(displayAddress(judgeIdentity(service).address)),
    service,
  }));
  const chosen = await window.showQuickPick(items, {
    title: l10n.t('Sign Out'),
    placeHolder: l10n.t('Select the judge to sign out of'),
  });
  return chosen?.service;
}

/** “Follow My Submissions”: follows the chosen judge. */
export async function follow(extension: Core & WithFollowing): Promise<void> {
  const judge = await readyJudge(extension);
  if (judge) await followJudge(extension, judge);
}

/** “Stop Following My Submissions”: stops following the chosen judge. */
export async function stopFollowing({ judges }: Core): Promise<void> {
  const judge = await judges.chosen();
  if (judge) await unfollowJudge(judge);
}

/** “Show Remaining Points”: shows the remaining points for each quota. */
export async function showQuota(extension: Core & WithFollowing): Promise<void> {
  const judge = await readyJudge(extension);
  if (!judge) return;
  const name = nameOfJudge(judge);
  const { quota } = judge;
  if (!quota) {
    void window.showInformationMessage(l10n.t('{0} doesn’t report any points.', name));
    return;
  }
  const quotas = await withCancel(l10n.t('Loading points from {0}…', name), (signal) =>
    orFailure(extension.judges.ask(judge, quota.fetchQuotas, signal)),
  );
  if (quotas instanceof RequestFailed) {
    if (quotas.failure.kind === 'cancelled') return;
    await showFailure(extension, quotas, judge, () => showQuota(extension), 'quota');
    return;
  }
  const now = Date.now();
  await window.showQuickPick(
    quotas.map((quota) => quotaItem(quota, now)),
    {
      title: l10n.t('Points on {0}: {1}', name, pointsWords(pointsLeft(quotas, now))),
      placeHolder: judgingPrice(judge),
    },
  );
}

function quotaItem(quota: Quota, now: number): QuickPickItem {
  const { available, most, used, validAfter, expiresAt } = quota;
  return {
    label: isValid(quota, now) ? pointsWords(available) : l10n.t('{0} points not currently valid', available),
    description: most === null || used === null ? '' : l10n.t('{0} of {1} used', used, most),
    detail: joined(
      ' ',
      validAfter === null ? '' : l10n.t('valid from {0}', dayAndTime(validAfter)),
      expiresAt === null ? '' : l10n.t('until {0}', dayAndTime(expiresAt)),
    ),
  };
}
